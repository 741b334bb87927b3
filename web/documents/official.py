"""公文行文: numbers, days and titles as Chinese official texts have them (GB/T 15835, GB/T 9704)."""

import re
from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Final

from django.utils.translation import gettext as _

from tournaments.bracket.words.names import chinese_number, dated, day, hour, in_chinese

TITLE_WIDTH: Final = 19
"""Characters of 二号 on a line of 156 mm, with a little room."""
_HAN: Final = r"\u3007-\u9fff\uff00-\uffef“”‘’、。《》〔〕"
_BEFORE, _AFTER = re.compile(rf"(?<=[{_HAN}]) +(?=[0-9A-Za-z])"), re.compile(rf"(?<=[0-9A-Za-z%]) +(?=[{_HAN}])")
_WEEKDAY: Final = re.compile(r"(\d+月\d+日) ?周([一二三四五六日])[ ，]*(?=\d|$|[^ ，])")
_HOUR: Final = re.compile(r"(?<![\d:])0(\d:\d\d)(?![\d:])")
_STAGE: Final = re.compile(r"第(\d{1,2})阶段")
_CUP: Final = r"(?:锦标|大|友谊|邀请)?"
_WHOLE: Final = (
    r"[“《（][^”》）]{1,12}[”》）]", rf"职工“?掼蛋”?{_CUP}赛", rf"“?[掼攒掇]蛋”?(?:扑克牌|扑克)?{_CUP}(?:比?赛)?",
    r"关于(?:举办|开展|组织)?", r"第[一二三四五六七八九十\d]+届", r"\d+ ?年", r"[0-9A-Za-z]+",
    r"工会(?:会员|委员会)",
    r"(?:股份)?有限(?:责任)?公司", r"职工|会员|工会|学院|大学|分?公司|集团|中心|学校|分会|比赛|通知|锦标赛|联赛|总结",
)  # fmt: skip
"""Words that stay whole in a title."""
_BELONGS_TO_WHAT_IS_BEFORE: Final = ("的", "”", "》", "）", "、", "，", "：")
UNKNOWN: Final = 4
"""Characters by which a line may rather be shorter or longer than end where no known word does."""
_PIECE: Final = re.compile("|".join((*_WHOLE, ".")), re.DOTALL)


def official(text: str) -> str:
    """In Chinese without spaces at figures and letters: 第一阶段, 每队2名, 5月1日（星期六）8:30."""
    if not in_chinese():
        return text
    closed = _AFTER.sub("", _BEFORE.sub("", text))
    closed = _HOUR.sub(r"\1", _WEEKDAY.sub(r"\1（星期\2）", closed))
    return _STAGE.sub(lambda found: f"第{chinese_number(int(found[1]))}阶段", closed)


def official_day(moment: datetime, beside: datetime | None = None) -> str:
    """5月1日（星期六）; with its year where ``beside`` lies in another one."""
    return official(day(moment, beside))


def official_date(moment: datetime) -> str:
    """2027年5月1日（星期六）."""
    return official(dated(moment))


def official_moment(moment: datetime, beside: datetime | None = None) -> str:
    """5月1日（星期六）8:30."""
    return official(f"{day(moment, beside)} {hour(moment)}")


def official_start(starts_at: datetime, until: datetime | None) -> str:
    """5月1日（星期六）8:30; where sides choose the day, ``until`` the last one: 5月1日（星期六）至5月7日（星期五）."""
    if until is None:
        return official_moment(starts_at)
    return _("%(first)s to %(last)s") % {"first": official_day(starts_at), "last": official_day(until, starts_at)}


def numbered_title(number: int, title: str) -> str:
    """一、总则."""
    return f"{chinese_number(number)}、{title}" if in_chinese() else f"{number}. {title}"


def title_to_set(title: str) -> str:
    """A title in 二号 with the ends of its lines."""
    return "\n".join(title_lines(official(title), TITLE_WIDTH))


def title_lines(title: str, most: int) -> list[str]:
    """A title in lines of ``most`` Chinese characters at most and about as long as each other. None ends inside a word
    that has to stay whole (掼蛋, 职工掼蛋赛, “五一”, 2027年) or before 的, and rather at the end of a word that is
    known than elsewhere."""
    if not in_chinese():
        return [title]
    pieces, lines = list[str](), list[str]()
    for found in _PIECE.finditer(title):
        if pieces and found[0] in _BELONGS_TO_WHAT_IS_BEFORE:
            pieces[-1] += found[0]
        else:
            pieces.append(found[0])
    while len(pieces) > 1 and _width(*pieces) > most:
        end = _end_of_line(pieces, most)
        lines.append("".join(pieces[:end]))
        pieces = pieces[end:]
    return [*lines, "".join(pieces)]


def _end_of_line(pieces: Sequence[str], most: int) -> int:
    """How many of the pieces stand on the first line."""
    rest = _width(*pieces)
    count = ceil(rest / most)
    ends = [end for end in range(1, len(pieces)) if _width(*pieces[:end]) <= most] or [1]
    enough = [end for end in ends if _width(*pieces[end:]) <= most * (count - 1)] or ends

    def badness(end: int) -> float:
        is_known = len(pieces[end - 1]) > 1 or len(pieces[end]) > 1
        return abs(_width(*pieces[:end]) - rest / count) + (0 if is_known else UNKNOWN)

    return min(enough, key=badness)


def _width(*texts: str) -> float:
    return sum(1 if ord(character) > 0x2000 else 0.5 for text in texts for character in text)
