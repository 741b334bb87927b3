"""一副牌的状态: who holds what, whose turn it is and what is to be beaten, from dealing to the last player; and 一步,
what a player does in a deal, as values.

`dealt` makes the first state and `deal_play.after` every further one; nothing changes in place.
S000 附件3 二（三）–（七）; rules.md §6.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from guandan_rules.cards import Card, packed, strength, unpacked
from guandan_rules.codes import Code, CodeError
from guandan_rules.kinds import Reading
from guandan_rules.ladder import ACE, LOWEST
from guandan_rules.orders import FinishOrder, finish_order
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Seat
from guandan_rules.tribute import NextDeal, Payment, is_resisted, next_deal

_PLACE: Final = {seat: place for place, seat in enumerate(Seat)}
HAND_SIZE: Final = 27

Cards = tuple[Card, ...]
Hands = tuple[Cards, ...]
"""四家的牌: four, in turn order N, W, S, E, each in the order of `CARDS`."""


@dataclass(frozen=True, slots=True)
class Pay:
    """贡牌: a payer puts his card on the table; the cards settle who takes it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Return:
    """还牌: a receiver answers the card he took; nobody sees it before all returns are there."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Put:
    """出牌: cards put down at once; `reading` may be left out where `default_reading` has an answer.

    `report` (报牌) says that the player announced, with this play, how few cards he keeps.
    """

    seat: Seat
    cards: Cards
    reading: Reading | None = None
    report: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """过牌."""

    seat: Seat


DealStep = Pay | Return | Put | Pass


@dataclass(frozen=True, slots=True)
class DealRecord:
    """一副牌的记录: how it was dealt, and every step in order; `write` and `read` are its text.

    `before` is the player who leads the first deal, or the finish order of the last one, from which tribute follows.
    Nothing is checked here: `replay` does that.
    """

    rule_set: RuleSet
    level: int | None
    hands: Hands
    before: Seat | FinishOrder
    steps: tuple[DealStep, ...] = ()


class Phase(StrEnum):
    """一副牌走到哪里: paying, returning, playing, over."""

    TRIBUTE = "tribute"
    RETURN = "return"
    PLAY = "play"
    OVER = "over"


class DealError(CodeError):
    """Not a deal: `problems` holds every reason."""


@dataclass(frozen=True, slots=True)
class DealState:
    """一副牌的状态, made by `dealt` and `after`."""

    rule_set: RuleSet
    level: int | None
    hands: Hands
    phase: Phase
    coming: NextDeal | None = None
    """What the last finish order settled; None in the first deal."""
    turn: Seat | None = None
    """轮到谁; None while tribute is open and when the deal is over."""
    leader: Seat | None = None
    """首圈领出者; None while tribute is open."""
    to_beat: Reading | None = None
    """待压的一手牌; None when `turn` leads."""
    owner: Seat | None = None
    """Whose play is to be beaten."""
    finish: tuple[Seat, ...] = ()
    """已出完的各家, in order."""
    reported: tuple[Seat, ...] = ()
    """已报牌的各家."""
    pays: tuple[Pay, ...] = ()
    returns: tuple[Return, ...] = ()
    resisted: bool = False
    """抗贡."""

    def hand(self, seat: Seat) -> Cards:
        """手牌 of `seat`, in the order of `CARDS`."""
        return self.hands[_PLACE[seat]]

    @property
    def payments(self) -> tuple[Payment, ...]:
        """谁贡给谁, once every payer has paid: the higher card to 上游, equal cards clockwise; empty before."""
        if self.coming is None or len(self.pays) < len(self.coming.payers):
            return ()
        strengths = {pay.seat: strength(pay.card, self.level) for pay in self.pays}
        if len(set(strengths.values())) < len(strengths):
            return self.coming.equal_payments
        return self.coming.payments(max(strengths, key=strengths.__getitem__))

    @property
    def owing(self) -> tuple[Seat, ...]:
        """Who has still to pay, or to return."""
        if self.coming is None or self.phase not in (Phase.TRIBUTE, Phase.RETURN):
            return ()
        paying = self.phase is Phase.TRIBUTE
        settled = [step.seat for step in (self.pays if paying else self.returns)]
        return tuple(seat for seat in (self.coming.payers if paying else self.coming.receivers) if seat not in settled)

    @property
    def order(self) -> FinishOrder | None:
        """游次, once the deal is over."""
        return finish_order(self.finish) if self.phase is Phase.OVER else None

    @property
    def unreported(self) -> tuple[Seat, ...]:
        """未报牌: who holds few enough cards and has not announced it (S000 附件3 二（七）)."""
        most = self.rule_set.report_at or 0
        return tuple(seat for seat in Seat if 0 < len(self.hand(seat)) <= most and seat not in self.reported)


def dealt(
    rule_set: RuleSet, level: int | None, hands: Sequence[Sequence[Card]], before: Seat | FinishOrder
) -> DealState:
    """发牌后 (S000 附件3 二（三）（六）): `before` leads the first deal; a later one follows the last order.

    Four hands of 27 in turn order N, W, S, E, which make up two packs; the level is 2…14 or None. Tribute that is
    resisted leaves 上游 to lead. DealError with every problem.
    """
    problems = []
    if level is not None and level not in range(LOWEST, ACE + 1):
        problems.append(Code.NOT_A_LEVEL)
    if len(hands) != len(Seat):
        problems.append(Code.NOT_FOUR_HANDS)
    if any(len(hand) != HAND_SIZE for hand in hands):
        problems.append(Code.HAND_NOT_27)
    if any(count > 2 for count in Counter(card for hand in hands for card in hand).values()):
        problems.append(Code.TOO_MANY_OF_A_CARD)
    if problems:
        raise DealError(tuple(problems))

    state = DealState(rule_set, level, tuple(unpacked(packed(hand)) for hand in hands), Phase.TRIBUTE)
    if isinstance(before, Seat):
        return led_by(state, before)
    coming = next_deal(rule_set, before)
    state = replace(state, coming=coming)
    if is_resisted(state.hand(payer) for payer in coming.payers):
        return led_by(replace(state, resisted=True), coming.leader_if_resisted)
    return state


def led_by(state: DealState, leader: Seat) -> DealState:
    """首圈领出: the state in which `leader` plays first."""
    return replace(state, phase=Phase.PLAY, turn=leader, leader=leader)
