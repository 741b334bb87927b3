"""双升的规则: the options, their JSON form, and what is refused about them."""

import json

import pytest

from guandan_rules import Code, Effect, EffectKind, RuleSetError
from scoring.games import GAMES
from scoring.games.shuangsheng_rules import Band, Fall, ShuangshengRules

SHUANGSHENG = GAMES["shuangsheng"]


def test_defaults_are_those_of_s002():
    rules = SHUANGSHENG.options_of({})
    assert (rules.name, rules.deal_limit, rules.minutes) == ("s002", 18, None)
    assert rules.falls == (Fall(11, 2), Fall(14, 11))
    assert (rules.fall_from(11), rules.fall_from(14), rules.fall_from(10)) == (2, 11, None)


def test_options_are_written_as_json():
    plain = SHUANGSHENG.plain_options(ShuangshengRules())
    assert json.loads(json.dumps(plain)) == plain
    assert plain == {
        "name": "s002",
        "bands": [[0, 5], [20, 4], [40, 3], [60, 2], [79, 1]],
        "take_at": 80,
        "points_a_level": 20,
        "must_play": ["J", "A"],
        "leave_by_defending": True,
        "falls": [["J", "2"], ["A", "J"]],
        "defenders_wrong": [{"kind": "stage_to_opponents", "amount": 0}],
        "attackers_wrong": [{"kind": "opponents_up", "amount": 1}],
        "target_level": "A",
        "first_level": "2",
        "deal_limit": 18,
        "minutes": None,
        "on_time": "finish_deal",
        "tie_rules": ["referee"],
    }


def test_levels_are_read_by_name_or_number():
    assert SHUANGSHENG.options_of({"must_play": ["J", 14]}) == ShuangshengRules()


@pytest.mark.parametrize(
    ("options", "problems"),
    [
        ({"colour": "red"}, [(Code.UNKNOWN_KEY, "colour")]),
        ({"name": 2}, [(Code.BAD_VALUE, "name")]),
        ({"bands": 5}, [(Code.BAD_VALUE, "bands")]),
        ({"bands": [[79]]}, [(Code.BAD_VALUE, "bands")]),
        ({"bands": [[79, "1"]]}, [(Code.BAD_VALUE, "bands")]),
        ({"bands": []}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"bands": [[78, 1]]}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"bands": [[-1, 1], [79, 1]]}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"bands": [[40, 1], [40, 2], [79, 1]]}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"bands": [[79, -1]]}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"take_at": 100}, [(Code.OUT_OF_RANGE, "bands")]),
        ({"take_at": 0}, [(Code.OUT_OF_RANGE, "take_at"), (Code.OUT_OF_RANGE, "bands")]),
        ({"points_a_level": 0}, [(Code.OUT_OF_RANGE, "points_a_level")]),
        ({"points_a_level": None}, [(Code.BAD_VALUE, "points_a_level")]),
        ({"deal_limit": 0, "minutes": 1440}, [(Code.OUT_OF_RANGE, "deal_limit"), (Code.OUT_OF_RANGE, "minutes")]),
        ({"deal_limit": False}, [(Code.BAD_VALUE, "deal_limit")]),
        ({"leave_by_defending": "yes"}, [(Code.BAD_VALUE, "leave_by_defending")]),
        ({"must_play": ["X"]}, [(Code.BAD_VALUE, "must_play")]),
        ({"must_play": ["J", "J"]}, [(Code.REPEATED, "must_play")]),
        ({"must_play": ["王"]}, [(Code.OUT_OF_RANGE, "must_play")]),
        ({"falls": [["J"]]}, [(Code.BAD_VALUE, "falls")]),
        ({"falls": [["J", "J"]]}, [(Code.OUT_OF_RANGE, "falls")]),
        ({"falls": [["J", 1]]}, [(Code.OUT_OF_RANGE, "falls")]),
        ({"falls": [[15, 2]]}, [(Code.OUT_OF_RANGE, "falls")]),
        ({"falls": [["J", "2"], ["J", "3"]]}, [(Code.REPEATED, "falls")]),
        ({"target_level": "王"}, [(Code.OUT_OF_RANGE, "target_level")]),
        ({"first_level": 1}, [(Code.OUT_OF_RANGE, "first_level")]),
        ({"first_level": "J", "target_level": "J"}, [(Code.NOT_BELOW_TARGET, "first_level")]),
        ({"on_time": "never"}, [(Code.BAD_VALUE, "on_time")]),
        ({"tie_rules": ["lots"]}, [(Code.BAD_VALUE, "tie_rules")]),
        ({"tie_rules": ["extra_deal"]}, [(Code.BAD_VALUE, "tie_rules")]),
        ({"tie_rules": ["draw", "draw"]}, [(Code.REPEATED, "tie_rules")]),
        ({"defenders_wrong": [{"kind": "points", "amount": 1}]}, [(Code.BAD_VALUE, "defenders_wrong")]),
        ({"attackers_wrong": [{"kind": "opponents_up", "amount": 14}]}, [(Code.BAD_VALUE, "attackers_wrong")]),
    ],
)
def test_options_name_what_is_wrong(options, problems):
    reported = SHUANGSHENG.options_problems(options)
    assert [(problem.code, problem.option) for problem in reported] == problems
    with pytest.raises(RuleSetError):
        SHUANGSHENG.options_of(options)


def test_rules_made_in_code_are_checked_too():
    with pytest.raises(RuleSetError, match="bands: out_of_range, attackers_wrong: bad_value"):
        ShuangshengRules(bands=(Band(5, 1),), attackers_wrong=(Effect(EffectKind.POINTS_BOTH, 1),))
