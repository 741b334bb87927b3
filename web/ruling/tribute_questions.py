"""裁判台, what is asked about tribute: the finish order being tapped, and what is said about each payer's cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from guandan_rules import Code, FinishOrder, RuleSet, Seat, next_deal
from web.ruling.questions import CardsAsked, DeskCode, typed_set
from web.ruling.tribute_rulings import (
    Held,
    TributeCode,
    TributeRuling,
    held_problems,
    order_so_far,
    tribute_ruling,
    whole_order,
)

LONGEST_ORDER = 12
JOKERS = ("0", "1", "2")


@dataclass(frozen=True)
class SeatTap:
    """One seat: as which one he went out (0: not yet), and the order that a tap makes."""

    seat: Seat
    place: int
    order: str
    is_off: bool


@dataclass(frozen=True)
class PayerAsked:
    """What is said about one payer: the number of big jokers as typed, his card, and what is wrong with either."""

    seat: Seat
    jokers: str
    paid: CardsAsked
    jokers_code: DeskCode | TributeCode | None = None
    paid_code: DeskCode | TributeCode | None = None

    @property
    def is_refused(self) -> bool:
        return bool(self.jokers_code or self.paid_code or self.paid.is_refused)

    @property
    def held(self) -> Held:
        """What is known of his cards."""
        return Held(int(self.jokers) if self.jokers in JOKERS else None, next(iter(self.paid.cards), None))


@dataclass(frozen=True)
class TributeAsked:
    """The question: the order as typed and as far as it is one, the four seats, the payers, and the answer."""

    typed: str
    seats: str
    problems: tuple[Code, ...]
    taps: Mapping[str, SeatTap]
    payers: tuple[PayerAsked, ...] = ()
    ruling: TributeRuling | None = None

    @property
    def is_refused(self) -> bool:
        return bool(self.problems) or any(payer.is_refused for payer in self.payers)


def asked_tribute(query: Mapping[str, str], level: int | None, rules: RuleSet) -> TributeAsked:
    """The tribute helper's question in the address of the page, with its answer if the order is whole."""
    typed = query.get("order", "")
    seats, problems = order_so_far(typed[:LONGEST_ORDER])
    if problems:
        return TributeAsked(typed, "", problems, _taps(""))
    order = whole_order(seats)
    if order is None:
        return TributeAsked(typed, seats, (), _taps(seats))
    payers = _payers(query, order, level, rules)
    refused = any(payer.is_refused for payer in payers)
    ruling = None if refused else tribute_ruling(rules, order, {p.seat: p.held for p in payers}, level)
    return TributeAsked(typed, order.letters, (), _taps(order.letters), payers, ruling)


def _taps(seats: str) -> dict[str, SeatTap]:
    """The four seats by letter; a seat that is out already takes the order back to before it went out."""
    is_whole = whole_order(seats) is not None
    return {seat.value: _tap(seat, seats, is_whole) for seat in Seat}


def _tap(seat: Seat, seats: str, is_whole: bool) -> SeatTap:
    place = seats.find(seat) + 1
    # the fourth goes out by himself with the third, so taking him back takes both
    after = seats[: min(place, 3) - 1] if place else seats + seat
    return SeatTap(seat, place, after, is_whole and not place)


def _payers(query: Mapping[str, str], order: FinishOrder, level: int | None, rules: RuleSet) -> tuple[PayerAsked, ...]:
    payers = [_payer(query, seat) for seat in next_deal(rules, order).payers]
    wrong = held_problems({p.seat: p.held for p in payers if not p.is_refused}, level)
    return tuple(
        PayerAsked(
            p.seat, p.jokers, p.paid,
            p.jokers_code or wrong.get((p.seat, "jokers")), p.paid_code or wrong.get((p.seat, "paid")),
        )
        for p in payers
    )  # fmt: skip


def _payer(query: Mapping[str, str], seat: Seat) -> PayerAsked:
    jokers = query.get(f"jokers-{seat}", "").strip()
    paid = typed_set(f"paid-{seat}", query.get(f"paid-{seat}", ""))
    return PayerAsked(
        seat,
        jokers,
        paid,
        DeskCode.NOT_A_NUMBER if jokers and jokers not in JOKERS else None,
        DeskCode.TOO_MANY_CARDS if len(paid.cards) > 1 else None,
    )
