import json
from dataclasses import fields, replace

import pytest
from hypothesis import given

from guandan_rules import (
    NAMED,
    Code,
    Effect,
    EffectKind,
    ExtraDeal,
    ExtraLevel,
    FailTo,
    Offence,
    PenaltyRow,
    RuleSet,
    RuleSetError,
    TieRule,
    named,
)
from tests.guandan_rules.factories import rule_sets


def problems_of(make, *args, **options):
    with pytest.raises(RuleSetError) as refused:
        make(*args, **options)
    return {problem.option: problem.code for problem in refused.value.problems}


@given(rule_sets)
def test_json_reads_back(options):
    assert RuleSet.from_dict(json.loads(json.dumps(options.to_dict()))) == options


@pytest.mark.parametrize("name", NAMED)
def test_json_of_named_rule_sets_reads_back(name):
    written = named(name).to_dict()
    assert RuleSet.from_dict(json.loads(json.dumps(written))) == named(name)
    assert set(written) == {field.name for field in fields(RuleSet)}


def test_levels_are_written_by_name_and_read_either_way():
    written = RuleSet(a_fail_limit=3, a_fail_to=11, must_play=(11, 14)).to_dict()
    assert (written["a_fail_to"], written["must_play"], written["target_level"]) == ("J", ["J", "A"], "A")
    assert RuleSet.from_dict({"a_fail_to": 11, "must_play": [11, "A"], "target_level": "王"}) == RuleSet(
        a_fail_to=11, must_play=(11, 14), target_level=15
    )


def test_missing_options_take_the_default():
    assert RuleSet.from_dict({}) == RuleSet()
    assert RuleSet.from_dict({"a_fail_to": None}).a_fail_to == 2
    assert RuleSet.from_dict({"a_fail_limit": 1, "a_fail_to": "lose"}).a_fail_to is FailTo.LOSE
    assert RuleSet.from_dict({"extra_deal": {"level": "2"}}).extra_deal == ExtraDeal(level=ExtraLevel.TWO)
    row = {"offence": "late", "effects": [{"kind": "warning"}]}
    assert RuleSet.from_dict({"penalties": [row]}).penalties == (
        PenaltyRow(Offence.LATE, (Effect(EffectKind.WARNING),)),
    )


def test_every_unknown_key_and_bad_value_is_named():
    given_ = {"a_fail_too": 3, "minutes": "60", "pass_condition": "luck", "gain_12": True}
    assert problems_of(RuleSet.from_dict, given_) == {
        "a_fail_too": Code.UNKNOWN_KEY,
        "minutes": Code.BAD_VALUE,
        "pass_condition": Code.BAD_VALUE,
        "gain_12": Code.BAD_VALUE,
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("name", 5),
        ("fail_consecutive", "yes"),
        ("must_play", "A"),
        ("must_play", ["B"]),
        ("target_level", None),
        ("target_level", [14]),
        ("tie_rules", ["coin"]),
        ("extra_deal", "current"),
        ("extra_deal", {"levels": "2"}),
        ("extra_deal", {"level": "3"}),
        ("penalties", ["late"]),
        ("penalties", [{"offence": "late"}]),
        ("penalties", [{"offence": "late", "effects": ""}]),
        ("penalties", [{"offence": "late", "effects": [{"kind": "warning", "much": 1}]}]),
        ("penalties", [{"offence": "late", "effects": [{"kind": "warning", "amount": "1"}]}]),
        ("penalties", [{"offence": "late", "effects": [], "points": 1}]),
    ],
)
def test_bad_json_value_is_refused(option, value):
    assert problems_of(RuleSet.from_dict, {option: value}) == {option: Code.BAD_VALUE}


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("pass_condition", "first_only", Code.BAD_VALUE),
        ("tie_rules", [TieRule.DRAW], Code.BAD_VALUE),
        ("penalties", ("late",), Code.BAD_VALUE),
        ("minutes", 1.5, Code.BAD_VALUE),
        ("grace_minutes", None, Code.BAD_VALUE),
        ("target_level", FailTo.LOSE, Code.BAD_VALUE),
        ("fail_consecutive", 1, Code.BAD_VALUE),
        ("minutes", 0, Code.OUT_OF_RANGE),
        ("report_at", 27, Code.OUT_OF_RANGE),
        ("a_fail_to", 1, Code.OUT_OF_RANGE),
        ("target_level", 16, Code.OUT_OF_RANGE),
        ("must_play", (1,), Code.OUT_OF_RANGE),
        ("penalties", (PenaltyRow(Offence.LATE, (), from_count=0),), Code.OUT_OF_RANGE),
        ("must_play", (14, 14), Code.REPEATED),
        ("tie_rules", (TieRule.DRAW, TieRule.DRAW), Code.REPEATED),
        ("first_level", 14, Code.NOT_BELOW_TARGET),
    ],
)
def test_bad_option_is_refused(option, value, code):
    assert problems_of(RuleSet, **{option: value}) == {option: code}


def test_fall_must_lead_below_the_target():
    assert problems_of(RuleSet, a_fail_limit=3, a_fail_to=10, target_level=10) == {"a_fail_to": Code.NOT_BELOW_TARGET}
    assert RuleSet(a_fail_to=10, target_level=10).a_fail_limit is None


def test_all_contradictions_come_at_once():
    problems = problems_of(RuleSet, minutes=0, must_play=(3, 3), first_level=12, target_level=10)
    assert problems == {"minutes": Code.OUT_OF_RANGE, "must_play": Code.REPEATED, "first_level": Code.NOT_BELOW_TARGET}


def test_replacing_an_option_is_checked_too():
    assert problems_of(replace, RuleSet(), gain_12=0) == {"gain_12": Code.OUT_OF_RANGE}


def test_rule_set_is_a_value():
    assert hash(RuleSet()) == hash(RuleSet())
