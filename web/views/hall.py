"""现场大屏: the clock, the tables and the levels of the round that is on, for a projector."""

from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from guandan_rules import RuleSet, finish_order, gain_of
from scoring.models import Deal
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.matches import Line, MatchView, RoundView
from web.loaders import needs
from web.pages import public_page
from web.present import Present, present

MOST_TABLES = 30
NEWEST_DEALS = 3
LOOKED_AT = 12
# the most tables that a grid holds, columns × rows
GRIDS = (
    (1, "1x1"), (2, "2x1"), (4, "2x2"), (6, "3x2"), (8, "4x2"), (10, "5x2"), (12, "4x3"), (16, "4x4"), (20, "5x4"),
    (MOST_TABLES, "6x5"),
)  # fmt: skip


@dataclass(frozen=True)
class NewDeal:
    """A deal just entered: who won it at which table, by how much, and where the side stands now."""

    table: int
    line: Line
    gain: int


@public_page()
@needs(Permission.PUBLIC)
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = present(tournament)
    round_ = found.live or _today(found)
    matches = _tables(round_) if round_ else ()
    context = {
        "tournament": tournament,
        "present": found,
        "round": round_,
        "matches": matches,
        "grid": next((name for most, name in GRIDS if len(matches) <= most), GRIDS[-1][1]),
        "news": _newest(round_) if round_ and round_ is found.live else (),
        "decided": _decided(matches),
        "call_at": found.next.starts_at - timedelta(minutes=tournament.check_in_minutes) if found.next else None,
    }
    return render(request, "public/hall.html", context)


def _today(found: Present) -> RoundView | None:
    """What the hall waits for or has just seen."""
    return None if found.is_finished else found.day_round


def _tables(round_: RoundView) -> tuple[MatchView, ...]:
    return tuple(sorted(round_.played, key=lambda m: (m.table or 10_000, m.number)))[:MOST_TABLES]


def _decided(matches: tuple[MatchView, ...]) -> list[MatchView]:
    over = [m for m in matches if m.is_over and m.decided_at and m.won_by]
    return sorted(over, key=lambda m: m.decided_at, reverse=True)[:1]  # type: ignore[arg-type, return-value]


def _newest(round_: RoundView) -> list[NewDeal]:
    """The deals entered last in a round, the newest of each table: one query."""
    by_id = {m.id: m for m in round_.matches if m.is_live}
    deals = Deal.objects.filter(sheet__game__match__in=by_id, struck_at=None).select_related("sheet__game")
    found: dict[int, NewDeal] = {}
    for deal in deals.order_by("-entered_at", "-pk")[:LOOKED_AT]:
        match, order = by_id[deal.sheet.game.match_id], finish_order(deal.order)
        line = match.home if order.winner == "home" else match.away
        gain = gain_of(RuleSet.from_dict(deal.sheet.rule_set), order)
        found.setdefault(match.id, NewDeal(match.table, line, gain))
    return list(found.values())[:NEWEST_DEALS]
