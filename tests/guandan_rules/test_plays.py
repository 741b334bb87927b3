"""能出什么: the laws of legal plays, and a slow definition that must agree."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import (
    CARDS,
    Hand,
    Kind,
    Play,
    Reading,
    all_leads,
    all_responses,
    beats,
    cards_of,
    lead_readings,
    leads,
    level_of,
    packed,
    readings,
    response_readings,
    responses,
    wild_of,
)
from tests.guandan_rules.factories import CASES
from tests.guandan_rules.naive_cards import close_cards, hands, naive_leads
from tests.guandan_rules.test_cards import EVERY
from tests.thorough import tries

to_beat = st.sampled_from(EVERY)


def chosen(text, level, kind, key):
    """The cards that `leads` takes for a reading."""
    plays = [play for play in leads(cards_of(text), level) if play.reading[:2] == (kind, key)]
    assert len(plays) == 1
    return " ".join(card.text for card in plays[0].cards)


@pytest.mark.parametrize(
    ("text", "kind", "key", "expected"),
    [
        ("C5 S5 H2", Kind.SINGLE, 5, "S5"),
        ("H2", Kind.SINGLE, 15, "H2"),
        ("S2 H2", Kind.SINGLE, 15, "S2"),
        ("SB SB", Kind.SINGLE, 16, "SB"),
        ("HR HR", Kind.PAIR, 17, "HR HR"),
        ("S5 C5 H2", Kind.PAIR, 5, "S5 C5"),
        ("S5 H2", Kind.PAIR, 5, "H2 S5"),
        ("H2 H2", Kind.PAIR, 15, "H2 H2"),
        ("S5 C5 H2 H2", Kind.TRIPLE, 5, "H2 S5 C5"),
        ("S5 C5 D5 H2", Kind.TRIPLE, 5, "S5 C5 D5"),
        ("S5 C5 D5 S7 C7 D7 S9 C9", Kind.FULL_HOUSE, 5, "S5 C5 D5 S9 C9"),
        ("S5 C5 D5 S7 C7 S9 C9", Kind.FULL_HOUSE, 5, "S5 C5 D5 S7 C7"),
        ("S5 C5 D5 S2 C2 S9 C9", Kind.FULL_HOUSE, 5, "S5 C5 D5 S9 C9"),
        ("S5 C5 D5 SB SB H2 H2 S7", Kind.FULL_HOUSE, 5, "S5 C5 D5 SB SB"),
        ("S5 C5 D5 S7 H2 H2", Kind.FULL_HOUSE, 5, "H2 S5 C5 D5 S7"),
        ("S5 C5 D5 H2 H2", Kind.FULL_HOUSE, 5, "H2 H2 S5 C5 D5"),
        ("S5 S7 C7 H2 H2", Kind.FULL_HOUSE, 5, "H2 H2 S5 S7 C7"),
        ("S3 C4 D5 S6 C7 H2", Kind.STRAIGHT, 7, "S3 C4 D5 S6 C7"),
        ("S3 C4 S6 C7 H2", Kind.STRAIGHT, 7, "H2 S3 C4 S6 C7"),
        ("S3 S4 S5 C5 S6 S7 H2", Kind.STRAIGHT, 7, "S3 S4 C5 S6 S7"),
        ("S3 S4 S5 S6 S7 H2", Kind.STRAIGHT, 7, "H2 S4 S5 S6 S7"),
        ("H3 H4 H5 C5 H6 H2", Kind.STRAIGHT, 7, "H2 H3 H4 C5 H6"),
        ("S3 S4 S5 C5 S6 S7 H2", Kind.STRAIGHT_FLUSH, 7, "S3 S4 S5 S6 S7"),
        ("C3 C4 S5 C5 S6 S7 C7 S8 S9 H2", Kind.STRAIGHT_FLUSH, 9, "S5 S6 S7 S8 S9"),
        ("DA D2 D3 D4 H2", Kind.STRAIGHT_FLUSH, 5, "H2 D2 D3 D4 DA"),
        ("S3 C3 D3 S4 C4 S5 C5 H2", Kind.TUBE, 5, "S3 C3 S4 C4 S5 C5"),
        ("SA CA S3 C3 S2 H2", Kind.TUBE, 3, "S2 H2 S3 C3 SA CA"),
        ("S3 C3 D3 S4 C4 H2", Kind.PLATE, 4, "H2 S3 C3 D3 S4 C4"),
        ("S3 C3 D3 H2", Kind.BOMB, 3, "H2 S3 C3 D3"),
        ("SB SB HR HR", Kind.FOUR_JOKERS, 0, "SB SB HR HR"),
    ],
)
def test_leads_keep_wilds_and_break_little(text, kind, key, expected):
    assert chosen(text, 2, kind, key) == expected


def test_play_knows_its_cards():
    play = Play(Reading(Kind.PAIR, 5, 2), packed(cards_of("S5 C5")))
    assert play.cards == cards_of("S5 C5")


def test_empty_hand_has_no_plays():
    assert lead_readings((), 2) == leads((), 2) == all_leads((), 2) == []


def test_all_leads_of_a_small_hand():
    plays = {
        (play.reading.kind.value, " ".join(card.text for card in play.cards))
        for play in all_leads(cards_of("S5 C5 H2"), 2)
    }
    singles = {("single", "S5"), ("single", "C5"), ("single", "H2")}
    assert plays == singles | {("pair", "S5 C5"), ("pair", "H2 S5"), ("pair", "H2 C5"), ("triple", "H2 S5 C5")}


@settings(max_examples=tries(60), deadline=None)
@given(close_cards(), to_beat)
def test_plays_agree_with_the_definition(given_, lower):
    level, hand = given_
    plays, expected = all_leads(hand, level), naive_leads(hand, level)
    assert set(plays) == expected
    assert len(plays) == len(expected)
    assert {*all_responses(hand, level, lower)} == {play for play in expected if beats(lower, play[0])}


@settings(max_examples=tries(40), deadline=None)
@given(hands())
def test_every_play_reads_back_and_is_within_the_hand(given_):
    level, hand = given_
    for play in random_part(all_leads(hand, level)):
        assert play.reading in readings(play.cards, level)
        assert all(play.cards.count(card) <= hand.count(card) for card in play.cards)
        assert packed(play.cards) == play.packed


def random_part(plays):
    """Some of many."""
    return Random("part").sample(plays, min(len(plays), 150))


@settings(max_examples=tries(40), deadline=None)
@given(hands())
def test_the_three_kinds_of_leads_have_the_same_readings(given_):
    level, hand = given_
    every, all_readings = all_leads(hand, level), lead_readings(hand, level)
    assert len(set(every)) == len(every)
    assert list(dict.fromkeys(play.reading for play in every)) == all_readings
    assert [play.reading for play in leads(hand, level)] == all_readings
    assert set(leads(hand, level)) <= set(every)


def test_leads_of_the_cases_are_among_all_leads():
    """cases/lead_counts.jsonl; the numbers themselves are asked for in test_lines.py."""
    path = CASES / "lead_counts.jsonl"
    for case in map(json.loads, path.read_text().splitlines() if path.exists() else []):
        hand, level = cards_of(case["hand"]), level_of(case["level"])
        one_each = leads(hand, level)
        assert set(all_leads(hand, level)) >= set(one_each)
        assert [play.reading for play in one_each] == lead_readings(hand, level)


@settings(max_examples=tries(100), deadline=None)
@given(hands() | close_cards(most=27))
def test_leads_use_as_few_wilds_as_possible(given_):
    level, hand = given_
    fewest = {}
    for play in all_leads(hand, level):
        used = play.cards.count(wild_of(level))
        fewest[play.reading] = min(used, fewest.get(play.reading, 2))
    assert {play.reading: play.cards.count(wild_of(level)) for play in leads(hand, level)} == fewest


@settings(max_examples=tries(100), deadline=None)
@given(hands() | close_cards(most=27), to_beat)
def test_responses_are_the_leads_that_beat(given_, lower):
    level, hand = given_
    counted = Hand(hand, level)
    assert response_readings(hand, level, lower) == [r for r in lead_readings(hand, level) if beats(lower, r)]
    assert responses(counted, level, lower) == [play for play in leads(hand, level) if beats(lower, play.reading)]
    assert all_responses(counted, level, lower) == [p for p in all_leads(hand, level) if beats(lower, p.reading)]


def test_responses_to_a_straight_flush_are_in_the_order_of_leads():
    hand = cards_of("S9 ST SJ SQ SK H5 C5 D5 S5 S5 D5")
    beating = response_readings(hand, 2, Reading(Kind.STRAIGHT_FLUSH, 9, 5))
    assert beating == [Reading(Kind.BOMB, 5, 6), Reading(Kind.STRAIGHT_FLUSH, 13, 5)]


def test_every_rank_at_every_level_has_its_plays():
    """All 54 cards at all levels: every key of every kind that one pack can show."""
    for level in range(2, 15):
        all_readings = lead_readings(CARDS, level)
        assert {r.key for r in all_readings if r.kind is Kind.SINGLE} == {*range(2, 18)} - {level}
        assert {r.key for r in all_readings if r.kind is Kind.STRAIGHT} == {*range(5, 15)}
        assert {r.key for r in all_readings if r.kind is Kind.STRAIGHT_FLUSH} == {*range(5, 15)}
        assert {r.key for r in all_readings if r.kind is Kind.TUBE} == {*range(3, 15)}
        assert {r.key for r in all_readings if r.kind is Kind.PLATE} == {*range(2, 15)}
