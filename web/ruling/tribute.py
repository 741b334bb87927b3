"""裁判台, tribute: who pays whom, what may be returned and who leads, from the last finish order and what is said about
the payers' cards; what the cards would have to tell stays open."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from guandan_rules import (
    Card,
    Code,
    NextDeal,
    Payment,
    RuleSet,
    Seat,
    finish_order,
    next_deal,
    order_problems,
    strength,
    wild_of,
)
from guandan_rules.cards import BIG_JOKER, BIG_JOKER_RANK
from web.ruling.questions import CardsField, DeskCode, typed_set

LONGEST_ORDER: Final = 12
JOKERS: Final = ("0", "1", "2")
BIG_JOKERS: Final = 2
UNFINISHED: Final = {Code.TOO_FEW, Code.DOUBLE_NOT_PARTNERS}
"""What is wrong with an order that only lacks seats."""


class TributeCode(StrEnum):
    """Why what is said about the payers' cards cannot be."""

    TOO_MANY_JOKERS = "too_many_jokers"
    WILD_PAID = "wild_paid"
    JOKER_KEPT = "joker_kept"
    JOKER_NOT_HELD = "joker_not_held"


@dataclass(frozen=True)
class SeatTap:
    """One seat: as which one he went out (0: not yet), and the order that a tap makes."""

    seat: Seat
    place: int
    order: str
    is_off: bool


@dataclass(frozen=True)
class PayerFields:
    """What is said about one payer: the number of big jokers as typed, his card, and what is wrong with either."""

    seat: Seat
    jokers: str
    paid: CardsField
    jokers_code: DeskCode | TributeCode | None = None
    paid_code: DeskCode | TributeCode | None = None

    @property
    def is_refused(self) -> bool:
        return bool(self.jokers_code or self.paid_code or self.paid.is_refused)

    @property
    def big_jokers(self) -> int | None:
        """How many he holds; None: not said."""
        return int(self.jokers) if self.jokers in JOKERS else None

    @property
    def card(self) -> Card | None:
        """The card that he pays."""
        return next(iter(self.paid.cards), None)


@dataclass(frozen=True)
class TributeRuling:
    """The next deal as far as it is known. ``payments`` is empty where the cards still have to tell, and where nobody
    pays; ``equal`` says that both cards were of one strength; ``resisted`` is None while nobody knows."""

    next: NextDeal
    resisted: bool | None
    payments: tuple[Payment, ...]
    equal: bool
    leader: Seat | None
    paid: Mapping[Seat, Card] = field(default_factory=dict)


@dataclass(frozen=True)
class TributeQuestion:
    """The question: the order as typed and as far as it is one, the four seats, the payers, and the answer."""

    typed: str
    seats: str
    problems: tuple[Code, ...]
    taps: Mapping[str, SeatTap]
    payers: tuple[PayerFields, ...] = ()
    ruling: TributeRuling | None = None

    @property
    def is_refused(self) -> bool:
        return bool(self.problems) or any(payer.is_refused for payer in self.payers)


def read_tribute(query: Mapping[str, str], level: int | None, rules: RuleSet) -> TributeQuestion:
    """The tribute helper's question in the address of the page, with its answer if the order is whole."""
    typed = query.get("order", "")
    seats = typed[:LONGEST_ORDER].strip().upper()
    problems = order_problems(seats)
    if not set(problems) <= UNFINISHED:
        return TributeQuestion(typed, "", problems, _taps(""))
    if problems:
        return TributeQuestion(typed, seats, (), _taps(seats))
    order = finish_order(seats)
    coming = next_deal(rules, order)
    payers = _payers(query, coming.payers, level)
    refused = any(payer.is_refused for payer in payers)
    ruling = None if refused else tribute_ruling(coming, payers, level)
    return TributeQuestion(typed, order.letters, (), _taps(order.letters), payers, ruling)


