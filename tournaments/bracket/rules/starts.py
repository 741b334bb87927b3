"""到场 and 开赛: who is there for a match, from when on he is late, and what is missing before a clock is started."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from journal.refusals import Problem
from scoring.models import Sheet
from tournaments.codes import Code
from tournaments.models import CheckIn, Match, Player, Round

START_DOUBTS = (Code.START_BEFORE_PLAN, Code.TABLES_NOT_CALLED, Code.NOBODY_AT_TABLES)
"""What the chief referee is asked about once, and may start in spite of."""


def expected_players(match: Match, side: str) -> list[Player]:
    """The players of that side who should come, by their number."""
    team_id = match.home_team_id if side == "home" else match.away_team_id
    return list(Player.objects.filter(team_id=team_id, left_at=None).order_by("number")) if team_id else []


def is_present(match: Match, side: str) -> bool:
    """Have all players of that side checked in at this match?"""
    expected = {p.pk for p in expected_players(match, side)}
    ticked = set(CheckIn.objects.filter(match=match, player__in=expected).values_list("player_id", flat=True))
    return bool(expected) and expected == ticked


def both_present(match: Match) -> bool:
    """Can this match begin?"""
    return bool(ready_to_start([match]))


def empty(matches: Sequence[Match]) -> list[Match]:
    """The matches where nobody has checked in (one query)."""
    ticked = set(CheckIn.objects.filter(match__in=matches).values_list("match_id", flat=True))
    return [match for match in matches if match.pk not in ticked]


def ready_to_start(matches: Sequence[Match]) -> list[Match]:
    """The matches where every player of both teams has checked in (two queries)."""
    teams = {match.pk: {match.home_team_id, match.away_team_id} for match in matches}
    expected: dict[int | None, set[int]] = defaultdict(set)
    players = Player.objects.filter(team__in=set().union(*teams.values()), left_at=None)
    for team, player in players.values_list("team_id", "pk"):
        expected[team].add(player)
    ticked: dict[int, set[int]] = defaultdict(set)
    for match, player in CheckIn.objects.filter(match__in=teams).values_list("match_id", "player_id"):
        ticked[match].add(player)
    return [m for m in matches if all(expected[team] and expected[team] <= ticked[m.pk] for team in teams[m.pk])]


def expected_at(round_: Round, sheet: Sheet, called_at: datetime | None) -> datetime | None:
    """From this moment on whoever is missing is late: the planned start, or the true one if that came earlier. Where
    the sides were not known when the clock started it is the call of the match; None before it: nobody knows of it."""
    if sheet.waits:
        return called_at
    return min(round_.starts_at, round_.clock.started_at or round_.starts_at)


def start_lacks(starts_at: datetime, now: datetime, *, uncalled: int, empty: int) -> tuple[Problem, ...]:
    """What is missing at a start ``now``: the planned moment, the call of some tables, anybody at some tables."""
    early = [Problem(Code.START_BEFORE_PLAN, data={"start": starts_at, "now": now})] if now < starts_at else []
    called = [Problem(Code.TABLES_NOT_CALLED, data={"tables": uncalled})] if uncalled else []
    present = [Problem(Code.NOBODY_AT_TABLES, data={"tables": empty})] if empty else []
    return (*early, *called, *present)
