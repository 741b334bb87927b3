"""What people type, as a record can keep it and a page can show it; and 理由, why something was done, in the words of
whoever did it, which becomes part of the record."""

import re
import unicodedata
from enum import StrEnum

from journal.refusals import Problem

# what a chat or a spreadsheet leaves in a text without anybody seeing it
_UNSEEN = "\u00ad\u200b\u200e\u200f\u061c\u2060\ufeff\u3164\uffa0\u115f\u1160\u034f"
# what says, between letters of Arabic, Indic and Mongolian scripts, how they join: there it is a part of the word
_JOINERS = "\u200c\u200d\u180e"
_JOINED = "[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1800-\u18af]"
_INVISIBLE = re.compile(f"[{_UNSEEN}]|(?<!{_JOINED})[{_JOINERS}]|[{_JOINERS}](?!{_JOINED})")
_BLANKS = re.compile(r"(?:[^\S\u202f]|(?<![\u1800-\u18af])\u202f|\u202f(?![\u1800-\u18af]))+")
INVISIBLE = dict.fromkeys(map(ord, _UNSEEN + _JOINERS))
_FORBIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def clean(text: str) -> str:
    """What is kept of a typed text: one line, single blanks, nothing invisible, composed characters."""
    visible = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    return _BLANKS.sub(" ", "".join(" " if c in "\t\r\n\v\f" else c for c in visible)).strip()


def storable(text: str) -> str:
    """The text without characters that nobody can see or that no page can show; the rest as typed."""
    return clean("".join(c for c in text if c in f"\t\r\n{_JOINERS}" or unicodedata.category(c) not in _FORBIDDEN))


def is_one_line(text: str) -> bool:
    """Does no character stand in it at which some program begins a new line (``str.splitlines`` knows them)?"""
    return len(f"{text}.".splitlines()) == 1


def has_unseen(text: str) -> bool:
    """Does a control or direction character, a lone surrogate or an unassigned one stand inside the text?"""
    return any(unicodedata.category(c) in _FORBIDDEN and c not in _JOINERS for c in clean(text))


LONGEST_REASON = 200


class ReasonCode(StrEnum):
    REASON_MISSING = "reason_missing"
    REASON_TOO_LONG = "reason_too_long"


def reason_problems(reason: str, where: str = "reason", *, required: bool = True) -> list[Problem]:
    """What is wrong with a reason as typed: missing (if it is ``required``), or longer than 200 characters."""
    text = storable(reason)
    if required and not text:
        return [Problem(ReasonCode.REASON_MISSING, where)]
    return [Problem(ReasonCode.REASON_TOO_LONG, where, {"most": LONGEST_REASON})] if len(text) > LONGEST_REASON else []
