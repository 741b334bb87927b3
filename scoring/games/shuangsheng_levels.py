"""双升的级数: two sides climb from 2 to A, a fold over deals and penalties (S002 胜负判定, rules.md §8)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from guandan_rules import DealKind, Effect, EffectKind, LossReason, Penalty, Side, Sides
from scoring.games.shuangsheng_rules import LOWEST, ShuangshengRules


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
class Climb:
    """升级 after the entries so far; made by `fold`."""

    levels: Sides[int]
    raised_at: Sides[int | None] = Sides(None, None)  # noqa: RUF009 a frozen value
    """Index of the entry that last changed each side to its present level; None: it never changed."""
    on_stage: Side | None = None
    """下一副的庄家方, unless that deal decides it anew; None before the first."""
    passed_a: Side | None = None
    lost: Side | None = None
    loss: LossReason | None = None
    deals: int = 0
    last_entered: bool = False
    """Whether the deal in hand at the bell stands in the log."""
    steps: tuple[Step, ...] = ()

    @property
    def winner(self) -> Side | None:
        """胜方 if the log alone has ended the game: A passed, or the other side lost."""
        return self.lost.other if self.lost else self.passed_a

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
    raised_at = Sides(
        *(climb.raised_at[s] if new_step.before[s] == new_step.after[s] else new_step.index for s in Side)
    )
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
    stops = [stop for stop in rules.must_play if stop > level]
    return min(level + gain, rules.target_level, *stops)


def _passes(rules: ShuangshengRules, level: int, gain: int, after: Climb, deal: Deal) -> bool:
    """过A: a deal defended at the target and won, the defenders staying on stage (our reading; S002 says nothing)."""
    defended = deal.points < rules.take_at and after.on_stage is deal.defenders
    return defended and gain > 0 and level == after.levels[deal.defenders] == rules.target_level


def _with_effects(rules: ShuangshengRules, climb: Climb, side: Side, effects: Iterable[Effect]) -> Climb:
    """处罚 of `side` with its effects in their order; notes, warnings and void deals leave all as it is."""
    for effect in effects:
        change = _CHANGES.get(effect.kind)
        climb = change(rules, climb, side, effect.amount) if change else climb
    return climb


def _up(rules: ShuangshengRules, climb: Climb, side: Side, amount: int) -> Climb:
    level = _raise(rules, climb.levels[side.other], amount, defended=False)
    return replace(climb, levels=climb.levels.put(side.other, level))


def _down(_: ShuangshengRules, climb: Climb, side: Side, amount: int) -> Climb:
    return replace(climb, levels=climb.levels.put(side, max(LOWEST, climb.levels[side] - amount)))


def _stage(_: ShuangshengRules, climb: Climb, side: Side, amount: int) -> Climb:
    return replace(climb, on_stage=side.other)


def _lost(_: ShuangshengRules, climb: Climb, side: Side, amount: int) -> Climb:
    return replace(climb, lost=side, loss=LossReason.PENALTY)


def _disqualified(_: ShuangshengRules, climb: Climb, side: Side, amount: int) -> Climb:
    return replace(climb, lost=side, loss=LossReason.DISQUALIFIED)


_CHANGES: Final[dict[EffectKind, Callable[[ShuangshengRules, Climb, Side, int], Climb]]] = {
    EffectKind.OPPONENTS_UP: _up,
    EffectKind.OFFENDER_DOWN: _down,
    EffectKind.STAGE_TO_OPPONENTS: _stage,
    EffectKind.MATCH_LOST: _lost,
    EffectKind.DISQUALIFIED: _disqualified,
}
