"""What a clock says at a moment, and what it says to one sheet, which may have time of its own.

All moments are aware datetimes, all spans are timedeltas. Whoever shows or judges one table asks for its sheet.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scoring.models import Clock, Sheet
from scoring.states import ClockState

NO_TIME = timedelta(0)


@dataclass(frozen=True)
class ClockReading:
    """A clock at one moment. ``bell_at`` is None before the start and where nothing ``rings``; of a paused clock it is
    where the bell would be."""

    state: str
    length: timedelta
    remaining: timedelta
    bell_at: datetime | None
    started_at: datetime | None
    rings: bool

    @property
    def rung(self) -> bool:
        """计时结束: the time is up."""
        return self.bell_at is not None and self.remaining <= NO_TIME


def planned(clock: Clock) -> timedelta:
    """The time that the timetable reckons with, whatever becomes of it on the day: that of all its games."""
    return timedelta(minutes=clock.minutes * clock.games)


def length(clock: Clock) -> timedelta:
    """The time of a game with all extensions."""
    return timedelta(minutes=clock.minutes) + clock.extra


def bell_at(clock: Clock, now: datetime, extra: timedelta = NO_TIME) -> datetime | None:
    """When the bell rings if nothing changes; a pause that goes on pushes it ahead. ``extra``: of one table.

    None before the start, and where the rules limit no time."""
    if clock.started_at is None or not clock.rings:
        return None
    pause = now - clock.paused_at if clock.paused_at else NO_TIME
    return clock.started_at + length(clock) + clock.held + pause + extra


def latest_bell(clock: Clock, extra: timedelta = NO_TIME) -> datetime:
    """The bell of a started clock as far as it is known: of a paused one, the earliest moment it can ring; the last
    of all moments where none rings."""
    if clock.started_at is None or not clock.rings:
        return datetime.max.replace(tzinfo=UTC)
    return clock.started_at + length(clock) + clock.held + extra


def read(clock: Clock, now: datetime, extra: timedelta = NO_TIME) -> ClockReading:
    """The clock as every page shows it; ``remaining`` never falls below zero. ``extra``: of one table."""
    bell = bell_at(clock, now, extra)
    remaining = length(clock) + extra if bell is None else max(bell - now, NO_TIME)
    return ClockReading(clock.state, length(clock) + extra, remaining, bell, clock.started_at, clock.rings)


def has_rung(clock: Clock, now: datetime) -> bool:
    """True from the bell on."""
    return clock.state != ClockState.SET and read(clock, now).rung


def elapsed(clock: Clock, now: datetime) -> timedelta:
    """已计时间: how long a clock has run, pauses left out; nothing before the start."""
    if clock.started_at is None:
        return NO_TIME
    return (clock.paused_at or now) - clock.started_at - clock.held


def sheet_reading(sheet: Sheet, now: datetime) -> ClockReading:
    """The clock of the sheet's round with the time that this table has beyond it.

    A sheet that ``waits`` has its whole time before it, whatever the round's clock says: it reads as not started.
    """
    if sheet.waits:
        duration = length(sheet.clock) + sheet.extra
        return ClockReading(ClockState.SET, duration, duration, None, None, sheet.clock.rings)
    return read(sheet.clock, now, sheet.extra)


def sheet_has_rung(sheet: Sheet, now: datetime) -> bool:
    """True from this table's own bell on."""
    return sheet.clock.state != ClockState.SET and sheet_reading(sheet, now).rung


def latest_sheet_bell(sheet: Sheet) -> datetime:
    """``latest_bell`` of this table."""
    return datetime.max.replace(tzinfo=UTC) if sheet.waits else latest_bell(sheet.clock, sheet.extra)
