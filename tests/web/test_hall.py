"""现场大屏."""

import pytest

from tests.factories import a_drawn_tournament, a_tournament
from tests.web.games import a_started_tournament, win
from tests.web.public_pages import address
from tournaments.states import TournamentState

GRIDS = [(1, "1x1"), (2, "2x1"), (4, "2x2"), (8, "4x2"), (13, "5x2"), (16, "4x4")]


@pytest.mark.parametrize(("branches", "grid"), GRIDS)
def test_grid_follows_the_number_of_tables(client, db, branches, grid):
    body = client.get(address("hall", a_drawn_tournament(branches=branches, teams=2))).content.decode()
    assert f'class="tables grid-{grid}"' in body


def test_hall_shows_clock_levels_and_the_newest_deal(client, db):
    tournament, matches, referee = a_started_tournament()
    win(matches[0], "away", 2, by=referee)
    body = client.get(address("hall", tournament)).content.decode()
    assert "data-bell=" in body
    assert 'class="row on' in body
    assert "+3" in body
    assert body.count('class="board') == 2


def test_hall_waits_for_the_draw(client, db):
    tournament = a_tournament(place="职工之家")
    body = client.get(address("hall", tournament)).content.decode()
    assert 'class="wait"' in body
    assert "职工之家" in body


def test_hall_ends_with_the_podium(client, db):
    tournament = a_drawn_tournament()
    type(tournament).objects.filter(pk=tournament.pk).update(state=TournamentState.FINISHED)
    assert 'class="podium"' in client.get(address("hall", tournament)).content.decode()
