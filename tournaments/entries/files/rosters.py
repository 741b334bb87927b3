"""A list of everybody as a branch or the office wrote it, read into entry forms. Knows no database.

Two shapes are understood: a line for each person, as in annex 4 of S000, or a line for each team with a column for each
player. A branch stands in its column, once above its lines (merged cells), or as the name of the sheet. Where no sheet
has headings, its lines are read word by word (``loose_lines``).
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.entries.fields import BranchEntry
from tournaments.entries.files.branch_lists import BranchList, Fault, ListedBranch
from tournaments.entries.files.loose_lines import LooseList, loose_lines
from tournaments.entries.files.questions import LEAVE_OUT, TAKE, Asked, BranchNames, Question, counted_lines, key_of
from tournaments.entries.files.roster_lines import (
    CONTACT,
    LEADER,
    Cell,
    HeadedList,
    RosterLine,
    headed_lines,
)
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.forms import Registered, entry_problems
from tournaments.entries.names import likeness

_CUT_SHORT = re.compile(r"\d(?:\.\d+)?E\+\d+", re.IGNORECASE)
"""1.38E+10: how Excel writes a long number into a .csv."""
WIDEST_CHAT = 5
"""Columns of a list without headings; a first row of more that names neither branch nor team is a head."""
Place = tuple[int, int]
"""A row of the file: its sheet from 0, its row from 1."""


@dataclass(frozen=True)
class Roster:
    """``forms`` by the number of the branch: what is saved, with what the file says in its place. A branch of which the
    file names nobody is left out. ``faults`` are in the order of the file, ``questions`` what has to be answered before
    the forms can be entered.

    Every row in which something stands is ``entered``, ``refused`` (it has a fault or a question) or ``left_out``,
    unless it only says what the rows below it are, or names nobody yet.
    ``unread``: what has text and was not understood as part of a list: (sheet, heading of a column; "": all of it).
    ``is_loose``: there were no headings; ``aside`` is what stands between the words of a line then."""

    forms: dict[int, BranchEntry]
    faults: tuple[Fault, ...]
    unread: tuple[tuple[str, str], ...] = ()
    is_loose: bool = False
    aside: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    entered: frozenset[Place] = frozenset()
    refused: frozenset[Place] = frozenset()
    left_out: tuple[Place, ...] = ()

    @property
    def is_clear(self) -> bool:
        """Can its forms be entered?"""
        return not self.faults and not self.questions


def read_roster(
    sheets: Sequence[Worksheet],
    places: Sequence[ListedBranch],
    *,
    seats: int,
    reserves: int = 0,
    is_own: bool = False,
    answers: Mapping[str, str] | None = None,
    unkept: Collection[str] = frozenset({"phone"}),
) -> Roster:
    """The forms of the branches that the file names, and everything that is wrong with it. ``is_own``: it comes from
    the only one of the places, which its one list need not name. ``answers`` are those to the ``questions`` of the
    roster that was read before, by their keys; ``unkept`` are fields of players that the event does not keep."""
    answers = answers or {}
    known = {likeness(place.name): BranchList(place, seats, unkept, reserves) for place in places}
    names = BranchNames([place.name for place in places], answers)
    reading = _Reading(known, names, answers, is_own=is_own)
    meant = [reading.meant(n, sheet) for n, sheet in enumerate(sheets)]
    headed = [table for n, sheet in enumerate(meant) if (table := headed_lines(n, sheet, unkept))]
    loose = [] if headed else list(_loose(meant, names, answers, seats, is_own=is_own))
    listed = [(meant[table.number], table.lines) for table in loose]
    listed += [(meant[t.number], reading.counted(_under_titles(meant[t.number], t.lines, known))) for t in headed]
    reading.ask(question for table in loose for question in table.questions)

    # what is wrong with a cell
    faults: list[Fault] = []
    sole = next(iter(known.values())) if is_own and len(listed) == 1 else None
    for sheet, rows in listed:
        faults += [*reading.read(sheet, rows, sole), *_cells_that_cannot_be_read(sheet, rows, unkept)]
    unclear = [word for table in loose for word in table.unclear]
    faults += [Fault(cell, Problem(Code.WORD_UNCLEAR, data={"word": word})) for cell, word in unclear]

    # what is wrong with the file, and with the forms that it makes
    says_something = [branch for branch in known.values() if branch.names_players or any(branch.texts.values())]
    forms = {branch.place.number: branch.form() for branch in says_something}
    if not listed and not reading.questions:
        faults.append(Fault(None, Problem(Code.FILE_HAS_NO_HEAD)))
    elif not forms and not faults and not reading.questions:
        faults.append(Fault(None, Problem(Code.FILE_NAMES_NOBODY)))
    cell_of = {branch.place.number: branch.nearest for branch in known.values()}
    faults += [Fault(cell_of[n](p.field), p) for n, p in roster_problems(forms, places, reserves=reserves)]
    faults.sort(key=lambda fault: fault.cell or Cell(-1, 0, 0))

    # what became of each row
    standing = {(n, row) for n, sheet in enumerate(sheets) for row, cells in enumerate(sheet.rows, 1) if any(cells)}
    headings = {(table.number, row) for table in headed for row in table.headings}
    headings |= {(table.number, row) for table in loose for row in table.headings}
    refused = {(fault.cell.sheet, fault.cell.row) for fault in faults if fault.cell}
    refused |= {row for question in reading.questions.values() for row in question.rows}
    return Roster(
        forms,
        tuple(faults),
        unread=tuple(_unread(meant, headed, loose)),
        is_loose=bool(loose),
        aside=tuple(text for table in loose for text in table.aside),
        questions=tuple(reading.questions.values()),
        entered=frozenset(reading.entered - refused),
        refused=frozenset(refused),
        left_out=tuple(sorted(standing - headings - reading.entered - refused - reading.of_nobody)),
    )


def _cells_that_cannot_be_read(
    sheet: Worksheet, rows: Sequence[RosterLine], unkept: Collection[str]
) -> Iterator[Fault]:
    """Formulas, and telephones that are kept and were cut short."""
    read = {line.cell(part) for line in rows for part in line.columns}
    formulas = {Cell(line.sheet, *formula) for line in rows[:1] for formula in sheet.formulas}
    yield from (Fault(cell, Problem(Code.CELL_IS_FORMULA)) for cell in sorted(read & formulas))
    for line in rows:
        for part in line.columns:
            is_kept = line.is_of_contact or "phone" not in unkept
            if part.startswith("phone") and is_kept and _CUT_SHORT.fullmatch(line.text(part)):
                yield Fault(line.cell(part), Problem(Code.NUMBER_CUT_SHORT))


def _under_titles(sheet: Worksheet, rows: list[RosterLine], known: Mapping[str, "BranchList"]) -> list[RosterLine]:
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
    sheets: Sequence[Worksheet], names: BranchNames, answers: Mapping[str, str], seats: int, *, is_own: bool
) -> Iterator[LooseList]:
    """The sheets that are lists although they have no headings."""
    for number, sheet in enumerate(sheets):
        first: Sequence[str] = next((cells for cells in sheet.rows if any(cells)), ())
        is_of_one = is_own or bool(names.named(sheet.name))
        table = loose_lines(number, sheet, names, answers, seats=seats, is_own=is_of_one)
        is_wide = sum(map(bool, first)) > WIDEST_CHAT
        begins = next((row for row, cells in enumerate(sheet.rows, start=1) if any(cells)), 0)
        if table and is_wide and not any(line.row == begins for line in table.lines):
            continue  # a table under headings that nobody knows
        if table:
            yield table


def _unread(
    sheets: Sequence[Worksheet], headed: Sequence[HeadedList], loose: Sequence[LooseList]
) -> Iterator[tuple[str, str]]:
    """Columns by sheet and heading, and whole sheets beside those that are lists."""
    columns = {table.number: table.unread for table in headed} | {table.number: [] for table in loose}
    for number, sheet in enumerate(sheets):
        if number in columns:
            yield from ((sheet.name, heading) for heading in columns[number])
        elif columns and any(any(cells) for cells in sheet.rows):
            yield sheet.name, ""


def roster_problems(
    forms: Mapping[int, BranchEntry], places: Sequence[ListedBranch], *, reserves: int = 0
) -> list[tuple[int, Problem]]:
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
        problems = entry_problems(form, quota=place.quota, elsewhere=elsewhere, reserves=reserves)
        numbered += [(place.number, problem) for problem in problems if problem.code != Code.NO_PLAYERS]
    return numbered


@dataclass
class _Reading:
    """Hands the lines of the sheets to their branches. ``entered`` are the rows that said something of one,
    ``of_nobody`` those that have a branch and nobody yet."""

    known: Mapping[str, BranchList]
    names: BranchNames
    answers: Mapping[str, str]
    is_own: bool
    questions: dict[str, Question] = field(default_factory=dict)
    entered: set[Place] = field(default_factory=set)
    of_nobody: set[Place] = field(default_factory=set)

    def ask(self, questions: Iterable[Question]) -> None:
        for question in questions:
            before = self.questions.get(question.key, question)
            rows = tuple(dict.fromkeys([*before.rows, *question.rows]))
            self.questions[question.key] = replace(before, rows=rows)

    def meant(self, number: int, sheet: Worksheet) -> Worksheet:
        """The sheet without the rows that are hidden or struck out, unless it was answered that these are meant."""
        if self.is_own:
            return sheet
        rows = list(sheet.rows)
        for asked, several in ((Asked.HIDDEN, sheet.hidden), (Asked.STRUCK, sheet.struck)):
            answer = self.answers.get(asked)
            for row in several if answer != TAKE else ():
                if answer is None and any(rows[row - 1]):
                    self.ask([Question(asked, asked, "", ((number, row),))])
                rows[row - 1] = ()
        return replace(sheet, rows=tuple(rows)) if sheet.hidden or sheet.struck else sheet

    def counted(self, rows: list[RosterLine]) -> list[RosterLine]:
        """The lines without the submissions that are asked about, or are not meant."""
        if self.is_own:
            return rows
        quotas = {branch.place.name: branch.place.quota for branch in self.known.values()}
        taken, questions = counted_lines(rows, self.names, quotas, self.answers)
        self.ask(questions)
        return taken

    def read(self, sheet: Worksheet, rows: Sequence[RosterLine], sole: BranchList | None) -> Iterator[Fault]:
        """What is wrong with the lines; those whose branch is asked about, or left out, are not read."""
        here, role, unknown = self.known.get(likeness(self.names.named(sheet.name))) or sole, None, ""
        named = [line for line in rows if line.names]
        if here is None and named and not any("branch" in line.columns for line in rows):
            yield Fault(named[0].cell("branch"), Problem(Code.BRANCH_COLUMN_MISSING))
            return
        for line in rows:
            if written := line.text("branch"):
                # the branch, else the name that is none, or ``LEAVE_OUT``
                before, answer = here, self.names.answer(written)
                here = self.known.get(likeness(self.names.named(written) or answer))
                unknown = "" if here else answer if answer == LEAVE_OUT else written
                role = role if here is before else None
            if here is not None:
                # a team that is named once goes on in the lines below; a leader or a contact is one person
                goes_on = isinstance(role, int) and not line.is_team
                role = line.role if line.role_text else role if goes_on and not line.team_name else None
                if line.team_name and role is None:
                    role = here.team_called(line.team_name)
                yield from here.read(line, role)
                (self.entered if line.names or role in (LEADER, CONTACT) else self.of_nobody).add(
                    (line.sheet, line.row)
                )
            elif line.names and self.is_own:
                problem = Problem(Code.BRANCH_UNKNOWN, data={"branch": unknown})
                yield Fault(line.cell("branch"), problem if unknown else Problem(Code.BRANCH_MISSING))
            elif line.names and unknown and unknown != LEAVE_OUT:
                at = (line.sheet, line.row)
                self.ask([Question(key_of(unknown), Asked.NAME, unknown, (at,), self.names.likely(unknown))])
            elif line.names and not unknown:
                yield Fault(line.cell("branch"), Problem(Code.BRANCH_MISSING))
