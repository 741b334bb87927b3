"""The lines of a list without headings, as people write them into a chat: what each word is taken for by what it looks
like, and what the words of a line make. Knows no database.

What could mean several things is not guessed at: it is ``unclear``, and a clerk is asked.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import groupby

from tournaments.entries.files.roster_lines import (
    CONTACT,
    HEADERS,
    LEADER,
    NUMBERED,
    Cell,
    RosterLine,
    gender_of,
    ordinal_of,
    role_of,
)
from tournaments.entries.files.spreadsheets import Worksheet
from tournaments.entries.forms import name_problem
from tournaments.entries.names import has_letter, likeness, written

_LABELS = {likeness(word) for part, words in HEADERS.items() if part not in (LEADER, CONTACT) for word in words}
_ROLES = {likeness(word) for part in (LEADER, CONTACT) for word in HEADERS[part]}
_STANDING = frozenset({"队长", "替补", "候补", "主力"})
_COUNTED = re.compile(r"[(（]?(?:(\d{1,3})(?:[.、．)）:：]|(?=\s|[^\W\d_年月日号队组]|$))|([①-⑳])[)）]?)\s*(?!\d)")
"""The number in front of a line: 1. 1、 (1) ① 1张三."""
_PARTED = re.compile(r"([、,，;；/|｜\\:：&＆+＋()（）\[\]【】])")
_OPEN, _SHUT = frozenset("(（[【"), frozenset(")）]】")
_SPREAD = re.compile(r"(?<=\d)\s+(?=[队组](?!员))|(?<=[第队组])\s+(?=\d)|(?<=team)\s+(?=\d)", re.IGNORECASE)
_GLUED = re.compile(
    r"(第?(?:[1-9]\d?|[一二三四五六七八九十]{1,3})号?[队组]|(?<!\S)队[1-9一二三四五六七八九十])(?=[^\s\d队组员选])"
)
"""一队张三."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_LATIN = re.compile(r"[a-z]+(?:[-'’.][a-z]*)*", re.IGNORECASE)
_MAIL, _PHONE, _DIGITS = re.compile(r"[^@\s]+@[^@\s]+\.\w+"), re.compile(r"\+?\d[\d-]{6,}"), re.compile(r"[\d-]+")
_OF_A_LIST = re.compile(r"(?:的|参赛|报名|人员|队员|名单|信息|情况|表|如下)+$")
_TALK = re.compile(
    "报名|名单|接龙|比赛|参赛|老师|领导|大家|各位|你好|您好|谢谢|感谢|收到|辛苦|以[上下]|如下|我们|截止|附件|请|"
    "共[0-9一二三四五六七八九十两]"
)
_UNITS = ("分会", "工会", "学院", "中心", "公司", "支部", "机关", "处", "部")


class WordKind(Enum):
    """What a word is taken for; ``STANDING``: 队长, 替补; ``TALK`` is no part of a list."""

    LABEL = auto()
    ROLE = auto()
    GENDER = auto()
    MAIL = auto()
    PHONE = auto()
    NUMBER = auto()
    BRANCH = auto()
    STANDING = auto()
    NAME = auto()
    TALK = auto()
    UNCLEAR = auto()


@dataclass(frozen=True)
class Word:
    """``place`` is that of its cell, from 0; ``is_aside``: it stands in brackets."""

    text: str
    place: int
    kind: WordKind
    is_aside: bool = False


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
    gender, remark, mail; ``standing`` belongs to whoever is named next."""

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
    counted: int | None = None
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
        names = (word.kind is WordKind.NAME for cell in others for word in _words_of(cell, 0, is_branch))
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
    row, texts = _Row(number), list(cells[first:])
    if counted := _COUNTED.match(texts[0]):
        row.counted = int(unicodedata.normalize("NFKC", counted[1] or counted[2]))
        texts[0] = texts[0][counted.end() :]
    words = [word for place, text in enumerate(texts, start=first) for word in _words_of(text, place, is_branch)]
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


def _words_of(text: str, place: int, is_branch: Callable[[str], bool]) -> Iterator[Word]:
    """The words of a cell, or of a line that has no cells; ``is_branch`` knows the names of the branches."""
    depth = 0
    for part in _PARTED.split(_SPREAD.sub("", text)):
        if part in _OPEN or part in _SHUT:
            depth = max(depth + (1 if part in _OPEN else -1), 0)
        elif is_branch(part.strip()):
            yield Word(part.strip(), place, WordKind.BRANCH, depth > 0)
        elif not _PARTED.fullmatch(part):
            for word in _parted_by_blanks(part):
                short = _OF_A_LIST.sub("", word)
                kind = WordKind.BRANCH if is_branch(short) else _kind_of(word, short)
                yield Word(short if is_branch(short) else word, place, kind, depth > 0)


def _parted_by_blanks(part: str) -> Iterator[str]:
    """张 三 is one name written wide, John Smith another; 一队张三 are two words."""

    def shape(word: str) -> str:
        """han: a character alone, which is no name; latin: perhaps a part of one; "" for what stands for itself."""
        if len(word) == 1 and _HAN.match(word) and not _is_gender(word):
            return "han"
        is_known = _is_gender(word) or likeness(word) in _LABELS | _ROLES or ordinal_of(likeness(word))
        return "latin" if _LATIN.fullmatch(word) and not is_known else ""

    for kind, group in groupby(_GLUED.sub(r"\1 ", part).split(), key=shape):
        words = list(group)
        if kind == "han" and len(words) in (2, 3):
            yield "".join(words)
        elif kind:
            yield " ".join(words)
        else:
            yield from words


def _kind_of(word: str, short: str) -> WordKind:
    """The first that holds; ``short`` is the word without 名单, 参赛人员 … behind it. A name has two to four
    characters, or more with a dot between them, or is of words of letters."""
    plain, alike, name = unicodedata.normalize("NFKC", word), likeness(word), written(word)
    has_digit = any(c.isdigit() for c in word)
    fits = (2 <= len(name) <= 4 or "·" in likeness(name)) if _HAN.search(name) else len(name) > 1
    kinds = (
        (WordKind.LABEL, alike in _LABELS or NUMBERED.fullmatch(alike) or not short),
        (WordKind.ROLE, alike in _ROLES or (ordinal_of(alike) is not None and len(alike) > 1 and has_letter(alike))),
        (WordKind.GENDER, _is_gender(word)),
        (WordKind.MAIL, _MAIL.fullmatch(plain)),
        (WordKind.PHONE, _PHONE.fullmatch(plain)),
        (WordKind.NUMBER, _DIGITS.fullmatch(plain)),
        (WordKind.LABEL, not has_letter(word) and not has_digit),
        (WordKind.STANDING, word in _STANDING),
        (WordKind.TALK, _TALK.search(word)),
        (WordKind.ROLE, len(word) <= 4 and word.endswith(("队", "组"))),
        (WordKind.BRANCH, len(word) > 2 and word.endswith(_UNITS)),
        (WordKind.NAME, fits and not any(c.isdigit() for c in name) and name_problem(name, "") is None),
    )
    return next((kind for kind, holds in kinds if holds), WordKind.UNCLEAR)


def _is_gender(word: str) -> bool:
    return gender_of(word) in ("m", "f")
