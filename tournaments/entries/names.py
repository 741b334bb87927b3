"""姓名: how a typed name is told apart from look-alikes, and sorted by its pinyin; 参赛者: who is the same when
everybody registers anew for another event. Knows no database."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from journal.texts import INVISIBLE, clean

PINYIN_LENGTH = 120
APART = "|"
"""Stands between the names of a competitor's key, and can stand in no name."""
_BLANKS = re.compile(r"\s+")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_BETWEEN_HAN = re.compile(rf"(?<={_HAN.pattern}) (?={_HAN.pattern})")
_DOTS = dict.fromkeys(map(ord, "•・･‧∙⋅●．.。｡˙᛫⸱⸳‐‑‒–—―−-－_"), "·")
# 〇 is a number among the letters; rare characters may be newer than this Python, or in an old system's private area
_LETTERS = ("L", "Nl", "Cn", "Co")
# family names that are read otherwise than the same character elsewhere
_FAMILY_NAMES = {
    "万俟": "mo4 qi2", "尉迟": "yu4 chi2", "单": "shan4", "曾": "zeng1", "仇": "qiu2", "解": "xie4", "任": "ren2",
    "查": "zha1", "盖": "ge3", "区": "ou1", "朴": "piao2", "华": "hua4", "翟": "zhai2", "缪": "miao4", "乐": "yue4",
    "员": "yun4", "召": "shao4", "繁": "po2", "宁": "ning4", "纪": "ji3", "那": "na1", "冼": "xian3", "黑": "he4",
    "种": "chong2", "秘": "bi4", "折": "she2", "卜": "bu3", "晁": "chao2", "阚": "kan4", "费": "fei4", "过": "guo1",
}  # fmt: skip
_STROKES = str.maketrans("łđøıħŧƀƶŋ", "ldoihtbzn", "'’‘ʻʼ")
_MARKS_OF_LATIN = re.compile(r"([a-z])[\u0300-\u036f]+")
# what people write where there is nobody
_NOBODY = frozenset({"无", "不设", "暂无", "没有", "空", "none", "no", "n/a", "·", "/"})
_SEPARATORS = re.compile(r"[、,，،;；؛/／&＆+＋|｜\\\n\t()（）]|(?<=\S)\s*(?:以及|和(?=\s)|及(?=\s))\s*")
# 王伟（大）、王伟（小）: a mark behind a name belongs to it; (1)张三 (2)李四 are numbers in front
_MARKED = re.compile(r"([^\W\d_])\s*[(（]\s*(?:([大中小])\s*[)）]|(\d{1,2})\s*[)）](?=[\s、,，،;；/／]|$))")
_OPEN = "\ufdd0"
# what stands beside names in a list, and is none
_GENDERS = {"男": "m", "女": "f"}
_NO_NAMES = re.compile(
    r"\d+[.、)）]?|第?[\d一二三四五六七八九十]{1,3}号?[队组]|队[\d一二三四五六七八九十]{1,2}|"
    "替补|候补|队员|队长|领队|教练|姓名|性别|备注"
)
# what may stand inside a name beside letters, digits and blanks: dots, apostrophes, hyphens; what parts Tibetan
# syllables, what joins Mongolian letters and their endings
_INSIDE = frozenset("·•・‧∙.．'’‘-‐‑－ 　\u0f0b\u0f0c\u1806\u1807\u180a\u180e\u200c\u200d\u202f")


