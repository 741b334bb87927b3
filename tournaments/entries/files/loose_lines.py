"""The lines of a list without headings, as people write them into a chat: what the words of a line make, and whose they
are. Knows no database.

A branch in brackets or behind the names is that of its own line; a branch alone in a line, or in front of the names,
also of the lines below that have none. What could mean several things is not guessed at: it is ``unclear``, and has to
be mended, or is a question.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from tournaments.entries.files.chat_rows import Row, RowReader, Segment
from tournaments.entries.files.chat_words import Word, WordKind, words_of
from tournaments.entries.files.questions import LEAVE_OUT, Asked, BranchNames, Question, key_of
from tournaments.entries.files.roster_lines import NUMBERED, Cell, RosterLine
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.names import likeness


@dataclass(frozen=True)
class LooseList:
    """Sheet ``number`` of the file, without headings. ``unclear`` are the words that could mean several things,
    ``aside`` those that are no part of a list. ``headings`` are the rows that name a branch for those below."""

    number: int
    lines: list[RosterLine]
    unclear: list[tuple[Cell, str]]
    aside: list[str]
    questions: list[Question]
    headings: set[int]


def loose_lines(
    number: int, sheet: Worksheet, names: BranchNames, answers: Mapping[str, str], *, seats: int, is_own: bool
) -> LooseList | None:
    """The lines of a sheet without headings; None if it is no list of people: nobody is named, most is unclear, or its
    columns are teams. ``is_own``: all are of one branch, which need not be named."""
    reader = RowReader(names, seats, is_own=is_own)
    for cells in sheet.rows:
        # 队员1 in front of the first players of several teams: the columns are teams
        first, *others = [cell for cell in cells if cell] or [""]
        kinds = [word.kind is WordKind.NAME for word in words_of(list(enumerate(others)), names)]
        if NUMBERED.fullmatch(likeness(first)) is not None and sum(kinds) > 1:
            return None
    rows = [reader.row(place, cells) for place, cells in enumerate(sheet.rows, start=1) if any(cells)]
    # what stands above a numbered list of teams, without a number, a team or a branch of the event, is talk
    start = next((place for place, row in enumerate(rows) if row.counted is not None and row.is_whole(seats)), 0)
    for row in rows[:start]:
        says_who = row.is_whole(seats) or any(names.named(word.text) for word in row.branches)
        row.is_left_out = row.is_left_out or not (row.counted is not None or says_who or row.segments[0].says_which)
    named = sum(row.has_names for row in rows)
    if not named or 2 * sum(row.is_unclear for row in rows) > len(rows):
        return None
    is_by_team = any(row.is_whole(seats) and not any(s.says_which for s in row.segments) for row in rows)
    if not is_by_team:
        _settle_numbers(rows)
    placing = Placing(number, names, answers, seats)
    placed = placing.own(rows) if is_own else placing.once(placing.placed(rows))
    lines = [
        line
        for row, segments in placed
        for segment, branch in segments
        for line in _lines(number, row, segment, branch, seats, is_only=named == 1, is_by_team=is_by_team)
    ]
    read = [row for row in rows if not row.is_left_out]
    unclear = [(Cell(number, row.number, word.place + 1), word.text) for row in read for word in row.unclear]
    aside = [word.text for row in read for word in row.aside]
    return LooseList(number, lines, unclear, aside, list(placing.questions.values()), placing.headings)


def _settle_numbers(rows: list[Row]) -> None:
    """Numbers in front of lines for one person count them if they go 1, 2, 3 …, through the list or through each
    branch; the same number at several lines is that of their team; others are unclear."""
    blocks: list[list[Row]] = [[]]
    for row in rows:
        if row.branches:
            blocks.append([])
        blocks[-1] += [row] if row.counted is not None and row.has_names else []
    if _is_counted([row for block in blocks for row in block]):
        return
    for block in blocks:
        numbers = [row.counted or 0 for row in block]
        if _is_counted(block):
            continue
        if numbers == sorted(numbers) and len(set(numbers)) < len(numbers):
            for row in block:
                row.segments[0].head.setdefault("role", Word(str(row.counted), 0, WordKind.ROLE))
        else:
            row = next(row for n, row in enumerate(block, start=1) if row.counted != n)
            row.unclear.append(Word(str(row.counted), 0, WordKind.NUMBER))


def _is_counted(rows: Sequence[Row]) -> bool:
    return [row.counted for row in rows] == list(range(1, len(rows) + 1))


def _lines(
    sheet: int, row: Row, segment: Segment, branch: str, seats: int, *, is_only: bool, is_by_team: bool
) -> Iterator[RosterLine]:
    """A line for each team: names without a team that fill several are parted."""
    count = max(len(segment.people), 1)
    is_parted = segment.role is None and (len(segment.people) % seats == 0 or is_only)
    step = seats if is_parted else count
    for start in range(0, count, step):
        people = segment.people[start : start + step]
        words = dict(segment.head)
        for n, person in enumerate(people, start=1):
            words |= {part if len(people) == 1 else f"{part}{n}": word for part, word in person.items()}
        columns = {part: place for place, part in enumerate(words)}
        texts, places = [word.text for word in words.values()], [word.place for word in words.values()]
        is_team = is_by_team and bool(people) and segment.role is None
        line = RosterLine(sheet, row.number, columns, texts, places, is_team=is_team)
        yield line.of_branch(branch)


Placed = tuple[Row, list[tuple[Segment, str]]]
"""A row and its parts, each with the name of its branch; "" is the only one that is asked for."""


@dataclass
class Placing:
    """Reads the rows of a sheet from above. ``headings`` are those that name a branch for the ones below."""

    sheet: int
    names: BranchNames
    answers: Mapping[str, str]
    seats: int
    headings: set[int] = field(default_factory=set)
    questions: dict[str, Question] = field(default_factory=dict)
    _last: str = ""
    _held: str = ""
    """The branch that holds for lines without one."""
    _pending: str = ""
    """The key of the question that stands in its place."""
    _is_sure: bool = True
    """False once another branch came in between, unless it was a heading."""
    _is_heading: bool = False

    def own(self, rows: Sequence[Row]) -> list[Placed]:
        """Where all rows are of one branch: the parts with what they say of another."""
        placed = []
        for row in rows:
            row.is_left_out = row.is_left_out or not any(s.head or s.people or s.branches for s in row.segments)
            if not row.is_left_out:
                placed.append((row, [(s, s.branches[0][1].text if s.branches else "") for s in row.segments]))
        return placed

    def placed(self, rows: Sequence[Row]) -> list[Placed]:
        """The rows that name somebody, or a team for the rows below, and are not left out or asked about."""
        below = _headings_below(rows)
        placed = []
        for row, proposal in zip(rows, below, strict=True):
            if row.is_left_out:
                continue
            unknown = [word for word in row.branches if not word.branch]
            for word in unknown:
                self._ask(key_of(word.text), Asked.NAME, word.text, row, self.names.likely(word.text))
            if not row.has_names:
                if row.branches:
                    certain = {word.branch for word in row.branches}
                    self.headings.add(row.number)
                    self._held = certain.pop() if len(certain) == 1 else ""
                    self._pending = key_of(unknown[0].text) if unknown else ""
                    self._is_heading, self._is_sure = True, True
                if any(segment.head for segment in row.segments):
                    placed.append((row, [(segment, self._held) for segment in row.segments]))
            elif not unknown and (parts := self._parts(row, proposal)):
                placed.append((row, parts))
            elif unknown and row.leads:
                self._held, self._pending = "", key_of(unknown[0].text)
        return placed

    def once(self, placed: Sequence[Placed]) -> list[Placed]:
        """Without the lines that a later one corrects: the same people of the same branch, or the same number with one
        of them. Asked about: the same people for two branches, the same number with others."""
        by_people: defaultdict[frozenset[str], list[Placed]] = defaultdict(list)
        by_number: defaultdict[int | None, list[Placed]] = defaultdict(list)
        for each in placed:
            if each[0].is_whole(self.seats):
                by_people[each[0].people].append(each)
                by_number[each[0].counted].append(each)
        for same in by_people.values():
            several = len({branch for each in same for branch in _branches(each)}) > 1
            for row, _parts in same if several and len(same) > 1 else same[:-1]:
                row.is_left_out = not several or self._asks(row, Asked.SAME_PEOPLE)
        by_number.pop(None, None)
        for (row, parts), (later, others) in chain.from_iterable(pairwise(same) for same in by_number.values()):
            is_branch = _branches((row, parts)) == _branches((later, others))
            is_shared = bool(row.people & later.people)
            if (is_branch or is_shared) and not row.is_left_out:
                row.is_left_out = (is_branch and is_shared) or self._asks(row, Asked.SAME_NUMBER)
        return [each for each in placed if not each[0].is_left_out]

    def _parts(self, row: Row, proposal: str) -> list[tuple[Segment, str]]:
        """The parts of the row with their branches; nothing where that is asked, or the row is left out."""
        answer = self.answers.get(self._key(row), "")
        certain = {word.branch for word in row.branches}
        if LEAVE_OUT in {answer, *certain} or (not certain and not answer and self._held == LEAVE_OUT):
            row.is_left_out = True
            return []
        if answer:
            return [(segment, answer) for segment in row.segments]
        if row.is_withdrawn:
            self._ask(self._key(row), Asked.WITHDRAWN, row.text, row, "")
            return []
        if not certain:
            branch = self._held_for(row, proposal)
            return [(segment, branch) for segment in row.segments if branch]
        branch = next(iter(certain))
        parts = [(s, branch) for s in row.segments] if len(certain) == 1 else _by_themselves(row, self.seats)
        if not parts:
            self._ask(self._key(row), Asked.TWO_BRANCHES, row.text, row, "")
            return []
        self._last = parts[-1][1]
        if row.leads:
            self._held, self._pending, self._is_heading, self._is_sure = self._last, "", False, True
        elif not self._is_heading and self._last != self._held:
            self._is_sure = False
        return parts

    def _held_for(self, row: Row, proposal: str) -> str:
        """The branch of a line that has none of its own; "" if that is asked."""
        if row.is_ditto and self._last:
            return self._last
        if self._pending:
            self._ask(self._pending, Asked.NAME, "", row, "")
        elif self._held and self._is_sure and not proposal:
            self._last = self._held
            return self._held
        else:
            self._ask(self._key(row), Asked.NO_BRANCH, row.text, row, proposal or self._held)
        return ""

    def _key(self, row: Row) -> str:
        return f"line-{self.sheet}-{row.number}"

    def _asks(self, row: Row, asked: Asked) -> bool:
        """Ask about the line unless that is answered."""
        if self._key(row) in self.answers:
            return False
        self._ask(self._key(row), asked, row.text, row, "")
        return True

    def _ask(self, key: str, asked: Asked, text: str, row: Row, proposal: str) -> None:
        question = self.questions.setdefault(key, Question(key, asked, text, (), proposal))
        rows = dict.fromkeys([*question.rows, (self.sheet, row.number)])
        self.questions[key] = replace(question, rows=tuple(rows))


def _branches(placed: Placed) -> set[str]:
    return {branch for _segment, branch in placed[1]}


def _headings_below(rows: Sequence[Row]) -> list[str]:
    """For each row the branch that stands alone beneath it, if the list seems to have its branches beneath their
    people: it begins with people of no branch, and ends with a branch; else ""."""
    listed = [row for row in rows if not row.is_left_out and (row.has_names or row.branches)]
    first, last = (listed[0], listed[-1]) if listed else (None, None)
    if first is None or last is None or first.branches or first.is_ditto or last.has_names:
        return [""] * len(rows)
    below, branch = [], ""
    for row in reversed(rows):
        if row.branches and not row.has_names:
            branch = row.branches[0].branch
        below.append(branch)
    return below[::-1]


def _by_themselves(row: Row, seats: int) -> list[tuple[Segment, str]]:
    """The teams of a row that names several branches, each with its own; nothing if one has none, or several."""
    parts: list[tuple[Segment, str]] = []
    for segment in row.segments:
        step = seats if len(segment.people) % seats == 0 and not segment.says_which else len(segment.people)
        for start in range(0, len(segment.people), step or 1):
            own = {
                word.branch
                for behind, word in segment.branches
                if start < behind <= start + step or (behind == 0 and start == 0)
            }
            if not own and parts and segment.says_which:
                own = {parts[-1][1]}
            if len(own) != 1:
                return []
            parts.append((replace(segment, people=segment.people[start : start + step]), own.pop()))
    return parts
