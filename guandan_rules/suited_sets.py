"""所有出法: for one reading, every set of cards of a hand that makes it, as packed sets without duplicates."""

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Final

from guandan_rules.choices import FOUR, rank_of, row_of
from guandan_rules.hands import AT, HEARTS, HELD, JOKERS_AT, LANE, SUITS, Hand
from guandan_rules.kinds import Kind, Reading
from guandan_rules.ladder import ACE
from guandan_rules.shapes import flush_lanes, joker_pairs

Sets = Callable[[Hand, tuple[Reading, ...]], Iterator[list[int]]]


class _Parts(dict[int, tuple[tuple[int, ...], ...]]):
    """Every part of a row, by number of cards; filled as needed: 81 rows of cards of two packs."""

    def __missing__(self, row: int) -> tuple[tuple[int, ...], ...]:
        parts = [0]
        for suit in SUITS:
            parts = [part + (held << 2 * suit) for part in parts for held in range((row >> 2 * suit & 3) + 1)]
        self[row] = by_number = tuple(tuple(part for part in parts if HELD[part] == count) for count in range(11))
        return by_number


PARTS: Final = _Parts()


def _of_rank(hand: Hand, rank: int, count: int) -> list[list[int]]:
    """So many cards of a rank with 0, 1, 2 wilds among them, as far as the hand has wilds."""
    parts, at = PARTS[row_of(hand, rank)], AT[rank]
    return [
        [(part << at) + wilds * hand.wild for part in parts[count - wilds]] if wilds <= count else []
        for wilds in range(hand.wilds + 1)
    ]


def _joined(left: list[list[int]], right: list[list[int]]) -> list[list[int]]:
    """Every set of the left with every set of the right, by their wilds."""
    return [
        [x + y for here in range(wilds + 1) for x in left[here] for y in right[wilds - here]]
        for wilds in range(len(left))
    ]


def _in_one(by_wilds: list[list[int]]) -> list[int]:
    return [cards for sets in by_wilds for cards in sets]


def _equal(hand: Hand, readings: tuple[Reading, ...]) -> Iterator[list[int]]:
    for _, key, size in readings:
        if key > ACE + 1:
            yield [size << JOKERS_AT[key]]
        else:
            by_wilds = _of_rank(hand, rank_of(hand, key), size)
            yield _in_one(by_wilds if key > ACE else by_wilds[:size])


def _full_houses(hand: Hand, readings: tuple[Reading, ...]) -> Iterator[list[int]]:
    pairs = [(rank, _of_rank(hand, rank, 2)[:2]) for rank in range(2, ACE + 1) if row_of(hand, rank)]
    pairs += [(key, [[2 << at]]) for key, at in JOKERS_AT.items() if joker_pairs(hand) >> key & 1]
    for _, key, _ in readings:
        rank = rank_of(hand, key)
        beside: list[list[int]] = [[], [], []]
        for other, by_wilds in pairs:
            if other != rank:
                for wilds, sets in enumerate(by_wilds):
                    beside[wilds] += sets
        if hand.wilds > 1 and rank != hand.level:
            beside[2].append(2 * hand.wild)
        yield _in_one(_joined(_of_rank(hand, rank, 3), beside))


def _sequences(length: int, count: int) -> Sets:
    def every(hand: Hand, readings: tuple[Reading, ...]) -> Iterator[list[int]]:
        ranks = [[], *(_of_rank(hand, rank, count) for rank in range(1, ACE + 1))]
        for _, top, _ in readings:
            yield _in_one(reduce(_joined, ranks[top - length + 1 : top + 1]))

    return every


_FIVE: Final = _sequences(5, 1)


def _straights(hand: Hand, readings: tuple[Reading, ...]) -> Iterator[list[int]]:
    natural, with_wilds = flush_lanes(hand, 0), flush_lanes(hand, hand.wilds)
    for sets, (_, top, _) in zip(_FIVE(hand, readings), readings, strict=True):
        flushes: set[int] = set()
        for suit in SUITS:
            lanes, wilds = (with_wilds, hand.wilds) if suit == HEARTS else (natural, 0)
            if lanes >> LANE * suit + top & 1:
                flushes.update(_of_suit(hand, top, suit, wilds))
        yield [cards for cards in sets if cards not in flushes] if flushes else sets


def _straight_flushes(hand: Hand, readings: tuple[Reading, ...]) -> Iterator[list[int]]:
    lanes = flush_lanes(hand, hand.wilds)
    for _, top, _ in readings:
        suits = [suit for suit in SUITS if lanes >> LANE * suit + top & 1]
        yield [cards for suit in suits for cards in _of_suit(hand, top, suit, hand.wilds)]


def _of_suit(hand: Hand, top: int, suit: int, wilds: int) -> list[int]:
    """一个花色 of a straight flush: its natural cards, and at most so many wilds for some of them."""
    by_wilds: list[list[int]] = [[0], [], []][: wilds + 1]
    for rank in range(top - 4, top + 1):
        held = row_of(hand, rank) >> 2 * suit & 3
        card = [1 << AT[rank] + 2 * suit] if held else []
        by_wilds = _joined(by_wilds, [card, [hand.wild], []])
    return _in_one(by_wilds)


SETS: Final[dict[Kind, Sets]] = {
    Kind.SINGLE: _equal,
    Kind.PAIR: _equal,
    Kind.TRIPLE: _equal,
    Kind.FULL_HOUSE: _full_houses,
    Kind.STRAIGHT: _straights,
    Kind.TUBE: _sequences(3, 2),
    Kind.PLATE: _sequences(2, 3),
    Kind.BOMB: _equal,
    Kind.STRAIGHT_FLUSH: _straight_flushes,
    Kind.FOUR_JOKERS: lambda _, readings: iter([[FOUR]] * len(readings)),
}
"""For each kind, every set of a hand for each of the readings that it has."""
