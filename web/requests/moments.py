"""Moments as people type them."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo


def typed_moment(day: str, hour: str, zone: ZoneInfo) -> datetime | None:
    """A day and an hour on the wall of the zone, in UTC; None if it is not written so, or left out by summer time."""
    try:
        local = datetime.combine(date.fromisoformat(day), time.fromisoformat(hour), tzinfo=zone)
        moment = local.astimezone(UTC)
        read_back = moment.astimezone(zone)
    except (ValueError, OverflowError):
        return None
    return moment if read_back.replace(tzinfo=None) == local.replace(tzinfo=None) else None
