"""Events as they are announced to everybody."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from journal.statements import Objects
from tournaments.models import Tournament

_AT = Objects(Tournament, lambda slugs: Tournament.objects.filter(slug__in=slugs), "journal")


@dataclass(frozen=True)
class EventView:
    """赛事 as announced. ``starts_at`` is when its first round starts; ``version`` is that of its journal."""

    slug: str
    name: str
    organiser: str
    document: str
    place: str
    zone: str
    state: str
    rehearsal: bool
    archived: bool
    closes_at: datetime
    draw_at: datetime | None
    starts_at: datetime | None
    rule_set: str
    seats: int
    best_of: int
    third_place_match: bool
    version: int


def tournament_at(slug: str) -> Tournament | None:
    """The event of an address, with its journal; every page asks for one."""
    return next(iter(_AT.by([slug])), None)


def listed_events(*, archived: bool = False) -> tuple[EventView, ...]:
    """All events that are not archived, or those that are, the newest first: one query."""
    events = Tournament.objects.filter(archived_at__isnull=not archived)
    found = events.select_related("journal").order_by("-created_at", "pk")
    return tuple(_event_view(t, t.first_start) for t in found.annotate(first_start=Min("stages__rounds__starts_at")))


def event_view(tournament: Tournament) -> EventView:
    """One event: one query."""
    first = tournament.stages.aggregate(first_start=Min("rounds__starts_at"))["first_start"]
    return _event_view(tournament, first)


def _event_view(tournament: Tournament, starts_at: datetime | None) -> EventView:
    return EventView(
        slug=tournament.slug,
        name=tournament.name,
        organiser=tournament.organiser,
        document=tournament.document,
        place=tournament.place,
        zone=tournament.zone,
        state=tournament.state,
        rehearsal=tournament.journal.rehearsal,
        archived=tournament.archived_at is not None,
        closes_at=tournament.closes_at,
        draw_at=tournament.draw_at,
        starts_at=starts_at,
        rule_set=tournament.rule_set,
        seats=tournament.seats,
        best_of=tournament.best_of,
        third_place_match=tournament.third_place_match,
        version=tournament.journal.version,
    )
