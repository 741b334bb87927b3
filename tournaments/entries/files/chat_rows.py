"""A line of a list without headings: what its words make, by themselves. Knows no database."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tournaments.entries.files.chat_words import BETWEEN, Word, WordKind, tidied, words_of
from tournaments.entries.files.questions import BranchNames
from tournaments.entries.files.roster_lines import CONTACT, LEADER, TEAM_NAME, role_of
from tournaments.entries.names import likeness

_COUNTED = re.compile(
    r"[(（]?(?:(\d{1,3})(?:[.、．)）:：]|(?=\s|[^\W\d_年月日号队组支个人名对]|$))|([①-⑳])[)）]?)\s*(?!\d)"
)
"""The number in front of a line: 1. 1、 (1) ① 1张三."""
_EXAMPLE = re.compile(r"(?:例如?|示例|样例|格式|比如)\s*[:：\s]|例\S{2,}")
_SENT_AT = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s*$")
_OF_A_PERSON = {WordKind.GENDER: "gender", WordKind.MAIL: "mail"}


@dataclass
class Segment:
    """A part of a line, about one team, leader or contact. ``head``: role, phone, name of the team; ``people``: of each
    the name, gender, remark, mail; ``standing`` belongs to whoever is named next; ``branches`` stand in front of the
    people, or behind so many of them."""

    head: dict[str, Word] = field(default_factory=dict)
    people: list[dict[str, Word]] = field(default_factory=list)
    standing: Word | None = None
    branches: list[tuple[int, Word]] = field(default_factory=list)

    @property
    def role(self) -> str | int | None:
        return role_of(self.head["role"].text) if "role" in self.head else None

    @property
    def says_which(self) -> bool:
        """Does it name its team or office?"""
        return not {"role", TEAM_NAME}.isdisjoint(self.head)


@dataclass
class Row:
    """A line of the list; ``number`` is its place, ``counted`` the number that stands in front of it."""

    number: int
    text: str
    counted: int | None = None
    segments: list[Segment] = field(default_factory=lambda: [Segment()])
    unclear: list[Word] = field(default_factory=list)
    aside: list[Word] = field(default_factory=list)
    is_ditto: bool = False
    is_withdrawn: bool = False
    is_left_out: bool = False

    @property
    def has_names(self) -> bool:
        return any(segment.people for segment in self.segments)

    @property
    def is_unclear(self) -> bool:
        return bool(self.unclear) and not any(s.head or s.people or s.branches for s in self.segments)

    @property
    def branches(self) -> list[Word]:
        return [word for segment in self.segments for _behind, word in segment.branches]

    @property
    def leads(self) -> bool:
        """Does it begin with a branch?"""
        return any(not behind for behind, _word in self.segments[0].branches)

    @property
    def people(self) -> frozenset[str]:
        """Of everybody who is named, by likeness."""
        return frozenset(likeness(person["name"].text) for segment in self.segments for person in segment.people)

    def is_whole(self, seats: int) -> bool:
        """Does it name whole teams?"""
        counts = [len(segment.people) for segment in self.segments if segment.people]
        return bool(counts) and all(count % seats == 0 for count in counts)


@dataclass(frozen=True)
class RowReader:
    """Makes rows of lines, each by itself."""

    names: BranchNames
    seats: int
    is_own: bool

    def row(self, number: int, cells: Sequence[str]) -> Row:
        cells = [cell.replace("\n", " ") for cell in cells]
        first = next(place for place, cell in enumerate(cells) if cell)
        row = Row(number, " ".join(filter(None, cells)))
        if _EXAMPLE.match(row.text) or _SENT_AT.search(row.text):
            row.is_left_out = True
            return row
        texts = [(place, tidied(cell, self.names)) for place, cell in enumerate(cells) if place >= first]
        if counted := _COUNTED.match(texts[0][1]):
            row.counted = int(unicodedata.normalize("NFKC", counted[1] or counted[2]))
            texts[0] = first, texts[0][1][counted.end() :]
        plain = self._filled(row, texts, between=False)
        if plain.is_whole(self.seats) or not any(BETWEEN.search(text) for _at, text in texts):
            return plain
        parted = self._filled(row, texts, between=True)
        return parted if parted.is_whole(self.seats) and not parted.unclear else plain

    def _filled(self, of: Row, texts: Sequence[tuple[int, str]], *, between: bool) -> Row:
        row = Row(of.number, of.text, of.counted)
        words = list(words_of(texts, self.names, between=between))
        if not any(word.kind is WordKind.NAME and not word.is_aside for word in words):
            words = [replace(word, is_aside=False) for word in words]  # 机关一（张三 李四）
        words = self._with_branches(words)
        for word in words:
            if word.kind in (WordKind.NUMBER, WordKind.TALK):
                row.aside.append(word)
            elif word.kind is WordKind.DITTO:
                row.is_ditto = True
            elif word.kind is WordKind.WITHDRAWN:
                row.is_withdrawn = True
            elif word.kind is not WordKind.LABEL and not _take(row, word, is_last=word is words[-1]):
                row.unclear.append(word)
        if row.has_names:
            row.unclear += [word for word in row.aside if word.kind is WordKind.TALK]
            row.aside = [word for word in row.aside if word.kind is not WordKind.TALK]
        elif row.aside and not row.branches:
            row.is_left_out, row.unclear = True, []
        _settle(row)
        return row

    def _with_branches(self, words: list[Word]) -> list[Word]:
        """The words, with what the office's list can only mean as a branch: a word in brackets behind names, or one
        name too many that is nearly a branch's."""
        if self.is_own:
            return words
        people = [word for word in words if word.kind is WordKind.NAME and not word.is_aside]
        unknown = [word for word in words if word.kind in (WordKind.NAME, WordKind.UNCLEAR) and len(word.text) > 1]
        others = [word for word in unknown if word.is_aside and people]
        if not others and not any(word.kind in (WordKind.BRANCH, WordKind.DITTO) for word in words):
            edges = [word for word in unknown[-1:] + unknown[:1] if self.names.likely(word.text)]
            is_one_too_many = len(people) % self.seats == 1
            others = [word for word in edges if is_one_too_many or word.kind is WordKind.UNCLEAR][:1]
        return [
            Word(word.text, word.place, WordKind.BRANCH, word.is_aside) if word in others else word for word in words
        ]


