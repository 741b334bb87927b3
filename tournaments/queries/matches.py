"""Matches as screens show them. A whole stage costs the same number of queries whatever its size."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import F, Prefetch, QuerySet

from guandan_rules import Reason
from scoring.models import Clock
from scoring.standings import Standing
from scoring.states import ClockState
from tournaments.models import Game, Match, Round, Team, Tournament
from tournaments.queries.statements import Statement
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
    """Where an open side comes from: ``position``, ``winner`` or ``loser`` of match ``number``, and whether that match
    awaits a ruling."""

    kind: str
    number: int
    disputed: bool = False


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
    """A match with its two lines, its table and how it ended. ``deal`` is the number of the deal being played.

    ``extra`` is what the table has beyond the clock of its round: ``scoring.clocks.read`` takes both. ``difference``:
    levels that home ended above away, over all games; passing A counts as one more level.
    """

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
    extra: timedelta
    difference: int

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
    def is_disputed(self) -> bool:
        """待裁定."""
        return self.state == MatchState.DISPUTED

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
class StageLabel:
    """阶段 of a round: its place in the event, its format, its positions (0 before its draw), and how many come to it
    from the places of the stage before (0: registration)."""

    id: int
    number: int
    format: str
    size: int
    places: int


@dataclass(frozen=True)
class RoundView:
    """A round with its matches from the top; ``entrants`` 32 reads 32进16; ``scoring.clocks.read`` reads ``clock``."""

    id: int
    stage: StageLabel
    number: int
    entrants: int
    starts_at: datetime
    clock: Clock
    matches: tuple[MatchView, ...]

    @property
    def round_number(self) -> int:
        return self.number

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
    games = Game.objects.select_related("sheet__clock").order_by("number")
    return (
        Match.objects.filter(stage__tournament=tournament)
        .select_related("round__clock", "table", "result", "home_team__branch", "away_team__branch")
        .prefetch_related(Prefetch("games", games))
        .order_by("round__number", "third_place", "place")
    )


def rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Every round of the event with its matches, first round first; planned rounds without matches before the draw."""
    return rounds_of([tournament])[tournament.pk]


def rounds_of(tournaments: Sequence[Tournament]) -> dict[int, tuple[RoundView, ...]]:
    """The rounds of several events by the id of each, with as many queries as those of one."""
    rounds_ = Round.objects.filter(stage__tournament__in=tournaments).annotate(event=F("stage__tournament"))
    planned = list(rounds_.select_related("clock", "stage").order_by("number"))
    by_stage: dict[int, dict[int, _Row]] = {}
    rows = _rows(tournaments, [r for r in planned if r.stage.size])
    for row in rows:
        by_stage.setdefault(row.round.stage_id, {})[row.number] = row
    views: dict[int, list[MatchView]] = {}
    for row in rows:
        views.setdefault(row.round.pk, []).append(_view(row, by_stage[row.round.stage_id].get))
    found: dict[int, tuple[RoundView, ...]] = {tournament.pk: () for tournament in tournaments}
    for r in planned:
        stage = StageLabel(r.stage.pk, r.stage.number, r.stage.format, r.stage.size, r.stage.places)
        view = RoundView(r.pk, stage, r.number, r.entrants, r.starts_at, r.clock, tuple(views.get(r.pk, ())))
        found[r.event] += (view,)
    return found


def match_view(match: Match, by_number: dict[int, Match]) -> MatchView:
    """The view of a match of ``stage_matches``; ``by_number`` holds those from which its open sides come."""
    return _view(_row(match), lambda number: _row(by_number[number]) if number in by_number else None)


class _Row(NamedTuple):
    """What the view of a match is made of. ``games`` are standing, winner and own time of each sheet."""

    pk: int
    number: int
    place: int
    third_place: bool
    state: str
    home_slot: str
    away_slot: str
    home_source: str
    away_source: str
    home: TeamLabel | None
    away: TeamLabel | None
    round: Round
    table: int
    winner: str
    reason: str
    note: str
    decided_at: datetime | None
    games: Sequence[tuple[dict[str, Any], str, timedelta]]


_OWN = ("pk", "number", "place", "third_place", "state", "home_slot", "away_slot", "home_source", "away_source")
_JOINED = (
    "home_team_id", "away_team_id", "round_id",
    "table__number", "result__winner", "result__reason", "result__note", "result__at",
)  # fmt: skip

