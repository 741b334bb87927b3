"""出哪几张: for one reading, the cards of a hand that make it, as a packed set.

The order of choice, in every kind: as few 逢人配 as possible; of a rank, the cards first in the order of `CARDS`; for
the pair of a full house the rank with fewest cards, then the weakest, jokers after all others that need no wild; for a
straight flush the first suit that needs fewest wilds. A straight whose cards would all be of one suit takes another
suit for its lowest card that can, or else a wild for the lowest of all.
"""

from collections.abc import Callable, Iterator
from typing import Final

from guandan_rules.hands import AT, JOKERS_AT, SUITS, Hand
from guandan_rules.kinds import Kind, Reading
from guandan_rules.ladder import ACE, LOWEST
from guandan_rules.shapes import joker_pairs, straight_flushes

Choice = Callable[[Hand, tuple[Reading, ...]], list[int]]

FOUR: Final = 0b1010 << JOKERS_AT[16]
_ONES: Final = int("01" * 52, 2)
_TWOS: Final = int("10" * 54, 2)


def row_of(hand: Hand, rank: int) -> int:
    """The natural cards of a rank, two bits a suit."""
    return hand.rows[(ACE - rank) % 13]


def rank_of(hand: Hand, key: int) -> int:
    """The rank with that strength."""
    return hand.level or 0 if key == ACE + 1 else key


def _row(rank: int | None) -> int:
    return 255 << AT[rank] if rank else 0


_ROWS: Final = {
    level: (0, *map(_row, range(1, ACE + 1)), _row(level), *(3 << at for at in JOKERS_AT.values()))
    for level in (None, *range(LOWEST, ACE + 1))
}
"""At each level: by key, where in a packed set the equal cards are."""


def _filled(hand: Hand, readings: tuple[Reading, ...], count: int, size: int, places: tuple[int, ...]) -> list[int]:
    """For each reading the first cards, `count` a rank, at the places of its key, and wilds up to `size`."""
    first, wild = hand.first(count), hand.wild
    if not hand.wilds:
        return [first & places[key] for _, key, _ in readings]
    sets = []
    for _, key, _ in readings:
        cards = first & places[key]
        sets.append(cards + (size - cards.bit_count() - (cards & _TWOS).bit_count()) * wild)
    return sets


def _equal(hand: Hand, readings: tuple[Reading, ...]) -> list[int]:
    size = readings[0].size
    return _filled(hand, readings, size, size, _ROWS[hand.level])


def _full_houses(hand: Hand, readings: tuple[Reading, ...]) -> list[int]:
    triples = _filled(hand, readings, 3, 3, _ROWS[hand.level])
    beside = _pairs_beside(hand)
    rank, best = next(beside)
    if all(rank != rank_of(hand, reading.key) for reading in readings):
        return [triple + best for triple in triples]
    _, second = next(beside, (0, 0))
    sets = []
    for triple, (_, key, _) in zip(triples, readings, strict=True):
        sets.append(triple + (second if rank_of(hand, key) == rank else best))
    return sets


def _pairs_beside(hand: Hand) -> Iterator[tuple[int, int]]:
    """Rank and cards of the pairs for a full house, the best first: natural, jokers, with one wild, of wilds."""
    first = hand.first(2)
    for count in range(2, 9):
        for rank in _ranks(hand, hand.at_least[count] & ~hand.at_least[count + 1]):
            yield rank, first & _row(rank)
    yield from [(key, 2 << at) for key, at in JOKERS_AT.items() if joker_pairs(hand) >> key & 1]
    for rank in _ranks(hand, hand.at_least[1] & ~hand.at_least[2]):
        yield rank, (first & _row(rank)) + hand.wild
    yield hand.level or 0, 2 * hand.wild


def _ranks(hand: Hand, ranks: int) -> Iterator[int]:
    """A mask as ranks, the weakest first."""
    for mask in (ranks & ~hand.level_rank, ranks & hand.level_rank):
        left = mask
        while left:
            yield (left & -left).bit_length() - 1
            left &= left - 1


def _sequences(length: int, count: int) -> Choice:
    places = tuple(sum(map(_row, range(max(top - length + 1, 1), top + 1))) for top in range(ACE + 1))

    def chosen(hand: Hand, readings: tuple[Reading, ...]) -> list[int]:
        return _filled(hand, readings, count, length * count, places)

    return chosen


_five: Final = _sequences(5, 1)
_OTHER_SUITS: Final = tuple(~sum(3 << 8 * place + 2 * suit for place in range(13)) for suit in SUITS)
"""For each suit, the places of all natural cards of the others."""


def _straights(hand: Hand, readings: tuple[Reading, ...]) -> list[int]:
    sets, flushes = _five(hand, readings), straight_flushes(hand)
    if not flushes:
        return sets
    for place, (_, top, _) in enumerate(readings):
        if flushes >> top & 1:
            for suit, others in enumerate(_OTHER_SUITS):
                if not sets[place] & others:
                    sets[place] = _with_another_suit(hand, top, sets[place], suit)
                    break
    return sets


def _with_another_suit(hand: Hand, top: int, cards: int, suit: int) -> int:
    """A straight all of one suit, with its lowest card that can be in another suit, or else the lowest of all wild."""
    held = (hand.natural | hand.natural >> 1) & _ONES
    for rank in range(top - 4, top + 1):
        others = held & _row(rank) & ~FLUSHES[top][suit]
        if others:
            return cards - (1 << AT[rank] + 2 * suit) + (others & -others)
    return cards - (1 << AT[top - 4] + 2 * suit) + hand.wild


def _straight_flushes(hand: Hand, readings: tuple[Reading, ...]) -> list[int]:
    held = (hand.natural | hand.natural >> 1) & _ONES
    sets = []
    for _, key, _ in readings:
        cards = max([held & flush for flush in FLUSHES[key]], key=int.bit_count)
        sets.append(cards + (5 - cards.bit_count()) * hand.wild)
    return sets


FLUSHES: Final = tuple(
    tuple(sum(1 << AT[rank] + 2 * suit for rank in range(top - 4, top + 1)) for suit in SUITS) if top > 4 else ()
    for top in range(ACE + 1)
)
"""同花顺 as packed sets, by top and suit."""

CHOICES: Final[dict[Kind, Choice]] = {
    Kind.SINGLE: _equal,
    Kind.PAIR: _equal,
    Kind.TRIPLE: _equal,
    Kind.FULL_HOUSE: _full_houses,
    Kind.STRAIGHT: _straights,
    Kind.TUBE: _sequences(3, 2),
    Kind.PLATE: _sequences(2, 3),
    Kind.BOMB: _equal,
    Kind.STRAIGHT_FLUSH: _straight_flushes,
    Kind.FOUR_JOKERS: lambda _, readings: [FOUR] * len(readings),
}
"""For each kind, the cards for readings that the hand has: one packed set each."""
