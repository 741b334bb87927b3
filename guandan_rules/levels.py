"""级数: the race of two sides up the ladder, as a fold over one game's deals and penalties (rules.md §1, §2, §7)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Final

from guandan_rules.ladder import ACE, LOWEST, NOTHING, Ladder, LossReason, raised
from guandan_rules.options import ExtraLevel, FailOn, FailTo, Measure, PassCondition, Scope
from guandan_rules.orders import FinishOrder, finish_order
from guandan_rules.penalties import Effect, EffectKind, Offence
from guandan_rules.rule_sets import RuleSet
from guandan_rules.scales import deal_points
from guandan_rules.seats import Side, Sides


class DealKind(StrEnum):
    """一副牌何时打的: before the bell; before it, entered after (补记); in hand at the bell; extra (加赛)."""

    REGULAR = "regular"
    LATE = "late"
    IN_HAND = "in_hand"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class Deal:
    """一副牌 in the log: its finish order, when it was played, and where its level card is turned up (S001-5), that
    card's rank, 2…14, if it was written down."""

    order: FinishOrder
    kind: DealKind = DealKind.REGULAR
    turned_up: int | None = None

    @classmethod
    def from_letters(cls, letters: Iterable[str], kind: DealKind = DealKind.REGULAR) -> "Deal":
        """一副牌 from its finish order as text (``"NS"``, ``"NWSE"``) or seats; OrderError as `finish_order`."""
        return cls(finish_order(letters), kind)

    @property
    def letters(self) -> str:
        """游次 as text, all four seats unless it was 双下; `from_letters` reads it back."""
        return self.order.letters


@dataclass(frozen=True, slots=True)
class Penalty:
    """处罚 in the log: who is penalised, for what, and the effects the referee gave it (rules.md §7)."""

    side: Side
    offence: Offence
    effects: tuple[Effect, ...] = ()


Entry = Deal | Penalty

PARTNER_PLACES: Final = {
    PassCondition.FIRST_ONLY: (2, 3, 4),
    PassCondition.PARTNER_NOT_LAST: (2, 3),
    PassCondition.FIRST_AND_SECOND: (2,),
    PassCondition.REACH_A: (),
}
"""过A: the places of the partner with which a deal won at A passes it."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry did. `counted` is False for entries after the end of the game, which change nothing."""

    index: int
    entry: Entry
    before: Sides[int]
    after: Sides[int]
    level: int | None
    """打几: the level the deal was played at (15: 王); None for a penalty or where it was turned up."""
    stage_before: Side | None
    gain: int = 0
    """按游次应升的级数, before any cap; 0 for a penalty, an extra deal, or what does not count."""
    passed: Side | None = None
    """过A的一方."""
    failed: tuple[Side, ...] = ()
    """打A不过的一方, where the rule set counts attempts."""
    fell: tuple[Side, ...] = ()
    """到了不过的次数: back to the level of the rule set, or the match lost."""
    counted: bool = True

    @property
    def order(self) -> FinishOrder | None:
        """游次; None for a penalty."""
        return self.entry.order if isinstance(self.entry, Deal) else None

    @property
    def winner(self) -> Side | None:
        """获胜方 of the deal; None for a penalty."""
        return self.entry.order.winner if isinstance(self.entry, Deal) else None

    def risen(self, side: Side) -> int:
        """实际升(降)的级数 of a side, negative when it fell."""
        return self.after[side] - self.before[side]


