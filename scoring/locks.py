"""Rows of scoring as a change finds them: locked first, read after."""

from journal.queries import last_event_number
from journal.refusals import WrongState
from scoring.models import Clock, Sheet
from scoring.states import CLOCK_TRANSITIONS, SheetState


def locked_clock(clock: Clock, target: str) -> Clock:
    """The clock, which may become ``target`` now; ``WrongState`` else."""
    row = Clock.objects.select_for_update(no_key=True).get(pk=clock.pk)
    if target not in CLOCK_TRANSITIONS[row.state]:
        raise WrongState(f"clock:{row.pk}", row.state)
    return row


def locked_row(sheet: Sheet, *related: str) -> Sheet:
    """The sheet in any state, its rows of the names ``related`` with it.

    Locked first and read after, so that clock, journal and rows are not older than the waiting.
    """
    Sheet.objects.select_for_update(no_key=True).values_list("pk").get(pk=sheet.pk)
    return Sheet.objects.select_related("clock", "journal").prefetch_related(*related).get(pk=sheet.pk)


def locked_sheet(sheet: Sheet, *, seen: int | None = None) -> Sheet:
    """The open sheet; ``WrongState`` if it is closed, or if ``seen`` is not the number of its last event."""
    row = locked_row(sheet)
    if row.state != SheetState.OPEN:
        raise WrongState(row.subject, row.state)
    if seen is not None and seen != last_event_number(row.journal, row.subject):
        raise WrongState(row.subject, "changed")
    return row
