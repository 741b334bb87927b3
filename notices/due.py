"""When a reminder is due. Every moment is an aware datetime."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

EVENING = time(17, 0)
MORNING = time(9, 0)
TO_AGREE = 3
"""Days before the last one of a round on which teams are told that a match has no day yet."""
SHORTLY = timedelta(minutes=30)
REPORTED_AFTER = timedelta(minutes=10)
"""What a day brought is told so long after its last result, lest that is taken back."""
DAY = 1440
COLLECTED = time(18, 0)


def day_before(starts_at: datetime, zone: ZoneInfo) -> datetime:
    """17:00 of the day before, both as the calendar of the event's zone has them."""
    day = starts_at.astimezone(zone).date() - timedelta(days=1)
    return datetime.combine(day, EVENING, zone)


def soon(starts_at: datetime) -> datetime:
    """30 minutes before the start."""
    return starts_at - SHORTLY


def days_before(until: datetime, days: int, zone: ZoneInfo, now: datetime) -> datetime | None:
    """9:00 so many days before the day of ``until``, now if that has passed; None once it is over."""
    if now >= until:
        return None
    day = until.astimezone(zone).date() - timedelta(days=days)
    return max(datetime.combine(day, MORNING, zone), now)


def due_times(starts_at: datetime, zone: ZoneInfo, now: datetime) -> tuple[datetime | None, datetime | None]:
    """When the two reminders of that start are due, the day before and soon; None: that one is not made.

    A due time that has passed is now, as long as the match is ahead; then none is made. Where both have passed the
    later one says all that the earlier would.
    """
    if now >= starts_at:
        return None, None
    if now >= soon(starts_at):
        return None, now
    return max(day_before(starts_at, zone), now), soon(starts_at)


def released_until(now: datetime, zone: ZoneInfo, collecting: int, quiet: tuple[time, time] | None) -> datetime | None:
    """What a channel says ``now``: all that was issued up to that moment; None in its quiet hours.

    ``collecting`` is in minutes: what was issued since the last full quarter of an hour, hour or 18:00 waits for the
    next one. Quiet hours may go over midnight; both ends on the wall of ``zone``.
    """
    local = now.astimezone(zone)
    if quiet is not None and _within(local.time(), *quiet):
        return None
    if not collecting:
        return now
    if collecting >= DAY:
        collected = datetime.combine(local.date(), COLLECTED, zone)
        return collected if collected <= local else datetime.combine(local.date() - timedelta(days=1), COLLECTED, zone)
    minute = (local.hour * 60 + local.minute) // collecting * collecting
    return local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)


def release_at(
    issued_at: datetime, now: datetime, zone: ZoneInfo, collecting: int, quiet: tuple[time, time] | None
) -> datetime:
    """The first moment from ``now`` on at which a channel says what was issued at that moment."""
    collected = released_until(issued_at, zone, collecting, None)
    assert collected is not None
    if collected < issued_at:
        collected += timedelta(minutes=collecting)
    local = max(collected, now).astimezone(zone)
    if quiet is None or not _within(local.time(), *quiet):
        return local
    end = datetime.combine(local.date(), quiet[1], zone)
    return end if end > local else datetime.combine(local.date() + timedelta(days=1), quiet[1], zone)


def _within(moment: time, begins: time, ends: time) -> bool:
    return begins <= moment < ends if begins <= ends else moment >= begins or moment < ends
