"""The words of a list without headings, and what each is taken for by what it looks like. Knows no database."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby

from tournaments.entries.files.roster_lines import CONTACT, HEADERS, LEADER, NUMBERED, gender_of, ordinal_of
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


def number_before(text: str) -> tuple[int | None, str]:
    """The number in front of a line, and what stands behind it."""
    counted = _COUNTED.match(text)
    if counted is None:
        return None, text
    return int(unicodedata.normalize("NFKC", counted[1] or counted[2])), text[counted.end() :]


def words_of(text: str, place: int, is_branch: Callable[[str], bool]) -> Iterator[Word]:
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
