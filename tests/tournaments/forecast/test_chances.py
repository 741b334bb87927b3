"""The chance to win from a state of the race: fair, bound by the rules, and decided where they decide."""

from dataclasses import replace

import pytest

from guandan_rules import Deal, OnTime, Side, Sides, fold, named, start
from tournaments.forecast.race import chance

HOUR = named("s000")


def test_the_sides_chances_add_up_to_one_and_are_even_before_the_first_deal():
    assert [chance(HOUR, start(HOUR), minutes_left=minutes) for minutes in (5, 60)] == pytest.approx([0.5, 0.5])
    last = replace(HOUR, minutes=None, deal_limit=1)
    assert chance(last, start(last, levels=Sides(7, 7))) == pytest.approx(0.5)
    ahead = start(HOUR, levels=Sides(9, 5), on_stage=Side.HOME)
    behind = start(HOUR, levels=Sides(5, 9), on_stage=Side.AWAY)
    total = chance(HOUR, ahead, minutes_left=20) + chance(HOUR, behind, minutes_left=20)
    assert total == pytest.approx(1)


def test_a_lead_is_worth_more_the_less_time_is_left():
    ahead = start(HOUR, levels=Sides(8, 5), on_stage=Side.HOME)
    shares = [chance(HOUR, ahead, minutes_left=minutes) for minutes in (60, 30, 10)]
    assert 0.5 < shares[0] < shares[1] < shares[2] < 1


def test_at_the_bell_the_higher_level_has_won_and_before_it_whoever_has_passed_a():
    stopped = replace(HOUR, on_time=OnTime.STOP_NOW)
    assert chance(stopped, start(stopped, levels=Sides(8, 5)), minutes_left=0) == 1
    won = fold(HOUR, [Deal.from_letters("NS")] * 5)
    assert (won.winner, chance(HOUR, won, minutes_left=30)) == (Side.HOME, 1)
