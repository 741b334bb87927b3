"""Readings of a sheet: its deals, the race they make, and the verdict they lead to."""

from datetime import datetime

from guandan_rules import Code as RuleCode
from guandan_rules import Deal as PlayedDeal
from guandan_rules import DealKind as PlayedKind
from guandan_rules import Pending, Race, RuleSet, Verdict, fold, may_enter, verdict
from scoring import clocks
from scoring.models import Deal, Sheet


def rule_set(sheet: Sheet) -> RuleSet:
    """The sheet's frozen rule set."""
    return RuleSet.from_dict(sheet.rule_set)


def counting_deals(sheet: Sheet) -> list[Deal]:
    """The deals that count, in order; struck ones are left out. Uses ``sheet.deals`` if it was prefetched."""
    return sorted((d for d in sheet.deals.all() if d.struck_at is None), key=lambda d: d.number)


def played(deal: Deal) -> PlayedDeal:
    """The deal as the rules know it."""
    return PlayedDeal.from_letters(deal.order, PlayedKind(deal.kind))


def log(sheet: Sheet, deals: list[Deal] | None = None) -> list[PlayedDeal]:
    """The counting deals as the rules know them; ``deals``: those that were read already.

    Where the bell was put off, what was the last deal is one of many.
    """
    bell = clocks.latest_bell(sheet.clock)
    counting = counting_deals(sheet) if deals is None else deals
    return [_before_the_bell(d) if d.entered_at < bell else played(d) for d in counting]


def _before_the_bell(deal: Deal) -> PlayedDeal:
    was_last = deal.kind in (PlayedKind.LATE, PlayedKind.IN_HAND)
    return PlayedDeal.from_letters(deal.order, PlayedKind.REGULAR if was_last else PlayedKind(deal.kind))


def race(sheet: Sheet, deals: list[Deal] | None = None) -> Race:
    """The levels after all counting deals; ``deals``: those that were read already."""
    return fold(rule_set(sheet), log(sheet, deals))


def sheet_verdict(sheet: Sheet, now: datetime) -> Verdict | Pending:
    """Who has won this game and why, or what is still awaited; follows from deals, clock and the answer at the bell."""
    return verdict(rule_set(sheet), race(sheet), time_up=clocks.has_rung(sheet.clock, now), in_hand=sheet.in_hand)


def entry_problems(sheet: Sheet, kind: str, now: datetime, deals: list[Deal] | None = None) -> tuple[RuleCode, ...]:
    """What refuses a further deal of that kind now; ``deals``: those that were read already."""
    time_up = clocks.has_rung(sheet.clock, now)
    found = race(sheet, deals)
    return may_enter(rule_set(sheet), found, time_up=time_up, in_hand=sheet.in_hand, kind=PlayedKind(kind))