_TEAMS = Statement(
    lambda events: (
        Team.objects.filter(branch__tournament__in=events)
        .order_by()
        .values_list("pk", "branch_id", "branch__name", "ordinal")
    )
)
_GAMES = Statement(
    lambda rounds_: (
        Game.objects.filter(match__round__in=rounds_)
        .order_by("number")
        .values_list("match_id", "sheet__standing", "sheet__winner", "sheet__extra")
    )
)
_MATCHES = Statement(
    lambda rounds_: (
        Match.objects.filter(round__in=rounds_).order_by("third_place", "place").values_list(*_OWN, *_JOINED)
    )
)


def _row(match: Match) -> _Row:
    home, away, table, result = match.home_team, match.away_team, match.table, match.result
    own = [getattr(match, name) for name in _OWN]
    teams_and_round = (team_label(home) if home else None, team_label(away) if away else None, match.round)
    ended = (result.winner, result.reason, result.note, result.at) if result else ("", "", "", None)
    games = [(game.sheet.standing, game.sheet.winner, game.sheet.extra) for game in match.games.all()]
    return _Row._make((*own, *teams_and_round, table.number if table else 0, *ended, games))


def _rows(tournaments: Sequence[Tournament], drawn: Sequence[Round]) -> list[_Row]:
    """All matches, every round from its top. What many share, rounds and teams, is read once and not joined to each."""
    by_id = {round_.pk: round_ for round_ in drawn}
    if not by_id:
        return []
    labels = {row[0]: TeamLabel(*row) for row in _TEAMS.rows([tournament.pk for tournament in tournaments])}
    games: dict[int, list[tuple[dict[str, Any], str, timedelta]]] = {}
    for match, standing, winner, extra in _GAMES.rows(by_id):
        games.setdefault(match, []).append((standing, winner, extra))
    rows = []
    for *own, home, away, round_, table, winner, reason, note, at in _MATCHES.rows(by_id):
        teams_and_round = (labels.get(home), labels.get(away), by_id[round_])
        ended = (winner or "", reason or "", note or "", at)
        rows.append(_Row._make((*own, *teams_and_round, table or 0, *ended, games.get(own[0], ()))))
    return rows


def _view(row: _Row, feeder: Callable[[int], _Row | None]) -> MatchView:
    standing = Standing.from_dict(row.games[-1][0]) if row.games and row.games[-1][0] else None
    return MatchView(
        id=row.pk,
        number=row.number,
        place=row.place,
        third_place=row.third_place,
        round_id=row.round.pk,
        round_number=row.round.number,
        entrants=row.round.entrants,
        starts_at=row.round.starts_at,
        state=row.state,
        clock_state=row.round.clock.state,
        table=row.table,
        home=_line(row, "home", row.home_slot, row.home, _source(row.home_source, feeder), standing),
        away=_line(row, "away", row.away_slot, row.away, _source(row.away_source, feeder), standing),
        winner=row.winner,
        reason=row.reason,
        note=row.note,
        deal=standing.deals + 1 if standing and row.state == MatchState.PLAYING else 0,
        decided_at=row.decided_at,
        extra=row.games[-1][2] if row.games else timedelta(0),
        difference=_difference(row) if row.winner else 0,
    )


def _difference(row: _Row) -> int:
    ended = [Standing.from_dict(standing) for standing, _, _ in row.games if standing]
    return sum((s.home or 0) + s.home_passed - (s.away or 0) - s.away_passed for s in ended if s.deals)


def _line(
    row: _Row, side: str, slot: str, team: TeamLabel | None, source: SourceLabel, standing: Standing | None
) -> Line:
    played = standing and (standing.deals or row.reason == Reason.EXTRA_DEAL)
    shown = standing if played and slot == SlotKind.TEAM else None
    return Line(
        slot=slot,
        team=team,
        source=source,
        position=source.number if source.kind == "position" else 0,
        level=shown.level(side) if shown else None,
        passed=shown.passed(side) if shown else False,
        on_stage=bool(shown and shown.stage == side and row.state == MatchState.PLAYING),
        games=sum(winner == side for _standing, winner, _extra in row.games),
        outcome=_outcome(row, side),
    )


def _outcome(row: _Row, side: str) -> str:
    if not (row.winner or row.reason):
        return ""
    return "won" if row.winner == side else "lost"


def _source(text: str, feeder: Callable[[int], _Row | None]) -> SourceLabel:
    kind, _, digits = text.partition(":")
    number = int(digits)
    found = feeder(number) if kind in ("winner", "loser") else None
    return SourceLabel(kind, number, disputed=bool(found and found.state == MatchState.DISPUTED))
