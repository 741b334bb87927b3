"""Two challenge at the same moment, each with a connection of his own: one match comes of it."""

import pytest

from journal.refusals import Refused
from tests.thorough import tries
from tests.tournaments.day.ladders import a_ladder, team
from tests.tournaments.day.test_simultaneous import a_pair, journal_is_whole
from tournaments.codes import Code
from tournaments.day.actions.challenges import challenge, withdraw_challenge
from tournaments.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("pairs", [((3, 1), (2, 1)), ((3, 1), (3, 2)), ((3, 2), (2, 1))])
def test_of_two_challenges_that_share_a_team_one_is_refused(pairs):
    day = a_ladder()
    sides = [(team(day, one), team(day, other)) for one, other in pairs]
    with a_pair() as pair:
        for _ in range(tries(20)):
            met = pair.both(*(lambda one=one, other=other: challenge(one, other, by=day.chief) for one, other in sides))
            made = [each for each in met if isinstance(each, Match)]
            refused = [each for each in met if isinstance(each, Refused)]
            assert (len(made), len(refused)) == (1, 1), met
            assert [problem.code for problem in refused[0].problems] == [Code.CHALLENGE_OPEN]
            assert Match.objects.count() == 1
            withdraw_challenge(made[0], by=day.chief)
    assert journal_is_whole(day.tournament)


def test_the_same_challenge_sent_twice_is_one():
    day = a_ladder()
    one, other = team(day, 3), team(day, 1)
    with a_pair() as pair:
        first, second = pair.both(*[lambda: challenge(one, other, by=day.chief)] * 2)
    assert first == second
    assert Match.objects.count() == 1
