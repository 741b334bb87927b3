"""The lines of a list without headings, as people write them into a chat. Knows no database.

What could mean several things is not guessed at: it is ``unclear``, and a clerk is asked.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tournaments.entries.files.list_words import Kind, Word, number_before, words_of
from tournaments.entries.files.roster_lines import CONTACT, LEADER, NUMBERED, Cell, Line, role_of
from tournaments.entries.files.spreadsheets import Sheet
from tournaments.entries.names import likeness

_OF_A_PERSON = {Kind.GENDER: "gender", Kind.MAIL: "mail"}


@dataclass(frozen=True)
class Loose:
    """``unclear`` are the words that could mean several things, ``aside`` those that are no part of a list."""

    lines: list[Line]
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
    def says_nothing(self) -> bool:
        return bool(self.unclear) and not any(segment.head or segment.people for segment in self.segments)


def loose_lines(number: int, sheet: Sheet, is_branch: Callable[[str], bool], *, seats: int) -> Loose | None:
    """The lines of a sheet without headings; None if it is no list of people: nobody is named, most is unclear, or its
    columns are teams."""
    if any(_is_on_its_side(cells, is_branch) for cells in sheet.rows):
        return None
    rows = [_read(place, cells, is_branch) for place, cells in enumerate(sheet.rows, start=1) if any(cells)]
    named = sum(row.has_names for row in rows)
    if not named or 2 * sum(row.says_nothing for row in rows) > len(rows):
        return None
    _settle_numbers(rows)
    lines = [line for row in rows for line in _lines(number, row, seats, is_only=named == 1)]
    unclear = [(Cell(number, row.number, word.place + 1), word.text) for row in rows for word in row.unclear]
    return Loose(lines, unclear, [word.text for row in rows for word in row.aside])


def _is_on_its_side(cells: Sequence[str], is_branch: Callable[[str], bool]) -> bool:
    """队员1 in front of the first players of several teams."""
    first, *others = [cell for cell in cells if cell] or [""]
    names = (word.kind is Kind.NAME for cell in others for word in words_of(cell, 0, is_branch))
    return NUMBERED.fullmatch(likeness(first)) is not None and sum(names) > 1


def _read(number: int, cells: Sequence[str], is_branch: Callable[[str], bool]) -> _Row:
    first = next(place for place, cell in enumerate(cells) if cell)
    counted, rest = number_before(cells[first])
    row = _Row(number, counted)
    texts = enumerate([rest, *cells[first + 1 :]], start=first)
    words = [word for place, text in texts for word in words_of(text, place, is_branch)]
    for word in words:
        if word.kind in (Kind.NUMBER, Kind.TALK):
            row.aside.append(word)
        elif word.kind is not Kind.LABEL and not _take(row, word, is_last=word is words[-1]):
            row.unclear.append(word)
    if row.has_names:
        row.unclear += [word for word in row.aside if word.kind is Kind.TALK]
        row.aside = [word for word in row.aside if word.kind is not Kind.TALK]
    _end_in_a_role(row)
    row.unclear += [person["name"] for segment in row.segments for person in _too_many(segment)]
    return row


def _take(row: _Row, word: Word, *, is_last: bool) -> bool:
    """Put the word where it belongs; False if that is not clear."""
    here = row.segments[-1]
    if word.kind in (Kind.BRANCH, Kind.ROLE) and not word.is_aside:
        part = word.kind.name.lower()
        if here.people or part in here.head:
            row.segments.append(here := _Segment())
        here.head[part] = word
        return True
    if word.kind is Kind.PHONE:
        is_kept = here.role == CONTACT and "phone" not in here.head
        here.head |= {"phone": word} if is_kept else {}
        row.aside += [] if is_kept else [word]
        return True
    if word.kind is Kind.ROLE and len(here.people) == 1 and "role" not in here.head:
        here.head["role"] = word
        return True
    return word.kind is not Kind.UNCLEAR and _take_of_a_person(here, word, is_last=is_last)


def _take_of_a_person(here: _Segment, word: Word, *, is_last: bool) -> bool:
    if word.kind is Kind.NAME and not word.is_aside:
        here.people.append({"name": word} | ({"remark": here.standing} if here.standing else {}))
        here.standing = None
    elif word.kind is Kind.STANDING and not word.is_aside and not here.people and here.standing is None:
        here.standing = word
    else:
        part = _OF_A_PERSON.get(word.kind, "remark")
        is_between = word.kind is Kind.STANDING and not word.is_aside and not is_last
        if not here.people or part in here.people[-1] or is_between:
            return False
        here.people[-1][part] = word
    return True


def _end_in_a_role(row: _Row) -> None:
    """队员甲 队员乙 一队: who it is may stand behind the names too."""
    *_before, last = row.segments
    if len(row.segments) > 1 and not last.people and last.head.keys() == {"role"}:
        before = row.segments[-2]
        if before.people and "role" not in before.head:
            before.head |= last.head
            row.segments.pop()


def _too_many(segment: _Segment) -> list[dict[str, Word]]:
    """Who cannot be taken for a player: whoever has no gender where the one before has, and a second leader."""
    genders = ["gender" in person for person in segment.people]
    surplus = [person for n, person in enumerate(segment.people) if n and any(genders[:n]) and not genders[n]]
    if segment.role in (LEADER, CONTACT):
        surplus = segment.people[1:]
    segment.people = [person for person in segment.people if person not in surplus]
    return surplus


def _settle_numbers(rows: list[_Row]) -> None:
    """Numbers in front of lines count them if they go 1, 2, 3 …, through the list or through each branch; the same
    number at several lines is that of their team; others are unclear."""
    blocks: list[list[_Row]] = [[]]
    for row in rows:
        if any("branch" in segment.head for segment in row.segments):
            blocks.append([])
        blocks[-1] += [row] if row.counted is not None else []
    if _counts([row for block in blocks for row in block]):
        return
    for block in blocks:
        if not _counts(block):
            _settle_teams(block)


def _settle_teams(rows: list[_Row]) -> None:
    numbers = [row.counted or 0 for row in rows]
    if numbers == sorted(numbers) and len(set(numbers)) < len(numbers):
        for row in rows:
            row.segments[0].head.setdefault("role", Word(str(row.counted), 0, Kind.ROLE))
    else:
        row = next(row for n, row in enumerate(rows, start=1) if row.counted != n)
        row.unclear.append(Word(str(row.counted), 0, Kind.NUMBER))


def _counts(rows: Sequence[_Row]) -> bool:
    return [row.counted for row in rows] == list(range(1, len(rows) + 1))


def _lines(sheet: int, row: _Row, seats: int, *, is_only: bool) -> Iterator[Line]:
    """A line for each team of the row: names without a team that fill several are parted."""
    for segment in row.segments:
        people = segment.people
        is_parted = segment.role is None and (len(people) % seats == 0 or is_only)
        step = seats if is_parted else max(len(people), 1)
        for start in range(0, max(len(people), 1), step):
            yield _line(sheet, row.number, segment.head, people[start : start + step])


def _line(sheet: int, row: int, head: dict[str, Word], people: Sequence[dict[str, Word]]) -> Line:
    words = dict(head)
    for n, person in enumerate(people, start=1):
        words |= {part if len(people) == 1 else f"{part}{n}": word for part, word in person.items()}
    columns = {part: place for place, part in enumerate(words)}
    return Line(sheet, row, columns, [word.text for word in words.values()], [word.place for word in words.values()])
