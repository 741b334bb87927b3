"""The first match day that a new event is offered."""

from datetime import date
from zoneinfo import ZoneInfo

from journal import clock
from journal.models import Journal
from tournaments.presets.preset import next_first_day

OFFICE_ZONE = "Asia/Shanghai"


def usual_first_day() -> date:
    """The next Monday that leaves time for entries, on the office's calendar."""
    return next_first_day(clock.now(Journal()).astimezone(ZoneInfo(OFFICE_ZONE)))
