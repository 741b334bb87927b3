"""The journal as everybody may read it: public events, the newest first.

Only the referees see who came to a table and when; for everybody else all check-ins of a match are one line.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from journal.models import Event
from scoring.states import ScoringEvent
from tournaments.bracket.queries.labels import PERSON
from tournaments.bracket.rules.formats import first_of, matches_by_part
from tournaments.codes import TournamentEvent
from tournaments.entries.names import masked
from tournaments.formats.format import Where
from tournaments.models import Match, Round, Team, Tournament
from tournaments.presets.named_games import NAMED_GAMES, named_game

PER_PAGE = 50
NAMING: dict[str, tuple[str, ...]] = {
    TournamentEvent.PLAYER_SUBSTITUTED: ("left", "came"),
    TournamentEvent.NAME_CORRECTED: ("was", "now"),
}
"""Where the name of a player stands in a line, which is masked where names are not public."""
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
        TournamentEvent.PLACES_DECIDED, TournamentEvent.PLACES_REOPENED,
        TournamentEvent.TEAM_WITHDRAWN, TournamentEvent.TEAM_RESTORED, TournamentEvent.REFEREE_CALLED,
        TournamentEvent.REFEREE_CAME, ScoringEvent.DEAL_CORRECTED, ScoringEvent.PENALTY_ENTERED,
        ScoringEvent.PENALTY_STRUCK, ScoringEvent.SHEET_EXTENDED, ScoringEvent.SHEET_DISPUTED,
        ScoringEvent.SHEET_RESUMED, ScoringEvent.SUBMISSION_CONFLICTED, ScoringEvent.SUBMISSION_CHOSEN,
        ScoringEvent.CLOCK_EXTENDED,
    ),
    Group.DEALS: (ScoringEvent.DEAL_ENTERED, ScoringEvent.DEAL_UNDONE),
    Group.DRAW_AND_TIMES: (
        TournamentEvent.DRAW_SEALED, TournamentEvent.DRAW_OPENED, TournamentEvent.DRAW_PREVIEWED,
        TournamentEvent.DRAW_CONFIRMED, TournamentEvent.DRAW_DISCARDED,
        TournamentEvent.STAGE_ADDED, TournamentEvent.STAGE_REMOVED, TournamentEvent.PARTNERS_DRAWN,
        TournamentEvent.ROUND_MOVED, TournamentEvent.ROUNDS_PLANNED, TournamentEvent.TIMETABLE_ANNOUNCED,
        TournamentEvent.MATCH_MOVED, TournamentEvent.DAY_PROPOSED, TournamentEvent.DAY_AGREED,
        TournamentEvent.CHALLENGE_MADE, TournamentEvent.CHALLENGE_WITHDRAWN,
        TournamentEvent.SEASON_CLOSED, TournamentEvent.SEASON_REOPENED,
        TournamentEvent.TABLES_ASSIGNED, TournamentEvent.TABLES_SET,
        ScoringEvent.CLOCK_STARTED, ScoringEvent.CLOCK_PAUSED, ScoringEvent.CLOCK_RESUMED, ScoringEvent.CLOCK_EXTENDED,
        ScoringEvent.CLOCK_START_UNDONE, ScoringEvent.CLOCK_PAUSE_UNDONE, ScoringEvent.CLOCK_EXTENSION_UNDONE,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class HistoryItem:
    """One event: when, who (empty: the program itself), kind and data; ``match`` is the number of its match, or 0;
    ``parts`` those of its stage that its match, or its round, belongs to."""

    number: int
    at: datetime
    by: str
    kind: str
    data: dict[str, Any]
    match: int
    parts: tuple[Where, ...] = ()


@dataclass(frozen=True)
class HistoryPage:
    """Some events, the newest first, of ``total``. The others are led to by the number of the event before which they
    end: the ``newer`` ones (0: the newest page; None where this is it), the ``older`` and the ``oldest`` (None: none).
    """

    items: tuple[HistoryItem, ...]
    total: int
    newer: int | None
    older: int | None
    oldest: int | None


def history(tournament: Tournament, before: int | None = None, group: int = 0) -> HistoryPage:
    """Fifty public events, of one ``Group`` or of all (0), the newest or those with numbers below ``before``: seven
    queries at the most, whatever they are about. ValueError for a group that is none."""
    events, arrivals = _public(tournament)
    if group:
        events = events.filter(kind__in=GROUPS[Group(group)])
    total = events.count()
    rows = list((events if before is None else events.filter(number__lt=before)).select_related("by")[: PER_PAGE + 1])
    newer = older = oldest = None
    if before is not None and rows:
        above = events.filter(number__gte=before).order_by("number").values_list("number", flat=True)
        newer = above[PER_PAGE : PER_PAGE + 1].first() or 0
    if len(rows) > PER_PAGE:
        older = rows[PER_PAGE - 1].number
        rest = total % PER_PAGE or PER_PAGE
        oldest = events.order_by("number").values_list("number", flat=True)[rest : rest + 1].first()
    return HistoryPage(_items(tournament, rows[:PER_PAGE], arrivals), total, newer, older, oldest)


def full_history(tournament: Tournament, *, for_office: bool = False) -> tuple[HistoryItem, ...]:
    """The journal from its beginning, the newest first: what is public, or ``for_office`` every event, each check-in
    and personal data included. As many queries as for a page."""
    events, arrivals = _public(tournament)
    if for_office:
        events, arrivals = Event.objects.filter(journal=tournament.journal_id).order_by("-number"), {}
    return _items(tournament, list(events.select_related("by")), arrivals)


def happened(tournament: Tournament, after: int, most: int, kind: str = "") -> tuple[HistoryItem, ...]:
    """Public events after the number ``after``, the oldest first, of kinds that begin with ``kind``: four queries.
    Check-ins are left out, as they are personal."""
    events = Event.objects.filter(journal=tournament.journal_id, public=True, number__gt=after)
    events = events.exclude(kind__in=(ARRIVED, LEFT)).filter(kind__startswith=kind).order_by("number")
    return _items(tournament, list(events.select_related("by")[:most]), {})


def changed_since(tournament: Tournament, number: int) -> frozenset[int]:
    """The ids of the matches of the public events after that number: one query."""
    events = Event.objects.filter(journal=tournament.journal_id, public=True, number__gt=number)
    matches = events.order_by().values_list("data__match", flat=True).distinct()
    return frozenset(match for match in matches if isinstance(match, int))


def _public(tournament: Tournament) -> tuple[QuerySet[Event], dict[int, int]]:
    """The events for everybody, the newest first, of the check-ins of a match the last one; and by its number how many
    players are there after it: one query."""
    public = Event.objects.filter(journal=tournament.journal_id, public=True)
    came, left = Count("pk", filter=Q(kind=ARRIVED)), Count("pk", filter=Q(kind=LEFT))
    by_match = public.filter(kind__in=(ARRIVED, LEFT)).order_by().values("data__match")
    arrivals = {row["last"]: row["present"] for row in by_match.annotate(last=Max("number"), present=came - left)}
    return public.exclude(Q(kind__in=(ARRIVED, LEFT)), ~Q(number__in=arrivals)).order_by("-number"), arrivals


def _items(tournament: Tournament, events: list[Event], arrivals: dict[int, int]) -> tuple[HistoryItem, ...]:
    # matches by their ids; those of a discarded draw are gone
    wanted = {event.data["match"] for event in events if event.data.get("match")}
    numbers: dict[Any, int] = dict(
        Match.every.filter(stage__tournament=tournament, pk__in=wanted).values_list("pk", "number")
    )
    parts = _parts(tournament)
    alone: dict[int, str] = {}  # the person by the id of the team, where a side is one and names are public
    if tournament.plays_alone and tournament.names_public:
        teams: Any = Team.objects.filter(branch__tournament=tournament).annotate(**PERSON)
        alone = dict(teams.values_list("pk", "person"))
    first = tournament.stages.order_by("number").first()
    colour = NAMED_GAMES[named_game(first.game, first.rule_set)].colours[0] if first else ""
    on_board = {"colour": colour} if colour else {}
    items = []
    for event in events:
        kind, data = event.kind, _with_people(event.data, alone) | on_board
        number = numbers.get(data.get("match"), 0)
        part = ("match", number) if data.get("match") else ("round", data.get("round"))
        if kind in NAMING and not tournament.names_public:
            data = data | {name: masked(data[name]) for name in NAMING[kind]}
        elif event.number in arrivals:
            # of check-ins only how many players are there
            kind = ARRIVED
            data = {name: value for name, value in data.items() if name != "player"}
            data["present"] = arrivals[event.number]
        by = str(event.by) if event.by else ""
        items.append(HistoryItem(event.number, event.at, by, kind, data, number, parts.get(part, ())))
    return tuple(items)


def _with_people(data: dict[str, Any], alone: Mapping[int, str]) -> dict[str, Any]:
    """The data with the person beside each team that it names, alone or in a list."""

    def named(value: Any) -> Any:
        if isinstance(value, list):
            return [named(each) for each in value]
        is_team = isinstance(value, dict) and "ordinal" in value
        if not is_team:
            return value
        partner = {"partner": named(value["partner"])} if value.get("partner") else {}
        return value | partner | {"person": alone.get(value.get("id"), "")}

    return {name: named(value) for name, value in data.items()} if alone else data


def _parts(tournament: Tournament) -> dict[tuple[str, Any], tuple[Where, ...]]:
    """The parts of the event's matches and rounds, by ("match", number) and ("round", number): one query."""
    parts: dict[tuple[str, Any], tuple[Where, ...]] = {}
    firsts = {"first_match": first_of("pk", Match), "first_round": first_of("pk", Round)}
    stages: Any = tournament.stages.annotate(**firsts)
    for stage in stages:
        for number, (round_, where) in enumerate(matches_by_part(stage), start=stage.first_match or 0):
            parts["match", number] = (where,)
            key = ("round", stage.first_round + round_ - 1)
            parts[key] = tuple(dict.fromkeys((*parts.get(key, ()), where)))
    return parts
