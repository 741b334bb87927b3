"""A game whose rules limit no time: no page counts down, and nothing rings however long it lasts."""

import pytest

from tests.tournaments.round_day import a_day
from tests.web.pages import markup, signed_in
from tests.web.public_pages import address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("minute", [5, 500])
def test_pages_say_since_when_and_count_nothing_down(minute):
    day = a_day(game="win_loss", minute=minute)
    chief = signed_in(day.chief)
    assert not day.round.clock.rings
    for name in ("event", "rounds", "hall", "bracket", "desk", "sheets"):
        page = markup(chief.get(address(name, day.tournament)))
        assert "since" in page or name in ("rounds", "bracket", "sheets")
        assert ('class="bell"' in page) == (name == "hall")  # the line between its head and its board
        for of_a_bell in ("data-bell", "Time left", "time is up", "bell at", "60 minutes", "Extra time"):
            assert of_a_bell not in page
