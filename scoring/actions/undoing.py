"""撤回: what was done to a clock by mistake, as long as nothing that came after it rests on it."""

from datetime import datetime, timedelta

from django.db.models import F, Q

from accounts.models import User
from journal import clock as journal_clock
from journal.models import Journal
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState
from journal.states import become
from scoring import clocks
from scoring.models import Clock, Deal, Penalty, Sheet, Submission
from scoring.places import NOWHERE, Place
from scoring.queries import UNSETTLED, last_extensions
from scoring.sheet_moves import locked_clock, locked_sheet
from scoring.states import ClockState, ScoringCode, ScoringEvent, SheetState


@action
def undo_start(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """撤回开始计时: the clock is set again, at its planned time. Refused once an entry stands on a sheet of it."""
    clock = locked_clock(clock, ClockState.RUNNING, ClockState.PAUSED)
    sheets = Sheet.objects.filter(clock=clock)
    list(sheets.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    unstruck = Q(sheet__in=sheets, struck_at=None)
    entered = Deal.objects.filter(unstruck).exists() or Penalty.objects.filter(unstruck).exists()
    if entered or Submission.objects.filter(sheet__in=sheets, state__in=UNSETTLED).exists():
        raise Refused(Problem(ScoringCode.ENTRIES_DEPEND))
    sheets.filter(state=SheetState.OPEN).update(waits=False, extra=clocks.NO_TIME, in_hand=None)
    become(clock, ClockState.SET, started_at=None, paused_at=None, held=clocks.NO_TIME, extra=clocks.NO_TIME)
    record(journal, ScoringEvent.CLOCK_START_UNDONE, place.subject, by=by, **place.facts())
    return clock


@action
def undo_pause(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """撤回暂停: as if the clock had not stood still. Refused if a deal was entered that the bell then comes before."""
    clock = locked_clock(clock, ClockState.PAUSED)
    _refuse_deals_after(clock, clocks.latest_bell(clock))
    become(clock, ClockState.RUNNING, paused_at=None)
    record(journal, ScoringEvent.CLOCK_PAUSE_UNDONE, place.subject, by=by, **place.facts())
    return clock


@action
def undo_extension(clock: Clock, journal: Journal, *, by: User, place: Place) -> Clock:
    """撤回加时: the newest extension since the start is gone; one given after the bell leaves the bell where it was.

    Refused if a deal was entered that the bell then comes before; ``WrongState`` if there is none, or the bell of the
    extended time has rung.
    """
    clock = locked_clock(clock, ClockState.RUNNING, ClockState.PAUSED)
    minutes = last_extensions(journal, clock, [place.subject]).get(place.subject, 0)
    if not minutes or clocks.has_rung(clock, journal_clock.now(journal)):
        raise WrongState(clock.subject, clock.state)
    clock.extra -= timedelta(minutes=minutes)
    _refuse_deals_after(clock, clocks.latest_bell(clock))
    clock.save(update_fields=["extra"])
    record(journal, ScoringEvent.CLOCK_EXTENSION_UNDONE, place.subject, by=by, minutes=minutes, **place.facts())
    return clock


@action
def undo_sheet_extension(sheet: Sheet, *, by: User, place: Place = NOWHERE) -> Sheet:
    """撤回本桌加时: the newest extension of one table since the start is gone, as ``undo_extension`` has it for all."""
    locked_clock(sheet.clock, ClockState.RUNNING, ClockState.PAUSED)
    sheet = locked_sheet(sheet)
    minutes = last_extensions(sheet.journal, sheet.clock, [sheet.subject]).get(sheet.subject, 0)
    rung = clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal))
    if not minutes or rung or sheet.extra < timedelta(minutes=minutes):
        raise WrongState(sheet.subject, sheet.state)
    sheet.extra -= timedelta(minutes=minutes)
    if sheet.deals.filter(struck_at=None, entered_at__gte=clocks.latest_sheet_bell(sheet)).exists():
        raise Refused(Problem(ScoringCode.ENTRIES_DEPEND))
    sheet.save(update_fields=["extra"])
    record(sheet.journal, ScoringEvent.SHEET_EXTENSION_UNDONE, sheet.subject, by=by, minutes=minutes, **place.facts())
    return sheet


def _refuse_deals_after(clock: Clock, bell: datetime) -> None:
    list(Sheet.objects.select_for_update(no_key=True).filter(clock=clock).order_by("pk").values_list("pk"))
    later = Deal.objects.filter(sheet__clock=clock, struck_at=None, entered_at__gte=bell + F("sheet__extra"))
    if later.exists():
        raise Refused(Problem(ScoringCode.ENTRIES_DEPEND))
