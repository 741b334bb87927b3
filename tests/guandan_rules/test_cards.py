"""牌, 牌型 and what beats what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import (
    CARDS,
    Card,
    CardError,
    Code,
    Hand,
    Kind,
    Reading,
    Suit,
    beats,
    card_of,
    cards_of,
    packed,
    power,
    strength,
    unpacked,
    wild_of,
)
from guandan_rules.hands import hand_of
from tests.guandan_rules.naive_cards import hands, levels, of_two_packs

SINGLES = [Reading(Kind.SINGLE, key, 1) for key in range(2, 18)]
PAIRS = [Reading(Kind.PAIR, key, 2) for key in range(2, 18)]
TRIPLES = [Reading(Kind.TRIPLE, key, 3) for key in range(2, 16)]
FULL_HOUSES = [Reading(Kind.FULL_HOUSE, key, 5) for key in range(2, 16)]
STRAIGHTS = [Reading(Kind.STRAIGHT, key, 5) for key in range(5, 15)]
TUBES = [Reading(Kind.TUBE, key, 6) for key in range(3, 15)]
PLATES = [Reading(Kind.PLATE, key, 6) for key in range(2, 15)]
BOMBS = [Reading(Kind.BOMB, key, size) for size in range(4, 11) for key in range(2, 16)]
FLUSHES = [Reading(Kind.STRAIGHT_FLUSH, key, 5) for key in range(5, 15)]
FOUR_JOKERS = Reading(Kind.FOUR_JOKERS, 0, 4)
EVERY = [*SINGLES, *PAIRS, *TRIPLES, *FULL_HOUSES, *STRAIGHTS, *TUBES, *PLATES, *BOMBS, *FLUSHES, FOUR_JOKERS]

some = st.sampled_from(EVERY)
cards = st.lists(st.sampled_from(CARDS), max_size=40).map(of_two_packs)


def test_two_packs_hold_54_different_cards():
    assert len(set(CARDS)) == 54
    assert [card.text for card in CARDS][:5] == ["S2", "H2", "C2", "D2", "S3"]
    assert [card.text for card in CARDS][-3:] == ["DA", "SB", "HR"]


@pytest.mark.parametrize("card", CARDS)
def test_card_is_read_back_from_its_text(card):
    assert card_of(card.text) == card


@pytest.mark.parametrize("text", ["ht", "H10", " HT ", "h10"])
def test_ten_is_read_in_both_ways(text):
    assert card_of(text) == Card(10, Suit.HEARTS)


@pytest.mark.parametrize("text", ["", "S", "S1", "SR", "HB", "X5", "S55", "♠5"])
def test_card_of_refuses_what_is_no_card(text):
    with pytest.raises(CardError) as refused:
        card_of(text)
    assert (refused.value.problems, refused.value.texts) == ((Code.NOT_A_CARD,), (text,))


@pytest.mark.parametrize("text", ["S5 H10 SB", "s5,ht，sb", ["S5", "HT", "SB"]])
def test_cards_of_reads_texts(text):
    assert cards_of(text) == (Card(5, Suit.SPADES), Card(10, Suit.HEARTS), Card(16))


def test_cards_of_names_all_that_are_none():
    with pytest.raises(CardError, match="not_a_card, S1, XX") as refused:
        cards_of("S5 S1 XX")
    assert refused.value.texts == ("S1", "XX")


def test_cards_of_refuses_a_third_of_a_card():
    with pytest.raises(CardError) as refused:
        cards_of("S5 S5 S5 H6")
    assert (refused.value.problems, refused.value.texts) == ((Code.TOO_MANY_OF_A_CARD,), ("S5",))


def test_wild_is_the_heart_of_the_level():
    assert (wild_of(7), wild_of(14)) == (Card(7, Suit.HEARTS), Card(14, Suit.HEARTS))
    assert wild_of(None) is None


@pytest.mark.parametrize(
    ("text", "level", "expected"),
    [("S7", 7, 15), ("S7", 8, 7), ("SA", 2, 14), ("SA", 14, 15), ("SB", 2, 16), ("HR", None, 17)],
)
def test_strength_has_the_level_card_above_the_ace(text, level, expected):
    assert strength(card_of(text), level) == expected


@given(cards)
def test_packed_cards_are_unpacked_in_order(given_):
    assert unpacked(packed(given_)) == tuple(sorted(given_, key=CARDS.index))


@given(hands(), levels)
def test_hand_counts_wilds_apart_from_natural_cards(dealt, other):
    level, held = dealt
    hand = Hand(held, level)
    wilds = held.count(wild_of(level)) if level else 0
    assert (hand.wilds, hand.cards) == (wilds, tuple(sorted(held, key=CARDS.index)))
    for count, ranks in enumerate(hand.at_least[1:], 1):
        of_rank = {rank: sum(c.rank == rank and c != wild_of(level) for c in held) for rank in range(2, 15)}
        assert [rank for rank in of_rank if ranks >> rank & 1] == [r for r, n in of_rank.items() if n >= count]
    assert hand_of(hand, level) is hand
    assert hand_of(hand, other).at_least == Hand(held, other).at_least


def test_hand_of_a_level_is_read_as_it_is_or_counted_anew():
    held = tuple(cards_of("H5 S5 SB"))
    hand = Hand(held, 5)
    assert set(hand.cards) == set(held)
    assert hand_of(hand, 5) is hand
    assert (hand_of(hand, 5).wilds, hand_of(hand, 2).wilds) == (1, 0)


@pytest.mark.parametrize("times", range(3, 9))
def test_hand_refuses_more_than_two_of_a_card(times):
    with pytest.raises(CardError, match="too_many_of_a_card, S5"):
        Hand([card_of("S5")] * times + [card_of("H6")] * 2, 2)


@pytest.mark.parametrize("level", [1, 15, 0, -1])
def test_hand_refuses_what_is_no_level_card(level):
    with pytest.raises(ValueError, match="not a rank"):
        Hand(CARDS, level)


def test_ten_kinds_and_three_of_them_bombs():
    assert len(Kind) == 10
    assert [kind for kind in Kind if kind.is_bomb] == [Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.FOUR_JOKERS]


def test_bombs_in_order():
    """四王 > 六张及以上 > 同花顺 > 五张 > 四张 > 其他牌型 (S000 附件3 二（二）)."""
    order = [Reading(Kind.PLATE, 14, 6)]
    order += [Reading(Kind.BOMB, 2, 4), Reading(Kind.BOMB, 15, 4), Reading(Kind.BOMB, 2, 5), Reading(Kind.BOMB, 15, 5)]
    order += [Reading(Kind.STRAIGHT_FLUSH, 5, 5), Reading(Kind.STRAIGHT_FLUSH, 14, 5)]
    order += [Reading(Kind.BOMB, key, size) for size in range(6, 11) for key in (2, 15)]
    order += [FOUR_JOKERS]
    for place, lower in enumerate(order):
        assert [beats(lower, other) for other in order] == [other > place for other in range(len(order))]


@pytest.mark.parametrize("kind", [SINGLES, PAIRS, TRIPLES, FULL_HOUSES, STRAIGHTS, TUBES, PLATES])
def test_ordinary_plays_need_the_same_kind_and_a_higher_key(kind):
    for reading in kind:
        beaten_by = {other for other in EVERY if power(other) == 0 and beats(reading, other)}
        assert beaten_by == {other for other in kind if other.key > reading.key}


@given(some, some, some)
def test_beats_is_a_strict_order(a, b, c):
    assert not beats(a, a)
    assert not (beats(a, b) and beats(b, a))
    assert beats(a, c) or not (beats(a, b) and beats(b, c))


def test_beats_orders_each_kind_strictly():
    for kind in Kind:
        of_kind = [reading for reading in EVERY if reading.kind is kind]
        for a in of_kind:
            assert sum(beats(a, b) + beats(b, a) for b in of_kind) == len(of_kind) - 1
            assert not any(beats(a, b) and beats(b, c) and not beats(a, c) for b in of_kind for c in of_kind[:5])
