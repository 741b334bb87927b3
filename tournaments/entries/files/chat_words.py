"""The words of a line as people write it into a chat, and what each is taken for by what it looks like. Knows no
database."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby

from tournaments.entries.files.questions import NO_BRANCH, BranchNames
from tournaments.entries.files.roster_lines import CONTACT, HEADERS, LEADER, NUMBERED, gender_of, ordinal_of
from tournaments.entries.forms import name_problem
from tournaments.entries.names import has_letter, likeness, with_marks, without_mark, written

_LABELS = {likeness(word) for part, words in HEADERS.items() if part not in (LEADER, CONTACT) for word in words}
_ROLES = {likeness(word) for part in (LEADER, CONTACT) for word in HEADERS[part]}
_STANDING = frozenset({"队长", "替补", "候补", "主力"})
_PARTED = re.compile(r"([、,，،;；؛/／|｜\\:：&＆+＋()（）\[\]【】「」『』〔〕])")
_OPEN, _SHUT = frozenset("(（[【「『〔"), frozenset(")）]】」』〕")
_SPREAD = re.compile(r"(?<=\d)\s+(?=[队组](?!员))|(?<=[第队组])\s+(?=\d)|(?<=team)\s+(?=\d)", re.IGNORECASE)
_GLUED = re.compile(
    r"(第?(?:[1-9]\d?|[一二三四五六七八九十]{1,3})号?[队组]|(?<!\S)队[1-9一二三四五六七八九十])(?=[^\s\d队组员选])"
)
"""一队张三."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
BETWEEN = re.compile(rf"(?<={_HAN.pattern})(?:\s*[-－–—~～]+\s*|[和与跟及])(?={_HAN.pattern})")
"""张三-李四, 张三和李四; in 阿里木-买买提 and 李和平 it belongs to the name."""
_LETTER = r"[a-zà-ɏʻʼ\u0300-\u052f\u0600-\u06ff\u1800-\u18af\u1e00-\u1eff\u200c\u200d\u202f]"
_WORDS_OF_LETTERS = re.compile(rf"{_LETTER}+(?:[-'’.]{_LETTER}*)*", re.IGNORECASE)
"""Latin, Greek, Cyrillic, Arabic, Mongolian: a name has several words of these."""
_APART = re.compile(r"[^\S\u202f]+")
_MAIL, _PHONE, _DIGITS = re.compile(r"[^@\s]+@[^@\s]+\.\w+"), re.compile(r"\+?\d[\d-]{6,}"), re.compile(r"[\d-]+")
_OF_A_LIST = re.compile(r"(?:的|参赛|报名|人员|队员|名单|信息|情况|表|如下)+$")
_TALK = re.compile(
    "报名|名单|接龙|比赛|参赛|老师|领导|大家|各位|你好|您好|谢谢|感谢|收到|辛苦|以[上下]|如下|我们|截止|附件|请|"
    "^(?:好的|好|ok|嗯|已报|已交|欢迎|加油)$|共[0-9一二三四五六七八九十两]",
    re.IGNORECASE,
)
_TITLE = re.compile(
    "(?:副|总)?(?:主席|书记|经理|主任|科长|处长|部长|厂长|局长|所长|院长|校长|班长|组长|段长|主管|干事|老师|师傅|"
    "教授|同志|工程师|先生|女士)$"
)
_LONG_SURNAME = frozenset(
    ["欧阳", "上官", "司马", "诸葛", "司徒", "东方", "皇甫", "尉迟", "公孙", "慕容", "令狐", "夏侯"]
)
_COUNT = re.compile(r"共?(?:\d{1,3}|[一二三四五六七八九十两]{1,3})(?:支(?:参赛)?(?:队伍|队)?|个队|名|人|对|岁)")
_NOBODY_YET = frozenset({"待定", "待补", "暂缺", "待报", "未定"})
_NUMBER_WITHIN = re.compile(r"(?<=\s)(\d{1,3}[.．])(?=\D)")
_UNITS = ("分会", "工会", "学院", "中心", "公司", "支部", "机关", "处", "部", "车间")
_WITHDRAWN = frozenset({"退出", "取消", "弃权", "退赛", "不参加", "不参加了", "作废"})
_DITTO = frozenset({"同上", "同前", "〃", "″"})

