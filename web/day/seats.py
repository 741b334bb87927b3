"""The seats as buttons: each tap makes the next order, with or without script; of a deal that is entered, and of
one that is corrected (更正)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from guandan_rules import Code as RuleCode
from guandan_rules import finish_order, order_problems
from tournaments.day.queries.sheet_views import SheetView, SideView
from web.requests.numbers import typed_number

LONGEST_ORDER, LONGEST_REASON = 8, 200
HOME = "NS135"
UNFINISHED = {RuleCode.TOO_FEW, RuleCode.DOUBLE_NOT_PARTNERS}


@dataclass(frozen=True)
class SeatButton:
    """One seat: who sits there, as which one he went out (0: not yet), and the order that a tap makes."""

    seat: str
    side: str
    branch: str
    ordinal: int
    name: str
    place: int
    order: str
    is_off: bool


@dataclass(frozen=True)
class Mending:
    """The deal being corrected with the order that is right, as far as it is tapped, the level card turned up, and why,
    as far as it is typed."""

    number: int
    order: str
    turned_up: str
    reason: str
    is_complete: bool
    seats: Mapping[str, SeatButton]


def entry_seats(view: SheetView, tapped: str) -> dict[str, SeatButton]:
    """The seats of the deal being entered; of six (够级) by what is ``tapped`` so far."""
    if view.form.is_tapped:
        order = "".join(out.seat for out in view.preview.finishers)
        return _buttons(view.sides, "NWSE", order, is_complete=view.preview.is_complete, is_closed=not view.kind)
    is_order = set(tapped) <= set(view.form.seats) and len(set(tapped)) == len(tapped)
    order = whole(tapped if is_order else "", view.form.seats)
    return _buttons(view.sides, view.form.seats, order, is_complete=0 < len(order) == len(view.form.seats))


def whole(order: str, seats: str) -> str:
    """The last one goes out by himself."""
    return order + "".join(seat for seat in seats if seat not in order) if len(order) == len(seats) - 1 else order


def mending_of(view: SheetView, query: Mapping[str, str]) -> Mending | None:
    """``correct``: the number of a deal; ``right``: the order tapped so far, without it the present one; ``reason``."""
    number = typed_number(query.get("correct") or query.get("deal") or "")
    deal = next((line for line in view.deals if line.number == number and line.finishers), None)
    if deal is None:
        return None
    present = "".join(out.seat for out in deal.finishers)
    order, is_complete = _as_tapped(query.get("right", query.get("order", present)))
    reason = query.get("reason", "")[:LONGEST_REASON]
    turned_up = query.get("turned_up", str(deal.level or ""))[:LONGEST_ORDER]
    buttons = _buttons(view.sides, "NWSE", order, is_complete=is_complete)
    return Mending(deal.number, order, turned_up, reason, is_complete, buttons)


@dataclass(frozen=True)
class TappedDeal:
    """A deal of a match that is over, as it is being tapped right; each seat sends ``<number>:<order>``."""

    number: int
    order: str
    seats: Mapping[str, SeatButton]


def tapped_deal(sides: tuple[SideView, SideView], tap: str) -> TappedDeal | None:
    """``tap``: what a seat sends; None where nothing was tapped."""
    number, _, tapped = tap.partition(":")
    deal = typed_number(number)
    if deal is None:
        return None
    order, is_complete = _as_tapped(tapped)
    buttons = _buttons(sides, "NWSE", order, is_complete=is_complete)
    named = {seat: replace(button, order=f"{deal}:{button.order}") for seat, button in buttons.items()}
    return TappedDeal(deal, order, named)


def _as_tapped(text: str) -> tuple[str, bool]:
    """The order as far as it is one, and whether it is whole."""
    order = text[:LONGEST_ORDER].strip().upper()
    problems = set(order_problems(order))
    return ("" if problems - UNFINISHED else order, False) if problems else (finish_order(order).letters, True)


def _buttons(
    sides: tuple[SideView, SideView], seats: str, order: str, *, is_complete: bool, is_closed: bool = False
) -> dict[str, SeatButton]:
    """By letter. A seat that is out already takes the order back to before it went out."""
    buttons = {}
    home, away = sides
    taken = {player.seat: (side, player) for side in sides for player in side.players}
    for seat in seats:
        side, player = taken.get(seat, (home if seat in HOME else away, None))
        own = (one for one in side.team.each if player and one.id == player.team) if side.team else ()
        team = next(iter(own), side.team)
        place = order.find(seat) + 1
        # the last goes out by himself: a tap on him changes nothing, one on the player before takes both back
        after = order if place == len(seats) else order[: place - 1] if place else order + seat
        buttons[seat] = SeatButton(
            seat=seat,
            side=side.side,
            branch=team.branch if team else "",
            ordinal=team.ordinal if team else 0,
            name=player.name if player else "",
            place=place,
            order=after,
            is_off=is_closed or (is_complete and not place),
        )
    return buttons
