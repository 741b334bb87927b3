"""A sheet with its clock, outside any event, and the time of its own that a rehearsal's journal has."""

from datetime import UTC, datetime, timedelta

from guandan_rules import RuleSet
from journal.clock import set_rehearsal_time
from journal.models import Event, Journal
from scoring.actions.entries import enter
from scoring.games.guandan import raw_deal
from scoring.models import Clock, Deal, Sheet
from scoring.standings import Standing
from scoring.states import ClockState

START = datetime(2123, 11, 29, 4, 30, tzinfo=UTC)


def a_clock(*, minutes: int = 60, started: bool = True) -> Clock:
    if not started:
        return Clock.objects.create(minutes=minutes)
    return Clock.objects.create(minutes=minutes, state=ClockState.RUNNING, started_at=START)


def a_sheet(*, minute: float = 0, clock: Clock | None = None, **options: object) -> Sheet:
    """An open sheet whose clock started ``minute`` minutes ago; ``options`` are those of the rule set."""
    journal = Journal.objects.create(rehearsal=True)
    sheet = Sheet.objects.create(
        journal=journal, clock=clock or a_clock(), rule_set=RuleSet(**options).to_dict(), standing=Standing().to_dict()
    )
    wait_until(sheet, minute)
    return sheet


def enter_deal(sheet: Sheet, order: str, *, kind: str = "regular", **more: object) -> Deal:
    """A deal of 掼蛋 by its finish order."""
    return enter(sheet, raw_deal(order, kind), **more)


def wait_until(sheet: Sheet, minute: float) -> None:
    """It is so many minutes after the start."""
    set_rehearsal_time(sheet.journal, START + timedelta(minutes=minute))


def events(sheet: Sheet) -> list[str]:
    return list(Event.objects.filter(journal=sheet.journal_id).values_list("kind", flat=True))
