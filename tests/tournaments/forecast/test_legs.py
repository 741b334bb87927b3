"""What a stage brings, by examples that can be counted by hand, and what holds for every size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.forecast.legs import Leg
from tournaments.formats import FORMATS

COUNTED = [
    # a sheet of 32: 6 byes, so 10 matches of 16 in the first round
    ("knockout", 26, {}, (10, 8, 4, 2, 1), 0, 1),
    ("knockout", 26, {"third_place": True}, (10, 8, 4, 2, 2), 0, 1),
    ("knockout", 2, {}, (1,), 0, 1),
    ("knockout", 16, {"survivors": 4}, (8, 4), 0, 1),
    # whoever loses plays on; of six two rest first, and those who lose to them are met by nobody in the second round
    ("knockout", 8, {"third_place": True, "places_to": 8}, (4, 4, 4), 0, 3),
    ("knockout", 6, {"third_place": True, "places_to": 8}, (2, 2, 3), 0, 2),
    ("knockout", 16, {"consolation": True}, (8, 8, 4, 2), 0, 2),
    ("round_robin", 6, {}, (3,) * 5, 0, 5),
    # seven: one rests in each round
    ("round_robin", 7, {}, (3,) * 7, 0, 6),
    # ten in two groups of five: four matches a round, everybody meets four
    ("round_robin", 10, {"groups": 2}, (4,) * 5, 0, 4),
    # groups of 4, 3: the smaller ones meet two
    ("round_robin", 7, {"groups": 2}, (3, 3, 3), 0, 2),
    ("swiss", 26, {}, (13,) * 5, 0, 5),
    ("swiss", 9, {"rounds_played": 4}, (4,) * 4, 0, 3),
    # 2n - 1 with the second final; whoever loses twice at once has played two
    ("double_elimination", 8, {}, (4, 4, 2, 2, 1, 1, 1), 1, 2),
    ("double_elimination", 26, {}, (10, 10, 8, 8, 4, 4, 2, 2, 1, 1, 1), 1, 2),
    ("double_elimination", 8, {"finals": 0}, (4, 4, 2, 2, 1), 0, 2),
    ("movement", 10, {"halves": 2}, (5, 5), 0, 2),
    # the last table has one side only, and whoever rests may meet the rest again
    ("movement", 9, {"halves": 2}, (4, 4), 0, 1),
    # four sit at a table: of ten two rest in each round, so that in six rounds two have rested twice
    ("individual", 10, {}, (2,) * 6, 0, 4),
    ("individual", 12, {"partners": "standing", "rounds_played": 4}, (3,) * 4, 0, 4),
    # nobody is sure of a match where they come by challenges
    ("ladder", 12, {}, (0,), 0, 0),
]


@pytest.mark.parametrize(("name", "entries", "settings", "matches", "perhaps", "least"), COUNTED)
def test_stage_brings_what_can_be_counted_by_hand(name, entries, settings, matches, perhaps, least):
    leg = Leg(name, entries, tuple(settings.items()))
    assert (leg.matches, leg.perhaps, leg.least) == (matches, perhaps, least)


PLANNED = sorted(name for name, format_ in FORMATS.items() if not format_.season_days)


@given(st.sampled_from(PLANNED), st.integers(2, 60))
def test_laws_of_every_format(name, entries):
    """Nobody is counted twice in a round, everybody plays, and the sum is what all entries together play at least."""
    leg = Leg(name, entries)
    if not leg.takes:
        return
    assert all(0 < matches <= entries // 2 for matches in leg.matches)
    assert 0 < leg.least <= len(leg.matches)
    assert (4 if leg.format.changes_partners else 2) * sum(leg.matches) >= entries * leg.least
    if name == "knockout":
        assert sum(leg.matches) == entries - 1


@given(st.sampled_from([("swiss", "rounds_played"), ("movement", "halves")]), st.integers(4, 40), st.integers(1, 8))
def test_one_more_round_never_means_fewer_matches(format_, entries, rounds):
    name, setting = format_
    shorter, longer = (Leg(name, entries, ((setting, count),)) for count in (rounds, rounds + 1))
    assert sum(shorter.matches) < sum(longer.matches)
    assert shorter.least <= longer.least
