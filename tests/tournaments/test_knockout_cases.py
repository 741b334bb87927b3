"""Our formats against results that other programs' tests assert (tests/cases/brackets.json, or CASES_DIR)."""

import json

import pytest

from tests.tournaments.brackets_adapter import UnknownWord, load, mismatches

CASES = load()


def knockout_case(*, operations=(), expected=None, **fields):
    told = {"format": "single_elimination", "kind": "asserted", "size": 4, "ordering": "slots", "seeding": [1, 2, 3, 4]}
    return {**told, "options": {}, "operations": list(operations), "expected": expected or {}, **fields}


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
def test_case_comes_out_as_its_source_asserts(case):
    assert mismatches(case) == []


@pytest.mark.parametrize(
    ("case", "key"),
    [
        pytest.param(case, key, id=f"{case['id']}-{key}")
        for case in CASES
        if not any(op.get("side") == "both" for op in case["operations"])
        for key in case["expected"]
        if key not in ("create_error", "invariants")
    ],
)
def test_false_expectation_is_found(case, key):
    expected = {**case["expected"], key: falsified(case["expected"][key])}
    assert mismatches({**case, "expected": expected})


@pytest.mark.parametrize(
    ("operation", "is_legal"),
    [
        ({"op": "result", "match": "R1M1", "winner": 1}, True),
        ({"op": "result", "match": "R2M1", "winner": 1}, False),
        ({"op": "score", "match": "R2M1", "score": [3, 1]}, False),
        ({"op": "score_by_team", "match": "R1M1", "scores": {"1": 3, "3": 1}}, False),
        ({"op": "raw", "match": "R1M1", "results": ["win", "loss"]}, True),
        ({"op": "raw", "match": "R1M1", "results": ["draw", "draw"]}, False),
        ({"op": "reset", "match": "R1M1"}, False),
        ({"op": "game", "match": "R1M1", "game": 2, "winner": 1}, False),
        ({"op": "forfeit", "match": "R1M2", "side": 2}, True),
        ({"op": "withdraw", "team": 5}, False),
        ({"op": "reseed", "seeding": [1, 1]}, False),
        ({"op": "team_wins", "team": 9}, False),
    ],
)
def test_refusal_is_held_against_the_case(operation, is_legal):
    legal = mismatches(knockout_case(operations=[operation]))
    refused = mismatches(knockout_case(operations=[{**operation, "error": True}]))
    assert (legal == [], refused == []) == (is_legal, not is_legal)


def test_double_forfeit_is_legal_where_the_source_refuses_it():
    forfeit = {"op": "forfeit", "match": "R1M1", "side": "both", "error": True}
    told = knockout_case(operations=[forfeit], expected={"status": {"R1M1": "ready"}})
    assert mismatches(told) == []
    assert mismatches({**told, "expected": {"slots": {"R2M1": ["NOBODY", None]}}}) == []
    assert mismatches({**told, "expected": {"slots": {"R2M1": [1, None]}}})


@pytest.mark.parametrize(
    ("seeding", "agrees"), [([1, 2, 3], True), ([1, 1, 3], True), ([1], True), ([], True), ([1, 2, 3, 4], False)]
)
def test_refused_sheet_agrees_with_ours_but_for_the_sizes_legal_here(seeding, agrees):
    case = knockout_case(seeding=seeding, size=len(seeding), expected={"create_error": True})
    assert (mismatches(case) == []) == agrees


def test_defect_of_a_source_must_not_be_ours():
    defect = knockout_case(kind="observed_defect", expected={"counts": {"matches": 7}})
    assert mismatches(defect) == []
    assert mismatches({**defect, "expected": {"counts": {"matches": 3}}})


@pytest.mark.parametrize(
    "fields",
    [
        {"operations": [{"op": "coin"}]},
        {"expected": {"colours": 1}},
        {"ordering": "moon"},
        {"expected": {"slots": {"W1M1": [1, 2]}}},
        {"expected": {"invariants": ["all are happy"]}},
    ],
)
def test_unknown_word_is_told_not_passed_over(fields):
    with pytest.raises(UnknownWord):
        mismatches(knockout_case(**fields))


def test_cases_are_read_from_the_named_folder(tmp_path, monkeypatch):
    case = knockout_case(id="mine")
    (tmp_path / "brackets.json").write_text(json.dumps({"cases": [case]}), encoding="utf-8")
    monkeypatch.setenv("CASES_DIR", str(tmp_path))
    assert load() == [case]
