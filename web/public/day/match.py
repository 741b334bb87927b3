"""One match: who plays, how it stands or ended and why, and every deal with the levels before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from guandan_rules import Deal, DealKind, Race, Step
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult
from scoring.models import Penalty as PenaltyOfSheet
from scoring.models import Sheet
from scoring.queries import replayed_rows, rows, state_of
from tournaments.bracket.queries.line_ups import board_rows, is_known
from tournaments.bracket.queries.match_history import versions
from tournaments.bracket.queries.match_views import MatchView
from tournaments.day.queries.sheet_parts import sides_of
from tournaments.entries.names import masked
from tournaments.models import Game, Tournament
from tournaments.permissions import Permission
from tournaments.states import SourceKind
from web.displays.present import present
from web.public.day.story import match_story
from web.publishing.pages import public_page
from web.requests.loaders import needs

Shown = tuple[int | None, int | None]


@dataclass(frozen=True)
class DealRow:
    """One deal as the page shows it; ``finishes`` are the seats of the winning side with the places 1…4 at which they
    came in; ``level`` is what it was played at; ``before`` and ``after`` are what stood on the scoreboard (home, away):
    levels, or points."""

    number: int
    kind: str
    winner: str
    finishes: tuple[tuple[str, int], ...]
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


@public_page()
@needs(Permission.PUBLIC)
def match(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    snapshot = present(tournament)
    matches = [match for round_ in snapshot.rounds for match in round_.matches]
    with_boards = (table for match in matches for table in (match, *match.boards))
    view = next((match for match in with_boards if match.number == number), None)
    if view is None:
        raise Http404
    sides = ((other, line.source) for other in matches for line in other.lines)
    following = (other for other, source in sides if (source.kind, source.number) == (SourceKind.WINNER, number))
    context = {
        "tournament": tournament,
        "present": snapshot,
        "match": view,
        "round": next(r for r in snapshot.rounds if r.number == view.round_number),
        "games": _games(view),
        "players": _players(tournament, view),
        "line_ups": _line_ups(tournament, view),
        "following": next(following, None),
        "versions": [(row, [deal_rows(sheet) for sheet in row.sheets]) for row in versions(view.id)],
    }
    return render(request, "day/match.html", context)


def _games(view: MatchView) -> list[dict[str, Any]]:
    """The games of a match with their deals and penalties, the last one first."""
    games = Game.objects.filter(match_id=view.id).select_related("sheet__clock")
    return [
        {
            "number": game.number,
            "winner": game.sheet.winner,
            "deals": deal_rows(game.sheet)[::-1],
            "story": match_story(view, game.sheet),
        }
        for game in games.prefetch_related("sheet__deals", "sheet__penalties").order_by("number")
    ]


def deal_rows(sheet: Sheet) -> list[Row]:
    """The counting deals and penalties of a sheet, as its game counts them; of 掼蛋 with who came in where."""
    entered = rows(sheet)
    state = state_of(sheet, entered)
    steps = state.steps if isinstance(state, Race) else ()
    shown_rows: list[Row] = []
    for index, (row, outcome) in enumerate(replayed_rows(sheet, entered)):
        before, after = ((stood.home, stood.away) for stood in outcome.shown)
        if isinstance(row, PenaltyOfSheet):
            effects: tuple[dict[str, object], ...] = tuple(
                {"kind": effect.kind.value, "amount": effect.amount} for effect in given_effects(row.effects)
            )
            shown_rows.append(PenaltyRow(row.side, row.offence, effects, before, after))
        elif steps:
            shown_rows.append(_deal_row(steps[index], cast("Deal", steps[index].entry), row.number, outcome))
        else:
            shown_rows.append(EntryRow(row.number, sheet.game, row.entry, before, after))
    return shown_rows


def _deal_row(step: Step, deal: Deal, number: int, outcome: EntryResult) -> DealRow:
    order, (before, after) = deal.order, outcome.shown
    places = {seat: place for place, seat in enumerate(order.seats, start=1)}
    own = (order.first, order.first.partner)
    return DealRow(
        number=number,
        kind="" if deal.kind is DealKind.REGULAR else deal.kind.value,
        winner=order.winner.value,
        finishes=tuple((seat.value, places[seat]) for seat in own),
        double=order.is_double,
        gain=(after[order.winner] or 0) - (before[order.winner] or 0) if outcome.points else step.risen(order.winner),
        level=step.level,
        before=(before.home, before.away),
        after=(after.home, after.away),
        passed=step.passed.value if step.passed else "",
        failed=tuple(side.value for side in step.failed),
        stage=step.stage_before.value if step.stage_before else "",
    )


def _line_ups(tournament: Tournament, view: MatchView) -> list[tuple[int, list[str], list[str]]]:
    """The number of each board of a team match, and who plays at it; none before that may be known."""
    shown = str if tournament.names_public else masked
    rows = board_rows(tournament, view) if view.boards else []
    return [(row.number, [shown(p.name) for p in row.one], [shown(p.name) for p in row.other]) for row in rows]


def _players(tournament: Tournament, view: MatchView) -> dict[int, list[tuple[str, str]]]:
    """Team id → its players, each with the seat where the sheet has him, the reserves last; whoever plays alone needs
    none. Nobody of a board before its line-ups are shown."""
    if not is_known(tournament, view):
        return {}
    shown = str if tournament.names_public else masked
    return {
        side.team.id: [
            (player.seat if tournament.seats > 1 else "", shown(player.name))
            for player in sorted(side.players, key=lambda player: not player.seat)
        ]
        for side in sides_of(tournament, [view])[view.id]
        if side.team
    }
