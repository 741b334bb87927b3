"""Changes of clocks and sheets. Teams, matches and who may act are the caller's business."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from guandan_rules import Verdict, order_problems
from journal import clock as journal_clock
from journal.actions import action, record
from journal.models import Journal
from journal.queries import last_event_number
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import storable
from scoring import clocks
from scoring.models import Clock, Deal, Sheet
from scoring.queries import counting_deals, entry_problems, played, race
from scoring.standings import standing_of
from scoring.states import CLOCK_TRANSITIONS, ClockState, DealKind, ScoringCode, ScoringEvent, SheetState

LONGEST_EXTENSION = 180

Facts = dict[str, Any]
"""What the caller adds to the record: names of the match and its teams, never anything private."""


def _locked_clock(clock: Clock, target: str) -> Clock:
    row = Clock.objects.select_for_update(no_key=True).get(pk=clock.pk)
    if target not in CLOCK_TRANSITIONS[row.state]:
        raise WrongState(f"clock:{row.pk}", row.state)
    return row


def _locked_row(sheet: Sheet) -> Sheet:
    """Locked first and read after, so that clock and journal are not older than the waiting."""
    Sheet.objects.select_for_update(no_key=True).values_list("pk").get(pk=sheet.pk)
    return Sheet.objects.select_related("clock", "journal").get(pk=sheet.pk)


def _locked_sheet(sheet: Sheet, *, seen: int | None) -> Sheet:
    row = _locked_row(sheet)
    if row.state != SheetState.OPEN:
        raise WrongState(row.subject, row.state)
    if seen is not None and seen != last_event_number(row.journal, row.subject):
        raise WrongState(row.subject, "changed")
    return row


@action
def start_clock(clock: Clock, journal: Journal, *, by: User, subject: str, **facts: Any) -> Clock:
    """Start the server's clock; every page counts down from here. ``subject`` and ``facts`` name it in the journal."""
    clock = _locked_clock(clock, ClockState.RUNNING)
    if clock.state != ClockState.SET:
        raise WrongState(f"clock:{clock.pk}", clock.state)
    clock.state, clock.started_at = ClockState.RUNNING, journal_clock.now(journal)
    clock.save()
    record(journal, ScoringEvent.CLOCK_STARTED, subject, by=by, minutes=clock.minutes, **facts)
    return clock


@action
def pause_clock(clock: Clock, journal: Journal, *, by: User, subject: str, **facts: Any) -> Clock:
    """Stop the countdown until it is resumed; refused once the bell has rung."""
    clock = _locked_clock(clock, ClockState.PAUSED)
    now = journal_clock.now(journal)
    if clocks.has_rung(clock, now):
        raise WrongState(f"clock:{clock.pk}", "rung")
    clock.state, clock.paused_at = ClockState.PAUSED, now
    clock.save()
    record(journal, ScoringEvent.CLOCK_PAUSED, subject, by=by, **facts)
    return clock


@action
def resume_clock(clock: Clock, journal: Journal, *, by: User, subject: str, **facts: Any) -> Clock:
    """Go on counting; the pause is added to the bell."""
    clock = _locked_clock(clock, ClockState.RUNNING)
    if clock.paused_at is None:
        raise WrongState(f"clock:{clock.pk}", clock.state)
    clock.held += journal_clock.now(journal) - clock.paused_at
    clock.state, clock.paused_at = ClockState.RUNNING, None
    clock.save()
    record(journal, ScoringEvent.CLOCK_RESUMED, subject, by=by, **facts)
    return clock


@action
def extend_clock(
    clock: Clock, journal: Journal, minutes: int, *, by: User, subject: str, reason: str, **facts: Any
) -> Clock:
    """Move the bell by whole minutes (1…180), with a reason.

    After the bell they count from now, play goes on, and what was answered at the bell is asked again at the next.
    """
    clock = Clock.objects.select_for_update(no_key=True).get(pk=clock.pk)
    if clock.state not in (ClockState.RUNNING, ClockState.PAUSED):
        raise WrongState(f"clock:{clock.pk}", clock.state)
    out_of_range = Problem(ScoringCode.MINUTES_OUT_OF_RANGE, "minutes", {"most": LONGEST_EXTENSION})
    refuse_if([*([] if 1 <= minutes <= LONGEST_EXTENSION else [out_of_range]), *reason_problems(reason)])
    now = journal_clock.now(journal)
    if clocks.has_rung(clock, now):
        clock.extra += now - clocks.latest_bell(clock)
        Sheet.objects.filter(clock=clock, state=SheetState.OPEN).update(in_hand=None)
    clock.extra += timedelta(minutes=minutes)
    clock.save()
    record(journal, ScoringEvent.CLOCK_EXTENDED, subject, by=by, minutes=minutes, reason=storable(reason), **facts)
    return clock


