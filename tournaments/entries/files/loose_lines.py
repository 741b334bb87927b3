"""The lines of a list without headings, as people write them into a chat. Knows no database.

What could mean several things is not guessed at: it is ``unclear``, and a clerk is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.entries.files.list_words import Word, WordKind, number_before, words_of
from tournaments.entries.files.roster_lines import CONTACT, LEADER, NUMBERED, Cell, RosterLine, role_of
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.names import likeness

_OF_A_PERSON = {WordKind.GENDER: "gender", WordKind.MAIL: "mail"}


@dataclass(frozen=True)
class LooseList:
    """``unclear`` are the words that could mean several things, ``aside`` those that are no part of a list."""

    lines: list[RosterLine]
    unclear: list[tuple[Cell, str]]
    aside: list[str]


@dataclass
class _Segment:
    """A part of a line, about one team, leader or contact. ``head``: branch, role, phone; ``people``: of each the name,
    gender, remark, mail; ``standing`` is said of whoever is named next."""

    head: dict[str, Word] = field(default_factory=dict)
    people: list[dict[str, Word]] = field(default_factory=list)
    standing: Word | None = None

    @property
    def role(self) -> str | int | None:
        return role_of(self.head["role"].text) if "role" in self.head else None


@dataclass
class _Row:
    """A line of the list; ``number`` is its place, ``counted`` the number that stands in front of it."""

    number: int
    counted: int | None
    segments: list[_Segment] = field(default_factory=lambda: [_Segment()])
    unclear: list[Word] = field(default_factory=list)
    aside: list[Word] = field(default_factory=list)

    @property
    def has_names(self) -> bool:
        return any(segment.people for segment in self.segments)

    @property
    def is_unclear(self) -> bool:
        return bool(self.unclear) and not any(segment.head or segment.people for segment in self.segments)


def loose_lines(number: int, sheet: Worksheet, is_branch: Callable[[str], bool], *, seats: int) -> LooseList | None:
    """The lines of a sheet without headings; None if it is no list of people: nobody is named, most is unclear, or its
    columns are teams."""
    for cells in sheet.rows:
        # 队员1 in front of the first players of several teams: the columns are teams
        first, *others = [cell for cell in cells if cell] or [""]
        names = (word.kind is WordKind.NAME for cell in others for word in words_of(cell, 0, is_branch))
        if NUMBERED.fullmatch(likeness(first)) is not None and sum(names) > 1:
            return None
    rows = [_row(place, cells, is_branch) for place, cells in enumerate(sheet.rows, start=1) if any(cells)]
    named = sum(row.has_names for row in rows)
    if not named or 2 * sum(row.is_unclear for row in rows) > len(rows):
        return None
    _settle_numbers(rows)
    lines = [line for row in rows for line in _lines(number, row, seats, is_only=named == 1)]
    unclear = [(Cell(number, row.number, word.place + 1), word.text) for row in rows for word in row.unclear]
    return LooseList(lines, unclear, [word.text for row in rows for word in row.aside])


def _row(number: int, cells: Sequence[str], is_branch: Callable[[str], bool]) -> _Row:
    first = next(place for place, cell in enumerate(cells) if cell)
    counted, rest = number_before(cells[first])
    row = _Row(number, counted)
    texts = enumerate([rest, *cells[first + 1 :]], start=first)
    words = [word for place, text in texts for word in words_of(text, place, is_branch)]
    for word in words:
        if word.kind in (WordKind.NUMBER, WordKind.TALK):
            row.aside.append(word)
        elif word.kind is not WordKind.LABEL and not _take(row, word, is_last=word is words[-1]):
            row.unclear.append(word)
    if row.has_names:
        row.unclear += [word for word in row.aside if word.kind is WordKind.TALK]
        row.aside = [word for word in row.aside if word.kind is not WordKind.TALK]

    # 队员甲 队员乙 一队: who it is may stand behind the names too
    *before, last = row.segments
    is_role = not last.people and last.head.keys() == {"role"}
    if is_role and before and before[-1].people and "role" not in before[-1].head:
        before[-1].head |= last.head
        row.segments.pop()

    # no player is whoever has no gender where the one before has, or a second leader
    for segment in row.segments:
        genders = ["gender" in person for person in segment.people]
        surplus = [person for n, person in enumerate(segment.people) if n and any(genders[:n]) and not genders[n]]
        if segment.role in (LEADER, CONTACT):
            surplus = segment.people[1:]
        segment.people = [person for person in segment.people if person not in surplus]
        row.unclear += [person["name"] for person in surplus]
    return row


def _take(row: _Row, word: Word, *, is_last: bool) -> bool:
    """Put the word where it belongs; False if that is not clear."""
    here = row.segments[-1]
    if word.kind in (WordKind.BRANCH, WordKind.ROLE) and not word.is_aside:
        part = word.kind.name.lower()
        if here.people or part in here.head:
            row.segments.append(here := _Segment())
        here.head[part] = word
        return True
    if word.kind is WordKind.PHONE:
        if here.role == CONTACT and "phone" not in here.head:
            here.head["phone"] = word
        else:
            row.aside.append(word)
        return True
    if word.kind is WordKind.ROLE and len(here.people) == 1 and "role" not in here.head:
        here.head["role"] = word
        return True
    return word.kind is not WordKind.UNCLEAR and _take_of_a_person(here, word, is_last=is_last)


def _take_of_a_person(here: _Segment, word: Word, *, is_last: bool) -> bool:
    if word.kind is WordKind.NAME and not word.is_aside:
        here.people.append({"name": word} | ({"remark": here.standing} if here.standing else {}))
        here.standing = None
    elif word.kind is WordKind.STANDING and not word.is_aside and not here.people and here.standing is None:
        here.standing = word
    else:
        part = _OF_A_PERSON.get(word.kind, "remark")
        is_between = word.kind is WordKind.STANDING and not word.is_aside and not is_last
        if not here.people or part in here.people[-1] or is_between:
            return False
        here.people[-1][part] = word
    return True


def _settle_numbers(rows: list[_Row]) -> None:
    """Numbers in front of lines count them if they go 1, 2, 3 …, through the list or through each branch; the same
    number at several lines is that of their team; others are unclear."""
    blocks: list[list[_Row]] = [[]]
    for row in rows:
        if any("branch" in segment.head for segment in row.segments):
            blocks.append([])
        blocks[-1] += [row] if row.counted is not None else []
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


def _is_counted(rows: Sequence[_Row]) -> bool:
    return [row.counted for row in rows] == list(range(1, len(rows) + 1))


def _lines(sheet: int, row: _Row, seats: int, *, is_only: bool) -> Iterator[RosterLine]:
    """A line for each team of the row: names without a team that fill several are parted."""
    for segment in row.segments:
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
            yield RosterLine(sheet, row.number, columns, texts, places)
