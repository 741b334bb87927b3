"""Rounds over days and sittings, by examples of which every start can be checked by hand."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import named
from tournaments.forecast.plan import BREAK, STEP, day_ends, laid_out
from tournaments.forecast.race import longest

HOUR = named("s000")
NOON, NIGHT = 12 * 60, 24 * 60


def test_five_noons_have_a_round_each_and_the_longest_day_is_as_short_as_it_can_be():
    planned = laid_out((10, 8, 4, 2, 1), tables=13, days=5, sessions=((NOON + 30, NIGHT),), length=HOUR)
    assert [(r.number, r.day, r.starts) for r in planned] == [(n, n, (NOON + 30,)) for n in range(1, 6)]
    planned = laid_out((1,) * 7, tables=1, days=3, sessions=((NOON, NIGHT),), length=HOUR)
    assert [r.day for r in planned] == [1, 1, 1, 2, 2, 2, 3]


def test_a_day_begins_each_round_when_nine_of_ten_are_over_and_rests_five_minutes():
    first, second = laid_out((4, 2), tables=4, days=1, sessions=((NOON, NIGHT),), length=HOUR)
    assert longest(HOUR, 4, 0.9) <= second.starts[0] - NOON - BREAK < longest(HOUR, 4, 0.9) + STEP
    assert first.ends == second.starts[0] - BREAK
    assert second.starts[0] % STEP == 0


def test_a_round_with_more_matches_than_tables_has_sittings():
    (only,) = laid_out((10,), tables=4, days=3, sessions=((NOON, NIGHT),), length=HOUR)
    assert len(only.starts) == 3
    (day,) = day_ends((only,), tables=4, length=HOUR)
    assert only.starts[2] + 50 < day.middle <= day.likely


@given(st.lists(st.integers(1, 20), min_size=1, max_size=9), st.integers(1, 12), st.integers(1, 6))
def test_laws_of_a_timetable(matches, tables, days):
    """Rounds keep their order, no day is skipped, one round begins after the other is likely over, and days end after
    the last start of theirs."""
    planned = laid_out(matches, tables=tables, days=days, sessions=((NOON, NIGHT),), length=HOUR)
    assert [r.number for r in planned] == list(range(1, len(matches) + 1))
    assert planned[0].day == 1
    assert planned[-1].day <= days
    for one, other in pairwise(planned):
        assert (other.day, other.starts[0]) == (one.day + 1, NOON) or (
            other.day == one.day and other.starts[0] >= one.ends + BREAK
        )
    for day in day_ends(planned, tables=tables, length=HOUR):
        last = planned[day.last - 1]
        assert planned[day.first - 1].day == last.day == day.number
        assert last.starts[-1] < day.middle <= day.likely


def test_more_tables_never_end_later():
    planned = {n: laid_out((16, 8, 4), tables=n, days=1, sessions=((NOON, NIGHT),), length=HOUR) for n in (2, 4, 8, 16)}
    ends = [day_ends(rounds, tables=n, length=HOUR)[0].likely for n, rounds in planned.items()]
    assert ends == sorted(ends, reverse=True)


def test_of_another_game_a_round_lasts_the_minutes_that_were_given():
    first, second = laid_out((4, 2), tables=2, days=1, sessions=((NOON, NIGHT),), length=38)
    assert (first.starts, first.ends) == ((NOON, NOON + 45), NOON + 85)
    assert (second.starts, second.ends) == ((NOON + 90,), NOON + 130)
    (day,) = day_ends((first, second), tables=2, length=38)
    assert day.middle == day.likely == NOON + 90 + 38
