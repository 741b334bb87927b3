"""判断牌型: what a set of cards may be declared as, and why it is no play (S000 附件3 二（一）; rules.md §5)."""

from collections.abc import Iterable, Iterator
from typing import Final

from guandan_rules.cards import Card, CardError
from guandan_rules.codes import Code
from guandan_rules.hands import HELD, Hand
from guandan_rules.kinds import Reading
from guandan_rules.ladder import ACE, LOWEST
from guandan_rules.shapes import BY_SIZE

MOST_CARDS: Final = 10
"""The largest play: a bomb of eight with two wilds."""

_RING: Final = ACE - LOWEST + 1
"""The ranks as a ring, in which the two follows the ace."""


def readings(cards: Iterable[Card], level: int | None) -> tuple[Reading, ...]:
    """牌型 (S000 附件3 二（一）): every reading of the whole set, by kind and key; empty where it is no play.

    With 逢人配 a set may have several; the player declares one. `reading_problems` says why there is none.
    """
    all_cards = tuple(cards)
    if not 0 < len(all_cards) <= MOST_CARDS:
        return ()
    try:
        hand = Hand(all_cards, level)
    except CardError:
        return ()
    possible: tuple[Reading, ...] = ()
    for form in BY_SIZE[len(all_cards)]:
        keys = form.keys(hand)
        if keys:
            possible += form.readings(keys)
    return possible


def reading_problems(cards: Iterable[Card], level: int | None) -> tuple[Code, ...]:
    """不成牌型的原因 (S000 附件3 二（一）): why the set is no play, every reason once; empty where it is one.

    What a set comes close to is told too: a straight of four is `straight_wrong_length`, Q K A 2 3 `wraps_round`.
    """
    all_cards = tuple(cards)
    try:
        hand = Hand(all_cards, level)
    except CardError as error:
        too_many = (Code.TOO_MANY_CARDS,) if len(all_cards) > MOST_CARDS else ()
        return (*too_many, *error.problems)
    if not all_cards:
        return (Code.NO_CARDS,)
    if len(all_cards) > MOST_CARDS:
        return (Code.TOO_MANY_CARDS,)
    if readings(all_cards, level):
        return ()
    if not hand.jokers:
        return tuple(dict.fromkeys(_rank_problems(hand))) or (Code.UNEQUAL,)

    small, big = hand.jokers & 3, hand.jokers >> 2
    codes = []
    if small and big:
        codes.append(Code.JOKERS_MIXED)
    if hand.wilds and (small == 1 or big == 1 or not hand.natural):
        codes.append(Code.WILD_WITH_JOKER)
    if hand.natural:
        codes.append(Code.JOKERS_WITH_OTHERS)
    return tuple(codes) or (Code.UNEQUAL,)


def _rank_problems(hand: Hand) -> Iterator[Code]:
    """What a set without jokers comes close to."""
    held, ones = hand.rows.translate(HELD), hand.at_least[1] >> LOWEST
    total, most = sum(held) + hand.wilds, max(held)
    if total == 4 and most + hand.wilds == 3:
        yield Code.TRIPLE_WITH_ONE
    for count, length, wrong in _SEQUENCES:
        ranks = total // count  # so many, with equally many cards each: do they follow each other?
        if most > count or total % count or ranks < (3 if count == 1 else 2) or ones.bit_count() > ranks:
            continue
        lows = []
        for low in range(_RING):  # the lowest rank of the sequence, 0 being the two; the two follows the ace
            window = (1 << ranks) - 1 << low
            if not ones & ~(window | window >> _RING):
                lows.append(low)
        if any(low == _RING - 1 or low + ranks <= _RING for low in lows):
            yield wrong
        elif ranks == length:
            yield Code.WRAPS_ROUND if lows else Code.NOT_CONSECUTIVE


_SEQUENCES: Final = (
    (1, 5, Code.STRAIGHT_WRONG_LENGTH),
    (2, 3, Code.TUBE_WRONG_LENGTH),
    (3, 2, Code.PLATE_WRONG_LENGTH),
)
"""顺子, 三连对, 三同连张: cards of a rank, how many ranks, and the code for another number of ranks."""
