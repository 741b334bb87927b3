"""掼蛋 Guandan: the rules of the game as a library of its own; standard library only (rules.md, S000 附件3)."""

from guandan_rules.codes import Code
from guandan_rules.levels import Deal, DealKind, Entry, LossReason, Penalty, Race, Step, fold, gain_of, start, step
from guandan_rules.named_rule_sets import NAMED, named
from guandan_rules.options import (
    DecidedBy,
    ExtraDeal,
    ExtraLevel,
    FailOn,
    FailTo,
    Measure,
    OnTime,
    OpenPoint,
    PassCondition,
    Place,
    Scale,
    Scope,
    TieRule,
)
from guandan_rules.orders import FinishOrder, OrderError, finish_order, order_problems
from guandan_rules.penalties import Effect, EffectKind, Offence, PenaltyRow, effects_due
from guandan_rules.ranks import level_name, level_of
from guandan_rules.rule_sets import OptionProblem, RuleSet, RuleSetError
from guandan_rules.scales import award_points, deal_points, level_points, result_points
from guandan_rules.seats import Seat, Side, Sides
from guandan_rules.tribute import FirstDeal, NextDeal, Payment, TributeKind, first_deal, next_deal
from guandan_rules.verdicts import Awaited, Facts, Pending, Reason, Verdict, awarded, first_to_reach, may_enter, verdict

__all__ = [
    "NAMED",
    "Awaited",
    "Code",
    "Deal",
    "DealKind",
    "DecidedBy",
    "Effect",
    "EffectKind",
    "Entry",
    "ExtraDeal",
    "ExtraLevel",
    "Facts",
    "FailOn",
    "FailTo",
    "FinishOrder",
    "FirstDeal",
    "LossReason",
    "Measure",
    "NextDeal",
    "Offence",
    "OnTime",
    "OpenPoint",
    "OptionProblem",
    "OrderError",
    "PassCondition",
    "Payment",
    "Penalty",
    "PenaltyRow",
    "Pending",
    "Place",
    "Race",
    "Reason",
    "RuleSet",
    "RuleSetError",
    "Scale",
    "Scope",
    "Seat",
    "Side",
    "Sides",
    "Step",
    "TieRule",
    "TributeKind",
    "Verdict",
    "award_points",
    "awarded",
    "deal_points",
    "effects_due",
    "finish_order",
    "first_deal",
    "first_to_reach",
    "fold",
    "gain_of",
    "level_name",
    "level_of",
    "level_points",
    "may_enter",
    "named",
    "next_deal",
    "order_problems",
    "result_points",
    "start",
    "step",
    "verdict",
]
