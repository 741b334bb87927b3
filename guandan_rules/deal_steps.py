"""一步: what a player does in a deal, as values, and a whole deal as cards and steps (S000 附件3 二（四）（六）)."""

from dataclasses import dataclass

from guandan_rules.cards import Card
from guandan_rules.kinds import Reading
from guandan_rules.orders import FinishOrder
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Seat

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
