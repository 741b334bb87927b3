"""掼蛋 Guandan: the rules of the game as a library of its own; standard library only (rules.md, S000 附件3)."""

from importlib import import_module
from typing import TYPE_CHECKING

from guandan_rules.cards import CARDS, Card, CardError, Suit, card_of, cards_of, packed, strength, unpacked, wild_of
from guandan_rules.codes import Code
from guandan_rules.kinds import Kind, Reading, beats, power
from guandan_rules.ladder import LossReason, level_name, level_of
from guandan_rules.levels import Deal, DealKind, Entry, Penalty, Race, Step, fold, gain_of, start, step
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
    TieBreak,
    TieRule,
)
from guandan_rules.orders import FinishOrder, OrderError, finish_order, order_problems
from guandan_rules.penalties import (
    COUNTED_TOGETHER,
    ONLY_BY_TABLE,
    WITHOUT_CONSEQUENCE,
    Effect,
    EffectKind,
    Offence,
    PenaltyRow,
    effects_due,
)
from guandan_rules.readings import reading_problems, readings
from guandan_rules.rule_sets import OptionProblem, RuleSet, RuleSetError
from guandan_rules.scales import award_points, deal_points, level_points, result_points
from guandan_rules.seats import Seat, Side, Sides
from guandan_rules.tribute import (
    FirstDeal,
    NextDeal,
    Payment,
    TributeKind,
    first_deal,
    is_resisted,
    next_deal,
    payable,
    returnable,
)
from guandan_rules.verdicts import Awaited, Facts, Pending, Reason, Verdict, awarded, first_to_reach, may_enter, verdict

if TYPE_CHECKING:
    from guandan_rules.deal_play import (
        Replay,
        ReplayProblem,
        StepError,
        after,
        default_reading,
        legal_plays,
        legal_steps,
        replay,
        report_due,
        step_problems,
    )
    from guandan_rules.deal_state import (
        DealError,
        DealRecord,
        DealState,
        DealStep,
        Pass,
        Pay,
        Phase,
        Put,
        Return,
        dealt,
    )
    from guandan_rules.hands import Hand
    from guandan_rules.notation import LineProblem, NotationError, read_deal, write_deal
    from guandan_rules.plays import (
        Play,
        all_leads,
        all_responses,
        lead_readings,
        leads,
        response_readings,
        responses,
    )
    from guandan_rules.random_player import random_deal, random_hands, random_step

__all__ = [
    "CARDS",
    "COUNTED_TOGETHER",
    "NAMED",
    "ONLY_BY_TABLE",
    "WITHOUT_CONSEQUENCE",
    "Awaited",
    "Card",
    "CardError",
    "Code",
    "Deal",
    "DealError",
    "DealKind",
    "DealRecord",
    "DealState",
    "DealStep",
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
    "Hand",
    "Kind",
    "LineProblem",
    "LossReason",
    "Measure",
    "NextDeal",
    "NotationError",
    "Offence",
    "OnTime",
    "OpenPoint",
    "OptionProblem",
    "OrderError",
    "Pass",
    "PassCondition",
    "Pay",
    "Payment",
    "Penalty",
    "PenaltyRow",
    "Pending",
    "Phase",
    "Place",
    "Play",
    "Put",
    "Race",
    "Reading",
    "Reason",
    "Replay",
    "ReplayProblem",
    "Return",
    "RuleSet",
    "RuleSetError",
    "Scale",
    "Scope",
    "Seat",
    "Side",
    "Sides",
    "Step",
    "StepError",
    "Suit",
    "TieBreak",
    "TieRule",
    "TributeKind",
    "Verdict",
    "after",
    "all_leads",
    "all_responses",
    "award_points",
    "awarded",
    "beats",
    "card_of",
    "cards_of",
    "deal_points",
    "dealt",
    "default_reading",
    "effects_due",
    "finish_order",
    "first_deal",
    "first_to_reach",
    "fold",
    "gain_of",
    "is_resisted",
    "lead_readings",
    "leads",
    "legal_plays",
    "legal_steps",
    "level_name",
    "level_of",
    "level_points",
    "may_enter",
    "named",
    "next_deal",
    "order_problems",
    "packed",
    "payable",
    "power",
    "random_deal",
    "random_hands",
    "random_step",
    "read_deal",
    "reading_problems",
    "readings",
    "replay",
    "report_due",
    "response_readings",
    "responses",
    "result_points",
    "returnable",
    "start",
    "step",
    "step_problems",
    "strength",
    "unpacked",
    "verdict",
    "wild_of",
    "write_deal",
]

_PLAYED_DEAL = ("hands", "plays", "deal_state", "deal_play", "notation", "random_player")
"""Modules of cards in play: half of the package, imported when a name of theirs is first asked for, since whoever keeps
score needs none of them."""


def __getattr__(name: str) -> object:
    for module in _PLAYED_DEAL if name in __all__ else ():
        names = vars(import_module(f"guandan_rules.{module}"))
        if name in names:
            return names[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