def width(text: str) -> int:
    """In columns, as a list sets it: two for a Chinese character, one for a letter, none for a mark above or below."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def has_letter(text: str) -> bool:
    """A name has at least one letter or Chinese character."""
    return any(unicodedata.category(c).startswith(_LETTERS) for c in text)


@lru_cache(maxsize=4096)
def likeness(name: str) -> str:
    """The same for all names that look alike: width, case, blanks, dots, dashes and the invisible do not count."""
    folded = unicodedata.normalize("NFKC", clean(name)).translate(INVISIBLE).casefold()
    return _BLANKS.sub("", folded.translate(_DOTS))


def masked(name: str) -> str:
    """张三 → 张＊: the name as everybody may read it where names are not public."""
    shown = clean(name)
    return shown[:1] + "＊" * max(len(shown) - 1, 1) if shown else ""


def mark_of(remark: str) -> str:
    """大, 小, 2: the mark that tells namesakes apart, with which a remark begins; "" without one."""
    found = re.match(r"(?:[大中小]|\d{1,2})(?!\S)", remark)
    return found[0] if found else ""


def is_nobody(text: str) -> bool:
    """Is the field empty, or does it say so in words: 无, 不设, a dash?"""
    return likeness(text) in _NOBODY or not likeness(text)


def people(text: str) -> list[str]:
    """The names in a field for one: parted by 、 and its kin, or by a blank between names of two characters or more.

    ``张 三`` is one name written wide, ``张三 李四`` are two.
    """
    return [name for name, _gender in listed_people(text)]


def listed_people(text: str) -> list[tuple[str, str]]:
    """The names in a pasted text as they are typed, each with the gender (m, f or "") that stands behind it."""
    names: list[tuple[str, str]] = []
    for part in _SEPARATORS.split(with_marks(text.strip())):
        # a blank parts names of two characters or more; 张 三 is one name written wide
        words = part.split()
        bare = [word for word in words if word not in _GENDERS and not _NO_NAMES.fullmatch(word)]
        is_apart = len(bare) < len(words) or all(len(_HAN.findall(word)) >= 2 for word in bare)
        for word in words if is_apart else [part.strip()]:
            if word in _GENDERS and names:
                names[-1] = (names[-1][0], _GENDERS[word])
            elif not _NO_NAMES.fullmatch(word):
                names.append(("（".join(without_mark(word)) + "）" if _OPEN in word else word, ""))
    return names


def with_marks(text: str) -> str:
    """The text with marks that no bracket parts from their names any more; ``without_mark`` reads them."""
    return _MARKED.sub(rf"\1{_OPEN}\2\3 ", text)


def without_mark(word: str) -> tuple[str, str]:
    """The name, and the mark behind it or ""."""
    name, _open, mark = word.partition(_OPEN)
    return name, mark


def written(name: str) -> str:
    """A name as it is stored and printed: clean, and Chinese characters without blanks between them. Several names are
    left as they are, to be told apart."""
    return clean(name) if len(people(name)) > 1 else _BETWEEN_HAN.sub("", clean(name))


def wrong_characters(name: str) -> str:
    """What does not belong into a name: not letters, digits, blanks, dots, hyphens and apostrophes; each once."""
    return "".join(dict.fromkeys(c for c in name if c not in _INSIDE and not _is_of_name(c)))


def symbols(text: str) -> str:
    """Signs and emoji, which do not belong into the name of a branch; each once."""
    return "".join(dict.fromkeys(c for c in text if unicodedata.category(c).startswith("S") and not _is_of_name(c)))


def _is_of_name(c: str) -> bool:
    return unicodedata.category(c).startswith((*_LETTERS, "M", "N"))


def sort_key(name: str) -> str:
    """The stored key for the order of a Chinese dictionary: pinyin with tone numbers, family name first; Latin letters
    stand among them without their marks, other scripts behind, each by itself."""
    from pypinyin import Style, lazy_pinyin  # 57 MB and 0.16 s: not for who only reads what is stored

    # Latin letters without their marks, Żółć as zolc; others need theirs
    text = unicodedata.normalize("NFKC", written(name)).casefold().translate(_STROKES)
    text = unicodedata.normalize("NFC", _MARKS_OF_LATIN.sub(r"\1", unicodedata.normalize("NFD", text)))
    family = next((f for f in (text[:2], text[:1]) if f in _FAMILY_NAMES and len(text) > len(f)), "")
    syllables = lazy_pinyin(text[len(family) :], style=Style.TONE3, neutral_tone_with_five=True)
    return " ".join(s.strip() for s in (_FAMILY_NAMES.get(family, ""), *syllables) if s.strip())[:PINYIN_LENGTH]


@dataclass(frozen=True)
class Competitor:
    """The players of a branch who enter together, in whatever order; whoever enters alone is one of its own."""

    branch: str
    players: tuple[str, ...]

    @cached_property
    def key(self) -> str:
        """The same for all that are taken to be the same: branch and names by their likeness."""
        return APART.join((likeness(self.branch), *sorted(map(likeness, self.players))))

    @property
    def masked(self) -> "Competitor":
        """As everybody may read it where names are not public."""
        return Competitor(self.branch, tuple(map(masked, self.players)))


def alike(competitors: Iterable[Competitor]) -> tuple[tuple[Competitor, Competitor], ...]:
    """Pairs of different competitors that may be the same: one branch and a player in common, or the same players for
    another branch. Each pair once, in the order of the keys."""
    shared: defaultdict[tuple[str, ...], list[Competitor]] = defaultdict(list)
    for competitor in sorted(competitors, key=lambda each: each.key):
        branch, *players = competitor.key.split(APART)
        shared[tuple(players)].append(competitor)
        for player in players:
            shared[branch, player, ""].append(competitor)
    pairs = {
        (one, other)
        for together in shared.values()
        for number, one in enumerate(together)
        for other in together[number + 1 :]
        if one.key != other.key
    }
    return tuple(sorted(pairs, key=lambda pair: (pair[0].key, pair[1].key)))
