"""贡牌与洗牌: who pays, returns, shuffles, cuts, draws first and leads in the next deal (S000 附件3 二（三）（六）)."""

from dataclasses import dataclass
from enum import StrEnum

from guandan_rules.options import Place
from guandan_rules.orders import FinishOrder
from guandan_rules.ranks import ACE, LOWEST
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
