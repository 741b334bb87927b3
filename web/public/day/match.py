"""One match: who plays, how it stands or ended and why, and every deal with the levels before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from guandan_rules import Deal, DealKind, Race, Side, Step
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult
from scoring.models import Penalty as PenaltyOfSheet
from scoring.models import Sheet
from scoring.queries import replayed_rows, rows, state_of
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.results import VersionView, versions
from tournaments.entries.seats import seated
from tournaments.models import Game, Player, Tournament
from tournaments.permissions import Permission
from tournaments.states import SourceKind
from web.displays.present import Present, present
from web.public.day.match_story import StoryView, match_story
from web.publishing.pages import public_page
from web.requests.loaders import needs


@dataclass(frozen=True)
class Finish:
    """Where a player of the winning side came in: place 1…4 at a seat."""

    seat: str
    place: int


Shown = tuple[int | None, int | None]


@dataclass(frozen=True)
class DealRow:
    """One deal as the page shows it; ``level`` is what it was played at; ``before`` and ``after`` are what
    stood on the scoreboard (home, away): levels, or points."""

    number: int
    kind: str
    winner: str
    finishes: tuple[Finish, ...]
    double: bool
    gain: int
    level: int | None
    before: Shown
    after: Shown
    passed: str
    failed: tuple[str, ...]
    stage: str


@dataclass(frozen=True)
class EntryRow:
    """What another game than 掼蛋 writes down, as that game has it; levels are None in games without them."""

    number: int
    game: str
    entry: Mapping[str, Any]
    before: Shown
    after: Shown


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty in its place among the deals: who, for what, what it did."""

    side: str
    offence: str
    effects: tuple[dict[str, object], ...]
    before: Shown
    after: Shown


Row = DealRow | EntryRow | PenaltyRow


@dataclass(frozen=True)
class GameView:
    """One game of a match with its deals and penalties, the last one first."""

    number: int
    winner: str
    reason: str
    deals: tuple[Row, ...]
    story: StoryView | None


@dataclass(frozen=True)
class Version:
    """A version of the result with what was set aside with it, game by game."""

    row: VersionView
    aside: tuple[list[Row], ...]


@public_page()
@needs(Permission.PUBLIC)
def match(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    snapshot = present(tournament)
    view = _find(snapshot, number)
    round_ = next(r for r in snapshot.rounds if r.number == view.round_number)
    context = {
        "tournament": tournament,
        "present": snapshot,
        "match": view,
        "round": round_,
        "games": _games(view),
        "players": _players(view, tournament.seats),
        "following": _following(snapshot, view),
        "versions": _versions(view),
    }
    return render(request, "day/match.html", context)


def _find(snapshot: Present, number: int) -> MatchView:
    for round_ in snapshot.rounds:
        for view in round_.matches:
            if view.number == number:
                return view
    raise Http404


def _games(view: MatchView) -> list[GameView]:
    games = (
        Game.objects.filter(match_id=view.id)
        .select_related("sheet__clock")
        .prefetch_related("sheet__deals", "sheet__penalties")
    )
    return [
        GameView(
            number=game.number,
            winner=game.sheet.winner,
            reason=game.sheet.reason,
            deals=tuple(reversed(deal_rows(game.sheet))),
            story=match_story(view, game.sheet),
        )
        for game in games.order_by("number")
    ]


def deal_rows(sheet: Sheet) -> list[Row]:
    """The counting deals and penalties of a sheet, as its game counts them; of 掼蛋 with who came in where."""
    entered = rows(sheet)
    state = state_of(sheet, entered)
    steps = state.steps if isinstance(state, Race) else ()
    shown_rows: list[Row] = []
    for index, (row, outcome) in enumerate(replayed_rows(sheet, entered)):
        if isinstance(row, PenaltyOfSheet):
            shown_rows.append(_penalty_row(row, outcome))
        elif steps:
            shown_rows.append(_row(steps[index], cast("Deal", steps[index].entry), row.number, outcome))
        else:
            shown_rows.append(EntryRow(row.number, sheet.game, row.entry, *_shown(outcome)))
    return shown_rows


def _shown(outcome: EntryResult) -> tuple[Shown, Shown]:
    before, after = outcome.shown
    return (before.home, before.away), (after.home, after.away)


def _penalty_row(penalty: PenaltyOfSheet, outcome: EntryResult) -> PenaltyRow:
    return PenaltyRow(
        side=penalty.side,
        offence=penalty.offence,
        effects=tuple(
            {"kind": effect.kind.value, "amount": effect.amount} for effect in given_effects(penalty.effects)
        ),
        before=_shown(outcome)[0],
        after=_shown(outcome)[1],
    )


def _row(step: Step, deal: Deal, number: int, outcome: EntryResult) -> DealRow:
    order, (before, after) = deal.order, outcome.shown
    places = {seat: place for place, seat in enumerate(order.seats, start=1)}
    own = (order.first, order.first.partner)
    return DealRow(
        number=number,
        kind="" if deal.kind is DealKind.REGULAR else deal.kind.value,
        winner=order.winner.value,
        finishes=tuple(Finish(seat.value, places[seat]) for seat in own),
        double=order.is_double,
        gain=(after[order.winner] or 0) - (before[order.winner] or 0) if outcome.points else step.risen(order.winner),
        level=step.level,
        before=(before.home, before.away),
        after=(after.home, after.away),
        passed=step.passed.value if step.passed else "",
        failed=tuple(side.value for side in step.failed),
        stage=step.stage_before.value if step.stage_before else "",
    )


def _players(view: MatchView, seats: int) -> dict[int, list[tuple[str, str]]]:
    """Team id → its players, each with the seat where the sheet has him; whoever plays alone needs none."""
    teams = {line.team.id: side for side, line in zip(Side, view.lines, strict=True) if line.team}
    names_by_team: dict[int, list[str]] = {}
    playing = Player.objects.filter(team__in=teams, left_at=None).order_by("number")
    for team, name in playing.values_list("team_id", "name"):
        names_by_team.setdefault(team, []).append(name)
    return {
        team: [(seat if seats > 1 else "", name) for name, seat in seated(names, teams[team], seats)]
        for team, names in names_by_team.items()
    }


def _versions(view: MatchView) -> list[Version]:
    return [Version(row, tuple(deal_rows(sheet) for sheet in row.sheets)) for row in versions(view.id)]


def _following(snapshot: Present, view: MatchView) -> MatchView | None:
    """The match that the winner comes to."""
    for round_ in snapshot.rounds:
        for other in round_.matches:
            sources = [line.source for line in other.lines]
            if any(source.kind == SourceKind.WINNER and source.number == view.number for source in sources):
                return other
    return None
