"""公文行文: numbers, days and titles as Chinese official texts have them (GB/T 15835, GB/T 9704)."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Final

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


def title_to_set(title: str) -> str:
    """A title in 二号 with the ends of its lines."""
    return "\n".join(title_lines(official(title), TITLE_WIDTH))


def title_lines(title: str, most: int) -> list[str]:
    """A title in lines of ``most`` Chinese characters at most and about as long as each other, none of which ends
    inside a word that has to stay whole (掼蛋, 职工掼蛋赛, “五一”, 2027年), or begins with 的."""
    wide = _width(title)
    if wide <= most or not in_chinese():
        return [title]
    count = int(-(-wide // most))
    lines, line, rest = list[str](), "", wide
    for piece in _pieces(title):
        even = rest / (count - len(lines)) if len(lines) < count else most
        longer = _width(line + piece)
        if line and (longer > most or (longer > even and longer - even > even - _width(line))):
            lines.append(line)
            rest -= _width(line)
            line = ""
        line += piece
    return [*lines, line]


def _pieces(title: str) -> Iterator[str]:
    """What stays whole, one after the other; 的 belongs to what is before it."""
    piece = ""
    for found in _PIECE.finditer(title):
        if piece and found[0] not in ("的", "”", "》", "）", "、", "，", "："):
            yield piece
            piece = ""
        piece += found[0]
    if piece:
        yield piece


def _width(text: str) -> float:
    return sum(1 if ord(character) > 0x2000 else 0.5 for character in text)
