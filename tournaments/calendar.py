"""The years and zones in which an event can lie: dates in them can be reckoned with in every zone, spans added."""

from datetime import date
from functools import cache
from zoneinfo import available_timezones

YEARS = range(2000, 3000)


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
