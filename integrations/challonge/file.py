"""A tournament as Challonge's JSON says it, read into values. Knows no database.

What the members mean, and what becomes of them here, stands as a table in docs/challonge.md. ``Refused`` names the
participant or match that cannot be read.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from journal.refusals import Problem, Refused
from journal.texts import storable
from tournaments.codes import Code

LARGEST: Final = 4_000_000
"""Bytes of a file that is sent."""
MOST_PARTICIPANTS, MOST_MATCHES = 256, 1_024
LONGEST_NAME: Final = 30
HIGHEST_ID: Final = 2**63
SINGLE, DOUBLE, ROUND_ROBIN, SWISS = "single elimination", "double elimination", "round robin", "swiss"
TYPES: Final = (SINGLE, DOUBLE, ROUND_ROBIN, SWISS)
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Participant:
    id: int
    name: str
    seed: int


@dataclass(frozen=True, slots=True)
class Prereq:
    """A side comes from another match: its winner, or its loser."""

    match: int
    loser: bool


@dataclass(frozen=True, slots=True)
class FileMatch:
    """``players``: ids of participants, None where nobody stands or nobody is known; ``group``: 0 outside of groups."""

    id: int
    round: int
    players: tuple[int | None, int | None]
    prereqs: tuple[Prereq | None, Prereq | None]
    group: int = 0

    @property
    def is_met(self) -> bool:
        """Are both its participants known?"""
        return None not in self.players


@dataclass(frozen=True, slots=True)
class ChallongeFile:
    """``participants`` by seed; ``options``: the members of the tournament that say how it is played."""

    name: str
    type: str
    participants: tuple[Participant, ...]
    matches: tuple[FileMatch, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def grouped(self) -> tuple[FileMatch, ...]:
        return tuple(match for match in self.matches if match.group)

    @property
    def final(self) -> tuple[FileMatch, ...]:
        """The matches outside of groups."""
        return tuple(match for match in self.matches if not match.group)


def read_challonge(data: bytes) -> ChallongeFile:
    """The tournament of that JSON; ``Refused`` with the first thing in it that is none, or that is played in no way
    known here."""
    if len(data) > LARGEST:
        refuse(Code.FILE_TOO_LARGE, most=LARGEST // 1_000_000)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        _unreadable("JSON")
    about = _member(found, "tournament") if isinstance(found, dict) else None
    if not isinstance(about, dict):
        _unreadable("tournament")
    if about.get("tournament_type") not in TYPES:
        refuse(Code.CHALLONGE_TYPE, type=storable(str(about.get("tournament_type")))[:LONGEST_NAME])
    people = _participants(about)
    known = {own: person.id for person, ids in people for own in ids}
    return ChallongeFile(
        name=_text(about, "name", "tournament", 80),
        type=about["tournament_type"],
        participants=tuple(sorted((person for person, _ in people), key=lambda person: person.seed)),
        matches=_matches(about, known),
        options=about,
    )


def refuse(code: Code, **data: Any) -> NoReturn:
    raise Refused(Problem(code, "file", data))


def _unreadable(place: str) -> NoReturn:
    refuse(Code.CHALLONGE_UNREADABLE, place=place)


def _member(outer: Json, name: str) -> Any:
    """What API v1 wraps as ``{"match": {…}}``, or the thing itself."""
    return outer.get(name, outer)


def _rows(about: Json, many: str, one: str, most: int) -> list[tuple[str, Json]]:
    """The members of a list, each with the words by which a refusal names it."""
    rows = about.get(many, [])
    if not isinstance(rows, list):
        _unreadable(many)
    if len(rows) > most:
        refuse(Code.CHALLONGE_TOO_MANY, most=most, what=many)
    found = []
    for number, row in enumerate(rows, start=1):
        inner = _member(row, one) if isinstance(row, dict) else None
        if not isinstance(inner, dict):
            _unreadable(f"{one} {number}")
        found.append((f"{one} {number}", inner))
    return found


def _participants(about: Json) -> list[tuple[Participant, tuple[int, ...]]]:
    """Each with all ids that matches may name it by: those of groups are others."""
    found: list[tuple[Participant, tuple[int, ...]]] = []
    for number, (where, row) in enumerate(_rows(about, "participants", "participant", MOST_PARTICIPANTS), start=1):
        of_groups = row.get("group_player_ids") or []
        if not isinstance(of_groups, list) or not all(_is_id(other) for other in of_groups):
            _unreadable(f"{where}, group_player_ids")
        name = _text(row, "name" if row.get("name") else "display_name", where, LONGEST_NAME)
        person = Participant(_id(row, "id", where), name, _number(row, "seed", where) or number)
        found.append((person, (person.id, *of_groups)))
    _refuse_twice([person.name for person, _ in found])
    _refuse_twice([str(own) for person, ids in found for own in {person.id, *ids}])
    return found


def _refuse_twice(names: list[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            refuse(Code.CHALLONGE_TWICE, name=name)
        seen.add(name)


def _matches(about: Json, known: Mapping[int, int]) -> tuple[FileMatch, ...]:
    found = [_match(row, where, known) for where, row in _rows(about, "matches", "match", MOST_MATCHES)]
    _refuse_twice([str(match.id) for match in found])
    ids = {match.id for match in found}
    for match in found:
        for prereq in match.prereqs:
            if prereq and prereq.match not in ids:
                _unreadable(f"match {match.id}, prereq_match_id {prereq.match}")
    return tuple(sorted(found, key=lambda match: (not match.group, abs(match.round), match.id)))


def _match(row: Json, where: str, known: Mapping[int, int]) -> FileMatch:
    home, away = (_player(row, member, where, known) for member in ("player1_id", "player2_id"))
    if home is not None and home == away:
        _unreadable(f"{where}, player2_id")
    return FileMatch(
        id=_id(row, "id", where),
        round=_number(row, "round", where) or 0,
        players=(home, away),
        prereqs=(_prereq(row, "player1", where), _prereq(row, "player2", where)),
        group=_number(row, "group_id", where) or 0,
    )


def _prereq(row: Json, side: str, where: str) -> Prereq | None:
    if row.get(f"{side}_prereq_match_id") is None:
        return None
    match = _id(row, f"{side}_prereq_match_id", where)
    return Prereq(match, loser=row.get(f"{side}_is_prereq_match_loser") is True)


def _player(row: Json, member: str, where: str, known: Mapping[int, int]) -> int | None:
    if row.get(member) is None:
        return None
    own = _id(row, member, where)
    return known[own] if own in known else _unreadable(f"{where}, {member}")


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < HIGHEST_ID


def _id(row: Json, name: str, where: str) -> int:
    value = row.get(name)
    return int(value) if _is_id(value) else _unreadable(f"{where}, {name}")  # type: ignore[arg-type]


def _number(row: Json, name: str, where: str) -> int | None:
    value = row.get(name)
    if value is None:
        return None
    is_one = isinstance(value, int) and not isinstance(value, bool) and abs(value) < HIGHEST_ID
    return int(value) if is_one else _unreadable(f"{where}, {name}")


def _text(row: Json, name: str, where: str, longest: int) -> str:
    value = row.get(name)
    found = storable(value).strip() if isinstance(value, str) else ""
    if not found:
        _unreadable(f"{where}, {name}")
    if len(found) > longest:
        refuse(Code.CHALLONGE_NAME_LONG, name=found[:longest], most=longest)
    return found