@dataclass(frozen=True, slots=True)
class Race(Ladder):
    """级数赛跑 after the entries so far; made by `start`, moved on by `step`."""

    steps: tuple[Step, ...] = ()
    next_level: int | None = None
    """下一副打几 (15: 王); None where each deal's level card is turned up."""
    fails: Sides[int] = NOTHING
    """打A不过的次数, as far as the rule set counts them."""
    extra_winner: Side | None = None
    """加赛一副的获胜方."""

    @property
    def level_card(self) -> int | None:
        """下一副的级牌, 2…14; None at 王 and where it is turned up."""
        return self.next_level if self.next_level is not None and self.next_level <= ACE else None

    @property
    def last_deal(self) -> Deal | None:
        """最后一副 that counted."""
        return next((s.entry for s in reversed(self.steps) if s.counted and isinstance(s.entry, Deal)), None)

    def level(self, side: Side) -> int:
        """一方的级数, 2…14 (15: 王)."""
        return self.levels[side]

    def passed(self, side: Side) -> bool:
        """过A了没有."""
        return self.passed_a is side

    def worth(self, side: Side) -> int:
        """级数作数字: the level, and one more once it is passed (过A = 15; rules.md §1)."""
        return self.levels[side] + self.passed(side)

    def has_deal(self, kind: DealKind) -> bool:
        """Whether a deal of that kind counts in the log."""
        return any(isinstance(s.entry, Deal) and s.entry.kind is kind for s in self.steps if s.counted)

    def offences(self, side: Side, offence: Offence) -> int:
        """一方某项犯规已罚的次数."""
        entries = (step.entry for step in self.steps if step.counted)
        return sum(isinstance(e, Penalty) and e.side is side and e.offence is offence for e in entries)


def start(
    rule_set: RuleSet,
    *,
    levels: Sides[int] | None = None,
    fails: Sides[int] | None = None,
    on_stage: Side | None = None,
) -> Race:
    """比赛开始: both sides at the first level, nobody on stage; or, for a game taken up midway, where they stand.

    ValueError for levels outside 2…target or negative counts of failed attempts.
    """
    at = levels or Sides.both(rule_set.first_level)
    failed = fails or Sides.both(0)
    if any(level not in range(LOWEST, rule_set.target_level + 1) for level in at) or min(failed) < 0:
        raise ValueError(f"no such start: {at}, {failed}")
    return _with_next_level(rule_set, Race(at, fails=failed, on_stage=on_stage))


def fold(rule_set: RuleSet, entries: Iterable[Entry]) -> Race:
    """级数 after the whole log; entries after the end of the game change nothing and are marked so."""
    return reduce(lambda race, entry: step(rule_set, race, entry), entries, start(rule_set))


def step(rule_set: RuleSet, race: Race, entry: Entry) -> Race:
    """再记一笔: the race after one more deal or penalty. It judges no clock: see `verdicts.may_enter`."""
    level = None if isinstance(entry, Penalty) else race.next_level
    is_extra = isinstance(entry, Deal) and entry.kind is DealKind.EXTRA
    if is_extra and rule_set.extra_deal.level is ExtraLevel.TWO:
        level = LOWEST
    new_step = Step(len(race.steps), entry, race.levels, race.levels, level, race.on_stage)
    if race.winner or race.extra_winner:
        return replace(race, steps=(*race.steps, replace(new_step, counted=False)))

    if isinstance(entry, Penalty):
        after = _penalised(rule_set, race, entry)
    elif is_extra:
        after = replace(race, extra_winner=entry.order.winner)
    elif rule_set.measure is Measure.POINTS:
        after = _counted_up(rule_set, race, entry.order)
        new_step = replace(new_step, level=entry.turned_up)
    else:
        after, new_step = _risen(rule_set, race, entry.order, new_step)
    new_step = replace(new_step, after=after.levels, passed=after.passed_a)
    raised_at = race.changed_at(after.levels, new_step.index)
    return _with_next_level(rule_set, replace(after, raised_at=raised_at, steps=(*race.steps, new_step)))


def _with_next_level(rule_set: RuleSet, race: Race) -> Race:
    if rule_set.measure is Measure.POINTS:
        return race
    return replace(race, next_level=race.levels[race.on_stage] if race.on_stage else rule_set.first_level)


