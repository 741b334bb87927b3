"""点名 and 请裁判长 by program, as the desk and the phone do it."""

import pytest
from rest_framework.test import APIClient

from tests.factories import a_drawn_tournament, a_referee, a_role
from tournaments.day.queries.calls import open_call
from tournaments.models import Match
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    tournament = a_drawn_tournament()
    return Match.objects.get(stage__tournament=tournament, number=1)


def sent(user, match, rest, body=None, key=""):
    client = APIClient()
    client.force_login(user)
    path = f"/api/v1/tournaments/{match.stage.tournament.slug}/matches/{match.number}/{rest}/"
    return client.post(path, body or {}, headers={"Idempotency-Key": key} if key else {})


def test_teams_are_called_once_however_often_it_is_sent(match):
    chief = a_role(match.stage.tournament, RoleKind.CHIEF_REFEREE)
    answers = [sent(chief, match, "call", key="one") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert [answer.json()["state"] for answer in answers] == [MatchState.CALLED] * 2
    assert sent(chief, match, "call").status_code == 409
    assert sent(a_referee(match.stage.tournament), match, "call").status_code == 403


def test_chief_referee_is_asked_to_the_table_and_comes(match):
    tournament = match.stage.tournament
    referee, chief = a_referee(tournament), a_role(tournament, RoleKind.CHIEF_REFEREE)
    assert sent(chief, match, "referee-call/answer").status_code == 409
    assert sent(referee, match, "referee-call", {"note": "争牌"}).status_code == 200
    assert open_call(match).note == "争牌"
    assert sent(referee, match, "referee-call/answer").status_code == 403
    assert sent(chief, match, "referee-call/answer").status_code == 200
    assert open_call(match) is None
    assert sent(referee, match, "referee-call", {"notes": "争牌"}).status_code == 422
