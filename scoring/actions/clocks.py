"""Changes of the clock of a round."""

from datetime import datetime, timedelta

from accounts.models import User
from journal import clock as journal_clock
from journal.models import Journal
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become
from journal.texts import storable
from scoring import clocks
from scoring.models import Clock, Sheet
from scoring.places import NOWHERE, Place
from scoring.sheet_moves import locked_clock, locked_sheet
from scoring.states import ClockState, ScoringCode, ScoringEvent, SheetState

LONGEST_EXTENSION = 180


@action
def start_clock(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """Start the server's clock; every page counts down from here. ``place`` names it in the journal."""
    clock = locked_clock(clock, ClockState.SET)
    become(clock, ClockState.RUNNING, started_at=journal_clock.now(journal))
    record(journal, ScoringEvent.CLOCK_STARTED, place.subject, by=by, minutes=clock.minutes, **place.facts())
    return clock


@action
def pause_clock(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """Stop the countdown until it is resumed; refused once the bell has rung."""
    clock = locked_clock(clock, ClockState.RUNNING)
    now = journal_clock.now(journal)
    if clocks.has_rung(clock, now):
        raise WrongState(f"clock:{clock.pk}", "rung")
    become(clock, ClockState.PAUSED, paused_at=now)
    record(journal, ScoringEvent.CLOCK_PAUSED, place.subject, by=by, **place.facts())
    return clock


@action
def resume_clock(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """Go on counting; the pause is added to the bell."""
    clock = locked_clock(clock, ClockState.PAUSED)
    assert clock.paused_at is not None
    held = clock.held + journal_clock.now(journal) - clock.paused_at
    become(clock, ClockState.RUNNING, held=held, paused_at=None)
    record(journal, ScoringEvent.CLOCK_RESUMED, place.subject, by=by, **place.facts())
    return clock


@action
def extend_clock(clock: Clock, journal: Journal, minutes: int, *, by: User, reason: str, place: Place) -> Clock:
    """Move the bell by whole minutes (1…180), with a reason.

    After the bell they count from now, play goes on, and what was answered at the bell is asked again at the next.
    A table with time of its own keeps what it has left of it.
    """
    clock = locked_clock(clock, ClockState.RUNNING, ClockState.PAUSED)
    refuse_if([*_minutes_problems(minutes), *reason_problems(reason)])
    now = journal_clock.now(journal)
    if clocks.has_rung(clock, now):
        _ring_again(clock, now)
    clock.extra += timedelta(minutes=minutes)
    clock.save(update_fields=["extra"])
    facts = {"minutes": minutes, "reason": storable(reason), **place.facts()}
    record(journal, ScoringEvent.CLOCK_EXTENDED, place.subject, by=by, **facts)
    return clock


def _ring_again(clock: Clock, now: datetime) -> None:
    """The bell that rang is put off to now. A table that is still playing must not get the gap as a present."""
    gap = now - clocks.latest_bell(clock)
    for sheet in Sheet.objects.select_for_update(no_key=True).filter(clock=clock, state=SheetState.OPEN).order_by("pk"):
        if not sheet.waits:
            sheet.extra, sheet.in_hand = max(sheet.extra - gap, clocks.NO_TIME), None
            sheet.save(update_fields=["extra", "in_hand"])
    clock.extra += gap


@action
def extend_sheet(sheet: Sheet, minutes: int, *, by: User, reason: str, place: Place = NOWHERE) -> Sheet:
    """本桌加时: whole minutes (1…180) for one table, with a reason; its bell is that of its round and these.

    After this table's bell they count from now, and the bell's question is asked again. ``WrongState`` before the
    clock of the round runs and once the sheet is closed.
    """
    locked_clock(sheet.clock, ClockState.RUNNING, ClockState.PAUSED)
    sheet = locked_sheet(sheet)
    refuse_if([*_minutes_problems(minutes), *reason_problems(reason)])
    now = journal_clock.now(sheet.journal)
    if clocks.sheet_has_rung(sheet, now):
        sheet.extra += now - clocks.latest_sheet_bell(sheet)
        sheet.in_hand = None
    sheet.extra += timedelta(minutes=minutes)
    sheet.save(update_fields=["extra", "in_hand"])
    facts = {"minutes": minutes, "reason": storable(reason), **place.facts()}
    record(sheet.journal, ScoringEvent.SHEET_EXTENDED, sheet.subject, by=by, **facts)
    return sheet


def _minutes_problems(minutes: int) -> list[Problem]:
    out_of_range = Problem(ScoringCode.MINUTES_OUT_OF_RANGE, "minutes", {"most": LONGEST_EXTENSION})
    return [] if 1 <= minutes <= LONGEST_EXTENSION else [out_of_range]
