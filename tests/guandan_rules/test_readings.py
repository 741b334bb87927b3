"""判断牌型: a table that a referee could read, and a slow definition that must agree."""

from random import Random

import pytest
from hypothesis import given, settings

from guandan_rules import CARDS, Code, Kind, Reading, card_of, cards_of, reading_problems, readings
from tests.guandan_rules.naive_cards import close_cards, hands, naive_readings
from tests.thorough import tries


def read(text, level):
    return [f"{kind.value} {key}" for kind, key, _ in readings(cards_of(text), level)]


@pytest.mark.parametrize(
    ("level", "text", "expected"),
    [
        (2, "S5", ["single 5"]),
        (5, "S5", ["single 15"]),
        (5, "H5", ["single 15"]),
        (2, "SB", ["single 16"]),
        (2, "HR", ["single 17"]),
        (2, "S5 C5", ["pair 5"]),
        (2, "S5 H2", ["pair 5"]),
        (2, "S2 H2", ["pair 15"]),
        (2, "H2 H2", ["pair 15"]),
        (2, "SB SB", ["pair 16"]),
        (2, "HR HR", ["pair 17"]),
        (2, "S5 H2 H2", ["triple 5"]),
        (2, "S2 H2 H2", ["triple 15"]),
        (2, "S5 C5 D5 S7 C7", ["full_house 5"]),
        (2, "S5 C5 D5 SB SB", ["full_house 5"]),
        (2, "S5 H2 H2 HR HR", ["full_house 5"]),
        (2, "S5 C5 S7 C7 H2", ["full_house 5", "full_house 7"]),
        (5, "S5 C5 S7 C7 H5", ["full_house 7", "full_house 15"]),
        (2, "S8 C8 D8 H2 H2", ["full_house 8", "bomb 8"]),
        (8, "S8 C8 D8 H8 H8", ["bomb 15"]),
        (2, "S3 C4 D5 S6 C7", ["straight 7"]),
        (2, "SA C2 D3 S4 C5", ["straight 5"]),
        (2, "ST CJ DQ SK CA", ["straight 14"]),
        (5, "S3 C4 D5 S6 C7", ["straight 7"]),
        (9, "S3 C4 D5 H9 H9", ["straight 5", "straight 6", "straight 7"]),
        (9, "SA C2 D3 H9 H9", ["straight 5"]),
        (9, "SA CK DQ H9 H9", ["straight 14"]),
        (2, "S3 S4 S5 S6 S7", ["straight_flush 7"]),
        (9, "S3 S4 S5 S6 H9", ["straight 6", "straight 7", "straight_flush 6", "straight_flush 7"]),
        (5, "H3 H4 H5 H6 H7", ["straight_flush 7"]),
        (9, "H3 H4 H9 H6 H7", ["straight_flush 7"]),
        (9, "H3 H4 C5 H6 H9", ["straight 6", "straight 7"]),
        (2, "S3 C3 S4 C4 S5 C5", ["tube 5"]),
        (2, "SA CA S2 C2 S3 C3", ["tube 3"]),
        (2, "SQ CQ SK CK SA CA", ["tube 14"]),
        (4, "S8 C8 S9 C9 H4 H4", ["tube 9", "tube 10", "plate 9"]),
        (2, "S7 C7 S9 C9 H2 H2", ["tube 9"]),
        (2, "S3 C3 D3 S4 C4 D4", ["plate 4"]),
        (5, "SA CA DA S2 C2 D2", ["plate 2"]),
        (5, "SA CA DA SK CK DK", ["plate 14"]),
        (2, "S5 C5 D5 S5", ["bomb 5"]),
        (2, "S5 C5 H2 H2", ["bomb 5"]),
        (2, "S2 C2 H2 H2", ["bomb 15"]),
        (2, "S2 C2 D2 S2 C2 D2 H2 H2", ["bomb 15"]),
        (2, "S5 C5 D5 H5 S5 C5 D5 H5 H2 H2", ["bomb 5"]),
        (2, "SB SB HR HR", ["four_jokers 0"]),
        (None, "S2 H2 C2", ["triple 2"]),
        (None, "SA HA H2 C2", []),
    ],
)
def test_readings_of_a_set(level, text, expected):
    assert read(text, level) == expected
    assert reading_problems(cards_of(text), level) == () or not expected