def _taps(seats: str) -> dict[str, SeatTap]:
    """The four seats by letter; a seat that is out already takes the order back to before it went out."""
    is_whole = not order_problems(seats)
    taps = {}
    for seat in Seat:
        place = seats.find(seat) + 1
        # the last goes out by himself: a tap on him changes nothing, one on the player before takes both back
        order = seats if place == len(Seat) else seats[: place - 1] if place else seats + seat
        taps[seat.value] = SeatTap(seat, place, order, is_whole and not place)
    return taps


def _payers(query: Mapping[str, str], seats: Iterable[Seat], level: int | None) -> tuple[PayerFields, ...]:
    """What is said about each payer, and what of it cannot be."""
    payers = []
    for seat in seats:
        jokers = query.get(f"jokers-{seat}", "").strip()
        paid = typed_set(f"paid-{seat}", query.get(f"paid-{seat}", ""))
        jokers_code = DeskCode.NOT_A_NUMBER if jokers and jokers not in JOKERS else None
        paid_code = DeskCode.TOO_MANY_CARDS if len(paid.cards) > 1 else None
        payers.append(PayerFields(seat, jokers, paid, jokers_code, paid_code))
    too_many = sum(payer.big_jokers or 0 for payer in payers if not payer.is_refused) > BIG_JOKERS
    return tuple(
        payer
        if payer.is_refused
        else replace(
            payer,
            jokers_code=TributeCode.TOO_MANY_JOKERS if too_many else None,
            paid_code=_paid_problem(payer, level),
        )
        for payer in payers
    )


def _paid_problem(payer: PayerFields, level: int | None) -> TributeCode | None:
    """The highest card is paid, the wild excepted (S000 附件3 二（六）1)."""
    if payer.card is None:
        return None
    if payer.card == wild_of(level):
        return TributeCode.WILD_PAID
    if payer.big_jokers and payer.card != BIG_JOKER:
        return TributeCode.JOKER_KEPT
    return TributeCode.JOKER_NOT_HELD if payer.big_jokers == 0 and payer.card == BIG_JOKER else None


def tribute_ruling(coming: NextDeal, payers: tuple[PayerFields, ...], level: int | None) -> TributeRuling:
    """贡牌 (S000 附件3 二（六）) before that deal, by payers of whom nothing is wrong."""
    resisted = _resisted(payers)
    if resisted:
        return TributeRuling(coming, True, (), False, coming.leader_if_resisted)
    payments, equal = _payments(coming, payers, level)
    leader = payments[0].payer if payments else None
    paid = {payer.seat: payer.card for payer in payers if payer.card}
    return TributeRuling(coming, resisted, payments, equal, leader, paid)


def _resisted(payers: tuple[PayerFields, ...]) -> bool | None:
    """抗贡: both big jokers among the payers; None while they might still be."""
    least = most = 0
    for payer in payers:
        pays_one = payer.card == BIG_JOKER
        least += payer.big_jokers or pays_one
        if payer.big_jokers is None:
            # of whom nothing was said may hold both; whoever pays another card holds none
            most += BIG_JOKERS if payer.card is None else int(pays_one)
    if least >= BIG_JOKERS:
        return True
    return None if least + most >= BIG_JOKERS else False


def _payments(coming: NextDeal, payers: tuple[PayerFields, ...], level: int | None) -> tuple[tuple[Payment, ...], bool]:
    """Who pays whom, and whether the two cards are equal; nothing while the higher card is not known."""
    if len(payers) == 1:
        return coming.payments(coming.payers[0]), False
    one, other = (
        BIG_JOKER_RANK if payer.big_jokers else strength(payer.card, level) if payer.card else None for payer in payers
    )
    if one is None and other is None:
        return (), False
    if one is None or other is None:
        # a big joker is the highest, and had the other one, too, they would resist
        sure = one if other is None else other
        if sure != BIG_JOKER_RANK:
            return (), False
        return coming.payments(coming.payers[0 if other is None else 1]), False
    if one == other:
        return coming.equal_payments, True
    return coming.payments(coming.payers[0 if one > other else 1]), False
