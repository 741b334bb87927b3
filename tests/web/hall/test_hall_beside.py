"""Two rounds at the same hour on the hall screen and on the event's page: both clocks, both rounds' tables by name."""

import re

import pytest
from django.test import Client

from tests.factories import a_user
from tests.tournaments.draw.test_stages_beside import second, with_consolation
from tests.tournaments.played import decide
from tests.web.pages import markup
from tests.web.public_pages import address
from tournaments.day.actions.rounds import start_round
from tournaments.draw.actions.places import place_stage
from tournaments.models import Match, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Semi-finals beside the first round of the consolation."""
    tournament = with_consolation(rehearsal=True)
    for number in range(1, 5):
        decide(number)
    place_stage(second(tournament), by=a_user())
    for number in (2, 4):
        start_round(Round.objects.get(number=number), by=a_user())
    tournament.refresh_from_db()
    return tournament


def test_hall_shows_the_boards_of_both_under_their_names(tournament: Tournament, client: Client) -> None:
    body = markup(client.get(address("hall", tournament)))
    assert 'data-rounds="2 4"' in body
    assert re.findall(r'id="board-(\w+-\d)"', body) == ["tables-1", "tables-2", "bracket-1", "bracket-2"]
    assert body.count('class="hall-of"') == 4
    assert body.count("争第5至8名") == 2
    shown = {int(number) for number in re.findall(r'id="hall-m(\d+)"', body)}
    assert shown == set(Match.objects.filter(round__number__in=(2, 4)).values_list("number", flat=True))


def test_event_page_counts_down_for_both(tournament: Tournament, client: Client) -> None:
    body = markup(client.get(address("event", tournament)))
    for number in (2, 4):
        assert f'data-clock="{number}"' in body
