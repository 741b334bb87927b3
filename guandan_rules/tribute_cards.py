"""贡牌的牌: which cards may be paid and returned, why others may not, and when it is resisted (S000 附件3 二（六）)."""

from collections.abc import Iterable, Sequence

from guandan_rules.cards import BIG_JOKER, Card, strength, wild_of
from guandan_rules.codes import Code
from guandan_rules.rule_sets import RuleSet


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
