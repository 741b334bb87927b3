"""The journal as everybody may read it: public events, the newest first."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from journal.models import Event
from tournaments.models import Match, Tournament

PER_PAGE = 50


@dataclass(frozen=True)
class HistoryItem:
    """One event: when, who (empty: the program itself), kind and data; ``match`` is the number of its match, or 0."""

    number: int
    at: datetime
    by: str
    kind: str
    data: dict[str, Any]
    match: int


@dataclass(frozen=True)
class HistoryPage:
    """``page`` counts from 1, the newest first."""

    items: tuple[HistoryItem, ...]
    page: int
    pages: int
    total: int


def history(tournament: Tournament, page: int = 1) -> HistoryPage:
    """Fifty public events: three queries, whatever they are about. A page that is not there is the last one."""
    events = Event.objects.filter(journal=tournament.journal_id, public=True).order_by("-number")
    total = events.count()
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(page, 1), pages)
    found = list(events.select_related("by")[(page - 1) * PER_PAGE : page * PER_PAGE])
    standing = _standing_matches(tournament, found)
    items = tuple(
        HistoryItem(e.number, e.at, str(e.by) if e.by else "", e.kind, e.data, standing.get(e.data.get("match"), 0))
        for e in found
    )
    return HistoryPage(items, page, pages, total)


def _standing_matches(tournament: Tournament, events: list[Event]) -> dict[Any, int]:
    """Numbers by id of the matches that the events speak of; those of a discarded draw are gone."""
    wanted = {e.data["match"] for e in events if e.data.get("match")}
    return dict(Match.objects.filter(stage__tournament=tournament, pk__in=wanted).values_list("pk", "number"))
