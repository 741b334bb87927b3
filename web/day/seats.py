"""The seats as buttons: each tap makes the next order, with or without script; of a deal that is entered, and of
one that is corrected (更正)."""

from collections.abc import Mapping
from dataclasses import dataclass

from guandan_rules import Code as RuleCode
from guandan_rules import finish_order, order_problems
from tournaments.day.queries.sheet_views import SheetView
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
        return _buttons(view, order, is_complete=view.preview.is_complete, is_closed=not view.kind)
    is_order = set(tapped) <= set(view.form.seats) and len(set(tapped)) == len(tapped)
    order = whole(tapped if is_order else "", view.form.seats)
    return _buttons(view, order, is_complete=0 < len(order) == len(view.form.seats))


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
    order = query.get("right", query.get("order", present))[:LONGEST_ORDER].strip().upper()
    problems = set(order_problems(order))
    is_complete = not problems
    order = finish_order(order).letters if is_complete else order if problems <= UNFINISHED else ""
    reason = query.get("reason", "")[:LONGEST_REASON]
    turned_up = query.get("turned_up", str(deal.level or ""))[:LONGEST_ORDER]
    return Mending(deal.number, order, turned_up, reason, is_complete, _buttons(view, order, is_complete=is_complete))


def _buttons(view: SheetView, order: str, *, is_complete: bool, is_closed: bool = False) -> dict[str, SeatButton]:
    """By letter. A seat that is out already takes the order back to before it went out."""
    buttons = {}
    for seat in view.form.seats:
        side, player = view.seats.get(seat, (view.home if seat in HOME else view.away, None))
        place = order.find(seat) + 1
        # the last goes out by himself: a tap on him changes nothing, one on the player before takes both back
        after = order if place == len(view.form.seats) else order[: place - 1] if place else order + seat
        buttons[seat] = SeatButton(
            seat=seat,
            side=side.side,
            branch=side.team.branch if side.team else "",
            ordinal=side.team.ordinal if side.team else 0,
            name=player.name if player else "",
            place=place,
            order=after,
            is_off=is_closed or (is_complete and not place),
        )
    return buttons
