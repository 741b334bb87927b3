"""Matches as screens show them. A whole stage costs the same number of queries whatever its size."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import JSONObject

from guandan_rules import Reason, Sides
from guandan_rules.options import Scale
from journal.joins import Joined
from scoring.models import Clock, Submission
from scoring.standings import Standing
from scoring.states import ClockState, SubmissionState
from tournaments.bracket.models.matches import current_games
from tournaments.bracket.queries.labels import NAMES, PEOPLE, label_of_columns, side_label
from tournaments.bracket.queries.match_views import Board, Line, MatchView, OwnDay, SourceLabel, TeamLabel
from tournaments.bracket.queries.round_views import RoundView, StageLabel
from tournaments.bracket.queries.table_states import AtTable, at_tables
from tournaments.bracket.queries.whole_stages import (
    as_decided,
    left_of,
    match_points,
    parts_of_matches,
    penalties_of,
    with_boards,
    with_entrants,
    with_struck,
)
from tournaments.bracket.rules.boards import board_of, team_match_of
from tournaments.bracket.rules.formats import shaped, where_of
from tournaments.bracket.rules.sides import NUMBERS, SEATED, SIDES
from tournaments.calendar import last_moment
from tournaments.formats.format import Where, beside_bracket
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.models import Game, Match, PlaceDecision, Round, Tournament
from tournaments.presets.named_games import NAMED_GAMES, named_game
from tournaments.states import FED, SHORT, MatchState, SlotKind, SourceKind, TableState


def match_of_event(slug: str, number: int) -> Match | None:
    """The match of that number of an event, with the event; None where there is none. One query."""
    return next(_WITH_EVENT.where('"it__stage__tournament".slug = %s and "it".number = %s', slug, number), None)


def stage_matches(tournament: Tournament) -> QuerySet[Match]:
    """All matches of the event, and their boards, with everything their views need: three queries."""
    games = Game.objects.select_related("sheet__clock").annotate(contested=_contested("sheet")).order_by("number")
    return (
        Match.every.filter(stage__tournament=tournament)
        .select_related(
            "round__clock", "round__stage__tournament", "table", "result", *(f"{column}__branch" for column in SEATED)
        )
        .prefetch_related(Prefetch("games", games))
        .annotate(**NUMBERS, **PEOPLE)
        .order_by("round__number", "round__sitting", "place", "board")
    )


def rounds(tournament: Tournament) -> tuple[RoundView, ...]:
    """Every round of the event with its matches, first round first; planned rounds without matches before the draw."""
    return rounds_of([tournament])[tournament.pk]


def rounds_of(tournaments: Sequence[Tournament]) -> dict[int, tuple[RoundView, ...]]:
    """The rounds of several events by the id of each, with as many queries as those of one."""
    planned = with_entrants(_planned(tournaments))
    drawn = [round_ for _, round_ in planned if round_.stage.size]
    by_stage: dict[int, dict[int, _Row]] = {}
    rows = _rows(drawn)
    for row in rows:
        by_stage.setdefault(row.stage, {})[row.number] = row
    disputed = {stage: disputed_of(numbered.values()) for stage, numbered in by_stage.items()}
    boards: dict[tuple[int, int], list[MatchView]] = {}
    for row in rows:
        if board_of(row.number):
            boards.setdefault((row.stage, team_match_of(row.number)), []).append(_view(row, frozenset(), None))
            del by_stage[row.stage][row.number]
    where = parts_of_matches(drawn, by_stage)
    of_stage: dict[int, list[MatchView]] = {}
    penalties = penalties_of({r.stage.id for r in drawn if TieBreak.PENALTIES in r.stage.shape.criteria})
    left = left_of({r.stage.id for r in drawn if r.stage.shape.changes_partners})
    for row in rows:
        if board_of(row.number):
            continue
        view = _view(row, disputed[row.stage], where.get((row.stage, row.number)))
        if own := boards.get((row.stage, row.number)):
            view = with_boards(view, own)
        given = penalties.get(row.pk)
        view = replace(view, penalties=given) if given else view
        of_stage.setdefault(row.stage, []).append(replace(view, left=left[row.pk]) if row.pk in left else view)
    shapes = {round_.stage.id: round_.stage.shape for round_ in drawn}
    views: dict[int, list[MatchView]] = {}
    for match in (match for stage, matches in of_stage.items() for match in with_struck(shapes[stage], matches)):
        views.setdefault(match.round_id, []).append(match)
    views |= as_decided({r.id: views[r.id] for r in drawn if r.stage.is_ladder and r.id in views})

    by_number: dict[tuple[int, int], list[RoundView]] = {}
    for event, round_ in planned:
        with_matches = replace(round_, matches=tuple(views.get(round_.id, ())))
        by_number.setdefault((event, round_.number), []).append(with_matches)
    by_event: dict[int, tuple[RoundView, ...]] = {tournament.pk: () for tournament in tournaments}
    for (event, _), sittings in by_number.items():
        by_event[event] += (_in_sittings(sittings) if len(sittings) > 1 else sittings[0],)
    return by_event


def _in_sittings(sittings: Sequence[RoundView]) -> RoundView:
    """A round with the matches of all its sittings, and the clock of the one that is on."""
    open_ = [part for part in sittings if not part.is_over]
    begun = [part for part in open_ if part.clock.state != ClockState.SET]
    on = next(iter([*reversed(begun), *open_]), sittings[-1])
    matches = sorted((m for part in sittings for m in part.matches), key=lambda m: m.place)
    return replace(on, sitting=1, matches=tuple(matches), sittings=tuple(sittings))


def disputed_of(matches: "Iterable[Match | _Row]") -> frozenset[int]:
    """The numbers of those that are disputed."""
    return frozenset(match.number for match in matches if match.state == MatchState.DISPUTED)


def single_view(match: Match, at_table: AtTable | None = None) -> MatchView:
    """The view of one match of ``stage_matches``. One query if a side is open: does it wait for a ruling? Four if it
    is over, and may count for nobody since a team has left; those of ``at_tables`` while it is being played, unless
    it is given."""
    if match.state == MatchState.OVER and "withdrawn" in match.round.stage.settings:
        of_all = (view for round_ in rounds(match.round.stage.tournament) for view in round_.matches)
        return next(view for of in of_all for view in (of, *of.boards) if view.id == match.pk)
    at_table = at_table or at_tables({match.pk: match.state})[match.pk]
    if SlotKind.OPEN not in (match.home_slot, match.away_slot):
        return match_view(match, frozenset(), at_table)
    feeds = Match.objects.filter(Q(winner_to=match) | Q(loser_to=match))
    return match_view(match, disputed_of(feeds.only("number", "state")), at_table)


def match_view(match: Match, disputed: frozenset[int], at_table: AtTable) -> MatchView:
    """The view of a match of ``stage_matches``; ``disputed``: numbers of matches from which its sides come."""
    annotated: Any = match
    games: list[Any] = list(match.games.all())
    table, result, stage = match.table, match.result, match.round.stage
    values = (
        *(getattr(match, name) for name in _OWN),
        *(side_label(match, side) for side in SIDES),
        *_of_round(match.round),
        stage.pk,
        str(stage.rule_set.get("scale") or Scale.NONE),
        Board.of(stage.game, stage.rule_set.get("measure")),
        NAMED_GAMES[named_game(stage.game, stage.rule_set)].colours,
        table.number if table else 0,
        *((result.winner, result.reason, result.note, result.at) if result else ("", "", "", None)),
        tuple(_game(game.sheet.standing, game.sheet.winner, game.sheet.extra, game.contested) for game in games),
        at_table,
    )
    return _view(_Row._make(values)._replace(until=match.until), disputed, where_of(match, annotated.first_number))


class _Game(NamedTuple):
    standing: Standing | None
    winner: str
    extra: timedelta
    contested: bool


class _Row(NamedTuple):
    """What the view of a match is made of: plain values, so that a match that stays as it was is the same view."""

    pk: int
    number: int
    place: int
    place_for: int | None
    state: str
    home_slot: str
    away_slot: str
    home_source_kind: str
    away_source_kind: str
    home_source_number: int
    away_source_number: int
    challenged_at: datetime | None
    agreed_at: datetime | None
    agreed_place: str
    proposed_at: datetime | None
    proposed_place: str
    proposed_by: str
    home_partner_position: int | None
    away_partner_position: int | None
    home: TeamLabel | None
    away: TeamLabel | None
    round: int
    round_number: int
    sitting: int
    entrants: int
    starts_at: datetime
    until: datetime | None
    stage: int
    scale: str
    board: Board
    colours: tuple[str, str]
    table: int
    winner: str
    reason: str
    note: str
    decided_at: datetime | None
    games: tuple[_Game, ...]
    at_table: AtTable


_OWN = _Row._fields[: _Row._fields.index("home")]
"""Columns of a match, or what is annotated under that name."""
_STATE = _OWN.index("state")
_JOINED = (
    *NAMES, "round_id", "table__number", "result__winner", "result__reason", "result__note", "result__at",
    *(f"counting__{name}" for name in ("id", "sheet__standing", "sheet__winner", "sheet__extra")),
)  # fmt: skip

_WITH_EVENT = Joined(Match, "round", "stage", "stage__tournament", "stage__tournament__journal")
_CLOCK = tuple(field.attname for field in Clock._meta.concrete_fields)
_ROUND = (
    "pk", "number", "sitting", "entrants", "starts_at", "closed_at", "stage__tournament_id",
    "stage__tournament__own_days", "stage__tournament__zone",
)  # fmt: skip
_STAGE = (
    "pk", "number", "size", "places", "first_place", "source_id", "by_lot",
    "format", "settings", "tournament__third_place_match", "rule_set__scale", "rule_set__bye_points",
    "game", "rule_set__measure", "rule_set__name", "tournament__boards",
)  # fmt: skip

_DECISIONS = ArraySubquery(
    PlaceDecision.objects.filter(stage=OuterRef("stage"))
    .order_by("-pk")
    .values(json=JSONObject(teams="teams", how="how"))
)


def _contested(sheet: str) -> Exists:
    return Exists(Submission.objects.filter(sheet=OuterRef(sheet), state=SubmissionState.CONFLICTING))


def _game(standing: dict[str, Any], winner: str, extra: timedelta, contested: bool) -> _Game:
    return _Game(Standing(**standing) if standing else None, winner, extra, contested)


def _of_round(round_: Round | RoundView) -> tuple[Any, ...]:
    return round_.id, round_.number, round_.sitting, round_.entrants, round_.starts_at, round_.until


def _planned(tournaments: Sequence[Tournament]) -> list[tuple[int, RoundView]]:
    """Every round, or sitting of one, without its matches, and the id of its event: one query."""
    stages: dict[int, StageLabel] = {}
    firsts: dict[int, int] = {}
    planned = []
    rows = Round.objects.filter(stage__tournament__in=tournaments).order_by("number", "sitting")
    columns = (*_ROUND, *(f"stage__{name}" for name in _STAGE), *(f"clock__{name}" for name in _CLOCK))
    for *row, decisions in rows.values_list(*columns, _DECISIONS):
        round_, of_stage, of_clock = row[: len(_ROUND)], row[len(_ROUND) : -len(_CLOCK)], row[-len(_CLOCK) :]
        if of_stage[0] not in stages:
            *label, name, settings, third_place, scale, bye_points, game, measure, rule_set, boards = of_stage
            pk, stage_number, size, places, first_place, source, by_lot = label
            stages[pk] = StageLabel(
                pk,
                stage_number,
                shaped(name, settings, third_place, scale, bye_points),
                size,
                places,
                first_place,
                source,
                by_lot,
                scale=str(scale or Scale.NONE),
                board=Board.SCORE if boards > 1 else Board.of(game, measure),
                at_table=Board.of(game, measure),
                game=named_game(game, {"name": rule_set}),
                decisions=tuple(Decision(tuple(one["teams"]), TieBreak(one["how"])) for one in decisions),
            )
        round_id, number, sitting, entrants, starts_at, closed_at, event, own_days, zone = round_
        clock = Clock.from_db(DEFAULT_DB_ALIAS, _CLOCK, of_clock)
        stage = stages[of_stage[0]]
        section = stage.shape.section(number - firsts.setdefault(stage.id, number) + 1)
        view = RoundView(round_id, stage, number, entrants, starts_at, clock, (), sitting, section=section)
        if own_days:
            until = last_moment(starts_at, stage.shape.season_days or own_days, ZoneInfo(zone))
            view = replace(view, until=until, own_days=own_days, closed_at=closed_at)
        planned.append((event, view))
    return planned


def _rows(drawn: Sequence[RoundView]) -> list[_Row]:
    """All matches, every round from its top: one query, which gives a match once for each of its games, and those of
    ``at_tables``."""
    of_round, days = {}, {r.id: r.own_days for r in drawn}
    for r in drawn:
        of_stage = (r.stage.id, r.stage.scale, r.stage.at_table, NAMED_GAMES[r.stage.game].colours)
        of_round[r.id] = (*_of_round(r), *of_stage)
    by_match: dict[int, list[Any]] = {}
    games: dict[int, list[_Game]] = {}
    numbers = {name: NUMBERS[name] for name in _OWN if name in NUMBERS}
    matches = Match.every.filter(round__in=of_round).annotate(counting=current_games(), **numbers, **PEOPLE)
    read: Any = matches.values_list(*_OWN, *_JOINED, _contested("counting__sheet"))
    for *row, game, standing, winner, extra, contested in read.order_by("place", "board", "counting__number"):
        by_match[row[0]] = row
        games.setdefault(row[0], []).extend([_game(standing, winner, extra, contested)] if game else [])
    states = at_tables({pk: row[_STATE] for pk, row in by_match.items()})
    rows = []
    home, away, rest = (len(_OWN) + sides * len(NAMES) // 2 for sides in range(3))
    for row in by_match.values():
        own, teams = row[:home], (label_of_columns(row[home:away]), label_of_columns(row[away:rest]))
        round_, table, winner, reason, note, at = row[rest:]
        ended = (winner or "", reason or "", note or "", at)
        of_games, at_table = tuple(games[own[0]]), states[own[0]]
        made = _Row._make((*own, *teams, *of_round[round_], table or 0, *ended, of_games, at_table))
        if made.challenged_at and made.until:
            made = made._replace(until=last_moment(made.challenged_at, days[round_], made.until.tzinfo or UTC))
        rows.append(made)
    return rows


@lru_cache(maxsize=4096)
def _view(row: _Row, disputed: frozenset[int], where: Where | None) -> MatchView:
    game = row.games[-1] if row.games else None
    standing = game.standing if game else None
    contested = bool(game and game.contested) and row.state in (MatchState.PLAYING, MatchState.DISPUTED)
    certain = None if contested else standing
    standings = [game.standing for game in row.games if game.standing]
    difference = sum(standing.ahead for standing in standings if standing.deals)
    doing, agreed = row.at_table
    own_day = None
    if row.until:
        proposal = row.proposed_at, row.proposed_place, row.proposed_by
        own_day = OwnDay(row.until, row.agreed_at, row.agreed_place, *proposal, row.challenged_at)
    points = None
    if row.reason and row.scale != Scale.NONE:
        gathered = Sides(sum(s.home_points for s in standings), sum(s.away_points for s in standings))
        scale = Scale(row.scale)
        points = match_points(scale, winner=row.winner, reason=row.reason, difference=difference, gathered=gathered)
    return MatchView(
        id=row.pk,
        number=row.number,
        place=row.place,
        round_id=row.round,
        round_number=row.round_number,
        sitting=row.sitting,
        entrants=row.entrants,
        starts_at=row.agreed_at or row.starts_at,
        state=row.state,
        table=row.table,
        home=_line(row, "home", disputed, certain),
        away=_line(row, "away", disputed, certain),
        winner=row.winner,
        reason=row.reason,
        note=row.note,
        doing=doing,
        agreed=agreed,
        deal=standing.deals + 1 if standing and doing == TableState.PLAYING else 0,
        decided_at=row.decided_at,
        extra=game.extra if game else timedelta(0),
        difference=difference if row.winner else 0,
        contested=contested,
        points=points,
        scale=row.scale,
        board=row.board,
        where=where or beside_bracket(row.place_for, row.entrants),
        nth_board=board_of(row.number),
        team_match=team_match_of(row.number),
        has_games=len(row.games) > 1 and not row.board.is_entered,
        own_day=own_day,
    )


def _line(row: _Row, side: str, disputed: frozenset[int], standing: Standing | None) -> Line:
    slot, kind, number = (getattr(row, f"{side}_{name}") for name in ("slot", "source_kind", "source_number"))
    games_won = sum(game.winner == side for game in row.games)
    counts_games = row.board is Board.SCORE and len(row.games) > 1
    is_played = standing and (standing.deals or counts_games or row.reason == Reason.EXTRA_DEAL)
    shown = standing if is_played and slot == SlotKind.TEAM else None
    score = shown.points(side) if shown and row.board.shows_points else None
    outcome = ""
    if (row.winner or row.reason) and row.reason != SHORT:
        outcome = "won" if row.winner == side else "lost"
    return Line(
        slot=slot,
        team=row.home if side == "home" else row.away,
        source=SourceLabel(kind, number, disputed=kind in FED and number in disputed),
        position=number if kind == SourceKind.POSITION else 0,
        partner_position=getattr(row, f"{side}_partner_position") or 0,
        level=shown.level(side) if shown else None,
        passed=shown.passed(side) if shown else False,
        on_stage=bool(shown and shown.stage == side and row.at_table.state.is_dealt),
        games=games_won,
        outcome="drawn" if row.reason == Reason.DRAW else outcome,
        score=games_won if shown and counts_games else score,
        colour=row.colours[side == "away"] if slot == SlotKind.TEAM and row.state != MatchState.BYE else "",
    )
