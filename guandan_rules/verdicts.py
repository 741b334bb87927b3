"""胜负判定: who has won a game and why, what is still awaited, and which deal may still be entered (rules.md §3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from guandan_rules.codes import Code
from guandan_rules.ladder import LossReason
from guandan_rules.levels import Deal, DealKind, Race
from guandan_rules.options import Measure, OnTime, TieRule
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Side, Sides
from guandan_rules.tribute import next_deal


class Reason(StrEnum):
    """胜负的理由. The last ones are given by a referee or by the draw, never derived from a log."""

    PASSED_A = "passed_a"
    FAILED_A = "failed_a"
    PENALTY = "penalty"
    LEVEL_AT_TIME = "level_at_time"
    LEVEL_AT_LIMIT = "level_at_limit"
    POINTS = "points"
    FIRST_TO_REACH = "first_to_reach"
    ON_STAGE = "on_stage"
    LEADS_NEXT_DEAL = "leads_next_deal"
    EXTRA_DEAL = "extra_deal"
    DRAW = "draw"
    DISQUALIFICATION = "disqualification"
    FORFEIT = "forfeit"
    WITHDRAWAL = "withdrawal"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"
    DECISION = "decision"


AWARDED: Final = (
    Reason.DISQUALIFICATION,
    Reason.FORFEIT,
    Reason.WITHDRAWAL,
    Reason.BOTH_ABSENT,
    Reason.BYE,
    Reason.DECISION,
)
"""理由 a referee or the draw gives, without or against the log."""
MAY_NAME_NOBODY: Final = (Reason.DECISION, Reason.WITHDRAWAL, Reason.DISQUALIFICATION)


class Awaited(StrEnum):
    """还在等什么."""

    PLAY_ON = "play_on"
    DEAL_IN_HAND_QUESTION = "deal_in_hand_question"
    LAST_DEAL = "last_deal"
    EXTRA_DEAL = "extra_deal"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Facts:
    """判定所依据的事实: where the race stood; `entry` is the index of the deal or penalty that decided, if one did."""

    levels: Sides[int]
    points: Sides[int]
    raised_at: Sides[int | None]
    on_stage: Side | None
    deals: int
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """判定: the winner (None: a draw, or nobody) with the reason; `facts` is None where no game was played."""

    winner: Side | None
    reason: Reason
    facts: Facts | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """尚无判定, and what is awaited."""

    awaits: Awaited


def awarded(reason: Reason, winner: Side | None = None, race: Race | None = None) -> Verdict:
    """裁定: a verdict given, not derived; ValueError for reasons that follow from a log, or a wrong winner.

    双方缺席 has no winner and nobody advances (rules.md §3); the others name one, 裁判决定 may name nobody, and so
    may 退赛 and 取消资格 where partners change and the table is short of one.
    """
    if reason not in AWARDED:
        raise ValueError(f"{reason} follows from the log")
    if (reason is Reason.BOTH_ABSENT) is not (winner is None) and reason not in MAY_NAME_NOBODY:
        raise ValueError(f"{reason} with winner {winner}")
    return Verdict(winner, reason, _facts(race) if race else None)


def verdict(rule_set: RuleSet, race: Race, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
    """胜负判定 (S000 五、1, 附件3 二（八）): the verdict, or what is awaited.

    `time_up`: the bell has rung; `in_hand`: the answer to whether a deal was in hand then, None while unanswered
    (where `on_time` is `referee`, whether the referee lets it be played out).
    """
    if race.winner:
        last = max(step.index for step in race.steps if step.counted)
        return Verdict(race.winner, _REASONS[race.loss], _facts(race, last))
    if rule_set.deal_limit is not None and race.deals >= rule_set.deal_limit:
        return _settled(rule_set, race, Reason.LEVEL_AT_LIMIT)
    if not time_up:
        return Pending(Awaited.PLAY_ON)

    # What the bell leaves open: the deal in hand, unless play stopped or that deal is entered.
    is_open = rule_set.on_time is not OnTime.STOP_NOW and not race.has_deal(DealKind.IN_HAND)
    if is_open and in_hand is None:
        return Pending(Awaited.REFEREE if rule_set.on_time is OnTime.REFEREE else Awaited.DEAL_IN_HAND_QUESTION)
    if is_open and in_hand:
        return Pending(Awaited.LAST_DEAL)
    return _settled(rule_set, race, Reason.LEVEL_AT_TIME)


_REASONS: Final = {
    None: Reason.PASSED_A,
    LossReason.FAILED_A: Reason.FAILED_A,
    LossReason.PENALTY: Reason.PENALTY,
    LossReason.DISQUALIFIED: Reason.DISQUALIFICATION,
}


def _settled(rule_set: RuleSet, race: Race, reason: Reason) -> Verdict | Pending:
    """级数高者胜, then the tie rules in their order."""
    values = race.points if rule_set.measure is Measure.POINTS else race.levels
    if values.home != values.away:
        winner = Side.HOME if values.home > values.away else Side.AWAY
        return Verdict(winner, Reason.POINTS if rule_set.measure is Measure.POINTS else reason, _facts(race))
    for rule in rule_set.tie_rules:
        verdict_ = _by_tie_rule(rule, rule_set, race)
        if verdict_:
            return verdict_
    return Pending(Awaited.REFEREE)


def _by_tie_rule(rule: TieRule, rule_set: RuleSet, race: Race) -> Verdict | Pending | None:
    """级数相同时的判定 by one rule; None where it decides nothing."""
    side: Side | None = None
    entry: int | None = None
    match rule:
        case TieRule.FIRST_TO_REACH:
            side = first_to_reach(race)
            entry = race.raised_at[side] if side else None
        case TieRule.ON_STAGE:
            side = race.on_stage
        case TieRule.LEADS_NEXT_DEAL:  # 下一副领出方: the side of the player who would lead, tribute being paid
            side = next_deal(rule_set, race.last_deal.order).leading_side if race.last_deal else None
        case TieRule.EXTRA_DEAL:
            if race.extra_winner is None:
                return Pending(Awaited.EXTRA_DEAL)
            side = race.extra_winner
            entry = next(s.index for s in race.steps if isinstance(s.entry, Deal) and s.entry.kind is DealKind.EXTRA)
        case TieRule.DRAW:
            return Verdict(None, Reason.DRAW, _facts(race))
        case _:  # TieRule.REFEREE
            return Pending(Awaited.REFEREE)
    return Verdict(side, Reason(rule.value), _facts(race, entry)) if side else None


def first_to_reach(race: Race) -> Side | None:
    """先到者 (S000 五、1): the side that came to its present level by the earlier entry.

    A side whose level never changed was there from the start. None when both came by the same entry, or never moved.
    """
    home, away = (-1 if index is None else index for index in race.raised_at)
    if home == away:
        return None
    return Side.HOME if home < away else Side.AWAY


def _facts(race: Race, entry: int | None = None) -> Facts:
    return Facts(race.levels, race.points, race.raised_at, race.on_stage, race.deals, entry)


def may_enter(
    rule_set: RuleSet, race: Race, *, time_up: bool, in_hand: bool | None, kind: DealKind = DealKind.REGULAR
) -> tuple[Code, ...]:
    """再记一副: every reason that refuses a further deal of that kind now; empty when it may be entered (rules.md §3).

    `time_up` and `in_hand` as in `verdict`. A deal finished before the bell may be entered after it as `late`, as
    long as no deal later than it stands in the log.
    """
    codes = []
    if race.winner:
        codes.append(Code.GAME_DECIDED)
    if race.extra_winner:
        codes.append(Code.EXTRA_DEAL_ENTERED)
    if kind is not DealKind.EXTRA and rule_set.deal_limit is not None and race.deals >= rule_set.deal_limit:
        codes.append(Code.DEAL_LIMIT_REACHED)
    return (*codes, *_refused_by_bell(rule_set, race, time_up, in_hand, kind))


def _refused_by_bell(
    rule_set: RuleSet, race: Race, time_up: bool, in_hand: bool | None, kind: DealKind
) -> Iterator[Code]:
    match kind:
        case DealKind.REGULAR:
            if time_up:
                yield Code.AFTER_THE_BELL
        case DealKind.LATE:
            if not time_up:
                yield Code.BEFORE_THE_BELL
            elif race.has_deal(DealKind.IN_HAND):
                yield Code.LAST_DEAL_ENTERED
        case DealKind.IN_HAND:
            yield from _refused_in_hand(rule_set, race, time_up, in_hand)
        case _:  # DealKind.EXTRA
            due = verdict(rule_set, race, time_up=time_up, in_hand=in_hand) == Pending(Awaited.EXTRA_DEAL)
            if not (due or race.extra_winner):
                yield Code.EXTRA_DEAL_NOT_DUE


def _refused_in_hand(rule_set: RuleSet, race: Race, time_up: bool, in_hand: bool | None) -> Iterator[Code]:
    """时间到时在打的一副: only after the bell, where it is played out and somebody has said that there is one."""
    if not time_up:
        yield Code.BEFORE_THE_BELL
    if rule_set.on_time is OnTime.STOP_NOW:
        yield Code.STOPPED_AT_THE_BELL
    elif time_up and not in_hand:
        yield Code.BELL_QUESTION_OPEN if in_hand is None else Code.NO_DEAL_IN_HAND
    if race.has_deal(DealKind.IN_HAND):
        yield Code.LAST_DEAL_ENTERED
