"""自己约日子 over the API: what is agreed is read by everybody, and set by the office."""

from datetime import timedelta

import pytest
from django.test import Client

from tests.factories import a_role
from tests.tournaments.day.leagues import a_league, accounts
from tests.web.pages import signed_in
from tournaments.day.actions.own_days import propose_day
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return a_league()


def rounds_of(league):
    return Client().get(f"/api/v1/tournaments/{league.tournament.slug}/bracket/").json()["rounds"]


def test_day_that_is_proposed_and_agreed_is_read(league):
    match = league.match(1)
    at = match.round.starts_at + timedelta(days=2)
    propose_day(match, "home", at, "工会活动室", by=accounts(match)[0])
    first = rounds_of(league)[0]
    assert first["until"] == "2123-12-05T15:59:00Z"
    assert first["matches"][0]["own_day"] == {
        "until": "2123-12-05T15:59:00Z",
        "agreed_at": None,
        "agreed_place": "",
        "proposed_at": "2123-12-01T04:30:00Z",
        "proposed_place": "工会活动室",
        "proposed_by": "home",
        "challenged_at": None,
    }


def test_office_sets_a_day_and_a_link_does_not(league):
    match = league.match(1)
    path = f"/api/v1/tournaments/{league.tournament.slug}/matches/1/day/"
    body = {"at": "2123-12-24T12:30:00+08:00", "place": "本部"}
    link = signed_in(accounts(match)[0])
    assert link.post(path, body, content_type="application/json").status_code == 403
    office = signed_in(a_role(league.tournament, RoleKind.OFFICE))
    answer = office.post(path, body, content_type="application/json")
    assert (answer.status_code, answer.json()["agreed_at"]) == (200, "2123-12-24T04:30:00Z")
    assert rounds_of(league)[0]["matches"][0]["starts_at"] == "2123-12-24T04:30:00Z"
    past = office.post(path, body | {"at": "2020-01-01T00:00:00Z"}, content_type="application/json")
    assert past.status_code == 422
