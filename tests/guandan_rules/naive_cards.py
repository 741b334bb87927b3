"""牌型 by definition, slowly: wilds take every rank, every part of a hand is tried. Nothing here knows the library."""

from collections import Counter
from itertools import combinations_with_replacement, product

from hypothesis import strategies as st

from guandan_rules import CARDS, Card, Kind, Reading, Suit, packed

LADDER = (14, *range(2, 15))
JOKERS = (16, 17)


def windows(length):
    """Sets of ranks that follow each other, with the rank of the top; the ace is high or low."""
    return {frozenset(LADDER[low : low + length]): LADDER[low + length - 1] for low in range(len(LADDER) - length + 1)}


WINDOWS = {length: windows(length) for length in (2, 3, 5)}
EQUAL = {1: Kind.SINGLE, 2: Kind.PAIR, 3: Kind.TRIPLE, **dict.fromkeys(range(4, 11), Kind.BOMB)}


def naive_readings(cards, level):
    """Every reading of a set, as a set."""
    wilds = [card for card in cards if card == Card(level, Suit.HEARTS)]
    natural = [card for card in cards if card not in wilds]
    if not cards:
        return set()
    if all(card.rank == level for card in cards):
        return classified(natural, wilds, [level] * len(wilds), level)
    taken = combinations_with_replacement(range(2, 15), len(wilds))
    return {reading for ranks in taken for reading in classified(natural, wilds, ranks, level)}


def classified(natural, wilds, ranks, level):
    """The readings of natural cards with wilds that stand for `ranks`."""
    counts = Counter([card.rank for card in natural] + list(ranks))
    size = counts.total()
    kinds_and_keys = set()
    if len(counts) == 1 and size in EQUAL:
        kinds_and_keys.add((EQUAL[size], strength_of(*counts, level)))
    if sorted(counts.values()) == [2, 3]:
        kinds_and_keys.add((Kind.FULL_HOUSE, strength_of(counts.most_common(1)[0][0], level)))
    if counts == {16: 2, 17: 2}:
        kinds_and_keys.add((Kind.FOUR_JOKERS, 0))
    for kind, number, length in ((Kind.TUBE, 2, 3), (Kind.PLATE, 3, 2)):
        top = WINDOWS[length].get(frozenset(counts))
        if top and set(counts.values()) == {number}:
            kinds_and_keys.add((kind, top))
    top = WINDOWS[5].get(frozenset(counts)) if size == 5 else None
    if top and one_suited(natural):
        kinds_and_keys.add((Kind.STRAIGHT_FLUSH, top))
    if top and not one_suited([*natural, *wilds]):
        kinds_and_keys.add((Kind.STRAIGHT, top))
    return {Reading(kind, key, size) for kind, key in kinds_and_keys}


def strength_of(rank, level):
    return 15 if rank == level else rank


def one_suited(cards):
    return len({card.suit for card in cards}) == 1


def naive_leads(hand, level):
    """Every play of a hand as (reading, packed set), without duplicates."""
    counts = sorted(Counter(hand).items(), key=lambda item: CARDS.index(item[0]))
    plays = set()
    for numbers in product(*(range(count + 1) for _, count in counts)):
        cards = [card for (card, _), number in zip(counts, numbers, strict=True) for _ in range(number)]
        if len(cards) <= 10:
            plays |= {(reading, packed(cards)) for reading in naive_readings(cards, level)}
    return plays


levels = st.sampled_from([*range(2, 15), None])


def of_two_packs(cards):
    """The cards without those that two packs do not hold."""
    hand = []
    for card in cards:
        if hand.count(card) < 2:
            hand.append(card)
    return tuple(hand)


@st.composite
def close_cards(draw, most=9):
    """A level and up to `most` cards that are close to each other, wilds and jokers among them."""
    level, low, width = draw(levels), draw(st.integers(0, 12)), draw(st.integers(1, 6))
    suits = draw(st.sampled_from([tuple(Suit), (Suit.HEARTS,), (Suit.HEARTS, Suit.CLUBS)]))
    ranks = [2 + (low + step) % 13 for step in range(width)]
    pool = [Card(rank, suit) for rank in ranks for suit in suits]
    if draw(st.booleans()):
        pool += [Card(16), Card(17)]
    wilds = [Card(level, Suit.HEARTS)] * draw(st.integers(0, 2)) if level else []
    cards = draw(st.lists(st.sampled_from(pool), max_size=most - len(wilds)))
    return level, of_two_packs([*wilds, *cards])


@st.composite
def hands(draw, size=27):
    """A level and a hand of two packs."""
    level = draw(levels)
    cards = draw(st.randoms(use_true_random=False)).sample([*CARDS, *CARDS], size)
    return level, tuple(cards)
