"""裁判台, what is answered: what a reading beats and is beaten by, which of two plays beats the other; who pays tribute
to whom, what may be returned and who leads, from the last finish order and what is said about the payers' cards. What
the cards would have to tell stays open.

Values only; the words are those of ``web.ruling.play_words``, the paragraphs those of ``web.ruling.regulation_words``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final

from guandan_rules import (
    Card,
    Code,
    Kind,
    NextDeal,
    Payment,
    Reading,
    RuleSet,
    Seat,
    beats,
    finish_order,
    next_deal,
    order_problems,
    power,
    wild_of,
)
from guandan_rules import strength as card_strength
from guandan_rules.cards import BIG_JOKER, BIG_JOKER_RANK
from web.ruling.questions import ACE, LOWEST, CardsField, DeskCode, typed_set

LEVEL_KEY, JOKER_KEYS = 15, (16, 17)
ORDINARY: Final = ""
ANY_BOMB: Final = "any_bomb"
"""The kinds of a group that holds everything that is no bomb, or everything that is one."""


class Cause(StrEnum):
    """Why one play beats another, or does not."""

    HIGHER = "higher"
    HIGHER_TRIPLE = "higher_triple"
    EQUAL = "equal"
    OTHER_KIND = "other_kind"
    BOMB = "bomb"
    MORE_CARDS = "more_cards"
    HIGHER_BOMB = "higher_bomb"
    ORDER = "order"


KIND_ANCHORS: Final = {kind: kind.value.replace("_", "-") for kind in Kind}
CAUSE_ANCHORS: Final = {
    Cause.HIGHER: ("same-kind", "ranks"),
    Cause.HIGHER_TRIPLE: ("full-house-rank", "ranks"),
    Cause.EQUAL: ("suits",),
    Cause.OTHER_KIND: ("order-of-kinds",),
    Cause.BOMB: ("order-of-kinds",),
    Cause.MORE_CARDS: ("bomb-size", "order-of-kinds"),
    Cause.HIGHER_BOMB: ("bomb-size", "ranks"),
    Cause.ORDER: ("order-of-kinds",),
}


@dataclass(frozen=True)
class Group:
    """Plays beaten, or beating: a part of one kind from the next to the last (``near``, ``far``), or a whole kind,
    bombs of ``sizes`` from the smaller to the larger."""

    kind: str
    near: Reading | None = None
    far: Reading | None = None
    sizes: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Strength:
    """A reading between what it beats and what beats it."""

    reading: Reading
    below: tuple[Group, ...]
    above: tuple[Group, ...]

    @property
    def anchors(self) -> tuple[str, ...]:
        """The paragraphs that say so."""
        kind = self.reading.kind
        if kind is Kind.FOUR_JOKERS:
            return KIND_ANCHORS[kind], "order-of-kinds"
        own = {Kind.FULL_HOUSE: "full-house-rank", Kind.BOMB: "bomb-size"}.get(kind, "same-kind")
        return KIND_ANCHORS[kind], own, "order-of-kinds"


@dataclass(frozen=True)
class Comparison:
    """Which of two plays beats the other: ``winner`` is ``a``, ``b``, or empty where neither does."""

    winner: str
    cause: Cause

    @property
    def anchors(self) -> tuple[str, ...]:
        """The paragraphs that say so."""
        return CAUSE_ANCHORS[self.cause]


def strength(reading: Reading, level: int | None) -> Strength:
    """大过什么, 小于什么: over every play there can be at that level."""
    everything = every_reading(level)
    below = tuple(other for other in everything if beats(other, reading))
    above = tuple(other for other in everything if beats(reading, other))
    return Strength(reading, _groups(reading, below, is_below=True), _groups(reading, above, is_below=False))


def compared(a: Reading, b: Reading) -> Comparison:
    """比大小 (S000 附件3 二（一）2)."""
    if not beats(a, b) and not beats(b, a):
        same = (a.kind, a.size, a.key) == (b.kind, b.size, b.key)
        return Comparison("", Cause.EQUAL if same else Cause.OTHER_KIND)
    if a.kind is b.kind and a.size == b.size:
        cause = {Kind.FULL_HOUSE: Cause.HIGHER_TRIPLE, Kind.BOMB: Cause.HIGHER_BOMB}.get(a.kind, Cause.HIGHER)
    elif not (a.kind.is_bomb and b.kind.is_bomb):
        cause = Cause.BOMB
    else:
        cause = Cause.MORE_CARDS if a.kind is b.kind else Cause.ORDER
    return Comparison("b" if beats(a, b) else "a", cause)


@lru_cache(maxsize=16)
def every_reading(level: int | None) -> tuple[Reading, ...]:
    """Every play there can be at that level, from the weakest kind to the strongest, by rank within a kind."""
    ranks = [rank for rank in range(LOWEST, ACE + 1) if rank != level]
    equal = [*ranks, LEVEL_KEY] if level else ranks
    # nine and ten cards take wilds along: at 王 there are none, and of the level rank itself there are eight cards
    bombs = [Reading(Kind.BOMB, key, size) for size in range(4, 9) for key in equal]
    if level:
        bombs += [Reading(Kind.BOMB, key, size) for size in (9, 10) for key in ranks]
    readings = [
        *(
            Reading(kind, key, size)
            for kind, size in ((Kind.SINGLE, 1), (Kind.PAIR, 2))
            for key in (*equal, *JOKER_KEYS)
        ),
        *(Reading(kind, key, size) for kind, size in ((Kind.TRIPLE, 3), (Kind.FULL_HOUSE, 5)) for key in equal),
        *(Reading(Kind.STRAIGHT, key, 5) for key in range(5, ACE + 1)),
        *(Reading(Kind.TUBE, key, 6) for key in range(3, ACE + 1)),
        *(Reading(Kind.PLATE, key, 6) for key in range(LOWEST, ACE + 1)),
        *bombs,
        *(Reading(Kind.STRAIGHT_FLUSH, key, 5) for key in range(5, ACE + 1)),
        Reading(Kind.FOUR_JOKERS, 0, 4),
    ]
    return tuple(sorted(readings, key=power))


def _groups(reading: Reading, others: tuple[Reading, ...], *, is_below: bool) -> tuple[Group, ...]:
    """Runs of plays, the nearest first: the rest of its own kind, whole kinds, bombs of several sizes together."""
    own = [r for r in others if (r.kind, r.size) == (reading.kind, reading.size)]
    rest = [r for r in others if (r.kind, r.size) != (reading.kind, reading.size)]
    if is_below:
        own.reverse()
    near = [Group(reading.kind, own[0], own[-1])] if own else []
    if rest and not reading.kind.is_bomb:
        return (*near, Group(ANY_BOMB))
    runs = []
    for kind, run in groupby(rest, key=lambda r: r.kind if r.kind.is_bomb else ORDINARY):
        sizes = [r.size for r in run] if kind == Kind.BOMB else [0]
        runs.append(Group(kind, sizes=(sizes[0], sizes[-1])))
    return (*near, *(reversed(runs) if is_below else runs))


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
    said = []
    for seat in coming.payers:
        jokers = query.get(f"jokers-{seat}", "").strip()
        paid = typed_set(f"paid-{seat}", query.get(f"paid-{seat}", ""))
        jokers_code = DeskCode.NOT_A_NUMBER if jokers and jokers not in JOKERS else None
        paid_code = DeskCode.TOO_MANY_CARDS if len(paid.cards) > 1 else None
        said.append(PayerFields(seat, jokers, paid, jokers_code, paid_code))
    too_many = sum(payer.big_jokers or 0 for payer in said if not payer.is_refused) > BIG_JOKERS
    of_jokers = TributeCode.TOO_MANY_JOKERS if too_many else None
    payers = tuple(
        payer if payer.is_refused else replace(payer, jokers_code=of_jokers, paid_code=_paid_problem(payer, level))
        for payer in said
    )
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
        BIG_JOKER_RANK if payer.big_jokers else card_strength(payer.card, level) if payer.card else None
        for payer in payers
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
