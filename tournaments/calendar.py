"""The years in which an event can lie: dates in them can be reckoned with in every zone, spans added."""

from datetime import date

YEARS = range(2000, 3000)


def is_reckonable(day: date) -> bool:
    """Can an event be on that day, or at that moment?"""
    return day.year in YEARS
