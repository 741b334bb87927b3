"""Whole numbers and moments as people type them and as hidden fields bring them."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

OFFICE_ZONE = ZoneInfo("Asia/Shanghai")
"""Of pages that belong to no event: that of the union's office."""
MOST_DIGITS = 18
"""Every number of so many digits fits into the database."""


def typed_number(text: str) -> int | None:
    """A whole number from 0 on, of at most 18 digits; None for everything else."""
    digits = text.strip()
    return int(digits) if digits.isdecimal() and len(digits) <= MOST_DIGITS else None


def typed_moment(day: str, hour: str, zone: ZoneInfo) -> datetime | None:
    """A day and an hour on the wall of the zone, in UTC; None if it is not written so, or left out by summer time."""
    try:
        local = datetime.combine(date.fromisoformat(day), time.fromisoformat(hour), tzinfo=zone)
        moment = local.astimezone(UTC)
        read_back = moment.astimezone(zone)
    except (ValueError, OverflowError):
        return None
    return moment if read_back.replace(tzinfo=None) == local.replace(tzinfo=None) else None
