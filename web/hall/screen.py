"""现场大屏: the clock, the tables and the levels of the rounds that are on, for a projector; and 抽签仪式,
with the lot in the middle and the sheet filling around it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from guandan_rules import RuleSet, deal_points, finish_order, gain_of
from scoring import clocks
from scoring.clocks import ClockReading
from scoring.games.guandan import Guandan
from scoring.models import Deal
from tournaments.bracket.queries.match_views import Board, Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words.options import winning_in_short
from tournaments.day.queries.desk_tables import is_last_bell
from tournaments.draw.queries.ceremony import CeremonyView, ceremony_view
from tournaments.draw.queries.records import latest_seal
from tournaments.models import Stage, Tournament
from tournaments.permissions import Permission
from tournaments.states import MatchState, TournamentState
from web.displays.ceremony import scene
from web.displays.present import Present, present
from web.files.qr_codes import full_address, qr_svg
from web.hall.boards import cut, hall_boards, most_boards, so_far, tables
from web.lists.of_matches import set_apart
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.numbers import typed_number

NEWEST_DEALS = 3
LOOKED_AT = 12
BEFORE = 4
"""Lots that stand at the foot of the screen, behind the one in its middle."""
MOST_HERE = 10
"""Boards in one page; a screen that has shown the last of them fetches the next ones."""


@dataclass(frozen=True)
class NewDeal:
    """A deal just entered: who won it at which table, by how much, and where the side stands now."""

    table: int
    line: Line
    gain: int


@public_page("board")
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The boards in one page, of which a script shows one after the other; without it the one of ``?board=``. Of many
    the page holds those around that one. While lots are drawn, the ceremony."""
    showing = ceremony_view(tournament) if tournament.state == TournamentState.ENTRY else None
    if showing and not showing.is_over:
        return _draw_screen(request, tournament, showing)
    snapshot = present(tournament)
    rounds = tuple(on.round for on in snapshot.running)
    if not rounds and snapshot.day_round and not snapshot.is_finished:
        rounds = (snapshot.day_round,)  # what the hall waits for or has just seen
    board_number = typed_number(request.GET.get("board", ""))
    if board_number is not None and not 1 <= board_number <= most_boards(snapshot):
        raise Http404
    boards = hall_boards(snapshot, rounds)
    shown = board_number if any(board.number == board_number for board in boards) else 1
    here = next((part for part in cut(boards, MOST_HERE) if any(board.number == shown for board in part)), ())
    matches = tuple(chain.from_iterable(map(tables, rounds)))
    decided = [match for match in matches if match.is_over and match.decided_at and match.won_by]
    context = {
        "tournament": tournament,
        "present": snapshot,
        "round": rounds[0] if rounds else None,
        "boards": here,
        "tabs": tuple((board.number, board.id, board.kind, board.page, board.pages) for board in boards),
        "shown": shown,
        "at_tables": {m.number: m.table for r in rounds for m in r.at_tables if not m.is_over},
        "apart": set_apart(snapshot),
        "so_far": so_far(snapshot, rounds),
        "clocks": _own_clocks(snapshot, matches),
        "board": snapshot.rounds[0].stage.at_table if snapshot.rounds else "",
        "is_last": any(is_last_bell(tournament, on.reading) for on in snapshot.running),
        "news": _newest_deals([match for on in snapshot.running for match in on.round.at_tables])
        if snapshot.live
        else (),
        "decided": sorted(decided, key=lambda match: match.decided_at, reverse=True)[:1],  # type: ignore[arg-type, return-value]
        "rule": _winning_rule(snapshot.live) if snapshot.live else "",
        **_to_come(snapshot),
    }
    return render(request, "hall/hall.html", context)


def _to_come(snapshot: Present) -> dict[str, Any]:
    """When the next round is called, or, once its moment has passed or somebody has been called, when it starts."""
    if not (coming := snapshot.next):
        return {}
    call_at = coming.starts_at - timedelta(minutes=snapshot.tournament.check_in_minutes)
    is_called = snapshot.now >= call_at or any(match.state == MatchState.CALLED for match in coming.at_tables)
    return {"to_come": coming.starts_at if is_called else call_at, "is_called": is_called}


def _winning_rule(round_: RoundView) -> str:
    """What decides at the bell of that round, in one line."""
    stage = Stage.objects.only("game", "rule_set").get(pk=round_.stage.id)
    return winning_in_short(RuleSet.from_dict(stage.rule_set)) if stage.game == Guandan.name else ""


def _own_clocks(snapshot: Present, matches: tuple[MatchView, ...]) -> dict[int, ClockReading]:
    """The clocks of tables that play and have time of their own, by match number."""
    by_round = {part.id: part.clock for round_ in snapshot.rounds for part in round_.parts}
    extended = [match for match in matches if match.extra and match.is_live]
    return {match.number: clocks.read(by_round[match.round_id], snapshot.now, match.extra) for match in extended}


def _newest_deals(matches: Iterable[MatchView]) -> list[NewDeal]:
    """The deals entered last in these matches, the newest of each table that nobody contests: one query."""
    by_id = {m.id: m for m in matches if m.is_live and not m.contested}
    newest: dict[int, NewDeal] = {}
    deals = (
        Deal.objects.filter(sheet__match_game__match__in=by_id, sheet__match_game__replaced_at=None)
        .filter(struck_at=None, sheet__game=Guandan.name)  # this board shows finish orders alone
        .order_by("-entered_at", "-pk")
        .values_list("sheet__match_game__match", "entry", "sheet__rule_set")
    )
    for match_id, entry, rule_set in deals[:LOOKED_AT]:
        if match_id in newest or len(newest) == NEWEST_DEALS:
            continue
        match, order, rules = by_id[match_id], finish_order(entry["order"]), RuleSet.from_dict(rule_set)
        line = match.home if order.winner == "home" else match.away
        counts_points = match.board is Board.POINTS
        gain = deal_points(rules.scale, order)[order.winner] if counts_points else gain_of(rules, order)
        newest[match_id] = NewDeal(match.table, line, gain)
    return list(newest.values())


@public_page("part")
def hall_draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?part=`` holds one part of a large sheet; without it the screen goes where the lot lands."""
    view = ceremony_view(tournament)
    return _draw_screen(request, tournament, view)


def _draw_screen(request: HttpRequest, tournament: Tournament, view: CeremonyView | None) -> HttpResponse:
    """What is shown of the ceremony, or that there is none yet."""
    part_number = typed_number(request.GET.get("part", ""))
    if view is None and part_number:
        raise Http404
    try:
        shown_scene = scene(view, part_number) if view else None
    except LookupError:
        raise Http404 from None
    before = view.lots[-BEFORE - 1 : -1][::-1] if view else ()
    context = {
        "tournament": tournament,
        "seal": latest_seal(tournament),
        "view": view,
        "scene": shown_scene,
        "before": before,
    }
    return render(request, "hall/hall_draw.html", context)


@needs(Permission.PUBLIC)
@require_safe
def draw_code(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The code that opens the ceremony on a phone. No part of the page, which knows no host."""
    address = full_address(request, reverse("public_ceremony", args=[tournament.slug]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")
