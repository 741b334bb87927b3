"""What gives occasion to remind: each team in each match, and each round, with the start that it has now."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import connection

from notices.models import Notice
from notices.states import ROUND_REMINDERS, TO_A_TEAM, NoticeKind
from tournaments.chronicle.queries.days import SETTLED
from tournaments.models import Match, Tournament
from tournaments.states import MatchState, TeamState

AHEAD = (MatchState.WAITING, MatchState.READY, MatchState.CALLED)


@dataclass(frozen=True)
class Occasion:
    """A start that somebody is reminded of: a team of its match, or (no match, no team) everybody of the round."""

    round_id: int
    starts_at: datetime
    ahead: bool
    match_id: int | None = None
    team_id: int | None = None

    @property
    def kinds(self) -> tuple[NoticeKind, NoticeKind]:
        """The reminder of the day before and the one shortly before."""
        if self.match_id is None:
            return NoticeKind.ROUND_DAY_BEFORE, NoticeKind.ROUND_SOON
        return NoticeKind.MATCH_DAY_BEFORE, NoticeKind.MATCH_SOON

    def key(self, kind: NoticeKind) -> str:
        about = f"round:{self.round_id}" if self.match_id is None else f"match:{self.match_id}:team:{self.team_id}"
        return f"{kind}:{about}:{self.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def occasions(tournament: Tournament) -> list[Occasion]:
    """Those of the whole event. A side gives none without a team, or with one that has withdrawn; a bye none either."""
    rows = Match.objects.filter(stage__tournament=tournament).exclude(state=MatchState.BYE)
    sides = "home_team_id", "away_team_id", "home_team__state", "away_team__state"
    matches = rows.values_list("pk", "round_id", "round__starts_at", "state", "result_id", *sides)
    reached = [Reached(*row) for row in matches]
    rounds: dict[tuple[int, datetime], bool] = {}
    for match in reached:
        start = match.round, match.starts_at
        rounds[start] = rounds.get(start, False) or match.state in AHEAD
    return [*occasions_among(reached), *(Occasion(*start, ahead) for start, ahead in rounds.items())]


class Reached(NamedTuple):
    """A match to which a result may lead, its present result, its teams with their states; and of the first one
    whether its day of play has matches that are still open."""

    match: int
    round: int
    starts_at: datetime
    state: str
    result: int | None
    home: int | None
    away: int | None
    home_state: str | None
    away_state: str | None
    day_is_open: bool = True


def reached_from(match: int) -> list[Reached]:
    """The match (an id) first, and all that its teams may come to, which is what its result can change: one query,
    however far the bracket goes."""
    with connection.cursor() as cursor:
        cursor.execute(_REACHED, [match, list(SETTLED)])
        return [Reached(*row) for row in cursor.fetchall()]


_REACHED = """
WITH RECURSIVE reached (id, steps) AS (
    SELECT %s::bigint, 0
    UNION
    SELECT further.id, reached.steps + 1 FROM reached JOIN tournaments_match AS match ON match.id = reached.id
    CROSS JOIN LATERAL (VALUES (match.winner_to_id), (match.loser_to_id)) AS further (id)
    WHERE further.id IS NOT NULL
)
SELECT match.id, match.round_id, round.starts_at, match.state, match.result_id,
    match.home_team_id, match.away_team_id, home.state, away.state,
    way.steps > 0 OR EXISTS (
        SELECT FROM tournaments_match AS other JOIN tournaments_round AS of_day ON of_day.id = other.round_id
        JOIN tournaments_stage AS beside ON beside.id = of_day.stage_id
        WHERE beside.tournament_id = tournament.id AND other.state <> ALL (%s)
            AND (of_day.starts_at AT TIME ZONE zone)::date = (round.starts_at AT TIME ZONE zone)::date
    )
FROM (SELECT id, min(steps) AS steps FROM reached GROUP BY id) AS way
JOIN tournaments_match AS match ON match.id = way.id JOIN tournaments_round AS round ON round.id = match.round_id
JOIN tournaments_stage AS stage ON stage.id = match.stage_id
JOIN tournaments_tournament AS tournament ON tournament.id = stage.tournament_id
LEFT JOIN tournaments_team AS home ON home.id = match.home_team_id
LEFT JOIN tournaments_team AS away ON away.id = match.away_team_id
ORDER BY way.steps
"""


def occasions_among(matches: Iterable[Reached]) -> list[Occasion]:
    """Those of these matches alone."""
    return [
        Occasion(row.round, row.starts_at, row.state in AHEAD, row.match, team)
        for row in matches
        for team, state in ((row.home, row.home_state), (row.away, row.away_state))
        if row.state != MatchState.BYE and state == TeamState.ENTERED
    ]


def is_moot(notice: Notice) -> bool:
    """A reminder or a call to what has begun, is over, or is no longer so: there is nothing to be told of it."""
    if notice.kind in ROUND_REMINDERS:
        ahead = notice.round is not None and notice.round.matches.filter(state__in=AHEAD).exists()
        return not ahead or notice.round.starts_at != notice.starts_at  # type: ignore[union-attr]
    if notice.kind not in TO_A_TEAM:
        return False
    match, is_call = notice.match, notice.kind == NoticeKind.MATCH_CALLED
    if match is None or match.state not in ((MatchState.CALLED,) if is_call else AHEAD):
        return True
    if notice.starts_at != (match.called_at if is_call else match.round.starts_at):
        return True
    if notice.team is None or notice.team.state != TeamState.ENTERED:
        return True
    return notice.team_id not in (match.home_team_id, match.away_team_id)
