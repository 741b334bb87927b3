"""A game whose rules limit no time: no page counts down, and nothing rings however long it lasts."""

import pytest
from django.test import Client

from tests.tournaments.round_day import a_day
from tests.web.pages import markup
from tests.web.public_pages import address

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("minute", [5, 500])
@pytest.mark.parametrize("name", ["event", "rounds", "hall", "bracket", "desk", "sheets"])
def test_page_says_since_when_and_counts_nothing_down(name, minute):
    day = a_day(game="win_loss", minute=minute)
    client = Client()
    client.force_login(day.chief)
    client.cookies["django_language"] = "en"
    assert not day.round.clock.rings
    page = markup(client.get(address(name, day.tournament)))
    assert "since" in page or name in ("rounds", "bracket", "sheets")
    for of_a_bell in ("data-bell", "Time left", "time is up", "bell at", "60 minutes", "Extra time"):
        assert of_a_bell not in page


def test_hall_keeps_the_line_between_its_head_and_its_board():
    page = markup(Client().get(address("hall", a_day(game="win_loss").tournament)))
    assert 'class="bell"' in page
