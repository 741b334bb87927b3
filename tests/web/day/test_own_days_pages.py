"""Pages of an event whose sides choose their days: no hour that nobody has set, no table that nobody needs."""

import re

import pytest

from tests.factories import a_role
from tests.tournaments.day.ladders import a_ladder
from tests.tournaments.day.leagues import a_league
from tests.web.pages import signed_in, text
from tests.web.public_pages import PAGES_OF_AN_EVENT, address
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

HOUR = re.compile(r"(?<![\d:])12:30")
"""At which a round of these events would start."""


@pytest.mark.parametrize("make", [a_league, a_ladder])
def test_no_page_names_an_hour_or_asks_for_tables(make, client):
    tournament = make().tournament
    for name in {*PAGES_OF_AN_EVENT} - {"history"}:
        assert not HOUR.search(text(client.get(address(name, tournament)))), name
    office = signed_in(a_role(tournament, RoleKind.OFFICE))
    plan = text(office.get(address("plan", tournament)))
    for of_a_hall in ("no table yet", "Sitting", "Tables from the top", "which table appears"):
        assert of_a_hall not in plan, of_a_hall


def test_results_report_and_hall_name_the_days_of_the_first_round(client):
    league = a_league().tournament
    days = "11月29日 周一至12月5日 周日"
    assert f"首轮比赛时间：{days}。" in text(client.get(address("results", league)))
    assert "11月29日 周一开赛。" in text(client.get(address("report", league)))
    assert days in text(client.get(address("hall", league)))
