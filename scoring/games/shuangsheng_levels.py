"""双升的级数: two sides climb from 2 to A, a fold over deals and penalties (S002 胜负判定, rules.md §8)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from guandan_rules import DealKind, Effect, EffectKind, Penalty, Side, Sides
from guandan_rules.ladder import Ladder, raised
from scoring.games.shuangsheng_rules import ShuangshengRules


@dataclass(frozen=True, slots=True)
class Deal:
    """一副: who defended (庄家方), the attackers' points at the end, and what else counts."""

    defenders: Side
    points: int
    bottom: bool = False
    """含级牌扣底: the attackers took the bottom with a play that holds the level card."""
    wrong_play: tuple[Side, ...] = ()
    """出错牌的一方, in the order of `Side`; a failed throw (甩牌失败) is in the points already."""
    kind: DealKind = DealKind.REGULAR


Entry = Deal | Penalty


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry did. `counted` is False for entries after the end of the game, which change nothing."""

    index: int
    entry: Entry
    before: Sides[int]
    after: Sides[int]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Climb(Ladder):
    """升级 after the entries so far; made by `fold`."""

    steps: tuple[Step, ...] = ()
    last_entered: bool = False
    """Whether the deal in hand at the bell stands in the log."""

    @property
    def next_level(self) -> int | None:
        """下一副打几: the level of the side on stage; None while nobody is and the levels differ."""
        if self.on_stage:
            return self.levels[self.on_stage]
        return self.levels.home if self.levels.home == self.levels.away else None


def fold(options: ShuangshengRules, log: Iterable[Entry], /) -> Climb:
    """升级 after the whole log; entries after the end of the game change nothing and are marked so."""
    return reduce(lambda climb, entry: step(options, climb, entry), log, start(options))


def start(options: ShuangshengRules, /) -> Climb:
    """Both sides at the first level."""
    return Climb(Sides.both(options.first_level))


def step(rules: ShuangshengRules, climb: Climb, entry: Entry, /) -> Climb:
    """升级 after one more entry."""
    new_step = Step(len(climb.steps), entry, climb.levels, climb.levels)
    if climb.winner:
        return replace(climb, steps=(*climb.steps, replace(new_step, counted=False)))
    if isinstance(entry, Penalty):
        after = _with_effects(rules, climb, entry.side, entry.effects)
    else:
        after = _played(rules, climb, entry)
    new_step = replace(new_step, after=after.levels)
    raised_at = climb.changed_at(after.levels, new_step.index)
    return replace(after, raised_at=raised_at, steps=(*climb.steps, new_step))


def _played(rules: ShuangshengRules, climb: Climb, deal: Deal) -> Climb:
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
    return replace(after, passed_a=side if _passes(rules, level, gains[side], after, deal) else None)


def gains_of(rules: ShuangshengRules, deal: Deal) -> Sides[int]:
    """升级数 of both sides before any cap (S002 胜负判定): by the attackers' points, and for the others' wrong play."""
    by_points = _gain_by_points(rules, deal.points)
    riser = deal.defenders.other if deal.points >= rules.take_at else deal.defenders
    gains = Sides(0, 0).put(riser, by_points)
    for offender in deal.wrong_play:
        effects = _wrong_effects(rules, deal, offender)
        more = sum(effect.amount for effect in effects if effect.kind is EffectKind.OPPONENTS_UP)
        gains = gains.put(offender.other, gains[offender.other] + more)
    return gains


def _gain_by_points(rules: ShuangshengRules, points: int) -> int:
    if points >= rules.take_at:
        return (points - rules.take_at) // rules.points_a_level
    return next(band.gain for band in rules.bands if points <= band.up_to)


def _wrong_effects(rules: ShuangshengRules, deal: Deal, offender: Side) -> tuple[Effect, ...]:
    return rules.defenders_wrong if offender is deal.defenders else rules.attackers_wrong


def _raise(rules: ShuangshengRules, level: int, gain: int, *, defended: bool) -> int:
    """必打: the level after a rise, never past a level that must be played, nor off one that was not defended."""
    if level in rules.must_play and rules.leave_by_defending and not defended:
        return level
    return raised(level, gain, rules.target_level, rules.must_play)


def _passes(rules: ShuangshengRules, level: int, gain: int, after: Climb, deal: Deal) -> bool:
    """过A: a deal defended at the target and won, the defenders staying on stage (our reading; S002 says nothing)."""
    defended = deal.points < rules.take_at and after.on_stage is deal.defenders
    return defended and gain > 0 and level == after.levels[deal.defenders] == rules.target_level


def _with_effects(rules: ShuangshengRules, climb: Climb, side: Side, effects: Iterable[Effect]) -> Climb:
    """处罚 of `side` with its effects in their order."""
    for effect in effects:
        level = _raise(rules, climb.levels[side.other], effect.amount, defended=False)
        climb = climb.penalised(side, effect, level)
    return climb
