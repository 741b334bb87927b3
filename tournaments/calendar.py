"""The years and zones in which an event can lie: dates in them can be reckoned with in every zone, spans added."""

from datetime import date, datetime, time, timedelta, tzinfo
from functools import cache
from zoneinfo import available_timezones

YEARS = range(2000, 3000)
LAST_MINUTE = time(23, 59)
MOST_DAYS = 366
"""So many days a round may last whose days the teams choose."""


def is_reckonable(day: date) -> bool:
    """Can an event be on that day, or at that moment?"""
    return day.year in YEARS


def is_zone(name: str) -> bool:
    """Is it the name of a zone, as Asia/Shanghai is?"""
    return name in _zones()


@cache
def _zones() -> set[str]:
    """Reading them goes through a folder of 600 files."""
    return available_timezones()


def last_moment(starts_at: datetime, days: int, zone: tzinfo) -> datetime | None:
    """自己约日子: the end of the last of so many days on the calendar of ``zone``, that of the start being the first;
    None where rounds begin at their hours (0 days)."""
    if not days:
        return None
    return datetime.combine(starts_at.astimezone(zone).date() + timedelta(days=days - 1), LAST_MINUTE, zone)
