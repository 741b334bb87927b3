"""请裁判长: the calls that nobody answered yet, read from the journal."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from journal.models import Event
from tournaments.codes import TournamentEvent
from tournaments.models import Match, Tournament

KINDS = (TournamentEvent.REFEREE_CALLED, TournamentEvent.REFEREE_CAME)


@dataclass(frozen=True)
class CallView:
    """A call as the desk shows it; ``table`` is 0 where the match has none, ``note`` says why, or nothing."""

    match: int
    table: int
    note: str
    at: datetime
    by: str


def open_calls(tournament: Tournament) -> tuple[CallView, ...]:
    """The calls of an event that wait for the chief referee, the longest first. One query."""
    rows = Event.objects.filter(journal=tournament.journal, kind__in=KINDS)
    return _unanswered(rows.select_related("by").order_by("number"))


def open_call(match: Match | int) -> CallView | None:
    """The call of one match, or of the match of that id, that waits; None if there is none. One query."""
    pk = match if isinstance(match, int) else match.pk
    rows = Event.objects.filter(subject=f"match:{pk}", kind__in=KINDS)
    calls = _unanswered(rows.select_related("by").order_by("number"))
    return calls[0] if calls else None


def _unanswered(events: Iterable[Event]) -> tuple[CallView, ...]:
    """The newest call of each match, unless it was answered after it; in the order of the first unanswered ones."""
    waiting: dict[str, CallView] = {}
    for event in events:
        if event.kind == TournamentEvent.REFEREE_CAME:
            waiting.pop(event.subject, None)
        else:
            data, by = event.data, str(event.by) if event.by else ""
            waiting[event.subject] = CallView(data["number"], data["table"], data["note"], event.at, by)
    return tuple(waiting.values())
