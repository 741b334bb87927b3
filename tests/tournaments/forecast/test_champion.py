"""Stages of a forecast are ranked as the formats rank them, and its quick Swiss rounds leave nobody out."""

from random import Random

import pytest

from tests.thorough import tries
from tournaments.forecast.champion import paired, played
from tournaments.forecast.legs import Leg
from tournaments.forecast.race import Played
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, Outcome, Reason
from tournaments.formats.tie_breaks import SELECTABLE, Tally, TieBreak


@pytest.mark.parametrize(("groups", "entries"), [(1, 6), (1, 9), (3, 11)])
def test_a_forecast_goes_by_every_tie_break_as_the_table_does(groups, entries):
    for tie_break in SELECTABLE:
        dice = Random(f"{tie_break}{groups}{entries}")
        criteria = tuple(dict.fromkeys((TieBreak.POINTS, tie_break, TieBreak.WINS)))[-2:]
        leg = Leg("round_robin", entries, (("groups", groups), ("criteria", criteria)))
        for _ in range(tries(20)):
            matches, ranking = {}, dice.sample(range(1, entries + 1), entries)

            def meet(home, away, matches=matches, dice=dice):
                levels = dice.randint(2, 14), dice.randint(2, 14)
                matches[home, away] = Played(0, dice.random() < 0.5, levels[0] - levels[1], levels)
                return matches[home, away]

            placed = played(leg, ranking, meet)
            position = {entry: place for place, entry in enumerate(leg.format.placed(ranking), start=1)}
            meetings = [meeting(*pair, match, position) for pair, match in matches.items()]
            assert placed == [row.entry for row in leg.format.standing(meetings)], tie_break


def meeting(home, away, match, position):
    outcome = Outcome(*((home, away) if match.home_won else (away, home)), Reason.PLAYED)
    positions = position[home], position[away]
    return Meeting(home, away, outcome, difference=match.margin, levels=match.levels, positions=positions)


def test_swiss_round_pairs_neighbours_who_have_not_met_while_there_are_and_rests_the_lowest_once():
    tallies = {entry: Tally(entry) for entry in range(1, 6)}
    tallies[1].meet(2, points=1, share=1)
    tallies[5].rest(1)
    assert paired([1, 2, 3, 4, 5], tallies) == [(1, 3), (2, 5), (4, BYE)]
    assert paired([1, 2], tallies) == [(1, 2)]


@pytest.mark.parametrize(
    "leg",
    [
        Leg("knockout", 11, (("third_place", True),)),
        Leg("knockout", 16, (("survivors", 4),)),
        Leg("double_elimination", 7),
        Leg("swiss", 9),
        Leg("round_robin", 5),
        Leg("round_robin", 10, (("groups", 2),)),
        Leg("movement", 9),
    ],
    ids=lambda leg: f"{leg.name} {leg.entries}",
)
def test_a_stage_places_everybody_once_and_the_one_who_never_loses_first(leg):
    """Movement: whoever has rested has won less, so the first one is told by position only without a bye."""
    ranking = list(range(1, leg.entries + 1))
    placed = played(leg, ranking, lambda home, away: Played(0, home < away, 1 if home < away else -1, (0, 0)))
    assert sorted(placed) == ranking
    assert placed[0] == 1 or leg.name == "movement"
