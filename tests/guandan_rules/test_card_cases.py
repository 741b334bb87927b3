"""cases/classify.jsonl and lead_counts.jsonl: readings and numbers of plays that independent programs agree on."""

import json
from collections import Counter

import pytest

from guandan_rules import Kind, all_leads, cards_of, lead_readings, leads, level_of, readings
from tests.guandan_rules.factories import CASES

NAMES = {Kind.FULL_HOUSE: "fullhouse", Kind.STRAIGHT_FLUSH: "sf", Kind.FOUR_JOKERS: "jokerbomb"}


def lines(name):
    path = CASES / name
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def name_of(kind):
    return NAMES.get(kind, kind.value)


def read(case):
    all_readings = readings(cards_of(case["cards"]), level_of(case["level"]))
    return [[name_of(kind), key, size] for kind, key, size in all_readings]


def counted(case):
    hand, level = cards_of(case["hand"]), level_of(case["level"])
    plays = all_leads(hand, level)
    return {
        "plays": len(set(plays)),
        "multisets": len({play.packed for play in plays}),
        "by_type": Counter(name_of(play.reading.kind) for play in plays),
        "canonical": len(lead_readings(hand, level)),
    }


@pytest.mark.skipif(not (CASES / "classify.jsonl").exists(), reason="no classify.jsonl in CASES_DIR")
def test_every_case_of_classify():
    cases = lines("classify.jsonl")
    assert cases
    assert [case for case in cases if sorted(read(case)) != sorted(case["readings"])] == []


@pytest.mark.skipif(not (CASES / "lead_counts.jsonl").exists(), reason="no lead_counts.jsonl in CASES_DIR")
def test_every_case_of_lead_counts():
    cases = lines("lead_counts.jsonl")
    assert cases
    assert [case for case in cases if not counted(case).items() <= case.items()] == []


def test_leads_of_the_cases_are_among_all_leads():
    for case in lines("lead_counts.jsonl"):
        hand, level = cards_of(case["hand"]), level_of(case["level"])
        every, one_each = set(all_leads(hand, level)), leads(hand, level)
        assert every >= set(one_each)
        assert [play.reading for play in one_each] == lead_readings(hand, level)
