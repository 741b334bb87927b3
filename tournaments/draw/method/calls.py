"""报数 (numbers called out): what the leaders say aloud after the fingerprint is shown, as it is typed."""

import re
import unicodedata
from dataclasses import dataclass

MOST_DIGITS, MOST_CALLS, LONGEST_NAME = 12, 200, 60

_PART = re.compile(r"[\n;；,，、]+")
_CALL = re.compile(r"(?P<by>.*?)[\s:：]*(?P<number>[0-9]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Call:
    """``number`` in the digits that were typed, ``by`` is whose it is, "" where it is not said."""

    number: str
    by: str = ""


def read_calls(text: str) -> tuple[tuple[Call, ...], tuple[str, ...]]:
    """The numbers, one a line or between commas, each perhaps behind a name; and the parts that hold no number."""
    calls, unreadable = [], []
    for part in map(str.strip, _PART.split(unicodedata.normalize("NFKC", text))):
        called = _CALL.fullmatch(part)
        if called and len(called["number"]) <= MOST_DIGITS and len(called["by"]) <= LONGEST_NAME:
            calls.append(Call(called["number"], called["by"].strip()))
        elif part:
            unreadable.append(part)
    return tuple(calls), tuple(unreadable)