def _take(row: Row, word: Word, *, is_last: bool) -> bool:
    """Put the word where it belongs; False if that is not clear."""
    here = row.segments[-1]
    if word.kind is WordKind.BRANCH:
        if not word.is_aside and (here.people or here.branches):
            row.segments.append(here := Segment())
        here.branches.append((len(here.people), word))
        return True
    part = {WordKind.ROLE: "role", WordKind.TEAM: TEAM_NAME}.get(word.kind)
    if part and (not word.is_aside or (part == TEAM_NAME and part not in here.head)):
        if not word.is_aside and (here.people or part in here.head):
            row.segments.append(here := Segment())
        here.head[part] = word
        return True
    if word.kind is WordKind.PHONE:
        if here.role == CONTACT and "phone" not in here.head:
            here.head["phone"] = word
        else:
            row.aside.append(word)
        return True
    if word.kind is WordKind.ROLE and (here.branches or len(here.people) == 1) and "role" not in here.head:
        here.head["role"] = word
        return True
    return word.kind is not WordKind.UNCLEAR and _take_of_a_person(here, word, is_last=is_last)


def _take_of_a_person(here: Segment, word: Word, *, is_last: bool) -> bool:
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


def _settle(row: Row) -> None:
    """队员甲 队员乙 机关一 一队: whose it is may stand behind the names, too. No player is whoever has no gender where
    the one before has, or a second leader."""
    segments = row.segments
    last = segments[-1]
    if len(segments) > 1 and not last.people and (last.branches or last.head):
        before = segments[-2]
        if before.people and last.head.keys().isdisjoint(before.head):
            segments.pop()
            before.head |= last.head
            is_behind = not segments[0].branches and all(segment.branches for segment in segments[1:])
            following = [segment.branches for segment in segments[1:]] + [last.branches]
            if is_behind and last.branches:
                for segment, branches in zip(segments, following, strict=True):
                    segment.branches = [(len(segment.people), word) for _behind, word in branches]
            else:
                before.branches += [(len(before.people), word) for _behind, word in last.branches]
    # 队员甲 机关一 队员乙 机关一
    first, is_one = segments[0], len({word.branch or word.text for word in row.branches}) == 1
    if len(segments) > 1 and is_one and first.people and not any(segment.head for segment in segments):
        first.branches = [(len(first.people), word) for word in row.branches]
        first.people = [person for segment in segments for person in segment.people]
        row.segments = [first]

    for segment in row.segments:
        genders = ["gender" in person for person in segment.people]
        surplus = [person for n, person in enumerate(segment.people) if n and any(genders[:n]) and not genders[n]]
        if segment.role in (LEADER, CONTACT):
            surplus = segment.people[1:]
        segment.people = [person for person in segment.people if person not in surplus]
        row.unclear += [person["name"] for person in surplus]
