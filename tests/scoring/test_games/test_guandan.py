"""掼蛋 as one of three games: the answers are those of `guandan_rules`."""

from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import Code, Deal, DealKind, fold, may_enter
from scoring.games import GAMES
from tests.guandan_rules.factories import deals, logs, rule_sets
from tests.scoring.test_games.factories import penalised, played, refusals

GUANDAN = GAMES["guandan"]


@given(rule_sets, logs, deals, st.booleans(), st.sampled_from([None, False, True]))
def test_clock_refuses_what_the_rules_refuse(rules, log, deal, time_up, in_hand):
    race = fold(rules, log)
    problems = GUANDAN.entry_problems(rules, race, GUANDAN.plain_entry(deal), time_up=time_up, in_hand=in_hand)
    expected = may_enter(rules, race, time_up=time_up, in_hand=in_hand, kind=deal.kind)
    assert tuple(problem.code for problem in problems) == expected


def test_value_that_is_none_is_refused_by_its_option():
    assert GUANDAN.options_problems({"minutes": "long"})[0].code == Code.BAD_VALUE


def test_three_letters_are_completed():
    assert GUANDAN.entry_of({"type": "deal", "order": "NWS"}) == Deal.from_letters("NWSE")
    assert GUANDAN.plain_entry(Deal.from_letters("NWS", DealKind.EXTRA)) == played("NWSE", "extra")


def test_penalty_is_refused_after_the_extra_deal():
    """加赛一副 decides, and what comes after it changes nothing."""
    tied = [played("NS"), played("WE", "extra")]
    rules = {"deal_limit": 1, "tie_rules": ["extra_deal"], "must_play": []}
    assert refusals("guandan", played("NS"), raw=penalised("home", ("offender_down", 3)), **rules) == []
    assert refusals("guandan", *tied, raw=penalised("home", ("note", 0)), **rules) == [(Code.GAME_DECIDED, "")]
