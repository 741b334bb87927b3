"""自己约日子 and 擂台赛 over the API: everybody reads what is agreed and the order; days, challenges and the end of the
season are the office's."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from tests.factories import a_role
from tests.tournaments.day.ladders import a_ladder, decided, team
from tests.tournaments.day.leagues import a_league, accounts, link_of
from tests.tournaments.round_day import Day
from tests.web.pages import signed_in
from tournaments.day.actions.own_days import propose_day
from tournaments.models import Match
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def bracket(day: Day) -> Any:
    return Client().get(f"/api/v1/tournaments/{day.tournament.slug}/bracket/").json()


def post(person: Any, day: Day, path: str, body: dict[str, object]) -> Any:
    address = f"/api/v1/tournaments/{day.tournament.slug}/{path}/"
    return signed_in(person).post(address, body, content_type="application/json")


def test_day_that_is_proposed_and_agreed_is_read():
    league = a_league()
    match = league.match(1)
    at = match.round.starts_at + timedelta(days=2)
    propose_day(match, "home", at, "工会活动室", by=accounts(match)[0])
    first = bracket(league)["rounds"][0]
    assert first["until"] == "2123-12-05T15:59:00Z"
    assert first["matches"][0]["own_day"] == {
        "until": "2123-12-05T15:59:00Z", "agreed_at": None, "agreed_place": "", "proposed_at": "2123-12-01T04:30:00Z",
        "proposed_place": "工会活动室", "proposed_by": "home", "challenged_at": None,
    }  # fmt: skip


def test_office_sets_a_day_and_a_link_does_not():
    league, body = a_league(), {"at": "2123-12-24T12:30:00+08:00", "place": "本部"}
    assert post(accounts(league.match(1))[0], league, "matches/1/day", body).status_code == 403
    office = a_role(league.tournament, RoleKind.OFFICE)
    answer = post(office, league, "matches/1/day", body)
    assert (answer.status_code, answer.json()["agreed_at"]) == (200, "2123-12-24T04:30:00Z")
    assert bracket(league)["rounds"][0]["matches"][0]["starts_at"] == "2123-12-24T04:30:00Z"
    assert post(office, league, "matches/1/day", body | {"at": "2020-01-01T00:00:00Z"}).status_code == 422


def test_standing_of_a_ladder_is_the_order_also_before_anybody_was_challenged():
    day = a_ladder()
    (stage,) = bracket(day)["stages"]
    assert [row["team"]["id"] for row in stage["standing"]] == [team(day, number).pk for number in range(1, 7)]
    decided(day, 3, 1)
    (stage,), (season,) = bracket(day)["stages"], bracket(day)["rounds"]
    assert [(row["place"], row["team"]["id"], row["because"]) for row in stage["standing"]][:3] == [
        (place, team(day, number).pk, "challenges") for place, number in ((1, 3), (2, 2), (3, 1))
    ]
    assert (season["until"], season["closed_at"]) == ("2124-02-26T15:59:00Z", None)
    assert season["matches"][0]["own_day"]["challenged_at"] == "2123-11-29T04:35:00Z"


def test_office_challenges_and_closes_the_season_and_a_link_does_not():
    day = a_ladder()
    body = {"challenger": team(day, 3).pk, "challenged": team(day, 1).pk}
    assert post(link_of(team(day, 3).branch).account, day, "challenges", body).status_code == 403
    office = a_role(day.tournament, RoleKind.OFFICE)
    answer = post(office, day, "challenges", body)
    assert (answer.status_code, answer.json()["until"]) == (201, "2123-12-05T15:59:00Z")
    for path, sent, code in (
        ("rounds/1/season", {"step": "close"}, "challenges_open"),
        ("challenges", body | {"challenged": 987654}, "not_on_ladder"),
    ):
        assert [problem["code"] for problem in post(office, day, path, sent).json()["problems"]] == [code]
    assert Match.objects.count() == 1
