"""The quick tables of a forecast stand as the formats' own do, row by row."""

from random import Random

import pytest

from tournaments.forecast.champion import played
from tournaments.forecast.legs import Leg
from tournaments.forecast.tables import Record, across, paired, ranked
from tournaments.formats import made
from tournaments.formats.format import Because, Meeting
from tournaments.formats.matches import BYE, Outcome, Reason

CRITERIA = [
    (Because.POINTS, Because.OPPONENTS, Because.WINS, Because.DIFFERENCE),
    (Because.WINS, Because.DIFFERENCE, Because.MUTUAL),
    (Because.MUTUAL, Because.DIFFERENCE),
    (Because.POINTS, Because.MUTUAL, Because.OPPONENTS),
]


@pytest.mark.parametrize("criteria", CRITERIA)
@pytest.mark.parametrize(("groups", "entries"), [(1, 6), (1, 9), (3, 11)])
def test_table_is_that_of_the_format(criteria, groups, entries):
    dice = Random(f"{criteria}{groups}{entries}")
    settings = (("groups", groups), ("criteria", tuple(criteria)))
    format_ = made("round_robin", dict(settings))
    for _ in range(20):
        positions = format_.placed(dice.sample(range(1, entries + 1), entries))
        records = {slot: Record(lot) for lot, slot in enumerate(positions, start=1) if isinstance(slot, int)}
        meetings = []
        for match in format_.plan(len(positions)):
            places = match.home.number, match.away.number
            home, away = (positions[place - 1] for place in places)
            if BYE in (home, away):
                entry = home if away is BYE else away
                meetings.append(Meeting(home, away, Outcome(entry, BYE, Reason.BYE), positions=places))
                continue
            won, difference = dice.random() < 0.5, dice.randint(0, 2)
            difference = difference if won else -difference
            records[home].meet(away, won=won, difference=difference)
            records[away].meet(home, won=not won, difference=-difference)
            outcome = Outcome(home, away, Reason.PLAYED) if won else Outcome(away, home, Reason.PLAYED)
            meetings.append(Meeting(home, away, outcome, difference=difference, positions=places))
        found = across(format_, records) if groups > 1 else ranked(records, format_.criteria, records)
        assert found == [row.entry for row in format_.standing(meetings)]


def test_a_criterion_that_no_forecast_knows_is_an_error():
    records = {1: Record(1), 2: Record(2)}
    with pytest.raises(KeyError):
        ranked(records, (Because.LEVELS,), records)


def test_swiss_round_pairs_neighbours_who_have_not_met_and_rests_the_lowest_once():
    records = {entry: Record(entry) for entry in range(1, 6)}
    records[1].meet(2, won=True, difference=1)
    records[5].rest(1)
    assert paired([1, 2, 3, 4, 5], records) == [(1, 3), (2, 5), (4, BYE)]


def test_swiss_round_is_played_whole_even_where_all_have_met():
    records = {1: Record(1), 2: Record(2)}
    records[1].meet(2, won=True, difference=1)
    assert paired([1, 2], records) == [(1, 2)]


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
    found = played(leg, ranking, lambda home, away: (home < away, 1 if home < away else -1))
    assert sorted(found) == ranking
    assert found[0] == 1 or leg.name == "movement"
