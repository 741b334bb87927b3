"""What a confirmation costs does not grow with the event: every table waits for it at the end of a round."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.round_day import PASSES_ACE, a_day
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


MOST_OF_A_DEAL = 2.1
DECIDED = (1, 2)
"""The second one makes the next match ready."""


def statements(action, *args, by) -> int:
    with CaptureQueriesContext(connection) as captured:
        action(*args, by=by)
    return len(captured)


def costs(branches: int) -> tuple[list[int], list[int]]:
    """Statements of the last deal and of the confirmation at both matches."""
    day = a_day(branches=branches, teams=2)
    *before, last = PASSES_ACE["home"]
    for number in DECIDED:
        for order in before:
            enter_deal(day.match(number), order, by=day.chief)
    deals = [statements(enter_deal, day.match(number), last, by=day.chief) for number in DECIDED]
    results = [statements(confirm_result, day.match(number), by=day.chief) for number in DECIDED]
    assert day.match(2).winner_to.state == MatchState.READY
    return deals, results


def test_confirmation_asks_as_often_at_64_teams_as_at_8_and_about_twice_as_often_as_a_deal():
    deals, results = costs(4)
    assert max(results) <= MOST_OF_A_DEAL * max(deals)
    assert costs(32) == (deals, results)
