"""Matches as screens show them. A whole stage costs the same number of queries whatever its size."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from scoring.models import Clock
from scoring.standings import Standing
from scoring.states import ClockState
from tournaments.models import Game, Match, Round, Team, Tournament
from tournaments.states import MatchState, SlotKind


@dataclass(frozen=True)
class TeamLabel:
    """A team's name: the branch and its ordinal (1 = 一队). By ``branch_id`` a page marks a followed branch."""

    id: int
    branch_id: int
    branch: str
    ordinal: int


@dataclass(frozen=True)
class SourceLabel:
    """Where an open side comes from: ``position``, ``winner`` or ``loser`` of match ``number``, and where that is."""

    kind: str
    number: int
    round_entrants: int = 0
    place: int = 0
    table: int = 0


@dataclass(frozen=True)
class Line:
    """One side of a match. ``outcome`` is won, lost or ""; ``level`` is None where no deal was played."""

    slot: str
    team: TeamLabel | None
    source: SourceLabel
    position: int
    level: int | None
    passed: bool
    on_stage: bool
    games: int
    outcome: str


@dataclass(frozen=True)
class MatchView:
    """A match with its two lines, its table and how it ended. ``deal`` is the number of the deal being played."""

    id: int
    number: int
    place: int
    third_place: bool
    round_id: int
    round_number: int
    entrants: int
    starts_at: datetime
    state: str
    clock_state: str
    table: int
    home: Line
    away: Line
    winner: str
    reason: str
    note: str
    deal: int
    decided_at: datetime | None

    @property
    def lines(self) -> tuple[Line, Line]:
        return self.home, self.away

    @property
    def is_bye(self) -> bool:
        return self.state == MatchState.BYE

    @property
    def is_live(self) -> bool:
        return self.state == MatchState.PLAYING

    @property
    def is_over(self) -> bool:
        return self.state == MatchState.OVER

    @cached_property
    def won_by(self) -> TeamLabel | None:
        for line in self.lines:
            if line.outcome == "won":
                return line.team
        return None


@dataclass(frozen=True)
class RoundView:
    """A round with its matches from the top; ``entrants`` 32 reads 32进16; ``scoring.clocks.read`` reads ``clock``."""

    id: int
    number: int
    entrants: int
    starts_at: datetime
    clock: Clock
    matches: tuple[MatchView, ...]

    @property
    def halves(self) -> tuple[tuple[MatchView, ...], tuple[MatchView, ...]]:
        main = tuple(m for m in self.matches if not m.third_place)
        middle = (len(main) + 1) // 2
        return main[:middle], main[middle:]

    @property
    def played(self) -> tuple[MatchView, ...]:
        return tuple(m for m in self.matches if not m.is_bye)

    @property
    def is_live(self) -> bool:
        return self.clock.state in (ClockState.RUNNING, ClockState.PAUSED) and not self.is_over

    @property
    def is_over(self) -> bool:
        return bool(self.matches) and all(m.is_over or m.is_bye for m in self.matches)


def team_label(team: Team) -> TeamLabel:
    """The name of a team whose branch is loaded."""
    return TeamLabel(team.pk, team.branch_id, team.branch.name, team.ordinal)


def stage_matches(tournament: Tournament) -> QuerySet[Match]:
    """All matches of the event with everything their views need: three queries."""
    games = Game.objects.select_related("sheet").order_by("number")
    return (
        Match.objects.filter(stage__tournament=tournament)
        .select_related("round__clock", "table", "result", "home_team__branch", "away_team__branch")
        .prefetch_related(Prefetch("games", games))
        .order_by("round__number", "third_place", "place")
    )


def rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Every round of the event with its matches, first round first; planned rounds without matches before the draw."""
    planned = list(Round.objects.filter(stage__tournament=tournament).select_related("clock").order_by("number"))
    matches = _matches(tournament, planned) if any(r.entrants for r in planned) else []
    by_number = {m.number: m for m in matches}
    views: dict[int, list[MatchView]] = {}
    for match in matches:
        views.setdefault(match.round_id, []).append(match_view(match, by_number))
    return tuple(
        RoundView(r.pk, r.number, r.entrants, r.starts_at, r.clock, tuple(views.get(r.pk, ()))) for r in planned
    )


def _matches(tournament: Tournament, planned: list[Round]) -> list[Match]:
    """All that ``match_view`` needs: what many matches share, rounds and teams, is read once and not joined to each."""
    by_id = {round_.pk: round_ for round_ in planned}
    entered = Team.objects.filter(branch__tournament=tournament).select_related("branch").order_by()
    teams: dict[int | None, Team] = {team.pk: team for team in entered.only("ordinal", "branch__name")}
    games = Game.objects.select_related("sheet").only("match_id", "number", "sheet__standing", "sheet__winner")
    found = list(
        Match.objects.filter(round__in=by_id)
        .select_related("table", "result")
        .defer("result__home_standing", "result__away_standing")
        .prefetch_related(Prefetch("games", games.order_by("number")))
        .order_by("third_place", "place")
    )
    for match in found:
        match.round = by_id[match.round_id]
        match.home_team = teams.get(match.home_team_id)
        match.away_team = teams.get(match.away_team_id)
    return found


def match_view(match: Match, by_number: dict[int, Match]) -> MatchView:
    """The view of one match; ``by_number`` holds its stage's matches, for the names of open sides."""
    games = list(match.games.all())
    standing = _standing(games)
    result = match.result
    return MatchView(
        id=match.pk,
        number=match.number,
        place=match.place,
        third_place=match.third_place,
        round_id=match.round_id,
        round_number=match.round.number,
        entrants=match.round.entrants,
        starts_at=match.round.starts_at,
        state=match.state,
        clock_state=match.round.clock.state,
        table=match.table.number if match.table else 0,
        home=_line(match, "home", standing, games, by_number),
        away=_line(match, "away", standing, games, by_number),
        winner=result.winner if result else "",
        reason=result.reason if result else "",
        note=result.note if result else "",
        deal=standing.deals + 1 if standing and match.state == MatchState.PLAYING else 0,
        decided_at=result.at if result else None,
    )


def _standing(games: list[Game]) -> Standing | None:
    return Standing.from_dict(games[-1].sheet.standing) if games and games[-1].sheet.standing else None


def _line(match: Match, side: str, standing: Standing | None, games: list[Game], by_number: dict[int, Match]) -> Line:
    team = match.home_team if side == "home" else match.away_team
    slot = match.home_slot if side == "home" else match.away_slot
    shown = standing if standing and standing.deals and slot == SlotKind.TEAM else None
    source = _source(match.home_source if side == "home" else match.away_source, by_number)
    return Line(
        slot=slot,
        team=team_label(team) if team else None,
        source=source,
        position=source.number if source.kind == "position" else 0,
        level=shown.level(side) if shown else None,
        passed=shown.passed(side) if shown else False,
        on_stage=bool(shown and shown.stage == side and match.state == MatchState.PLAYING),
        games=sum(game.sheet.winner == side for game in games),
        outcome=_outcome(match, side),
    )


def _outcome(match: Match, side: str) -> str:
    if match.result is None or not (match.result.winner or match.result.reason):
        return ""
    return "won" if match.result.winner == side else "lost"


def _source(text: str, by_number: dict[int, Match]) -> SourceLabel:
    kind, _, digits = text.partition(":")
    number = int(digits)
    feeder = by_number.get(number) if kind in ("winner", "loser") else None
    if feeder is None:
        return SourceLabel(kind, number)
    return SourceLabel(kind, number, feeder.round.entrants, feeder.place, feeder.table.number if feeder.table else 0)
