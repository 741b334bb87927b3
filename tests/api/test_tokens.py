"""Tokens: what they open, for whom, for how long; and how often they may ask."""

from datetime import timedelta
from time import time

import pytest
from django.db.models.functions import Now

from api import throttling
from integrations.actions import make_token, revoke_token
from integrations.models import Token
from integrations.states import Scope
from journal.refusals import Refused, WrongState
from scoring.models import Deal
from tests.api.programs import a_program, a_token, told
from tests.factories import a_drawn_tournament, a_referee, a_role
from tests.made_once import once_a_module
from tournaments.codes import Code
from tournaments.models import Role
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


made_once, event = once_a_module(lambda: a_drawn_tournament(branches=2, teams=1, started=True))


def deals(event):
    return f"/api/v1/tournaments/{event.slug}/matches/1/deals/"


def answer(event, token):
    return a_program(token).post(deals(event), {"order": "NS"})


def test_token_writes_as_its_person_without_session_or_csrf_token(event):
    referee = a_referee(event)
    token = a_token(event, referee, Scope.REFEREE)
    program = a_program(token)
    program.handler.enforce_csrf_checks = True
    assert program.post(deals(event), {"order": "NS"}).status_code == 201
    assert Deal.objects.get().entered_by == referee
    row = Token.objects.get()
    assert token not in str(Token.objects.values())
    assert (row.hint, row.used_at is not None) == (token[-4:], True)


def test_token_does_no_more_than_its_scopes_its_event_and_its_person_by_now(event):
    referee, other = a_referee(event), a_drawn_tournament(branches=2, teams=1, started=True)
    a_role(other, RoleKind.REFEREE, user=referee)
    token = a_token(event, referee, Scope.REFEREE)
    refused = answer(event, a_token(event, referee, Scope.DAY))
    assert (refused.status_code, told(refused)) == (403, {"code": "permission_denied"})
    assert answer(other, token).status_code == 403
    Role.objects.filter(user=referee).delete()
    assert answer(event, token).status_code == 403
    assert not Deal.objects.exists()


@pytest.mark.parametrize("end", ["revoked", "expired", "inactive", "wrong"])
def test_token_that_is_over_opens_nothing(event, end):
    referee = a_referee(event)
    token = a_token(event, referee, Scope.REFEREE)
    if end == "revoked":
        revoke_token(Token.objects.get(), by=referee)
        with pytest.raises(WrongState):
            revoke_token(Token.objects.get(), by=referee)
    elif end == "expired":
        Token.objects.update(expires_at=Now() - timedelta(seconds=1))
    elif end == "inactive":
        referee.is_active = False
        referee.save()
    else:
        token += "x"
    refused = answer(event, token)
    assert (refused.status_code, told(refused)) == (401, {"code": "token_invalid"})
    assert refused.headers["WWW-Authenticate"] == "Bearer"


def test_scope_beyond_the_role_is_refused(event):
    with pytest.raises(Refused) as refused:
        make_token(event, "", [Scope.ENTRIES, Scope.REFEREE], 2, by=a_referee(event))
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [
        (Code.NAME_EMPTY, "name"), (Code.SCOPE_BEYOND_ROLE, "scopes"), (Code.VALUE_INVALID, "days"),
    ]  # fmt: skip
    assert not Token.objects.exists()


def test_who_asks_too_often_is_told_when_to_come_again(event, monkeypatch):
    monkeypatch.setattr(throttling, "OF_AN_ADDRESS", 2)
    now = time()
    monkeypatch.setattr(throttling, "time", lambda: now)
    answers = [a_program().get(f"/api/v1/tournaments/{event.slug}/events/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert [answer.headers["RateLimit"].partition(";t=")[0] for answer in answers] == [
        '"minute";r=1', '"minute";r=0', '"minute";r=0',
    ]  # fmt: skip
    assert answers[0].headers["RateLimit-Policy"] == '"minute";q=2;w=60'
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert told(answers[2]) == {"code": "throttled"}
    assert a_program().get(f"/api/v1/tournaments/{event.slug}/bracket/").status_code == 200


def test_nobody_is_counted_while_the_counters_are_away(event, settings):
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    assert a_program().get(f"/api/v1/tournaments/{event.slug}/events/").status_code == 200


def test_scope_to_read_opens_what_its_person_may_read_and_writes_nothing(event):
    referee, office = a_referee(event), a_role(event, RoleKind.OFFICE)
    sheet = f"/api/v1/tournaments/{event.slug}/matches/1/sheet/"
    entry = f"/api/v1/tournaments/{event.slug}/branches/1/entry/"
    reader, clerk = (a_program(a_token(event, person, Scope.READ)) for person in (referee, office))
    assert [reader.get(path).status_code for path in (sheet, entry)] == [200, 403]
    assert [clerk.get(path).status_code for path in (sheet, entry)] == [403, 200]
    assert reader.post(deals(event), {"order": "NS"}).status_code == 403
    assert clerk.post(entry, {"teams": []}, format="json").status_code == 403
    assert not Deal.objects.exists()


@pytest.mark.parametrize("end", ["wrong", "expired"])
def test_token_that_is_over_is_refused_where_everybody_may_read_too(event, end):
    token = a_token(event, a_referee(event), Scope.READ)
    if end == "expired":
        Token.objects.update(expires_at=Now())
    program = a_program(token if end == "expired" else "guandan_guessed")
    published = ("tournaments/", f"tournaments/{event.slug}/bracket/", "archive/", "schema.json", "docs/")
    for address in (*published, f"tournaments/{event.slug}/matches/", "no/such/address/"):
        a_program().get(f"/api/v1/{address}")  # it lies ready from now on
        for _ in range(2):
            refused = program.get(f"/api/v1/{address}")
            assert (refused.status_code, told(refused)) == (401, {"code": "token_invalid"})
            assert (refused.headers["WWW-Authenticate"], "ETag" in refused.headers) == ("Bearer", False)


def test_good_token_is_read_once(event, django_assert_num_queries):
    token = a_token(event, a_referee(event), Scope.REFEREE)
    program = a_program(token)
    program.get("/api/v1/")
    with django_assert_num_queries(2):  # read, and noted as used
        assert program.get("/api/v1/").status_code == 200
