"""When a reminder is due. Every moment is an aware datetime."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

EVENING = time(17, 0)
SHORTLY = timedelta(minutes=30)


@dataclass(frozen=True)
class DueTimes:
    """The due times of a start's two reminders; None: that one is not made."""

    day_before: datetime | None = None
    soon: datetime | None = None


def day_before(starts_at: datetime, zone: ZoneInfo) -> datetime:
    """17:00 of the day before, both as the calendar of the event's zone has them."""
    day = starts_at.astimezone(zone).date() - timedelta(days=1)
    return datetime.combine(day, EVENING, zone)


def soon(starts_at: datetime) -> datetime:
    """30 minutes before the start."""
    return starts_at - SHORTLY


def due_times(starts_at: datetime, zone: ZoneInfo, now: datetime) -> DueTimes:
    """The reminders to make ``now`` for that start.

    A due time that has passed is now, as long as the match is ahead; then none is made. Where both have passed the
    later one says all that the earlier would.
    """
    if now >= starts_at:
        return DueTimes()
    if now >= soon(starts_at):
        return DueTimes(soon=now)
    return DueTimes(max(day_before(starts_at, zone), now), soon(starts_at))
