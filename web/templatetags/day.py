"""How the round day writes seats, places, deals, tables and verdicts."""

from typing import Any

from django import template

from tournaments.queries.desk import TableCard
from tournaments.queries.play import Finisher, SheetView, SideView
from web.phrases import matches
from web.phrases.reasons import Grounds, grounds_of, reason_sentence
from web.round_day import SeatButton

register = template.Library()


@register.filter
def seat_name(seat: str) -> str:
    """北."""
    return str(matches.SEATS.get(seat, ""))


@register.filter
def place_name(place: int) -> str:
    """上游."""
    return str(matches.PLACES.get(place, ""))


@register.filter
def win_name(partner_place: int) -> str:
    """双上."""
    return str(matches.WINS.get(partner_place, ""))


@register.filter
def awaited_words(awaited: str) -> str:
    """What the sheet waits for."""
    return str(matches.AWAITED.get(awaited, ""))


@register.filter
def kind_name(kind: str) -> str:
    """When a deal was played."""
    return str(matches.KINDS.get(kind, ""))


@register.filter
def status_name(card: TableCard) -> str:
    """Where the table stands."""
    return str(matches.STATUSES.get(card.status, ""))


@register.filter
def at(values: Any, key: Any) -> Any:
    """The value under a key that is itself a variable."""
    return values.get(key)


@register.filter
def winners(finishers: tuple[Finisher, ...]) -> list[Finisher]:
    """Those of the side out first."""
    return [f for f in finishers if finishers and f.side == finishers[0].side]


@register.filter
def verdict_sentence(view: SheetView) -> str:
    """Who has won and why, in one sentence: as proposed, or as it was decided."""
    if view.verdict is None:
        return reason_sentence(view.match.reason, grounds_of(view.match))
    found = view.verdict
    winner = view.side(found.winner)
    loser = view.home if found.winner == "away" else view.away
    return reason_sentence(found.reason, Grounds(winner.team, loser.team, found.high, found.low, found.deal))


@register.filter
def result_sentence(card: TableCard) -> str:
    """How a match of the desk ended."""
    return reason_sentence(card.match.reason, grounds_of(card.match))


@register.filter
def winning_side(view: SheetView) -> SideView:
    """The side that the verdict names."""
    return view.side(view.verdict.winner if view.verdict else view.match.winner)


@register.filter
def stage_of(view: SheetView, side: str) -> SideView:
    """The side of that name."""
    return view.side(side)


@register.filter
def who(finisher: Finisher) -> str:
    """西: whoever sits there; at the table seats say more than names."""
    return seat_name(finisher.seat)


@register.inclusion_tag("day/parts/seat.html")
def seat(button: SeatButton, same_branch: bool = False, double: bool = False) -> dict[str, Any]:
    """One seat of the table; where both teams are of one branch their ordinals tell them apart."""
    return {"button": button, "same_branch": same_branch, "double": double}
