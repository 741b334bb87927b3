"""Our formats against results that other programs' tests assert (tests/cases/brackets.json, or CASES_DIR)."""

import json

import pytest

from tests.tournaments.bracket.brackets_adapter import UnknownWord, differs, load, mismatches
from tests.tournaments.bracket.brackets_words import by_hand

CASES = load()


def knockout_case(*, operations=(), expected=None, **fields):
    sheet = {"format": "single_elimination", "size": 4, "ordering": "slots", "seeding": [1, 2, 3, 4]}
    further = {"kind": "asserted", "options": {}, "operations": list(operations), "expected": expected or {}}
    return {**sheet, **further, **fields}


def falsified(value):
    """A value that an expectation of this form cannot have."""
    match value:
        case dict():
            name, first = next(iter(value.items()))
            return {**value, name: falsified(first)}
        case [list() as first, *others]:
            return [falsified(first), *others]
        case list():
            return [*value, 99]
        case _:
            return "something else"


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['format']}-{case['id']}") for case in CASES])
def test_case_comes_out_as_its_source_asserts(case, record_property):
    record_property("to be asserted by hand", by_hand(case))
    assert mismatches(case) == []


def test_false_expectation_is_found():
    unfound = []
    for case in CASES:
        if any(op.get("side") == "both" for op in case["operations"]):
            continue
        for key in case["expected"].keys() - {"create_error", "invariants"}:
            expected = {**case["expected"], key: falsified(case["expected"][key])}
            unfound += [] if mismatches({**case, "expected": expected}) else [(case["id"], key)]
    assert unfound == []


def test_refusal_is_held_against_the_case():
    for is_legal, operation in (
        (True, {"op": "result", "match": "R1M1", "winner": 1}),
        (False, {"op": "result", "match": "R2M1", "winner": 1}),
        (False, {"op": "score", "match": "R2M1", "score": [3, 1]}),
        (False, {"op": "score_by_team", "match": "R1M1", "scores": {"1": 3, "3": 1}}),
        (True, {"op": "raw", "match": "R1M1", "results": ["win", "loss"]}),
        (False, {"op": "raw", "match": "R1M1", "results": ["draw", "draw"]}),
        (False, {"op": "reset", "match": "R1M1"}),
        (False, {"op": "game", "match": "R1M1", "game": 2, "winner": 1}),
        (True, {"op": "forfeit", "match": "R1M2", "side": 2}),
        (False, {"op": "withdraw", "team": 5}),
        (False, {"op": "reseed", "seeding": [1, 1]}),
        (False, {"op": "team_wins", "team": 9}),
    ):
        legal = mismatches(knockout_case(operations=[operation]))
        refused = mismatches(knockout_case(operations=[{**operation, "error": True}]))
        assert (legal == [], refused == []) == (is_legal, not is_legal), operation


def test_double_forfeit_is_legal_where_the_source_refuses_it():
    forfeit = {"op": "forfeit", "match": "R1M1", "side": "both", "error": True}
    case = knockout_case(operations=[forfeit], expected={"status": {"R1M1": "ready"}})
    assert mismatches(case) == []
    assert mismatches({**case, "expected": {"slots": {"R2M1": ["NOBODY", None]}}}) == []
    assert mismatches({**case, "expected": {"slots": {"R2M1": [1, None]}}})


def test_refused_sheet_agrees_with_ours_but_for_the_sizes_legal_here():
    for seeding, agrees in (([1, 2, 3], True), ([1, 1, 3], True), ([1], True), ([], True), ([1, 2, 3, 4], False)):
        case = knockout_case(seeding=seeding, size=len(seeding), expected={"create_error": True})
        assert (mismatches(case) == []) == agrees, seeding


def test_defect_of_a_source_must_not_be_ours():
    defect = knockout_case(kind="observed_defect", expected={"counts": {"matches": 7}})
    assert mismatches(defect) == []
    assert mismatches({**defect, "expected": {"counts": {"matches": 3}}})


DIFFERENT = {
    "bm-14": "a number of entries that is no power of two is legal here: byes fill the sheet",
    "bm-34": "a double forfeit is legal here: the match is decided, for nobody",
}
"""Cases whose source means something else on purpose, with what holds here; they run told as it is here."""


def test_cases_that_differ_on_purpose_are_listed_with_the_reason():
    differing = {case["id"] for case in CASES if case["format"] == "single_elimination" and differs(case)}
    assert differing == DIFFERENT.keys()


