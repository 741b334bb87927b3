"""The race played by chance: always the same, symmetric, and bound by its rules."""

from dataclasses import replace

import pytest

from guandan_rules import OnTime, PassCondition, named
from tournaments.forecast.race import DEAL_MINUTES, SAMPLE, lengths, longest, sample, strengths

HOUR = named("s000")


def test_the_bell_ends_a_match_with_the_deal_in_hand_or_at_once():
    times = [match.minutes for match in sample(HOUR, 0)]
    played_out = [minutes for minutes in times if minutes >= 60]
    assert len(played_out) > SAMPLE / 2, "within an hour few pass A: it takes a dozen deals"
    assert max(times) < 60 + 3 * DEAL_MINUTES
    assert max(match.minutes for match in sample(replace(HOUR, on_time=OnTime.STOP_NOW), 0)) == 60
    sample.cache_clear()
    assert [match.minutes for match in sample(HOUR, 0)] == times


def test_a_race_without_a_limit_ends_by_passing_a_or_with_the_last_of_its_deals():
    assert all(match.margin for match in sample(replace(HOUR, minutes=None), 0))
    matches = sample(replace(HOUR, minutes=None, deal_limit=2), 0)
    assert max(abs(match.margin) for match in matches) == 6, "twice first and second: 2 to 8"
    assert max(match.minutes for match in matches) < 2 * 3 * DEAL_MINUTES


def test_who_stands_higher_has_won_and_the_better_win_more_often():
    shares = []
    for grains in (0, 2, 5, 10):
        matches = sample(HOUR, grains)
        assert all(match.home_won == (match.margin > 0) for match in matches if match.margin)
        shares.append(sum(match.home_won for match in matches) / SAMPLE)
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(0.5, abs=0.08)
    assert shares[-1] > 0.85


def test_a_harder_pass_never_shortens_matches():
    easy, hard = (
        sum(lengths(replace(HOUR, minutes=None, pass_condition=how)))
        for how in (PassCondition.REACH_A, PassCondition.FIRST_AND_SECOND)
    )
    assert easy < hard


def test_the_longest_of_more_tables_is_longer():
    assert longest(HOUR, 1, 0.5) <= longest(HOUR, 4, 0.5) <= longest(HOUR, 40, 0.5) <= longest(HOUR, 40, 0.9)
    known = lengths(HOUR)
    assert longest(HOUR, 1, 0.5) == known[len(known) // 2]
    assert longest(HOUR, 1, 1.0) == known[-1]


def test_strengths_are_even_around_the_middle():
    values = strengths(7)
    assert values[3] == pytest.approx(0)
    assert list(values) == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(0)
