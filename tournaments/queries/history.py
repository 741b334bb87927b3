"""The journal as everybody may read it: public events, the newest first.

Who was at a table and when is nobody's business but the referees': all check-ins of a match are one line.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from journal.models import Event
from scoring.states import ScoringEvent
from tournaments.models import Match, Tournament
from tournaments.states import TournamentEvent

PER_PAGE = 50
ARRIVED, LEFT = TournamentEvent.PLAYER_CHECKED_IN, TournamentEvent.PLAYER_CHECKED_OUT


class Group(IntEnum):
    """What the journal can be narrowed to; the numbers stand in addresses."""

    RESULTS = 1
    RULINGS = 2
    DEALS = 3
    DRAW_AND_TIMES = 4


GROUPS: dict[Group, tuple[str, ...]] = {
    Group.RESULTS: (
        TournamentEvent.RESULT_CONFIRMED, TournamentEvent.GAME_CONFIRMED, TournamentEvent.AWARDS_CONFIRMED,
    ),
    Group.RULINGS: (
        TournamentEvent.RESULT_CORRECTED, TournamentEvent.REMEDY_SIGNED, TournamentEvent.MATCH_RESET,
        TournamentEvent.TEAM_WITHDRAWN, TournamentEvent.TEAM_RESTORED, TournamentEvent.REFEREE_CALLED,
        TournamentEvent.REFEREE_CAME, ScoringEvent.DEAL_CORRECTED, ScoringEvent.PENALTY_ENTERED,
        ScoringEvent.PENALTY_STRUCK, ScoringEvent.SHEET_EXTENDED, ScoringEvent.SHEET_DISPUTED,
        ScoringEvent.SHEET_RESUMED, ScoringEvent.SUBMISSION_CONFLICTED, ScoringEvent.SUBMISSION_CHOSEN,
        ScoringEvent.CLOCK_EXTENDED,
    ),
    Group.DEALS: (ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_UNDONE),
    Group.DRAW_AND_TIMES: (
        TournamentEvent.DRAW_PREVIEWED, TournamentEvent.DRAW_CONFIRMED, TournamentEvent.DRAW_DISCARDED,
        TournamentEvent.STAGE_ADDED, TournamentEvent.STAGE_REMOVED, TournamentEvent.PARTNERS_DRAWN,
        TournamentEvent.ROUND_MOVED, TournamentEvent.ROUNDS_PLANNED,
        TournamentEvent.MATCH_MOVED, TournamentEvent.TABLES_ASSIGNED, TournamentEvent.TABLES_SET,
        ScoringEvent.CLOCK_STARTED, ScoringEvent.CLOCK_PAUSED, ScoringEvent.CLOCK_RESUMED, ScoringEvent.CLOCK_EXTENDED,
        ScoringEvent.CLOCK_START_UNDONE, ScoringEvent.CLOCK_PAUSE_UNDONE, ScoringEvent.CLOCK_EXTENSION_UNDONE,
    ),
}  # fmt: skip


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


def history(tournament: Tournament, page: int = 1, group: int = 0) -> HistoryPage:
    """Fifty public events, of one ``Group`` or of all (0): four queries, whatever they are about. A page that is not
    there is the last one; ValueError for a group that is none."""
    public = Event.objects.filter(journal=tournament.journal_id, public=True)
    arrivals = _arrivals(public)
    events = public.exclude(Q(kind__in=(ARRIVED, LEFT)), ~Q(number__in=arrivals)).order_by("-number")
    if group:
        events = events.filter(kind__in=GROUPS[Group(group)])
    total = events.count()
    pages = max(1, -(-total // PER_PAGE))
    page = min(max(page, 1), pages)
    found = list(events.select_related("by")[(page - 1) * PER_PAGE : page * PER_PAGE])
    numbers = _numbers(tournament, found)
    items = tuple(
        HistoryItem(e.number, e.at, str(e.by) if e.by else "", *_told(e, arrivals), numbers.get(e.data.get("match"), 0))
        for e in found
    )
    return HistoryPage(items, page, pages, total)


def _arrivals(public: QuerySet[Event]) -> dict[int, int]:
    """The number of the last check-in of each match, and how many players are there after it: one query."""
    came, left = Count("pk", filter=Q(kind=ARRIVED)), Count("pk", filter=Q(kind=LEFT))
    found = public.filter(kind__in=(ARRIVED, LEFT)).order_by().values("data__match")
    return {row["last"]: row["present"] for row in found.annotate(last=Max("number"), present=came - left)}


def _told(event: Event, arrivals: dict[int, int]) -> tuple[str, dict[str, Any]]:
    """Kind and data; of check-ins only how many players are there."""
    if event.number not in arrivals:
        return event.kind, event.data
    return ARRIVED, {name: value for name, value in event.data.items() if name != "player"} | {
        "present": arrivals[event.number]
    }


def _numbers(tournament: Tournament, events: list[Event]) -> dict[Any, int]:
    """Numbers by id of the matches that the events speak of; those of a discarded draw are gone."""
    wanted = {e.data["match"] for e in events if e.data.get("match")}
    return dict(Match.objects.filter(stage__tournament=tournament, pk__in=wanted).values_list("pk", "number"))
