"""cases/levels.jsonl: single steps of the race that independent implementations agree on."""

import json

import pytest

from guandan_rules import Side, Sides, named, start, step
from tests.guandan_rules.factories import CASES, won

SIDES = tuple(Side)


def lines():
    path = CASES / "levels.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def outcome(case):
    rules = named("ns26")
    on_stage = None if case["declarer"] is None else SIDES[case["declarer"]]
    race = start(rules, levels=Sides(*case["levels"]), fails=Sides(*case["fails"]), on_stage=on_stage)
    race = step(rules, race, won(SIDES[case["winner_team"]], case["partner_place"]))
    winner = SIDES.index(race.winner) if race.winner else None
    return {"after": list(race.levels), "after_fails": list(race.fails), "match_winner": winner}


@pytest.mark.skipif(not (CASES / "levels.jsonl").exists(), reason="no levels.jsonl in CASES_DIR")
def test_every_case_of_the_level_race():
    cases = lines()
    assert cases
    wrong = [case for case in cases if not outcome(case).items() <= case.items()]
    assert wrong == []
