"""Programs at the API: a running event with a token of each of its people, and what a problem says beside the usual."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from integrations.actions import make_token
from integrations.states import Lifetime, Scope
from tests.factories import a_drawn_tournament, a_role
from tournaments.models import Tournament
from tournaments.states import RoleKind

USUAL = ("type", "title", "status", "instance", "detail")
WHO = {"referee": RoleKind.REFEREE, "chief": RoleKind.CHIEF_REFEREE, "office": RoleKind.OFFICE}
SCOPES = {
    "referee": [Scope.REFEREE, Scope.DAY],
    "chief": [Scope.DAY, Scope.READ, Scope.RULINGS],
    "office": [Scope.ENTRIES, Scope.DRAW, Scope.TEAMS, Scope.OFFICE],
}


def told(answer: Any) -> dict[str, Any]:
    """The members of a problem that are its own; that the others are there is looked at here."""
    problem = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["title"]
    assert problem["type"].endswith(f"#{problem['code']}")
    own = {name: value for name, value in problem.items() if name not in USUAL}
    if "problems" in own:
        own = {"problems": [{k: v for k, v in one.items() if k != "detail"} for one in own["problems"]]}
    return own


def a_cup(*, started: bool = True) -> tuple[Tournament, dict[str, str]]:
    """The event ``cup`` of four teams whose first round runs, and a token of its referee, chief referee and office."""
    event = a_drawn_tournament(slug="cup", branches=4, teams=1, started=started)
    return event, tokens_of(event)


def tokens_of(event: Tournament) -> dict[str, str]:
    """A token of its referee, chief referee and office."""
    return {who: a_token(event, a_role(event, kind), *SCOPES[who]) for who, kind in WHO.items()}


def a_token(event: Tournament, person: User, *scopes: Scope) -> str:
    return make_token(event, "记分板", scopes, Lifetime.DAY, by=person)


def a_program(token: str = "") -> APIClient:
    client = APIClient()
    if token:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    return client
