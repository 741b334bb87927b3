"""Entries as people write them in a chat: a line for each team or person and no headings. Knows no database.

``一队：队员甲、队员乙``, ``1. 队员甲 男 队员乙 女``, ``领队 队员丙``, or a team alone on its line, its players beneath.
What can be read in two ways is left to whoever pasted it.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.entries.names import listed_people, wrong_characters
from tournaments.entries.roster_lines import CONTACT, LEADER, Line, role_of
from tournaments.entries.spreadsheets import Sheet

_COUNT = re.compile(r"\(?\d{1,3}\s*[.、)]\s*")
_ROLE = re.compile(r"([^:、,\s]+)\s*(?:[:、,\s]\s*|$)")
_MAIL = re.compile(r"[^\s:、,()]+@[^\s:、,()]+")
_PHONE = re.compile(r"\+?\d[\d -]{5,}\d")
_LONGEST = 4
"""Chinese characters of a name that is not doubted: a sentence has more."""


@dataclass
class _Reading:
    """``full``: players of the ``team`` that lines without a role go to; ``under``: what stood alone on its line."""

    seats: int
    rows: list[Line] = field(default_factory=list)
    unclear: list[tuple[int, str]] = field(default_factory=list)
    team: int = 1
    full: int = 0
    under: str | int | None = None

    def take(self, row: int, text: str) -> None:
        plain = unicodedata.normalize("NFKC", text)
        counted = _COUNT.match(plain)
        said = plain[counted.end() :] if counted else plain
        found = _ROLE.match(said)
        role = role_of(found[1]) if found else None
        rest = said[found.end() :] if found and role is not None else said
        mail, phone = _MAIL.search(rest), _PHONE.search(_MAIL.sub(" ", rest))
        people = listed_people(_PHONE.sub(" ", _MAIL.sub(" ", rest)))
        most = 1 if role in (LEADER, CONTACT) else self.seats
        if any(map(_is_doubtful, (name for name, _gender in people))) or len(people) > most:
            self.unclear.append((row, text))
        elif role is not None:
            self.under = None if people else role
            self._put(row, role, people, phone[0] if phone else "", mail[0] if mail else "")
        elif self.under is not None:
            self._put(row, self.under, people)
        elif people and len(people) in (1, self.seats):
            self._put(row, self._next(len(people)), people)
        else:
            self.unclear.append((row, text))

    def _next(self, count: int) -> int:
        """The team that so many players of no team go to."""
        if self.full + count > self.seats:
            self.team, self.full = self.team + 1, 0
        self.full += count
        return self.team

    def _put(
        self, row: int, role: str | int, people: Sequence[tuple[str, str]], phone: str = "", mail: str = ""
    ) -> None:
        cells = {"role": str(role), "phone": phone, "mail": mail}
        for number, (name, gender) in enumerate(people, start=1):
            own = str(number) if len(people) > 1 else ""
            cells |= {f"name{own}": name, f"gender{own}": gender}
        columns = {part: place for place, part in enumerate(cells)}
        self.rows.append(Line(0, row, columns, tuple(cells.values())))


def chat_lines(sheet: Sheet, seats: int) -> tuple[list[Line], list[tuple[int, str]]]:
    """The lines that are understood, and of the others row and text."""
    reading = _Reading(seats)
    for row, cells in enumerate(sheet.rows, start=1):
        if text := "、".join(filter(None, cells)):
            reading.take(row, text)
        else:
            reading.under = None
    return reading.rows, reading.unclear


def _is_doubtful(name: str) -> bool:
    chinese = sum(unicodedata.name(c, "").startswith("CJK") for c in name)
    return bool(wrong_characters(name)) or any(map(str.isdecimal, name)) or (chinese > _LONGEST and "·" not in name)
