"""The clock of a round and the time of one table: started, paused, extended; and each of these taken back, as long as
nothing that came after it rests on it."""

from datetime import datetime, timedelta

from django.db.models import F, Q

from accounts.models import User
from journal import clock as journal_clock
from journal.models import Journal
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become
from journal.texts import reason_problems, storable
from scoring import clocks
from scoring.models import Clock, Deal, Penalty, Sheet, Submission
from scoring.places import NOWHERE, Place
from scoring.queries import UNSETTLED, last_extensions
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
    """Stop the countdown until it is resumed; refused once the bell has rung, unless a further game may have its own
    time yet."""
    clock = locked_clock(clock, ClockState.RUNNING)
    now = journal_clock.now(journal)
    if clock.games == 1 and clocks.has_rung(clock, now):
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
    """Move the bell by whole minutes (1…180), with a reason; refused where nothing rings.

    After the bell they count from now, play goes on, and what was answered at the bell is asked again at the next.
    A table with time of its own keeps what it has left of it.
    """
    clock = locked_clock(clock, ClockState.RUNNING, ClockState.PAUSED)
    refuse_if([*_minutes_problems(minutes, clock), *reason_problems(reason)])
    now = journal_clock.now(journal)
    if clocks.has_rung(clock, now):
        # the bell that rang is put off to now; a table that is still playing must not get the gap as a present
        gap = now - clocks.latest_bell(clock)
        playing = Sheet.objects.filter(clock=clock, state=SheetState.OPEN, waits=False)
        for sheet in playing.select_for_update(no_key=True).order_by("pk"):
            sheet.extra, sheet.in_hand = max(sheet.extra - gap, clocks.NO_TIME), None
            sheet.save(update_fields=["extra", "in_hand"])
        clock.extra += gap
    clock.extra += timedelta(minutes=minutes)
    clock.save(update_fields=["extra"])
    facts = {"minutes": minutes, "reason": storable(reason), **place.facts()}
    record(journal, ScoringEvent.CLOCK_EXTENDED, place.subject, by=by, **facts)
    return clock


@action
def extend_sheet(sheet: Sheet, minutes: int, *, by: User, reason: str, place: Place = NOWHERE) -> Sheet:
    """本桌加时: whole minutes (1…180) for one table, with a reason; its bell is that of its round and these.

    After this table's bell they count from now, and the bell's question is asked again. ``WrongState`` before the
    clock of the round runs and once the sheet is closed.
    """
    locked_clock(sheet.clock, ClockState.RUNNING, ClockState.PAUSED)
    sheet = locked_sheet(sheet)
    refuse_if([*_minutes_problems(minutes, sheet.clock), *reason_problems(reason)])
    now = journal_clock.now(sheet.journal)
    if clocks.sheet_has_rung(sheet, now):
        sheet.extra += now - clocks.latest_sheet_bell(sheet)
        sheet.in_hand = None
    sheet.extra += timedelta(minutes=minutes)
    sheet.save(update_fields=["extra", "in_hand"])
    facts = {"minutes": minutes, "reason": storable(reason), **place.facts()}
    record(sheet.journal, ScoringEvent.SHEET_EXTENDED, sheet.subject, by=by, **facts)
    return sheet


def _minutes_problems(minutes: int, clock: Clock) -> list[Problem]:
    if not clock.rings:
        return [Problem(ScoringCode.NOTHING_RINGS, "minutes")]
    out_of_range = Problem(ScoringCode.MINUTES_OUT_OF_RANGE, "minutes", {"most": LONGEST_EXTENSION})
    return [] if 1 <= minutes <= LONGEST_EXTENSION else [out_of_range]


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