_KEYCAP = re.compile(r"(\d)\ufe0f?\u20e3")
_PARTNER = re.compile(r"[(（]\s*(?:搭档|队友|同伴|搭子)\s*[:：]?\s*([^()（）]+)[)）]|(?:搭档|队友|同伴|搭子)\s*[:：]?")
_CALLED = re.compile(r"(?<![a-z0-9._-])@", re.IGNORECASE)
_FACE = re.compile(r"\[([\u4e00-\u9fff]{1,4}|[A-Za-z]{1,8})\]")
_PHONE_BEHIND = re.compile(rf"(?<={_HAN.pattern})(?=1\d{{2}}[\d-]{{8}})|(?<=\d{{8}})(?={_HAN.pattern})")


class WordKind(Enum):
    """What a word is taken for; ``STANDING``: 队长, 替补; ``TEAM``: a name of its own; ``DITTO``: 同上; ``TALK`` is no
    part of a list."""

    LABEL = auto()
    ROLE = auto()
    TEAM = auto()
    GENDER = auto()
    MAIL = auto()
    PHONE = auto()
    NUMBER = auto()
    BRANCH = auto()
    DITTO = auto()
    STANDING = auto()
    NAME = auto()
    WITHDRAWN = auto()
    TALK = auto()
    UNCLEAR = auto()


@dataclass(frozen=True)
class Word:
    """``place`` is that of its cell, from 0; ``is_aside``: it stands in brackets. ``branch`` is the one that it
    certainly means, or ``LEAVE_OUT``."""

    text: str
    place: int
    kind: WordKind
    is_aside: bool = False
    branch: str = ""


def tidied(text: str, names: BranchNames) -> str:
    """Without emoji, chat faces, the @ before a name; 1️⃣ is 1., 张三（搭档李四） two people."""
    text = _FACE.sub(lambda face: face[0] if names.named(face[1]) or names.likely(face[1]) else " ", text)
    text = _PARTNER.sub(lambda partner: f"、{partner[1] or ''}", _KEYCAP.sub(r"\1. ", text))
    text = _PHONE_BEHIND.sub(" ", _CALLED.sub(" ", _NUMBER_WITHIN.sub(r"\1 ", text)))
    signs = (" " if unicodedata.category(c) in ("So", "Sk", "Cs") or c in "\u200d\ufe0f\u20e3" else c for c in text)
    return "".join(signs).strip()


def words_of(cells: Sequence[tuple[int, str]], names: BranchNames, *, between: bool = False) -> Iterator[Word]:
    """The words of a line, whose cells have their places; ``between``: dashes and 和 part names, too."""
    depth = 0
    for place, cell in cells:
        text = with_marks(_SPREAD.sub("", cell))
        for part in _PARTED.split(BETWEEN.sub("、", text) if between else text):
            if part in _OPEN or part in _SHUT:
                depth = max(depth + (1 if part in _OPEN else -1), 0)
            elif names.named(part.strip()):
                yield Word(part.strip(), place, WordKind.BRANCH, depth > 0, names.named(part.strip()))
            elif not _PARTED.fullmatch(part):
                for word, mark in map(without_mark, _parted_by_blanks(part)):
                    yield from _words(word, place, names, is_aside=depth > 0)
                    yield from [Word(mark, place, WordKind.STANDING, is_aside=True)] if mark else []


