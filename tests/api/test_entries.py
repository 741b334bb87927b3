"""The entry form of a branch by program: kept as it was sent, and refused where no form could have been filled so."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from integrations.states import Scope
from tests.api.programs import a_program, a_token, told
from tests.factories import a_role, a_tournament
from tournaments.models import Player
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/tournaments/cup/branches/1/entry/"


@pytest.fixture
def office() -> APIClient:
    event = a_tournament(slug="cup", branches=2)
    return a_program(a_token(event, a_role(event, RoleKind.OFFICE), Scope.ENTRIES))


def a_team(ordinal: int, *names: str) -> dict[str, Any]:
    return {"ordinal": ordinal, "players": [{"name": name} for name in names]}


def send(office: APIClient, *teams: dict[str, Any]) -> Any:
    """With the leader, and the version that was seen."""
    about = {"leader": "领队甲", "contact_name": "联系人甲", "contact_phone": "110"}
    return office.post(ADDRESS, {**about, "teams": teams, "seen": office.get(ADDRESS).json()["seen"]}, format="json")


def test_form_is_kept_as_it_was_sent(office):
    response = send(office, a_team(1, "队员甲", "队员乙"))
    assert (response.status_code, response.json()["state"]) == (200, "accepted")
    assert response.json()["teams"] == office.get(ADDRESS).json()["teams"]
    assert [*Player.objects.order_by("number").values_list("name", flat=True)] == ["队员甲", "队员乙"]


def test_team_that_is_sent_twice_or_with_too_many_players_is_refused_at_its_field(office):
    data = {"ordinal": 1, "seats": 2}
    full = {"code": "team_is_full", "field": "team1_player3_name", "data": data}
    assert told(send(office, a_team(1, "队员甲", "队员乙", "队员丙", "队员丁"))) == {"problems": [full]}
    twice = send(office, a_team(1, "队员甲", "队员乙"), a_team(1, "队员丙", "队员丁"))
    assert told(twice) == {"problems": [{"code": "unique", "field": "teams", "data": {}}]}
    assert not Player.objects.exists()
