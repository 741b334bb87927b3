"""Readings of a sheet: its deals and penalties, the race they make, and the verdict they lead to."""

from collections.abc import Sequence
from datetime import datetime

from guandan_rules import Deal as PlayedDeal
from guandan_rules import DealKind as PlayedKind
from guandan_rules import (
    Effect,
    EffectKind,
    Entry,
    Offence,
    Pending,
    Race,
    RuleSet,
    Side,
    Verdict,
    effects_due,
    fold,
    step,
)
from guandan_rules import Penalty as GivenPenalty
from guandan_rules import verdict as verdict_of
from scoring import clocks
from scoring.models import Confirmation, Deal, Penalty, Sheet, Submission
from scoring.states import SubmissionState

Row = Deal | Penalty
STANDS = (SubmissionState.ACCEPTED, SubmissionState.DUPLICATE)
UNSETTLED = (SubmissionState.WAITING, SubmissionState.CONFLICTING)


def rule_set(sheet: Sheet) -> RuleSet:
    """The sheet's frozen rule set."""
    return sheet.rules


def counting_deals(sheet: Sheet) -> list[Deal]:
    """The deals that count, in order; struck ones are left out. Uses ``sheet.deals`` if it was prefetched."""
    return sorted((d for d in sheet.deals.all() if d.struck_at is None), key=lambda d: d.number)


def counting_penalties(sheet: Sheet) -> list[Penalty]:
    """The penalties that count, as they were given. Uses ``sheet.penalties`` if it was prefetched."""
    return sorted((p for p in sheet.penalties.all() if p.struck_at is None), key=lambda p: p.pk)


def in_order(deals: Sequence[Deal], penalties: Sequence[Penalty]) -> list[Row]:
    """记录: a penalty with ``after_deal`` k stands behind deal k and before deal k+1, several as they were given."""
    rows: list[Row] = [*deals, *penalties]
    return sorted(rows, key=lambda row: (row.after_deal, 1) if isinstance(row, Penalty) else (row.number, 0))


def rows(sheet: Sheet) -> list[Row]:
    """The deals and penalties that count, in the order of the log."""
    return in_order(counting_deals(sheet), counting_penalties(sheet))


def played(deal: Deal) -> PlayedDeal:
    """The deal as the rules know it."""
    return PlayedDeal.from_letters(deal.order, PlayedKind(deal.kind))


def effects_of(penalty: Penalty) -> tuple[Effect, ...]:
    """What the penalty does."""
    return tuple(Effect(EffectKind(effect["kind"]), int(effect.get("amount", 0))) for effect in penalty.effects)


def given(penalty: Penalty) -> GivenPenalty:
    """The penalty as the rules know it.

    A void deal (此副作废, rules.md §7) is the one being played: it is dealt again and never stands in the log, so the
    levels stay. One that was entered already is taken back before the penalty is given.
    """
    return GivenPenalty(Side(penalty.side), Offence(penalty.offence), effects_of(penalty))


def log(sheet: Sheet, entered: Sequence[Row] | None = None) -> list[Entry]:
    """The counting deals and penalties as the rules know them; ``entered``: those that were read already, in order.

    Where this table's bell was put off, what was the last deal is one of many.
    """
    bell = clocks.latest_sheet_bell(sheet)
    return [_entry(row, bell) for row in (rows(sheet) if entered is None else entered)]


def _entry(row: Row, bell: datetime) -> Entry:
    if isinstance(row, Penalty):
        return given(row)
    return _before_the_bell(row) if row.entered_at < bell else played(row)


def _before_the_bell(deal: Deal) -> PlayedDeal:
    was_last = deal.kind in (PlayedKind.LATE, PlayedKind.IN_HAND)
    return PlayedDeal.from_letters(deal.order, PlayedKind.REGULAR if was_last else PlayedKind(deal.kind))


def race(sheet: Sheet, entered: Sequence[Row] | None = None) -> Race:
    """The levels after all that counts, one step a row; ``entered``: the rows if they were read already, in order."""
    return fold(rule_set(sheet), log(sheet, entered))


def next_race(sheet: Sheet, found: Race, row: Row) -> Race:
    """The levels after one more row behind those that make the race ``found``."""
    return step(rule_set(sheet), found, _entry(row, clocks.latest_sheet_bell(sheet)))


def sheet_verdict(sheet: Sheet, now: datetime) -> Verdict | Pending:
    """Who has won this game and why, or what is still awaited; follows from the log, the clock and the answer then."""
    time_up = clocks.sheet_has_rung(sheet, now)
    return verdict_of(rule_set(sheet), race(sheet), time_up=time_up, in_hand=sheet.in_hand)


def due(sheet: Sheet, side: Side, offence: Offence, entered: Sequence[Row] | None = None) -> tuple[Effect, ...]:
    """处罚的效果 that the rule set's table has for the side's next offence of that kind in this game."""
    times = race(sheet, entered).offences(side, offence) + 1
    return effects_due(rule_set(sheet).penalties, offence, times)


def answers(sheet: Sheet, seen: int) -> dict[str, Confirmation]:
    """双方确认 by side: the newest answer of each to the sheet as of ``seen``; a side that said nothing is left out."""
    return {c.side: c for c in Confirmation.objects.filter(sheet=sheet, seen=seen).select_related("by").order_by("pk")}


def unsettled(sheet: Sheet) -> list[Submission]:
    """What devices sent and nobody settled yet, as it was received: in conflict, waiting, or refused.

    A refused entry is settled once its device has sent something later that stands.
    """
    found = list(
        Submission.objects.filter(sheet=sheet)
        .exclude(state=SubmissionState.DROPPED)
        .select_related("by")
        .order_by("pk")
    )
    last = {row.device: row.pk for row in found if row.state in STANDS}
    refused = {r.pk for r in found if r.state == SubmissionState.REFUSED and r.pk > last.get(r.device, 0)}
    return [row for row in found if row.state in UNSETTLED or row.pk in refused]
