"""擂台赛 over the API: the order as the standing, challenges and the end of the season for the office."""

import pytest
from django.test import Client

from tests.factories import a_role
from tests.tournaments.day.ladders import a_ladder, decided, team
from tests.tournaments.day.leagues import link_of
from tests.web.pages import signed_in
from tournaments.models import Match
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return a_ladder()


def bracket(day):
    return Client().get(f"/api/v1/tournaments/{day.tournament.slug}/bracket/").json()


def test_standing_is_the_order_also_before_anybody_was_challenged(day):
    assert [row["team"]["id"] for row in bracket(day)["stages"][0]["standing"]] == [
        team(day, number).pk for number in range(1, 7)
    ]
    decided(day, 3, 1)
    (stage,), (season,) = bracket(day)["stages"], bracket(day)["rounds"]
    assert [(row["place"], row["team"]["id"], row["because"]) for row in stage["standing"]][:3] == [
        (place, team(day, number).pk, "challenges") for place, number in ((1, 3), (2, 2), (3, 1))
    ]
    assert (season["until"], season["closed_at"]) == ("2124-02-26T15:59:00Z", None)
    assert season["matches"][0]["own_day"]["challenged_at"] == "2123-11-29T04:35:00Z"


def test_office_challenges_and_closes_the_season_and_a_link_does_not(day):
    path = f"/api/v1/tournaments/{day.tournament.slug}/"
    body = {"challenger": team(day, 3).pk, "challenged": team(day, 1).pk}
    link = signed_in(link_of(team(day, 3).branch).account)
    assert link.post(path + "challenges/", body, content_type="application/json").status_code == 403
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE))
    answer = office.post(path + "challenges/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["until"]) == (201, "2123-12-05T15:59:00Z")
    refused = office.post(path + "rounds/1/season/", {"step": "close"}, content_type="application/json")
    assert [problem["code"] for problem in refused.json()["problems"]] == ["challenges_open"]
    unknown = office.post(path + "challenges/", body | {"challenged": 987654}, content_type="application/json")
    assert [problem["code"] for problem in unknown.json()["problems"]] == ["not_on_ladder"]
    assert Match.objects.count() == 1
