"""What a list says of one branch: its own fields, and its teams with theirs. Knows no database."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.entries.fields import (
    BranchEntry,
    PlayerEntry,
    Section,
    TeamEntry,
    field_name,
    rows_of,
    section_rows,
    team_field,
)
from tournaments.entries.files.roster_lines import CONTACT, LEADER, TEAM_NAME, Cell, RosterLine, ordinal_of
from tournaments.entries.names import likeness, listed_people

_GENDER_BEHIND = re.compile(r"[(（]\s*([男女])\s*[)）]")
_BRACKETS, _PARTED = frozenset("()（）"), frozenset("、,，;；/／")


@dataclass(frozen=True)
class Fault:
    """A problem and its cell; None: it is about the file."""

    cell: Cell | None
    problem: Problem


@dataclass(frozen=True)
class ListedBranch:
    """A branch that a list may name, and the form that is saved of it."""

    number: int
    name: str
    quota: int
    saved: BranchEntry


@dataclass
class BranchList:
    """What the file says of one branch: its own fields, its teams with theirs, and the cell of each field. ``unkept``
    are fields of players that the event does not keep."""

    place: ListedBranch
    seats: int
    unkept: Collection[str] = ()
    reserves: int = 0
    texts: dict[str, str] = field(default_factory=dict)
    teams: dict[int, list[PlayerEntry]] = field(default_factory=dict)
    own: dict[int, dict[str, str]] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)

    def read(self, line: RosterLine, role: str | int | None) -> Iterator[Fault]:
        """Take over what the line says of the leader, the contact, or the team of that ordinal."""
        if line.text(LEADER):
            self._put(line, {"leader": LEADER})
        if line.text(CONTACT):
            self._put(line, {**_parts(Section.CONTACT), "contact_name": CONTACT})
        if role == LEADER and line.is_of_one:
            self._put(line, _parts(Section.LEADER))
        elif role == CONTACT and line.is_of_one:
            self._put(line, _parts(Section.CONTACT))
        elif isinstance(role, int):
            yield from self._take(line, role)
        elif line.names and line.role_text:
            yield Fault(line.cell("role"), Problem(Code.TEAM_UNKNOWN, data={"team": line.role_text}))
        elif line.names:
            # lines that do not say a team fill one after the other
            room = 1 if line.is_team else self.seats
            yield from self._take(line, next(n for n in count(1) if len(self.teams.get(n, ())) < room))

    def _put(self, line: RosterLine, parts: Mapping[str, str]) -> None:
        """Take over what stands under these headings, by the field of the form."""
        for name, part in parts.items():
            if part in line.columns:
                self.texts[name] = line.value(part)
                self.cells[name] = line.cell(part)

    def _take(self, line: RosterLine, ordinal: int) -> Iterator[Fault]:
        """The players of the line go to their team, one after the other; a line without a name mentions the team."""
        team, own = self.teams.setdefault(ordinal, []), self.own.setdefault(ordinal, {})
        # the team's own fields stand at one of its players, or above them all
        for row in section_rows(Section.TEAM):
            text = line.team_name if row.part == TEAM_NAME else line.value(row.part)
            if (text or row.part in line.columns) and (text or row.name not in own):
                # 一队, 机关分会一队: no name of its own
                ordinal_there = ordinal_of(likeness(text).removeprefix(likeness(self.place.name)))
                own[row.name] = "" if row.part == TEAM_NAME and ordinal_there is not None else text
                self.cells[team_field(ordinal, row.name)] = line.cell(row.part)
        for player, cells in _parted(line, range(self.seats, self.seats + self.reserves + 1)):
            if player.is_empty and line.is_of_one:
                self.cells.setdefault(field_name(ordinal, len(team) + 1, "name"), cells["name"])
            elif len(team) < self.seats + self.reserves:
                team.append(replace(player, **dict.fromkeys(self.unkept, "")))
                self.cells |= {field_name(ordinal, len(team), part): cell for part, cell in cells.items()}
            elif not player.is_empty:
                data = {"ordinal": ordinal, "seats": self.seats + self.reserves}
                yield Fault(cells["name"], Problem(Code.TEAM_IS_FULL, data=data))

    def team_called(self, name: str) -> int:
        """The team that has this name of its own, in the file or as it is saved; else the next of which the file says
        nothing."""
        sent = {likeness(own["name"]): ordinal for ordinal, own in self.own.items() if own.get("name")}
        saved = {likeness(team.name): team.ordinal for team in self.place.saved.teams if team.name}
        known = sent.get(likeness(name)) or saved.get(likeness(name))
        taken = {*self.teams, *saved.values()}
        return known or next(n for n in count(1) if n not in taken)

    @property
    def names_players(self) -> bool:
        return any(not player.is_empty for team in self.teams.values() for player in team)

    def form(self) -> BranchEntry:
        """What is saved, with what the file says in its place. Where the file has no column for a field of a team, or
        of a player of that name, that stays as it is saved, unless nobody is named."""
        texts: dict[str, Any] = self.texts
        saved = {team.ordinal: team for team in self.place.saved.teams}
        people = [player for team in saved.values() for player in team.players if not player.is_empty]
        if self.names_players:
            for ordinal, players in self.teams.items():
                is_named = any(not player.is_empty for player in players)
                before = saved[ordinal].own if is_named and ordinal in saved else {}
                known = []
                for number, player in enumerate(players, start=1):
                    same = [each for each in people if likeness(each.name) == likeness(player.name)]
                    unsaid = [
                        part for part in rows_of(PlayerEntry) if field_name(ordinal, number, part) not in self.cells
                    ]
                    blank = [part for part in unsaid if len(same) == 1 and not getattr(player, part)]
                    known.append(replace(player, **{part: getattr(same[0], part) for part in blank}))
                team = TeamEntry(ordinal, tuple(known), **{**before, **self.own[ordinal]})
                saved[ordinal] = team.with_lines(self.seats + self.reserves)
            texts = {**texts, "teams": tuple(saved[ordinal] for ordinal in sorted(saved))}
        return replace(self.place.saved, **texts)

    def nearest(self, name: str) -> Cell | None:
        """The cell of that field, else the first of its team, else the first of the branch."""
        part = name.partition("_")[0]
        of_team = [cell for other, cell in self.cells.items() if other.partition("_")[0] == part]
        return self.cells.get(name) or min(of_team or self.cells.values(), default=None)


def _parted(line: RosterLine, whole: range) -> Iterator[tuple[PlayerEntry, dict[str, Cell]]]:
    """The players of the line: a gender may stand behind a name, and in one cell a ``whole`` team, as many as one may
    have, parted by more than a blank. In brackets stands nothing else."""
    for player, cells in line.players():
        if player.name.isalpha():  # as nearly all are
            yield player, cells
            continue
        text = _GENDER_BEHIND.sub(r" \1 ", player.name)
        people = [] if _BRACKETS & {*text} else listed_people(text)
        is_team = line.is_of_one and "gender" not in line.columns and len(people) in whole and bool(_PARTED & {*text})
        if is_team or (len(people) == 1 and people[0][1] and not player.gender):
            yield from ((replace(player, name=name, gender=gender), cells) for name, gender in people)
        else:
            yield player, cells


def _parts(section: Section) -> dict[str, str]:
    """The fields of the section, and under which heading each stands in a line of its own."""
    return {row.name: row.part for row in section_rows(section)}