@pytest.mark.parametrize(
    ("level", "text", "codes"),
    [
        (2, "", [Code.NO_CARDS]),
        (2, "S3 C3 D3 H3 S3 C3 D3 H3 H2 H2 S2", [Code.TOO_MANY_CARDS]),
        (2, "S3 C4", [Code.UNEQUAL]),
        (2, "S3 C4 D7", [Code.UNEQUAL]),
        (2, "S3 C3 D3 S4", [Code.TRIPLE_WITH_ONE]),
        (2, "S3 C3 S4 H2", [Code.TRIPLE_WITH_ONE, Code.TUBE_WRONG_LENGTH]),
        (2, "S3 C3 D3 S4 C4 D4 S5 C5", [Code.UNEQUAL]),
        (2, "SB HR", [Code.JOKERS_MIXED]),
        (2, "SB SB HR", [Code.JOKERS_MIXED]),
        (2, "SB SB HR HR S3", [Code.JOKERS_MIXED, Code.JOKERS_WITH_OTHERS]),
        (2, "SB SB HR HR H2", [Code.JOKERS_MIXED, Code.WILD_WITH_JOKER]),
        (2, "SB H2", [Code.WILD_WITH_JOKER]),
        (2, "HR HR H2 H2", [Code.WILD_WITH_JOKER]),
        (2, "SB S3", [Code.JOKERS_WITH_OTHERS]),
        (2, "SB S3 C3 D3 H2", [Code.WILD_WITH_JOKER, Code.JOKERS_WITH_OTHERS]),
        (2, "HR S3 C3 D3 H2", [Code.WILD_WITH_JOKER, Code.JOKERS_WITH_OTHERS]),
        (2, "SB SB S3 C4 H2", [Code.JOKERS_WITH_OTHERS]),
        (2, "SQ CK DA S2 C3", [Code.WRAPS_ROUND]),
        (7, "SQ CK DA H7 C3", [Code.WRAPS_ROUND]),
        (2, "SK CK SA CA S2 C2", [Code.WRAPS_ROUND]),
        (2, "S3 C4 D5 S6 C8", [Code.NOT_CONSECUTIVE]),
        (2, "S3 C3 S4 C4 S6 C6", [Code.NOT_CONSECUTIVE]),
        (2, "S3 C3 D3 S5 C5 D5", [Code.NOT_CONSECUTIVE]),
        (2, "S3 C4 D5", [Code.STRAIGHT_WRONG_LENGTH]),
        (2, "SA C2 D3 S4", [Code.STRAIGHT_WRONG_LENGTH]),
        (2, "SJ CQ DK SA", [Code.STRAIGHT_WRONG_LENGTH]),
        (9, "S3 C4 D5 S6 H9 S8", [Code.STRAIGHT_WRONG_LENGTH]),
        (2, "S3 C3 S4 C4", [Code.TUBE_WRONG_LENGTH]),
        (2, "S3 C3 S4 C4 S5 C5 S6 C6", [Code.TUBE_WRONG_LENGTH]),
        (2, "S3 C3 D3 S4 C4 D4 S5 C5 D5", [Code.PLATE_WRONG_LENGTH]),
        (2, "S3 C3 D3 S4 C4", []),
    ],
)
def test_problems_of_a_set_that_is_no_play(level, text, codes):
    assert list(reading_problems(cards_of(text), level)) == codes


def test_problems_name_a_third_of_a_card():
    assert reading_problems([card_of("S5")] * 3, 2) == (Code.TOO_MANY_OF_A_CARD,)
    assert reading_problems([card_of("S5")] * 11, 2) == (Code.TOO_MANY_CARDS, Code.TOO_MANY_OF_A_CARD)
    assert readings([card_of("S5")] * 3, 2) == readings([card_of("S5")] * 11, 2) == ()


def test_size_of_a_reading_is_the_number_of_cards():
    assert readings(cards_of("S5 C5 D5 H5 S5 H2"), 2) == (Reading(Kind.BOMB, 5, 6),)


@settings(max_examples=tries(400), deadline=None)
@given(close_cards(most=10))
def test_readings_agree_with_the_definition(given_):
    level, cards = given_
    all_readings = readings(cards, level)
    assert set(all_readings) == naive_readings(cards, level)
    assert len(set(all_readings)) == len(all_readings)
    assert list(all_readings) == sorted(all_readings, key=lambda reading: (list(Kind).index(reading.kind), reading.key))


@settings(deadline=None)
@given(close_cards(most=12))
def test_a_set_has_readings_or_problems(given_):
    level, cards = given_
    assert bool(readings(cards, level)) is not bool(reading_problems(cards, level))


@given(hands(size=5))
def test_readings_do_not_depend_on_the_order(given_):
    level, cards = given_
    assert readings(cards, level) == readings(cards[::-1], level) == readings(iter(cards), level)


@pytest.mark.parametrize("size", range(1, 6))
def test_readings_of_random_sets_agree_with_the_definition(size):
    random = Random(f"sets of {size}")
    for _ in range(300):
        level, few = random.randint(2, 14), random.sample(CARDS, 8)
        cards = random.sample([*few, *few, *[card for card in CARDS if card.rank == level]], size)
        if all(cards.count(card) <= 2 for card in cards):
            assert set(readings(cards, level)) == naive_readings(cards, level), (cards, level)
