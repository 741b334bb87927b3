"""A list of everybody as a branch or the office wrote it, read into entry forms. Knows no database.

Two shapes are understood: a line for each person, as in annex 4 of S000, or a line for each team with a column for each
player. A branch stands in its column, once above its lines (merged cells), or as the name of the sheet. Where no sheet
has headings, its lines are read word by word (``loose_lines``).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
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
    section_rows,
    team_field,
)
from tournaments.entries.files.loose_lines import LooseList, loose_lines
from tournaments.entries.files.roster_lines import (
    CONTACT,
    LEADER,
    TEAM_NAME,
    Cell,
    HeadedList,
    RosterLine,
    headed_lines,
    ordinal_of,
)
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.forms import Registered, entry_problems
from tournaments.entries.names import likeness, listed_people

_CUT_SHORT = re.compile(r"\d(?:\.\d+)?E\+\d+", re.IGNORECASE)
"""1.38E+10: how Excel writes a long number into a .csv."""
_GENDER_BEHIND = re.compile(r"[(（]\s*([男女])\s*[)）]")
WIDEST_CHAT = 5
"""Columns of a list without headings; a first row of more that names neither branch nor team is a head."""
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


@dataclass(frozen=True)
class Roster:
    """``forms`` by the number of the branch: what is saved, with what the file says in its place. A branch of which the
    file names nobody is left out. ``faults`` are in the order of the file, ``rows`` the lines that name somebody.
    ``unread``: what has text and was not understood as part of a list: (sheet, heading of a column; "": all of it).
    ``is_loose``: there were no headings; ``aside`` is what stands between the lines then."""

    forms: dict[int, BranchEntry]
    faults: tuple[Fault, ...]
    rows: int
    unread: tuple[tuple[str, str], ...] = ()
    is_loose: bool = False
    aside: tuple[str, ...] = ()


def read_roster(
    sheets: Sequence[Worksheet], places: Sequence[ListedBranch], *, seats: int, is_own: bool = False
) -> Roster:
    """The forms of the branches that the file names, and everything that is wrong with it. ``is_own``: it comes from
    the only one of the places, which its one list need not name."""
    known = {likeness(place.name): _Branch(place, seats) for place in places}
    headed = [(sheet, table) for n, sheet in enumerate(sheets) if (table := headed_lines(n, sheet))]
    loose = [] if headed else list(_loose(sheets, known, seats, is_own=is_own))
    listed = [(sheet, _under_titles(sheet, table.lines, known)) for sheet, table in headed]
    listed += [(sheet, table.lines) for sheet, table in loose]
    sole = next(iter(known.values())) if is_own and len(listed) == 1 else None

    # what is wrong with a cell
    faults: list[Fault] = []
    for sheet, rows in listed:
        faults += _read_lines(sheet, rows, known, sole)
        read = {line.cell(part) for line in rows for part in line.columns}
        formulas = {Cell(line.sheet, *formula) for line in rows[:1] for formula in sheet.formulas}
        faults += [Fault(cell, Problem(Code.CELL_IS_FORMULA)) for cell in sorted(read & formulas)]
        cut_short = [line.cell("phone") for line in rows if _CUT_SHORT.fullmatch(line.text("phone"))]
        faults += [Fault(cell, Problem(Code.NUMBER_CUT_SHORT)) for cell in cut_short]
    unclear = [doubtful for _sheet, table in loose for doubtful in table.unclear]
    faults += [Fault(cell, Problem(Code.WORD_UNCLEAR, data={"word": word})) for cell, word in unclear]

    # what is wrong with the file, and with the forms that it makes
    forms = {branch.place.number: branch.form() for branch in known.values() if branch.says_something}
    if not listed:
        faults.append(Fault(None, Problem(Code.FILE_HAS_NO_HEAD)))
    elif not forms and not faults:
        faults.append(Fault(None, Problem(Code.FILE_NAMES_NOBODY)))
    by_number = {branch.place.number: branch for branch in known.values()}
    faults += [Fault(by_number[number].nearest(p.field), p) for number, p in roster_problems(forms, places)]
    faults.sort(key=lambda fault: fault.cell or Cell(-1, 0, 0))
    return Roster(
        forms,
        tuple(faults),
        rows=sum(bool(line.names) for _sheet, rows in listed for line in rows),
        unread=tuple(_unread(sheets, headed, loose)),
        is_loose=bool(loose),
        aside=tuple(text for _sheet, table in loose for text in table.aside),
    )


def _under_titles(sheet: Worksheet, rows: list[RosterLine], known: Mapping[str, "_Branch"]) -> list[RosterLine]:
    """填报单位：机关分会, 机关分会报名表: the lines with the branch that stands above the list, or alone in a line
    above its part of it; unchanged if a column or the name of the sheet names the branch."""
    if likeness(sheet.name) in known or any("branch" in line.columns for line in rows):
        return rows
    first = rows[0].row if rows else 0
    titles: dict[int, str] = {}
    for number, cells in enumerate(sheet.rows, start=1):
        if number < first or sum(map(bool, cells)) == 1:
            # the only branch that is named there; of names within one another the longest
            text = likeness(" ".join(cells))
            named = [name for name in known if name in text]
            longest = [name for name in named if not any(name in other for other in named if other != name)]
            if len(longest) == 1:
                titles[number] = known[longest[0]].place.name
    numbers = sorted(titles)
    beneath = []
    for line in rows:
        if line.row not in titles:
            above = bisect_right(numbers, line.row)
            beneath.append(line.of_branch(titles[numbers[above - 1]] if above else ""))
    return beneath


def _loose(
    sheets: Sequence[Worksheet], known: Mapping[str, "_Branch"], seats: int, *, is_own: bool
) -> Iterator[tuple[Worksheet, LooseList]]:
    """The sheets that are lists although they have no headings, as far as it is known whose they are."""
    for number, sheet in enumerate(sheets):
        first: Sequence[str] = next((cells for cells in sheet.rows if any(cells)), ())
        table = loose_lines(number, sheet, lambda word: likeness(word) in known, seats=seats)
        if table and sum(map(bool, first)) > WIDEST_CHAT and not (table.lines[0].text("branch") or table.lines[0].role):
            continue  # a table under headings that nobody knows
        is_named = likeness(sheet.name) in known or (table and any("branch" in line.columns for line in table.lines))
        if table and (is_own or is_named):
            yield sheet, table


def _unread(
    sheets: Sequence[Worksheet],
    headed: Sequence[tuple[Worksheet, HeadedList]],
    loose: Sequence[tuple[Worksheet, LooseList]],
) -> Iterator[tuple[str, str]]:
    """Columns by sheet and heading, and whole sheets beside those that are lists."""
    columns = {id(sheet): table.unread for sheet, table in headed} | {id(sheet): [] for sheet, _table in loose}
    for sheet in sheets:
        if id(sheet) in columns:
            yield from ((sheet.name, heading) for heading in columns[id(sheet)])
        elif columns and any(any(cells) for cells in sheet.rows):
            yield sheet.name, ""


def roster_problems(forms: Mapping[int, BranchEntry], places: Sequence[ListedBranch]) -> list[tuple[int, Problem]]:
    """What keeps these forms from being entered together, each with the number of its branch."""
    by_mail: dict[str, list[tuple[int, Registered]]] = {}
    for place in places:
        for team in forms.get(place.number, place.saved).filled:
            for player in team.players:
                known = Registered(player.name, player.mail, place.name, team.ordinal, player.gender)
                by_mail.setdefault(player.mail.casefold(), []).append((place.number, known))
    numbered = []
    for place in places:
        if (form := forms.get(place.number)) is None:
            continue
        mails = {player.mail.casefold() for team in form.filled for player in team.players} - {""}
        elsewhere = [known for mail in sorted(mails) for number, known in by_mail[mail] if number != place.number]
        problems = entry_problems(form, quota=place.quota, elsewhere=elsewhere)
        numbered += [(place.number, problem) for problem in problems if problem.code != Code.NO_PLAYERS]
    return numbered


@dataclass
class _Branch:
    """What the file says of one branch: its own fields, its teams with theirs, and the cell of each field."""

    place: ListedBranch
    seats: int
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
            yield from self._take(line, next(n for n in count(1) if len(self.teams.get(n, ())) < self.seats))

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
            text = line.value(row.part)
            if row.part in line.columns and (text or row.name not in own):
                own[row.name] = "" if row.part == TEAM_NAME and self._is_ordinal(text) else text
                self.cells[team_field(ordinal, row.name)] = line.cell(row.part)
        for player, cells in _parted(line, self.seats):
            if player.is_empty and line.is_of_one:
                self.cells.setdefault(field_name(ordinal, len(team) + 1, "name"), cells["name"])
            elif len(team) < self.seats:
                team.append(player)
                self.cells |= {field_name(ordinal, len(team), part): cell for part, cell in cells.items()}
            elif not player.is_empty:
                data = {"ordinal": ordinal, "seats": self.seats}
                yield Fault(cells["name"], Problem(Code.TEAM_IS_FULL, data=data))

    def _is_ordinal(self, name: str) -> bool:
        """一队, 机关分会一队: no name of its own."""
        return ordinal_of(likeness(name).removeprefix(likeness(self.place.name))) is not None

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

    @property
    def says_something(self) -> bool:
        return self.names_players or any(self.texts.values())

    def form(self) -> BranchEntry:
        """What is saved, with what the file says in its place. Where the file has no column for a field of a team, that
        stays as it is saved, unless nobody is named."""
        texts: dict[str, Any] = self.texts
        saved = {team.ordinal: team for team in self.place.saved.teams}
        if self.names_players:
            for ordinal, players in self.teams.items():
                is_named = any(not player.is_empty for player in players)
                before = saved[ordinal].own if is_named and ordinal in saved else {}
                team = TeamEntry(ordinal, tuple(players), **{**before, **self.own[ordinal]})
                saved[ordinal] = team.with_seats(self.seats)
            texts = {**texts, "teams": tuple(saved[ordinal] for ordinal in sorted(saved))}
        return replace(self.place.saved, **texts)

    def nearest(self, name: str) -> Cell | None:
        """The cell of that field, else the first of its team, else the first of the branch."""
        part = name.partition("_")[0]
        of_team = [cell for other, cell in self.cells.items() if other.partition("_")[0] == part]
        return self.cells.get(name) or min(of_team or self.cells.values(), default=None)


def _parted(line: RosterLine, seats: int) -> Iterator[tuple[PlayerEntry, dict[str, Cell]]]:
    """The players of the line: a gender may stand behind a name, and a whole team in one cell, parted by more than a
    blank. In brackets stands nothing else."""
    for player, cells in line.players():
        if player.name.isalpha():  # as nearly all are
            yield player, cells
            continue
        text = _GENDER_BEHIND.sub(r" \1 ", player.name)
        people = [] if _BRACKETS & {*text} else listed_people(text)
        is_team = line.is_of_one and "gender" not in line.columns and len(people) == seats and bool(_PARTED & {*text})
        if is_team or (len(people) == 1 and people[0][1] and not player.gender):
            yield from ((replace(player, name=name, gender=gender), cells) for name, gender in people)
        else:
            yield player, cells


def _read_lines(
    sheet: Worksheet, rows: Sequence[RosterLine], known: Mapping[str, _Branch], sole: _Branch | None
) -> Iterator[Fault]:
    """Hand each line to its branch."""
    here, role = known.get(likeness(sheet.name)) or sole, None
    named = [line for line in rows if line.names]
    if here is None and named and not any("branch" in line.columns for line in rows):
        yield Fault(named[0].cell("branch"), Problem(Code.BRANCH_COLUMN_MISSING))
        return
    for line in rows:
        if written := line.text("branch"):
            before, here = here, known.get(likeness(written))
            role = role if here is before else None
            if here is None and line.names:
                # with the branch that is written nearly so, if there are several to choose from
                nearest = get_close_matches(likeness(written), known, n=1, cutoff=0.5) if len(known) > 1 else []
                likely = {"likely": known[nearest[0]].place.name} if nearest else {}
                code = Code.BRANCH_MISWRITTEN if nearest else Code.BRANCH_UNKNOWN
                yield Fault(line.cell("branch"), Problem(code, data={"branch": written, **likely}))
        elif here is None and line.names:
            yield Fault(line.cell("branch"), Problem(Code.BRANCH_MISSING))
        if here is not None:
            # a team that is named once goes on in the lines below; a leader or a contact is one person
            role = line.role if line.role_text else role if isinstance(role, int) else None
            if (name := line.text(TEAM_NAME)) and not line.role_text:
                role = here.team_called(name)
            yield from here.read(line, role)


def _parts(section: Section) -> dict[str, str]:
    """The fields of the section, and under which heading each stands in a line of its own."""
    return {row.name: row.part for row in section_rows(section)}
