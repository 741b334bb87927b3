"""双升/扒鸡窝的规则: every option of the game in one frozen value, its defaults those of S002 (rules.md §8); and the
climb of two sides from 2 to A by them, a fold over deals and penalties (S002 胜负判定).

S002 leaves open, and these are our answers: to which band a shared border belongs (`bands`), how A is passed (by
keeping the deal at it), who has won at equal levels (the arbitration group, 注 1), whether attackers may climb off
a level that must be played (`leave_by_defending`), and what time a match has (none).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from guandan_rules import (
    Code,
    DealKind,
    Effect,
    EffectKind,
    OnTime,
    OptionProblem,
    Penalty,
    Side,
    Sides,
    TieRule,
    level_name,
)
from guandan_rules.ladder import Ladder, raised
from scoring.games import entries as read

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
    gains = all(0 <= band.gain <= read.MOST_LEVELS for band in rules.bands)
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
        if any(effect.kind not in EFFECTS or effect.amount not in range(read.MOST_LEVELS + 1) for effect in effects):
            yield OptionProblem(Code.BAD_VALUE, option)


_PLAIN: Final[dict[str, Callable[[Any], object]]] = {
    "bands": lambda bands: [[band.up_to, band.gain] for band in bands],
    "must_play": lambda levels: [level_name(level) for level in levels],
    "falls": lambda falls: [[level_name(fall.at), level_name(fall.to)] for fall in falls],
    "defenders_wrong": read.plain_effects,
    "attackers_wrong": read.plain_effects,
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
    "bands": read.list_of(read.pair(Band, read.whole_number)),
    "take_at": read.whole_number,
    "points_a_level": read.whole_number,
    "must_play": read.list_of(read.level),
    "leave_by_defending": read.yes_or_no,
    "falls": read.list_of(read.pair(Fall, read.level)),
    "defenders_wrong": read.effects_reader(EFFECTS),
    "attackers_wrong": read.effects_reader(EFFECTS),
    "target_level": read.level,
    "first_level": read.level,
    "deal_limit": read.number_or_none,
    "minutes": read.number_or_none,
    "on_time": OnTime,
    "tie_rules": read.list_of(TieRule),
}
"""选项的读法 from JSON values."""


@dataclass(frozen=True, slots=True)
class DefendedDeal:
    """一副: who defended (庄家方), the attackers' points at the end, and what else counts."""

    defenders: Side
    points: int
    bottom: bool = False
    """含级牌扣底: the attackers took the bottom with a play that holds the level card."""
    wrong_play: tuple[Side, ...] = ()
    """出错牌的一方, in the order of `Side`; a failed throw (甩牌失败) is in the points already."""
    kind: DealKind = DealKind.REGULAR


Entry = DefendedDeal | Penalty


@dataclass(frozen=True, slots=True)
class ClimbStep:
    """What one entry did. `counted` is False for entries after the end of the game, which change nothing."""

    index: int
    entry: Entry
    before: Sides[int]
    after: Sides[int]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Climb(Ladder):
    """升级 after the entries so far; made by `step` after `step`."""

    steps: tuple[ClimbStep, ...] = ()
    last_entered: bool = False
    """Whether the deal in hand at the bell stands in the log."""

    @property
    def next_level(self) -> int | None:
        """下一副打几: the level of the side on stage; None while nobody is and the levels differ."""
        if self.on_stage:
            return self.levels[self.on_stage]
        return self.levels.home if self.levels.home == self.levels.away else None


def start(options: ShuangshengRules) -> Climb:
    """Both sides at the first level."""
    return Climb(Sides.both(options.first_level))


def step(rules: ShuangshengRules, climb: Climb, entry: Entry) -> Climb:
    """升级 after one more entry."""
    new_step = ClimbStep(len(climb.steps), entry, climb.levels, climb.levels)
    if climb.winner:
        return replace(climb, steps=(*climb.steps, replace(new_step, counted=False)))
    if isinstance(entry, Penalty):
        after = _with_effects(rules, climb, entry.side, entry.effects)
    else:
        after = _played(rules, climb, entry)
    new_step = replace(new_step, after=after.levels)
    raised_at = climb.changed_at(after.levels, new_step.index)
    return replace(after, raised_at=raised_at, steps=(*climb.steps, new_step))


def _played(rules: ShuangshengRules, climb: Climb, deal: DefendedDeal) -> Climb:
    """一副 with all it brings: the rise, wrong play, A passed, or the fall from J or A."""
    side, level, taken = deal.defenders, climb.levels[deal.defenders], deal.points >= rules.take_at
    gains = gains_of(rules, deal)
    after = replace(
        climb,
        levels=Sides(*(_raise(rules, climb.levels[s], gains[s], defended=s is side) for s in Side)),
        on_stage=side.other if taken else side,
        deals=climb.deals + 1,
        last_entered=climb.last_entered or deal.kind is DealKind.IN_HAND,
    )
    for offender in deal.wrong_play:
        rest = [e for e in _wrong_effects(rules, deal, offender) if e.kind is not EffectKind.OPPONENTS_UP]
        after = _with_effects(rules, after, offender, rest)
    fall = rules.fall_from(level) if taken and deal.bottom else None
    if fall is not None:
        return replace(after, levels=after.levels.put(side, min(fall, after.levels[side])))
    # 过A: a deal defended at the target and won, the defenders staying on stage (our reading; S002 says nothing)
    defended = not taken and after.on_stage is side
    passes = defended and gains[side] > 0 and level == after.levels[side] == rules.target_level
    return replace(after, passed_a=side if passes else None)


def gains_of(rules: ShuangshengRules, deal: DefendedDeal) -> Sides[int]:
    """升级数 of both sides before any cap (S002 胜负判定): by the attackers' points, and for the others' wrong play."""
    if deal.points >= rules.take_at:
        riser, by_points = deal.defenders.other, (deal.points - rules.take_at) // rules.points_a_level
    else:
        riser, by_points = deal.defenders, next(band.gain for band in rules.bands if deal.points <= band.up_to)
    gains = Sides(0, 0).put(riser, by_points)
    for offender in deal.wrong_play:
        effects = _wrong_effects(rules, deal, offender)
        more = sum(effect.amount for effect in effects if effect.kind is EffectKind.OPPONENTS_UP)
        gains = gains.put(offender.other, gains[offender.other] + more)
    return gains


def _wrong_effects(rules: ShuangshengRules, deal: DefendedDeal, offender: Side) -> tuple[Effect, ...]:
    return rules.defenders_wrong if offender is deal.defenders else rules.attackers_wrong


def _raise(rules: ShuangshengRules, level: int, gain: int, *, defended: bool) -> int:
    """必打: the level after a rise, never past a level that must be played, nor off one that was not defended."""
    if level in rules.must_play and rules.leave_by_defending and not defended:
        return level
    return raised(level, gain, rules.target_level, rules.must_play)


def _with_effects(rules: ShuangshengRules, climb: Climb, side: Side, effects: Iterable[Effect]) -> Climb:
    """处罚 of `side` with its effects in their order."""
    for effect in effects:
        level = _raise(rules, climb.levels[side.other], effect.amount, defended=False)
        climb = climb.penalised(side, effect, level)
    return climb
