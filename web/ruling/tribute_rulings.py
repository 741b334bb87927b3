"""裁判台, tribute: who pays whom, what may be returned and who leads, from the last finish order and what is known of
the cards; what the cards would have to tell stays open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from guandan_rules import (
    Card,
    Code,
    FinishOrder,
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

BIG_JOKERS: Final = 2
UNFINISHED: Final = {Code.TOO_FEW, Code.DOUBLE_NOT_PARTNERS}
"""What is wrong with an order that only lacks seats."""


@dataclass(frozen=True)
class Held:
    """What is known of one payer: how many big jokers he holds (None: not said), and the card he pays."""

    jokers: int | None = None
    paid: Card | None = None


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


class TributeCode(StrEnum):
    """Why what is said about the payers' cards cannot be."""

    TOO_MANY_JOKERS = "too_many_jokers"
    WILD_PAID = "wild_paid"
    JOKER_KEPT = "joker_kept"
    JOKER_NOT_HELD = "joker_not_held"


def order_so_far(text: str) -> tuple[str, tuple[Code, ...]]:
    """The seats that are out, and why this cannot become a finish order; an order may lack its end."""
    seats = text.strip().upper()
    problems = order_problems(seats)
    return seats, () if set(problems) <= UNFINISHED else problems


def whole_order(seats: str) -> FinishOrder | None:
    """The finish order, if the seats are one; three seats stand for four."""
    return None if order_problems(seats) else finish_order(seats)


def held_problems(held: Mapping[Seat, Held], level: int | None) -> dict[tuple[Seat, str], TributeCode]:
    """What cannot be, at each payer's field (``jokers`` or ``paid``)."""
    problems: dict[tuple[Seat, str], TributeCode] = {}
    if sum(payer.jokers or 0 for payer in held.values()) > BIG_JOKERS:
        problems |= {(seat, "jokers"): TributeCode.TOO_MANY_JOKERS for seat in held}
    for seat, payer in held.items():
        code = _paid_problem(payer, level)
        if code:
            problems[seat, "paid"] = code
    return problems


def _paid_problem(payer: Held, level: int | None) -> TributeCode | None:
    if payer.paid is None:
        return None
    if payer.paid == wild_of(level):
        return TributeCode.WILD_PAID
    if payer.jokers and payer.paid != BIG_JOKER:
        return TributeCode.JOKER_KEPT
    return TributeCode.JOKER_NOT_HELD if payer.jokers == 0 and payer.paid == BIG_JOKER else None


def tribute_ruling(
    rule_set: RuleSet, order: FinishOrder, held: Mapping[Seat, Held], level: int | None
) -> TributeRuling:
    """贡牌 (S000 附件3 二（六）) for that finish order; ``held`` by payer, without problems (`held_problems`)."""
    coming = next_deal(rule_set, order)
    known = [held.get(seat, Held()) for seat in coming.payers]
    resisted = _resisted(known)
    if resisted:
        return TributeRuling(coming, True, (), False, coming.leader_if_resisted)
    payments, equal = _payments(coming, known, level)
    leader = payments[0].payer if payments else None
    paid = {seat: payer.paid for seat, payer in zip(coming.payers, known, strict=True) if payer.paid}
    return TributeRuling(coming, resisted, payments, equal, leader, paid)


def _resisted(known: list[Held]) -> bool | None:
    """抗贡: both big jokers among the payers; None while they might still be."""
    least = sum(payer.jokers or (payer.paid == BIG_JOKER) for payer in known)
    if least >= BIG_JOKERS:
        return True
    most = least + sum(_may_hold(payer) for payer in known if payer.jokers is None)
    return None if most >= BIG_JOKERS else False


def _may_hold(payer: Held) -> int:
    """How many big jokers more than known somebody might hold, of whom nothing was said."""
    if payer.paid is None:
        return BIG_JOKERS
    return 1 if payer.paid == BIG_JOKER else 0


def _payments(coming: NextDeal, known: list[Held], level: int | None) -> tuple[tuple[Payment, ...], bool]:
    """Who pays whom, and whether the two cards are equal; nothing while the higher card is not known."""
    if len(known) == 1:
        return coming.payments(coming.payers[0]), False
    one, other = (_strength(payer, level) for payer in known)
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


def _strength(payer: Held, level: int | None) -> int | None:
    if payer.jokers:
        return BIG_JOKER_RANK
    return strength(payer.paid, level) if payer.paid else None