def _parted_by_blanks(part: str) -> Iterator[str]:
    """张 三 is one name written wide, John Smith another; 一队张三 are two words."""

    def shape(word: str) -> str:
        """han: a character alone, which is no name; letters: perhaps a part of one; "" for what stands for itself."""
        if len(word) == 1 and _HAN.match(word) and not is_gender(word):
            return "han"
        is_known = is_gender(word) or likeness(word) in _LABELS | _ROLES or ordinal_of(likeness(word))
        return "letters" if _WORDS_OF_LETTERS.fullmatch(word) and not is_known else ""

    for kind, group in groupby(filter(None, _APART.split(_GLUED.sub(r"\1 ", part))), key=shape):
        words = list(group)
        if kind == "han" and len(words) == 4:
            yield from ("".join(words[:2]), "".join(words[2:]))
        elif kind == "han" and len(words) in (2, 3):
            yield "".join(words)
        elif kind:
            yield " ".join(words)
        else:
            yield from words


def _words(text: str, place: int, names: BranchNames, *, is_aside: bool) -> Iterator[Word]:
    """What the word is, or its two parts: 机关一二队, 张三主席. What may be a branch and is none certainly, is one
    without a name."""
    short = _OF_A_LIST.sub("", text)
    if branch := names.named(short):
        yield Word(short, place, WordKind.BRANCH, is_aside, branch)
        return
    if (answer := names.answer(text)) == NO_BRANCH:
        yield Word(text, place, WordKind.STANDING if is_aside else WordKind.LABEL, is_aside)
        return
    if answer:
        yield Word(text, place, WordKind.BRANCH, is_aside, answer)
        return
    if parts := names.with_team(text):
        # of several nobody knows which
        branch, team = parts.pop() if len(parts) == 1 else ("", "")
        yield Word(text, place, WordKind.BRANCH, is_aside, branch)
        if ordinal_of(team):
            yield Word(team, place, WordKind.ROLE, is_aside)
        return
    bare = _TITLE.sub("", text)
    if _HAN.search(bare) and bare != text and bare not in _LONG_SURNAME and (2 <= len(bare) <= 4 or "·" in bare):
        text, short = bare, bare
    kind = _kind_of(text, short, is_aside=is_aside)
    if kind is WordKind.TEAM and names.likely(text):
        kind = WordKind.BRANCH
    yield Word(text, place, kind, is_aside)


def _kind_of(word: str, short: str, *, is_aside: bool) -> WordKind:
    """The first that holds; ``short`` is the word without 名单, 参赛人员 … behind it. A name has two to four
    characters, or more with a dot between them, or is of words of letters."""
    plain, alike, name = unicodedata.normalize("NFKC", word), likeness(word), written(word)
    has_digit = any(c.isdigit() for c in word)
    fits = (2 <= len(name) <= 4 or "·" in likeness(name)) if _HAN.search(name) else len(name) > 1
    kinds = (
        (WordKind.LABEL, alike in _LABELS or NUMBERED.fullmatch(alike) or not short or _COUNT.fullmatch(word)),
        (WordKind.DITTO, word in _DITTO),
        (WordKind.ROLE, alike in _ROLES or (ordinal_of(alike) is not None and len(alike) > 1 and has_letter(alike))),
        (WordKind.GENDER, is_gender(word)),
        (WordKind.LABEL, _TITLE.fullmatch(word)),
        (WordKind.MAIL, _MAIL.fullmatch(plain)),
        (WordKind.PHONE, _PHONE.fullmatch(plain)),
        (WordKind.NUMBER, _DIGITS.fullmatch(plain) or re.fullmatch(r"\d{1,3}\.", plain)),
        (WordKind.LABEL, not has_letter(word) and not has_digit),
        (WordKind.STANDING, word in _STANDING or (is_aside and word in "大中小")),
        (WordKind.WITHDRAWN, word in _WITHDRAWN),
        (WordKind.TALK, _TALK.search(word)),
        (WordKind.UNCLEAR, _TITLE.search(word) or word in _NOBODY_YET),
        (WordKind.TEAM, 2 <= len(word) <= 10 and word.endswith(("队", "组"))),
        (WordKind.BRANCH, len(word) > 2 and word.endswith(_UNITS)),
        (WordKind.NAME, fits and not any(c.isdigit() for c in name) and name_problem(name, "") is None),
    )
    return next((kind for kind, holds in kinds if holds), WordKind.UNCLEAR)


def is_gender(word: str) -> bool:
    return gender_of(word) in ("m", "f")
