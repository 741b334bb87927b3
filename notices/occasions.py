"""What gives occasion to remind: each team in each match, and each round, with the start that it has now."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection

from notices.due import TO_AGREE, days_before, due_times
from notices.models import Notice
from notices.states import ROUND_REMINDERS, TO_A_TEAM, NoticeKind
from tournaments.bracket.rules.sides import SEATED, seated_ids
from tournaments.calendar import last_moment
from tournaments.chronicle.queries.days import SETTLED
from tournaments.models import Match, Round, Tournament
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
    of_last_day: NoticeKind | None = None
    """自己约日子: what is told as the last day of the round comes near; ``starts_at`` is its end."""

    @property
    def kinds(self) -> tuple[NoticeKind, ...]:
        """The reminder of the day before and the one shortly before, or the one of the last day."""
        if self.of_last_day is not None:
            return (self.of_last_day,)
        if self.match_id is None:
            return NoticeKind.ROUND_DAY_BEFORE, NoticeKind.ROUND_SOON
        return NoticeKind.MATCH_DAY_BEFORE, NoticeKind.MATCH_SOON

    def due(self, zone: ZoneInfo, now: datetime) -> tuple[datetime | None, ...]:
        """When each of them is due; None: that one is not made."""
        if self.of_last_day is None:
            return due_times(self.starts_at, zone, now)
        days = TO_AGREE if self.of_last_day == NoticeKind.DAY_AWAITED else 0
        return (days_before(self.starts_at, days, zone, now),)

    def key(self, kind: NoticeKind) -> str:
        about = f"round:{self.round_id}" if self.match_id is None else f"match:{self.match_id}:team:{self.team_id}"
        return f"{kind}:{about}:{self.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def occasions(tournament: Tournament) -> list[Occasion]:
    """Those of the whole event. A side gives none without a team, or with one that has withdrawn; a bye none either."""
    rows = Match.objects.filter(stage__tournament=tournament).exclude(state=MatchState.BYE)
    sides = *(f"{column}_id" for column in SEATED), *(f"{column}__state" for column in SEATED)
    moments = "agreed_at", "challenged_at"
    matches = rows.values_list("pk", "round_id", "round__starts_at", "state", "result_id", *sides, *moments)
    reached = [Reached._make((*row, tournament.own_days, tournament.zone, True)) for row in matches]
    rounds: dict[tuple[int, datetime], bool] = {}
    for match in reached:
        start = match.round, match.until or match.starts_at
        is_ahead = match.is_open if match.until else match.state in AHEAD
        rounds[start] = rounds.get(start, False) or is_ahead
    of_round = NoticeKind.ROUND_CLOSES if tournament.own_days else None
    of_rounds = (Occasion(*start, ahead, of_last_day=of_round) for start, ahead in rounds.items())
    return [*occasions_among(reached), *of_rounds]


class Reached(NamedTuple):
    """A match to which a result may lead, its present result, its teams with their states; and of the first one
    whether its day of play has matches that are still open."""

    match: int
    round: int
    starts_at: datetime
    state: str
    result: int | None
    home: int | None
    home_partner: int | None
    away: int | None
    away_partner: int | None
    home_state: str | None
    home_partner_state: str | None
    away_state: str | None
    away_partner_state: str | None
    agreed_at: datetime | None
    challenged_at: datetime | None
    own_days: int
    zone: str
    day_is_open: bool = True

    @property
    def teams(self) -> tuple[tuple[int | None, str | None], ...]:
        """Who stands in it, each with his state."""
        return (
            (self.home, self.home_state),
            (self.home_partner, self.home_partner_state),
            (self.away, self.away_state),
            (self.away_partner, self.away_partner_state),
        )

    @property
    def until(self) -> datetime | None:
        """By when it is played, where its sides choose the day."""
        return last_moment(self.challenged_at or self.starts_at, self.own_days, ZoneInfo(self.zone))

    @property
    def is_open(self) -> bool:
        return self.state not in SETTLED


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
    match.home_team_id, match.home_partner_id, match.away_team_id, match.away_partner_id,
    home.state, home_partner.state, away.state, away_partner.state,
    match.agreed_at, match.challenged_at, tournament.own_days, tournament.zone,
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
LEFT JOIN tournaments_team AS home_partner ON home_partner.id = match.home_partner_id
LEFT JOIN tournaments_team AS away ON away.id = match.away_team_id
LEFT JOIN tournaments_team AS away_partner ON away_partner.id = match.away_partner_id
ORDER BY way.steps
"""


def occasions_among(matches: Iterable[Reached]) -> list[Occasion]:
    """Those of these matches alone."""
    return [
        occasion
        for row in matches
        for team, state in row.teams
        if row.state != MatchState.BYE and team is not None and state == TeamState.ENTERED
        for occasion in _of_team(row, team)
    ]


def _of_team(row: Reached, team: int) -> Iterator[Occasion]:
    """The start of its match; where the sides choose the day, the one that they agreed on, and the last one."""
    ahead, until = row.state in AHEAD, row.until
    if until is None:
        yield Occasion(row.round, row.starts_at, ahead, row.match, team)
        return
    if row.agreed_at:
        yield Occasion(row.round, row.agreed_at, ahead, row.match, team)
    else:
        yield Occasion(row.round, until, ahead, row.match, team, NoticeKind.DAY_AWAITED)
    yield Occasion(row.round, until, row.is_open, row.match, team, NoticeKind.RESULT_AWAITED)


def _said_of(match: Match, kind: str) -> datetime | None:
    """The moment that a notice of the kind names, as it is now."""
    if kind == NoticeKind.MATCH_CALLED:
        return match.called_at
    if kind == NoticeKind.DAY_PROPOSED:
        return match.proposed_at
    if kind == NoticeKind.DAY_AGREED:
        return match.agreed_at
    if kind == NoticeKind.DAY_AWAITED:
        return None if match.agreed_at else match.until
    if kind in (NoticeKind.RESULT_AWAITED, NoticeKind.CHALLENGED):
        return match.until
    return match.agreed_at or match.round.starts_at


def _is_moot_of(round_: Round, notice: Notice) -> bool:
    if notice.kind == NoticeKind.ROUND_CLOSES:
        still = round_.matches.exclude(state__in=SETTLED).select_related("stage__tournament")
        return all(match.until != notice.starts_at for match in still)
    return round_.starts_at != notice.starts_at or not round_.matches.filter(state__in=AHEAD).exists()


def is_moot(notice: Notice) -> bool:
    """A reminder or a call to what has begun, is over, or is no longer so: there is nothing to be told of it."""
    if notice.kind in (*ROUND_REMINDERS, NoticeKind.ROUND_CLOSES):
        return notice.round is None or _is_moot_of(notice.round, notice)
    if notice.kind not in TO_A_TEAM:
        return False
    match, is_call = notice.match, notice.kind == NoticeKind.MATCH_CALLED
    if match is None:
        return True
    if notice.kind == NoticeKind.RESULT_AWAITED:
        is_ahead = match.state not in SETTLED
    else:
        is_ahead = match.state in ((MatchState.CALLED,) if is_call else AHEAD)
    if not is_ahead or notice.starts_at != _said_of(match, notice.kind):
        return True
    if notice.team is None or notice.team.state != TeamState.ENTERED:
        return True
    return notice.team_id not in seated_ids(match)
