"""轮空与缺席: what a round without an opponent is worth, where deals count points (S001-5)."""

from fractions import Fraction

import pytest

from tournaments.formats import Movement, RoundRobin, Swiss, made
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, Outcome, Reason
from tournaments.formats.settings import SettingsError
from tournaments.formats.unplayed import Rest, valued


def met(round_, home, away, points=None, reason=Reason.PLAYED):
    """Home wins."""
    scale = None if points is None else (Fraction(points[0]), Fraction(points[1]))
    return Meeting(home, away, Outcome(home, away, reason), points=scale, round=round_)


# three halves: 5 rests in the first, 4 does not come in the second, 2 rests in the third
PLAYED = [
    met(1, 1, 2, (20, 7)), met(1, 3, 4, (14, 9)), met(1, 5, BYE, None, Reason.BYE),
    met(2, 1, 4, (0, 0), Reason.FORFEIT), met(2, 5, 2, (12, 11)), met(2, 3, BYE, None, Reason.BYE),
    met(3, 5, 1, (19, 10)), met(3, 3, NOBODY, (0, 0), Reason.WALKOVER), met(3, 2, BYE, None, Reason.BYE),
]  # fmt: skip


def points(format_, meetings=PLAYED):
    return {row.entry: row.points for row in format_.standing(meetings)}


# by hand: 1 has 20 and 10; 2 has 7 and 11; 3 has 14; 5 has 12 and 19
OWN = {1: 30 + 15, 2: 18 + 9, 3: 14 + 14 + 14, 4: 9, 5: 31 + Fraction(31, 2)}
FIRST, SECOND, THIRD = Fraction(25, 2), Fraction(23, 2), Fraction(29, 2)
FIELD = {1: 30 + SECOND, 2: 18 + THIRD, 3: 14 + SECOND + THIRD, 4: 9, 5: 31 + FIRST}
FIXED = {1: 30 + 13, 2: 18 + 13, 3: 14 + 26, 4: 9, 5: 31 + 13}


@pytest.mark.parametrize("format_", [Movement, RoundRobin, Swiss])
def test_a_round_without_an_opponent_is_worth_what_the_office_chose(format_):
    for rest, given in ((Rest.OWN, OWN), (Rest.FIELD, FIELD), (Rest.FIXED, FIXED)):
        assert points(format_(rest=rest, rest_points=13)) == given


def test_averages_are_exact_and_who_rests_first_has_that_of_the_others_until_he_has_played():
    rows = [met(1, 1, 2, (5, 0)), met(2, 1, 2, (5, 0)), met(3, 1, 2, (4, 0)), met(4, 1, BYE, None, Reason.BYE)]
    assert points(Movement(halves=4, rest=Rest.OWN), rows)[1] == 14 + Fraction(14, 3)
    first = [met(1, 1, 2, (20, 10)), met(1, 3, BYE, None, Reason.BYE)]
    assert points(Movement(rest=Rest.OWN), first)[3] == 15
    assert points(Movement(rest=Rest.OWN), [*first, met(2, 3, 1, (8, 2))])[3] == 16
    assert points(Movement()) == {1: 30, 2: 18, 3: 14, 4: 9, 5: 31}  # by itself it gives nothing for a rest


def test_more_of_the_deals_played_before_the_other_side_left_are_kept():
    rows = [met(1, 1, 2, (10, 4)), met(2, 1, 2, (12, 0), Reason.WITHDRAWAL)]
    assert points(Movement(rest=Rest.OWN), rows)[1] == 22
    assert points(Movement(rest=Rest.FIXED, rest_points=13), rows)[1] == 23


def test_both_absent_gain_nothing_and_results_without_a_scale_stay():
    absent = Meeting(3, 4, Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT), points=(Fraction(0), Fraction(0)), round=1)
    assert points(Movement(rest=Rest.FIXED, rest_points=9), [met(1, 1, 2, (4, 1)), absent]) == {1: 4, 2: 1, 3: 0, 4: 0}
    by_result = [met(1, 1, 2), met(1, 3, BYE, None, Reason.BYE)]
    assert valued(by_result, Rest.FIXED, 9) == by_result


def test_the_setting_is_read_and_refused_by_name():
    assert made("movement", {"rest": "own", "rest_points": 12}) == Movement(rest=Rest.OWN, rest_points=12)
    for wrong in ({"rest": "half"}, {"rest_points": -1}):
        with pytest.raises(SettingsError) as refused:
            made("movement", wrong)
        assert refused.value.names == tuple(wrong)
