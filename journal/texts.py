"""What people type, as a record can keep it and a page can show it."""

import re
import unicodedata

_BLANKS = re.compile(r"\s+")
# what a chat or a spreadsheet leaves in a text without anybody seeing it
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u180e\u3164\uffa0\u115f\u1160\u034f"))
_FORBIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def clean(text: str) -> str:
    """What is kept of a typed text: one line, single blanks, nothing invisible, composed characters."""
    visible = unicodedata.normalize("NFC", text).translate(INVISIBLE)
    return _BLANKS.sub(" ", "".join(" " if c in "\t\r\n\v\f" else c for c in visible)).strip()


def storable(text: str) -> str:
    """The text without characters that nobody can see or that no page can show; the rest as typed."""
    return clean("".join(c for c in text if c in "\t\r\n" or unicodedata.category(c) not in _FORBIDDEN))


def is_one_line(text: str) -> bool:
    """Does no character stand in it at which some program begins a new line (``str.splitlines`` knows them)?"""
    return len(f"{text}.".splitlines()) == 1


def has_unseen(text: str) -> bool:
    """Does a control or direction character, a lone surrogate or an unassigned one stand inside the text?"""
    return any(unicodedata.category(c) in _FORBIDDEN for c in clean(text))
