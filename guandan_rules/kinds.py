"""牌型与大小: the ten kinds of play, what a play is read as, and which beats which (S000 附件3 二（一）（二）)."""

from enum import StrEnum
from typing import Final, NamedTuple


class Kind(StrEnum):
    """牌型."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full_house"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_JOKERS = "four_jokers"

    @property
    def is_bomb(self) -> bool:
        """炸弹: beats every ordinary play."""
        return self in _BOMBS


_BOMBS: Final = (Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS)


class Reading(NamedTuple):
    """A play as declared: what counts in a comparison, and nothing else.

    `key` is the strength 2…14, 15 (level card), 16, 17 (jokers) of the equal cards (of the triple in a full house);
    in straights, tubes, plates and straight flushes the natural rank of the top card (A low: 5, 3, 2); 0 for four
    jokers. `size` is the number of cards.
    """

    kind: Kind
    key: int
    size: int


def power(reading: Reading) -> int:
    """炸弹的级别: 0 for ordinary plays; bombs by number of cards, straight flush between five and six, then jokers."""
    if reading.kind is Kind.BOMB:
        return 2 * reading.size
    return {Kind.STRAIGHT_FLUSH: 11, Kind.FOUR_JOKERS: 30}.get(reading.kind, 0)


def beats(a: Reading, b: Reading) -> bool:
    """能否管上 (S000 附件3 二（二）): whether `b` beats `a`; equal never does, ordinary plays need the same kind."""
    if power(a) != power(b):
        return power(b) > power(a)
    return a.kind is b.kind and b.key > a.key
