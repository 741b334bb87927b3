"""The lines of a list without headings, as people write them into a chat: what the words of a line make, and whose they
are. Knows no database.

A branch in brackets or behind the names is that of its own line; a branch alone in a line, or in front of the names,
also of the lines below that have none. What could mean several things is not guessed at: it is ``unclear``, and has to
be mended, or is a question.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.entries.files.chat_rows import Row, RowReader, Segment
from tournaments.entries.files.chat_words import Word, WordKind, words_of
from tournaments.entries.files.line_branches import Placing
from tournaments.entries.files.questions import BranchNames, Question
from tournaments.entries.files.roster_lines import NUMBERED, Cell, RosterLine
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.names import likeness


@dataclass(frozen=True)
class LooseList:
    """``unclear`` are the words that could mean several things, ``aside`` those that are no part of a list.
    ``headings`` are the rows that name a branch for those below."""

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
    return LooseList(lines, unclear, aside, list(placing.questions.values()), placing.headings)


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