RESULTS = [{"op": "result", "match": f"R1M{number}", "winner": 1} for number in (1, 2)]
FINAL = {"op": "result", "match": "R2M1", "winner": 1}
GAME = {"op": "game", "match": "R1M1", "winner": 1}
ROBIN = {"format": "round_robin", "ordering": "slots"}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"operations": [{"op": "parallel", "ops": RESULTS}], "expected": {"slots": {"R2M1": [1, 3]}}}, {}),
        (
            {"operations": RESULTS[:1], "expected": {"second_round": [[1, None]]}},
            {"expected": {"second_round": [[1, 3]]}},
        ),
        (
            {"seeding": [1, None, 3, 4], "expected": {"status": {"R1M1": "waiting"}, "slots": {"R2M1": [None, None]}}},
            {"operations": [{"op": "confirm_seeding"}]},
        ),
        (
            {"seeding": [1, None, 3, 4], "operations": [{"op": "confirm_seeding"}],
             "expected": {"bye_opponents": [1], "counts": {"byes_top_half": 1, "byes_bottom_half": 0}}},
            {"operations": []},
        ),
        (
            {"operations": [{"op": "draw", "match": "R1M1", "error": True}]},
            {"operations": [{"op": "draw", "match": "R1M1"}]},
        ),
        (
            {"operations": [*RESULTS, FINAL],
             "expected": {"guaranteed_rank": {"through_round": 1, "1": 2, "2..4": 4}}},
            {"expected": {"guaranteed_rank": {"through_round": 1, "1": 1}}},
        ),
        (
            {"options": {"best_of": 3}, "operations": [GAME, GAME, {**GAME, "error": True}],
             "expected": {"scores": {"R1M1": [2, 0], "R1M2": None}, "counts": {"games": 2}}},
            {"expected": {"scores": {"R1M2": [0, 0]}}},
        ),
        (
            {"options": {"best_of": 3}, "operations": [GAME],
             "expected": {"status": {"R1M1": "running"}, "must": ["the phone shows the next game"]}},
            {"expected": {"status": {"R1M1": "ready"}}},
        ),
        (
            {"expected": {"counts": {"real_matches": 3, "real_matches_round1": 2, "byes_round1": 0, "rounds": 2}}},
            {"expected": {"counts": {"real_matches": 2}}},
        ),
        (
            {"operations": [*RESULTS, FINAL],
             "expected": {"standings": [[2, 4], [3], [1]], "standings_order": "best_last"}},
            {"expected": {"standings": [[2, 4], [3], [1]]}},
        ),
        (
            {**ROBIN, "operations": [{"op": "parallel", "ops": [{"op": "draw", "match": n} for n in ("#0", "#1")]}],
             "expected": {"results": {"#0": ["draw", "draw"]}, "counts": {"completed": 2, "matches": 6, "rounds": 3}}},
            {"operations": []},
        ),
        (
            {**ROBIN, "operations": [{"op": "result", "match": "#9", "winner": 1, "error": True}],
             "expected": {"status": {"#0": "ready"}, "scores": {"#0": None}}},
            {"expected": {"status": {"#0": "completed"}}},
        ),
    ],
)  # fmt: skip
def test_further_words_are_known_and_held_against_the_case(fields, wrong):
    assert mismatches(knockout_case(**fields)) == []
    assert not wrong or mismatches(knockout_case(**{**fields, **wrong}))


def test_unknown_word_is_told_not_passed_over():
    for fields in (
        {"operations": [{"op": "coin"}]},
        {"expected": {"counts": {"referees": 1}}},
        {"format": "round_robin", "operations": [{"op": "coin"}]},
        {"format": "round_robin", "expected": {"colours": 1}},
        {"expected": {"colours": 1}},
        {"ordering": "moon"},
        {"expected": {"slots": {"W1M1": [1, 2]}}},
        {"expected": {"invariants": ["all are happy"]}},
    ):
        with pytest.raises(UnknownWord):
            mismatches(knockout_case(**fields))
    by_others = knockout_case(expected={"must": ["one"], "must_not": "two"})
    assert (mismatches(by_others), by_hand(by_others)) == ([], ["one", "two"])


def test_cases_are_read_from_the_named_folder(tmp_path, monkeypatch):
    case = knockout_case(id="mine")
    (tmp_path / "brackets.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    monkeypatch.setenv("CASES_DIR", str(tmp_path))
    assert load() == [case]