def _penalised(rule_set: RuleSet, race: Race, penalty: Penalty) -> Race:
    """处罚 with all its effects in their order; where reaching A is enough, a rise may pass it."""
    opponents = penalty.side.other
    for effect in penalty.effects:
        level = raised(race.levels[opponents], effect.amount, rule_set.target_level, rule_set.must_play)
        race = race.penalised(penalty.side, effect, level)
        reaches = effect.kind is EffectKind.OPPONENTS_UP and level == rule_set.target_level
        if reaches and rule_set.pass_condition is PassCondition.REACH_A:
            race = replace(race, passed_a=opponents)
    return race


def _counted_up(rule_set: RuleSet, race: Race, order: FinishOrder) -> Race:
    """一副的积分 by the finish order (S001-5), the winner on stage; no levels."""
    won = deal_points(rule_set.scale, order)
    points = Sides(*(race.points[side] + won[side] for side in Side))
    return replace(race, points=points, on_stage=order.winner, deals=race.deals + 1)


def _risen(rule_set: RuleSet, race: Race, order: FinishOrder, new_step: Step) -> tuple[Race, Step]:
    """升级的一副: the winner rises or passes A, and whoever tried A in vain is counted."""
    side, gain = order.winner, gain_of(rule_set, order)
    level = raised(race.levels[side], gain, rule_set.target_level, rule_set.must_play)
    passed = _passes(rule_set, race, order, level)
    failed = tuple(s for s in Side if not passed and _fails(rule_set, race, order, s))
    counted = NOTHING if rule_set.fail_consecutive else race.fails  # of a side that did not fail this time
    fails = Sides(*(race.fails[s] + 1 if s in failed else counted[s] for s in Side))
    after = replace(
        _counted_up(rule_set, race, order),
        levels=race.levels.put(side, level),
        passed_a=side if passed else None,
        fails=fails,
    )

    # A side that used up its attempts has lost, or falls back to the level of the rule set with a clean count.
    fell = tuple(s for s in failed if fails[s] >= (rule_set.a_fail_limit or 0))
    for loser in fell:
        if isinstance(rule_set.a_fail_to, FailTo):
            after = replace(after, lost=loser, loss=LossReason.FAILED_A)
        else:
            levels = after.levels.put(loser, rule_set.a_fail_to)
            after = replace(after, levels=levels, fails=after.fails.put(loser, 0))
    return after, replace(new_step, gain=gain, failed=failed, fell=fell)


def gain_of(rule_set: RuleSet, order: FinishOrder) -> int:
    """升级数 (S000 附件3 一（二）4): partner second 3 (or `gain_12`), third 2, last 1."""
    return {2: rule_set.gain_12, 3: 2, 4: 1}[order.partner_place]


def _tries(scope: Scope, rule_set: RuleSet, race: Race, side: Side) -> bool:
    """Whether the coming deal is one at A for `side`: it stands there, and is on stage where the scope asks for it."""
    at_target = race.levels[side] == rule_set.target_level
    return at_target and (scope is Scope.ANY_DEAL or race.on_stage is side)


def _passes(rule_set: RuleSet, race: Race, order: FinishOrder, level: int) -> bool:
    """过A (S000 附件3 二（八）): whether the winner of the deal has now passed it."""
    if rule_set.pass_condition is PassCondition.REACH_A:
        return level == rule_set.target_level
    places = PARTNER_PLACES[rule_set.pass_condition]
    return _tries(rule_set.pass_scope, rule_set, race, order.winner) and order.partner_place in places


def _fails(rule_set: RuleSet, race: Race, order: FinishOrder, side: Side) -> bool:
    """打A不过: whether the deal, which passed nobody, burnt an attempt of `side`."""
    if rule_set.a_fail_limit is None or not _tries(rule_set.fail_scope, rule_set, race, side):
        return False
    return rule_set.fail_on is FailOn.ANY or (order.winner is side and order.partner_place == 4)