@action
def enter_deal(
    sheet: Sheet,
    order: str,
    *,
    by: User,
    seen: int | None = None,
    kind: str = DealKind.REGULAR,
    facts: Facts | None = None,
) -> Deal:
    """记一副: write down a finish order as seat letters in the order in which they went out, e.g. ``WE`` or ``WNES``.

    Three letters are completed by the fourth. ``seen`` is the number of the sheet's last event that the device knew.
    Refuses what cannot be, with all reasons; two devices at once: the second gets ``WrongState``.
    """
    sheet = _locked_sheet(sheet, seen=seen)
    now = journal_clock.now(sheet.journal)
    deals = counting_deals(sheet)
    wrong = [Problem(code, "order") for code in order_problems(order)]
    refuse_if([*wrong, *_kind_problems(sheet, kind, now, deals)])
    number = len(deals) + 1
    deal = Deal(sheet=sheet, number=number, kind=kind, order=order, entered_at=now, entered_by=by)
    deal.order = played(deal).letters
    deal.save()
    _keep_standing(sheet, [*deals, deal])
    record(
        sheet.journal,
        ScoringEvent.DEAL_ENTERED,
        sheet.subject,
        by=by,
        deal=number,
        order=deal.order,
        deal_kind=kind,
        standing=sheet.standing,
        **(facts or {}),
    )
    return deal


def _kind_problems(sheet: Sheet, kind: str, now: datetime, deals: list[Deal]) -> list[Problem]:
    if kind not in DealKind.values:
        return [Problem(ScoringCode.KIND_UNKNOWN, "kind")]
    if sheet.clock.state == ClockState.SET:
        return [Problem(ScoringCode.CLOCK_NOT_STARTED)]
    return [Problem(code) for code in entry_problems(sheet, kind, now, deals)]


@action
def undo_deal(sheet: Sheet, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Deal:
    """撤回: strike the last deal. It stays in the record and no longer counts."""
    sheet = _locked_sheet(sheet, seen=seen)
    deals = counting_deals(sheet)
    if not deals:
        raise Refused(Problem(ScoringCode.NO_DEAL_TO_UNDO))
    deal = deals[-1]
    deal.struck_at, deal.struck_by = journal_clock.now(sheet.journal), by
    deal.save(update_fields=["struck_at", "struck_by"])
    _keep_standing(sheet, deals[:-1])
    record(
        sheet.journal,
        ScoringEvent.DEAL_UNDONE,
        sheet.subject,
        by=by,
        deal=deal.number,
        order=deal.order,
        standing=sheet.standing,
        **(facts or {}),
    )
    return deal


@action
def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Sheet:
    """响铃时是否正在打牌: the referee says whether a deal was in hand at the bell; the rule set says what follows."""
    sheet = _locked_sheet(sheet, seen=seen)
    if not clocks.has_rung(sheet.clock, journal_clock.now(sheet.journal)):
        raise Refused(Problem(ScoringCode.CLOCK_NOT_OVER))
    sheet.in_hand = in_hand
    sheet.save(update_fields=["in_hand"])
    record(sheet.journal, ScoringEvent.BELL_ANSWERED, sheet.subject, by=by, in_hand=in_hand, **(facts or {}))
    return sheet


@action
def close_sheet(
    sheet: Sheet, verdict: Verdict, *, by: User | None, seen: int | None = None, facts: Facts | None = None
) -> Sheet:
    """Close a game with its confirmed verdict; nothing can be entered any more."""
    sheet = _locked_sheet(sheet, seen=seen)
    sheet.state = SheetState.CLOSED
    sheet.winner, sheet.reason = verdict.winner or "", verdict.reason
    sheet.save(update_fields=["state", "winner", "reason"])
    record(
        sheet.journal,
        ScoringEvent.SHEET_CLOSED,
        sheet.subject,
        by=by,
        sheet_winner=sheet.winner,
        sheet_reason=sheet.reason,
        **(facts or {}),
    )
    return sheet


@action
def reopen_sheet(sheet: Sheet, *, by: User | None, facts: Facts | None = None) -> Sheet:
    """Open a closed game again for a correction."""
    sheet = _locked_row(sheet)
    if sheet.state != SheetState.CLOSED:
        raise WrongState(sheet.subject, sheet.state)
    sheet.state, sheet.winner, sheet.reason = SheetState.OPEN, "", ""
    sheet.save(update_fields=["state", "winner", "reason"])
    record(sheet.journal, ScoringEvent.SHEET_REOPENED, sheet.subject, by=by, **(facts or {}))
    return sheet


def _keep_standing(sheet: Sheet, deals: list[Deal]) -> None:
    sheet.standing = standing_of(race(sheet, deals)).to_dict()
    sheet.save(update_fields=["standing"])
