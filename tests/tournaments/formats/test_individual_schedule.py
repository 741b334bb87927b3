"""Balanced schedules: everybody sits or rests, nobody has a partner twice, and opponents are as the table promises."""

from itertools import pairwise

import pytest

from tournaments.formats.individual import A_TABLE as FEWEST
from tournaments.formats.individual import MOST, balanced, counts

ENTRIES = range(FEWEST, MOST + 1)
WHIST = (8, 9, 12, 13, 16, 17)
"""Known as whist tournaments: everybody sits with everybody else once, and meets him twice."""


def all_rounds(entries):
    """Until the schedule begins again."""
    whole = balanced(entries, 2 * MOST)
    return whole[: whole.index(whole[0], 1)]


def test_everybody_sits_or_rests_and_nobody_has_a_partner_twice_or_rests_twice_before_all_others_did_once():
    for entries in ENTRIES:
        whole = all_rounds(entries)
        assert len(whole) == (12 if entries > 17 else entries - (entries % 4 == 0)), entries
        for sitting in balanced(entries, 20):
            seated = [*sitting.rests, *(one for table in sitting.tables for one in table)]
            assert sorted(seated) == [*range(1, entries + 1)]
            assert len(sitting.rests) == entries % 4
        for rounds in range(1, len(whole) + 1):
            found = counts(whole[:rounds], entries)
            fewest, most = found.rests
            assert found.partners == 1, entries
            assert most - fewest <= 1, entries


ONCE = {16: 5, 18: 5} | {
    entries: 7 if entries < 24 else 9 if entries < 29 else 12 for entries in range(19, 65)
}  # fmt: skip
"""For so many rounds nobody meets the same opponent twice, by the number of entries."""
TWICE = dict.fromkeys(ENTRIES, 12) | {14: 11}
"""For so many nobody does so a third time."""


@pytest.mark.parametrize(("opponents", "promised"), [(1, ONCE), (2, TWICE)])
def test_opponents_are_met_as_seldom_as_is_promised(opponents, promised):
    for entries, rounds in promised.items():
        assert counts(all_rounds(entries)[:rounds], entries).opponents <= opponents


def test_a_whist_tournament_lets_everybody_sit_with_everybody():
    for entries in WHIST:
        whole = all_rounds(entries)
        assert counts(whole, entries).opponents == 2
        together = {frozenset(pair) for s in whole for a, b, c, d in s.tables for pair in ((a, b), (c, d))}
        assert len(together) == entries * (entries - 1) // 2


def test_fewer_rounds_are_the_first_ones_of_more_and_after_the_last_one_a_schedule_begins_again():
    assert all(fewer == more[:-1] for fewer, more in pairwise(balanced(30, rounds) for rounds in range(1, 9)))
    assert balanced(20, 24)[12:] == balanced(20, 12)
    assert counts(balanced(20, 13), 20).partners == 2
