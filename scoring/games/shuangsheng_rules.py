"""双升/扒鸡窝的规则: every option of the game in one frozen value, its defaults those of S002 (rules.md §8).

S002 leaves open, and these are our answers: to which band a shared border belongs (`bands`), how A is passed (by
keeping the deal at it), who has won at equal levels (the arbitration group, 注 1), whether attackers may climb off
a level that must be played (`leave_by_defending`), and what time a match has (none).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from guandan_rules import Code, Effect, EffectKind, OnTime, OptionProblem, TieRule, level_name
from scoring.games import options as read
from scoring.games.entries import MOST_LEVELS, effects_reader, plain_effects, whole_number, yes_or_no

LOWEST: Final = 2
JACK: Final = 11
ACE: Final = 14
LADDER: Final = range(LOWEST, ACE + 1)

EFFECTS: Final = tuple(kind for kind in EffectKind if kind not in (EffectKind.POINTS, EffectKind.POINTS_BOTH))
"""处罚的效果 that the game can carry out: it keeps no points."""

TIE_RULES: Final = (TieRule.FIRST_TO_REACH, TieRule.ON_STAGE, TieRule.DRAW, TieRule.REFEREE)
"""级数相同时 the game can apply; whoever leads the next deal is the side on stage."""


@dataclass(frozen=True, slots=True)
class Band:
    """得分的一段: the defenders rise by `gain` levels when the attackers have at most `up_to` points."""

    up_to: int
    gain: int


@dataclass(frozen=True, slots=True)
class Fall:
    """打回: defenders at the level `at` go back to `to` when its card takes the bottom and the attackers the deal."""

    at: int
    to: int


_BANDS: Final = (Band(0, 5), Band(20, 4), Band(40, 3), Band(60, 2), Band(79, 1))
_FALLS: Final = (Fall(JACK, LOWEST), Fall(ACE, JACK))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuangshengRules:
    """双升的规则: levels are 2…14 (A), points those of the attackers; RuleSetError lists every problem at once."""

    name: str = "s002"
    bands: tuple[Band, ...] = _BANDS
    """庄家方升级 (S002 胜负判定 1), the last band ending one point below `take_at`."""
    take_at: int = 80
    """抓分方上庄: the points with which the attackers take the deal, without rising."""
    points_a_level: int = 20
    """每多几分多升一级 of the attackers beyond `take_at`."""
    must_play: tuple[int, ...] = (JACK, ACE)
    """必打 (S002 胜负判定 2, 2)): levels no rise can jump over; the target never can be."""
    leave_by_defending: bool = True
    """必打的级只能做庄打过: only a deal defended at such a level leads above it; False: attackers may climb off it."""
    falls: tuple[Fall, ...] = _FALLS
    """扣底打回 (S002 胜负判定 2, 2)): J back to 2, A back to J."""
    defenders_wrong: tuple[Effect, ...] = (Effect(EffectKind.STAGE_TO_OPPONENTS),)
    """庄家出错牌 (S002 胜负判定 2, 1)): 自动下台."""
    attackers_wrong: tuple[Effect, ...] = (Effect(EffectKind.OPPONENTS_UP, 1),)
    """闲家出错牌 (S002 胜负判定 2, 1)): 庄家自动升一级."""
    target_level: int = ACE
    """打到哪一级."""
    first_level: int = LOWEST
    """第一局从2打起 (S002 亮主 1)."""
    deal_limit: int | None = 18
    """每场比赛为18局 (S002 比赛时间); None: until somebody passes A."""
    minutes: int | None = None
    """限时, whole minutes; None: no clock."""
    on_time: OnTime = OnTime.FINISH_DEAL
    """时间到时在打的一副."""
    tie_rules: tuple[TieRule, ...] = (TieRule.REFEREE,)
    """级数相同时 (S002 注 1: 最终解释权归比赛仲裁组); when none decides, the referee does."""

    def __post_init__(self) -> None:
        read.refuse_if((*_out_of_range(self), *_wrong_lists(self)))

    def fall_from(self, level: int) -> int | None:
        """打回到哪一级 from the level played; None where the bottom costs nothing."""
        return next((fall.to for fall in self.falls if fall.at == level), None)


_NUMBERS: Final = {
    "take_at": range(1, 1000),
    "points_a_level": range(1, 1000),
    "deal_limit": range(1, 1000),
    "minutes": range(1, 24 * 60),
}


def _out_of_range(rules: ShuangshengRules) -> Iterable[OptionProblem]:
    for option, allowed in _NUMBERS.items():
        value = getattr(rules, option)
        if value is not None and value not in allowed:
            yield OptionProblem(Code.OUT_OF_RANGE, option)
    # every number of points from 0 to below `take_at` lies in exactly one band
    ends = [band.up_to for band in rules.bands]
    rising = all(low < high for low, high in zip([-1, *ends], ends, strict=False))
    gains = all(0 <= band.gain <= MOST_LEVELS for band in rules.bands)
    if ends[-1:] != [rules.take_at - 1] or not rising or not gains:
        yield OptionProblem(Code.OUT_OF_RANGE, "bands")
    for option in ("target_level", "first_level"):
        if getattr(rules, option) not in LADDER:
            yield OptionProblem(Code.OUT_OF_RANGE, option)
    if rules.first_level >= rules.target_level:
        yield OptionProblem(Code.NOT_BELOW_TARGET, "first_level")
    if any(level not in LADDER for level in rules.must_play):
        yield OptionProblem(Code.OUT_OF_RANGE, "must_play")
    if any(fall.at not in LADDER or fall.to not in range(LOWEST, fall.at) for fall in rules.falls):
        yield OptionProblem(Code.OUT_OF_RANGE, "falls")


def _wrong_lists(rules: ShuangshengRules) -> Iterable[OptionProblem]:
    for option, values in (
        ("must_play", rules.must_play),
        ("falls", [fall.at for fall in rules.falls]),
        ("tie_rules", rules.tie_rules),
    ):
        if len(set(values)) < len(values):
            yield OptionProblem(Code.REPEATED, option)
    if any(rule not in TIE_RULES for rule in rules.tie_rules):
        yield OptionProblem(Code.BAD_VALUE, "tie_rules")
    for option, effects in (("defenders_wrong", rules.defenders_wrong), ("attackers_wrong", rules.attackers_wrong)):
        if any(effect.kind not in EFFECTS or effect.amount not in range(MOST_LEVELS + 1) for effect in effects):
            yield OptionProblem(Code.BAD_VALUE, option)


_PLAIN: Final[dict[str, Callable[[Any], object]]] = {
    "bands": lambda bands: [[band.up_to, band.gain] for band in bands],
    "must_play": lambda levels: [level_name(level) for level in levels],
    "falls": lambda falls: [[level_name(fall.at), level_name(fall.to)] for fall in falls],
    "defenders_wrong": plain_effects,
    "attackers_wrong": plain_effects,
    "target_level": level_name,
    "first_level": level_name,
    "on_time": str,
    "tie_rules": lambda rules: [rule.value for rule in rules],
}


def plain(rules: ShuangshengRules) -> dict[str, Any]:
    """All options as JSON values: levels by name (``"A"``), bands and falls as pairs."""
    values = {option.name: getattr(rules, option.name) for option in fields(rules)}
    return {name: _PLAIN[name](value) if name in _PLAIN else value for name, value in values.items()}


READERS: Final[dict[str, Callable[[Any], object]]] = {
    "name": read.text,
    "bands": read.list_of(read.pair(Band, whole_number)),
    "take_at": whole_number,
    "points_a_level": whole_number,
    "must_play": read.list_of(read.level),
    "leave_by_defending": yes_or_no,
    "falls": read.list_of(read.pair(Fall, read.level)),
    "defenders_wrong": effects_reader(EFFECTS),
    "attackers_wrong": effects_reader(EFFECTS),
    "target_level": read.level,
    "first_level": read.level,
    "deal_limit": read.number_or_none,
    "minutes": read.number_or_none,
    "on_time": OnTime,
    "tie_rules": read.list_of(TieRule),
}
"""选项的读法 from JSON values."""
