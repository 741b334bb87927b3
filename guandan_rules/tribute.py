"""贡牌与洗牌 before the next deal (S000 附件3 二（三）（六）).

Who pays, returns, shuffles, cuts, draws first and leads; which cards may be paid and returned, and when it is resisted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from guandan_rules.cards import BIG_JOKER, Card, strength, wild_of
from guandan_rules.codes import Code
from guandan_rules.ladder import ACE, LOWEST
from guandan_rules.options import Place
from guandan_rules.orders import FinishOrder
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Seat, Side


class TributeKind(StrEnum):
    """单贡 or 双贡."""

    SINGLE = "single"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Payment:
    """一份贡: `payer` gives his highest card to `receiver`, who returns one to him."""

    payer: Seat
    receiver: Seat


@dataclass(frozen=True, slots=True)
class NextDeal:
    """下一副开牌前: everything the last finish order settles; the cards settle the rest, through its methods.

    Resist (抗贡): `payers` hold both big jokers, alone or between them; then nobody pays and `first` leads.
    """

    kind: TributeKind
    first: Seat
    """上游 of the last deal."""
    payers: tuple[Seat, ...]
    """贡牌者: 下游; after 双下 both losers, 上游's 下家 before the other."""
    receivers: tuple[Seat, ...]
    """受贡者 and 还牌者: 上游, after 双下 his partner too."""
    shuffles: Seat
    """洗牌."""
    cuts: Seat
    """切牌: 上游."""
    draws_first: Seat
    """首抓: 下游; after 双下 上游's 下家."""
    return_at_most: int
    """还牌的最大牌点; one who has none so low returns his smallest."""
    return_level_card: bool
    """级牌可否还牌."""

    @property
    def leader(self) -> Seat | None:
        """首圈领出, tribute being paid: the only payer; None after 双下, where the cards decide (`payments`)."""
        return self.payers[0] if self.kind is TributeKind.SINGLE else None

    @property
    def leader_if_resisted(self) -> Seat:
        """抗贡后首圈领出: 上游."""
        return self.first

    @property
    def leading_side(self) -> Side:
        """首圈领出的一方, tribute being paid: the payers'."""
        return self.payers[0].side

    @property
    def equal_payments(self) -> tuple[Payment, ...]:
        """牌点相同: clockwise, each payer pays the winner on his left, so that 上游's 下家 pays 上游."""
        return self.payments(self.payers[0])

    def payments(self, higher: Seat) -> tuple[Payment, ...]:
        """谁贡给谁, once it is known whose card is the higher: his goes to 上游, the other to the partner.

        The first one's payer leads. ValueError for a seat that does not pay.
        """
        if higher not in self.payers:
            raise ValueError(f"{higher} does not pay")
        ordered = (higher, *(payer for payer in self.payers if payer is not higher))
        return tuple(Payment(payer, receiver) for payer, receiver in zip(ordered, self.receivers, strict=True))


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """首副: one side shuffles, the other cuts and turns a card, and by its rank somebody draws first.

    Whoever draws the turned card leads, so nobody can tell yet who that is.
    """

    shuffles: Side
    cuts: Seat
    draws_first: Seat


def next_deal(rule_set: RuleSet, order: FinishOrder) -> NextDeal:
    """从第二副起 (S000 附件3 二（三）3, （六）): what `order`, that of the last deal, means for the next.

    After 双下 nobody is 下游; 上游's 下家, who draws first, shuffles where 下游 would (our reading).
    """
    first = order.first
    loser = order.last or first.next
    return NextDeal(
        kind=TributeKind.DOUBLE if order.is_double else TributeKind.SINGLE,
        first=first,
        payers=(first.next, first.previous) if order.is_double else (loser,),
        receivers=(first, first.partner) if order.is_double else (first,),
        shuffles=first if rule_set.shuffled_by is Place.FIRST else loser,
        cuts=first,
        draws_first=loser,
        return_at_most=rule_set.return_at_most,
        return_level_card=rule_set.return_level_card,
    )


def first_deal(cuts: Seat, rank: int) -> FirstDeal:
    """首副 (S000 附件3 二（三）2): `rank` 2…14 of the card that `cuts` turned up; jokers and the ♥2 are turned again.

    Counted anticlockwise from the cutter as one, the ace being one (our reading). ValueError for any other rank.
    """
    if rank not in range(LOWEST, ACE + 1):
        raise ValueError(f"not a rank: {rank!r}")
    count = 1 if rank == ACE else rank
    return FirstDeal(shuffles=cuts.side.other, cuts=cuts, draws_first=cuts.after(count - 1))


def is_resisted(hands: Iterable[Sequence[Card]]) -> bool:
    """抗贡 (S000 附件3 二（六）3): whether the payers' hands hold both big jokers, in one hand or between them."""
    return sum(hand.count(BIG_JOKER) for hand in hands) == 2


def pay_problems(card: Card, hand: Iterable[Card], level: int | None) -> tuple[Code, ...]:
    """Why `card` is no tribute from `hand`: the wild never is, and nothing weaker than the highest other card."""
    if card == wild_of(level):
        return (Code.WILD_PAID,)
    return (Code.NOT_HIGHEST,) if strength(card, level) < _highest(hand, level) else ()


def payable(hand: Iterable[Card], level: int | None) -> tuple[Card, ...]:
    """贡牌 (S000 附件3 二（六）1): the highest cards but the wild, one of each suit; any of them may be paid."""
    held = tuple(dict.fromkeys(hand))
    highest, wild = _highest(held, level), wild_of(level)
    return tuple(card for card in held if card != wild and strength(card, level) == highest)


def _highest(hand: Iterable[Card], level: int | None) -> int:
    wild = wild_of(level)
    return max((strength(card, level) for card in hand if card != wild), default=0)


def return_problems(rule_set: RuleSet, card: Card, hand: Iterable[Card], level: int | None) -> tuple[Code, ...]:
    """Why `card` is no return from `hand`: above `return_at_most`, or a level card where those are barred.

    Where that leaves the hand nothing, anything but its smallest.
    """
    least = _smallest(rule_set, hand, level)
    if least is None:
        return _bars(rule_set, card, level)
    return (Code.NOT_SMALLEST,) if strength(card, level) > least else ()


def returnable(rule_set: RuleSet, hand: Iterable[Card], level: int | None) -> tuple[Card, ...]:
    """还牌 (S000 附件3 二（六）1; rules.md §6): one of each card that may be returned, in the hand's order."""
    held = tuple(dict.fromkeys(hand))
    least = _smallest(rule_set, held, level)
    if least is None:
        return tuple(card for card in held if not _bars(rule_set, card, level))
    return tuple(card for card in held if strength(card, level) == least)


def _smallest(rule_set: RuleSet, hand: Iterable[Card], level: int | None) -> int | None:
    """The strength of the smallest card of a hand that holds none low enough to be returned; None for other hands."""
    held = tuple(hand)
    if any(not _bars(rule_set, card, level) for card in held):
        return None
    return min((strength(card, level) for card in held), default=0)


def _bars(rule_set: RuleSet, card: Card, level: int | None) -> tuple[Code, ...]:
    """What keeps a card from being a return while there are better ones."""
    codes = []
    if card.rank > rule_set.return_at_most:
        codes.append(Code.RETURN_TOO_HIGH)
    if card.rank == level and not rule_set.return_level_card:
        codes.append(Code.LEVEL_CARD_RETURNED)
    return tuple(codes)
