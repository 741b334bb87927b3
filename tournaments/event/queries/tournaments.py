"""Events as they are announced to everybody."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, Func, IntegerField, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.states import ClockState
from tournaments.bracket.queries.labels import PERSON
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import MatchState, TournamentState


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
    reserves: int
    boards: int
    own_days: int
    changing_partners: bool
    best_of: int
    third_place_match: bool
    branches_apart: str
    version: int


def tournament_at(slug: str) -> Tournament | None:
    """The event of an address, with its journal; every page asks for one."""
    return Tournament.objects.select_related("journal").filter(slug=slug).first()


def with_first_start(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With ``first_start``: when the first round of each starts, None without rounds."""
    starts = Round.objects.filter(stage__tournament=OuterRef("pk")).order_by("starts_at").values("starts_at")
    return events.annotate(first_start=Subquery(starts[:1]))


def held_in(events: QuerySet[Tournament], year: int) -> QuerySet[Tournament]:
    """Those of that year: of the first round (else of the end of registration) on the wall of the event's zone."""
    of_year: QuerySet[Tournament] = _with_year(events).filter(year=year)
    return of_year


def years_of(events: QuerySet[Tournament]) -> tuple[int, ...]:
    """The years in which these were held, the newest first: one query."""
    years = _with_year(events).order_by().values_list("year", flat=True).distinct()
    return tuple(sorted(years, reverse=True))


def _with_year(events: QuerySet[Tournament]) -> Any:
    year = Func(
        F("zone"),
        Coalesce(F("first_start"), F("closes_at")),
        template="EXTRACT(YEAR FROM timezone(%(expressions)s))::int",
        output_field=IntegerField(),
    )
    return with_first_start(events).annotate(year=year)


def called(events: QuerySet[Tournament], words: str) -> QuerySet[Tournament]:
    """Those in whose name, organiser, place or address each of the words stands."""
    for word in words.split():
        events = events.filter(
            Q(name__icontains=word) | Q(organiser__icontains=word) | Q(place__icontains=word) | Q(slug__icontains=word)
        )
    return events


def public_events() -> QuerySet[Tournament]:
    """All but rehearsals, the latest first."""
    events = with_first_start(Tournament.objects.filter(journal__rehearsal=False)).select_related("journal")
    return events.order_by(F("first_start").desc(nulls_first=True), "-pk")


def past_events() -> QuerySet[Tournament]:
    """Those that are over or put into the archive, the latest first."""
    return public_events().filter(Q(state=TournamentState.FINISHED) | Q(archived_at__isnull=False))


def open_events() -> QuerySet[Tournament]:
    """Those that are not over: first where a round is on, then by what starts next."""
    begun = Q(round__clock__state__in=(ClockState.RUNNING, ClockState.PAUSED))
    undecided = Match.objects.filter(begun, stage__tournament=OuterRef("pk"))
    undecided = undecided.exclude(state__in=(MatchState.OVER, MatchState.BYE))
    coming = Round.objects.filter(stage__tournament=OuterRef("pk"), clock__state=ClockState.SET).order_by("starts_at")
    events = public_events().filter(archived_at=None).exclude(state=TournamentState.FINISHED)
    facts = events.annotate(is_on=Exists(undecided), next_start=Subquery(coming.values("starts_at")[:1]))
    return facts.order_by("-is_on", F("next_start").asc(nulls_last=True), "-pk")


def champions_of(events: Collection[Tournament]) -> dict[int, tuple[TeamLabel, ...]]:
    """Who won each of them that is over, by its id: one query."""
    champions: dict[int, tuple[TeamLabel, ...]] = {}
    over = [event.pk for event in events if event.state == TournamentState.FINISHED]
    won: Any = Team.objects.filter(placing__place=1, branch__tournament__in=over).order_by("branch__number", "ordinal")
    columns = ("branch__tournament", "pk", "branch", "branch__name", "ordinal", "person")
    for event, *label in won.annotate(**PERSON).values_list(*columns):
        champions[event] = (*champions.get(event, ()), TeamLabel(*label))
    return champions


def listed_events(*, archived: bool = False) -> QuerySet[Tournament]:
    """The events that are not archived, or those that are, the newest first; ``event_view`` is made of each."""
    events = with_first_start(Tournament.objects.filter(archived_at__isnull=not archived))
    return events.select_related("journal").order_by("-created_at", "pk")


def version_of(events: QuerySet[Tournament]) -> str:
    """The same as long as the same events have the same versions: one query."""
    sums = {"events": Count("pk"), "which": Sum("pk", default=0), "versions": Sum("journal__version", default=0)}
    return ".".join(map(str, events.order_by().aggregate(**sums).values()))


def event_view(tournament: Tournament) -> EventView:
    """One event: one query, none for one of ``listed_events``."""
    if hasattr(tournament, "first_start"):
        starts_at = tournament.first_start
    else:
        starts_at = tournament.stages.aggregate(first_start=Min("rounds__starts_at"))["first_start"]
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
        reserves=tournament.reserves,
        boards=tournament.boards,
        own_days=tournament.own_days,
        changing_partners=tournament.changing_partners,
        best_of=tournament.best_of,
        third_place_match=tournament.third_place_match,
        branches_apart=tournament.branches_apart,
        version=tournament.journal.version,
    )
