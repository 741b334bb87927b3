"""What a clock says at a moment. All moments are aware datetimes, all spans are timedeltas."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scoring.models import Clock
from scoring.states import ClockState


@dataclass(frozen=True)
class Reading:
    """A clock at one moment. ``bell_at`` is None before the start; of a paused clock it is where the bell would be."""

    state: str
    length: timedelta
    remaining: timedelta
    bell_at: datetime | None

    @property
    def rung(self) -> bool:
        """计时结束: the time is up."""
        return self.bell_at is not None and self.remaining <= timedelta(0)


def planned(clock: Clock) -> timedelta:
    """The time that the timetable reckons with, whatever becomes of it on the day."""
    return timedelta(minutes=clock.minutes)


def length(clock: Clock) -> timedelta:
    """The planned time with all extensions."""
    return planned(clock) + clock.extra


def bell_at(clock: Clock, now: datetime) -> datetime | None:
    """When the bell rings if nothing changes; a pause that goes on pushes it ahead."""
    if clock.started_at is None:
        return None
    pause = now - clock.paused_at if clock.paused_at else timedelta(0)
    return clock.started_at + length(clock) + clock.held + pause


def latest_bell(clock: Clock) -> datetime:
    """The bell of a started clock as far as it is known: of a paused one, the earliest moment it can ring."""
    return clock.started_at + length(clock) + clock.held if clock.started_at else datetime.max.replace(tzinfo=UTC)


def read(clock: Clock, now: datetime) -> Reading:
    """The clock as every page shows it; ``remaining`` never falls below zero."""
    bell = bell_at(clock, now)
    remaining = length(clock) if bell is None else max(bell - now, timedelta(0))
    return Reading(clock.state, length(clock), remaining, bell)


def has_rung(clock: Clock, now: datetime) -> bool:
    """True from the bell on."""
    return clock.state != ClockState.SET and read(clock, now).rung
