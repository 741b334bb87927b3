"""A deal and its undo by program: the answers, the refusals, and sending the same thing twice."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from journal.models import Event, Receipt
from scoring.models import Deal
from tests.api.programs import told
from tests.factories import a_drawn_tournament, a_referee, a_role, a_user
from tests.made_once import once_a_module
from tournaments.models import Match, Tournament
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db
made_once, tournament = once_a_module(lambda: a_drawn_tournament(started=True))


@pytest.fixture
def referee(tournament: Tournament) -> User:
    return a_referee(tournament)


def signed_in(user: User, **more: Any) -> APIClient:
    client = APIClient(**more)
    client.force_login(user)
    return client


def address(tournament: Tournament, noun: str = "deals", number: int = 1) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/matches/{number}/{noun}/"


def traces() -> tuple[int, int, int, int]:
    """What any change would leave behind."""
    deals, struck = Deal.objects.count(), Deal.objects.exclude(struck_at=None).count()
    return deals, struck, Event.objects.count(), Receipt.objects.count()


def test_deal_is_answered_with_levels_standing_and_seen(tournament, referee):
    response = signed_in(referee).post(address(tournament), {"order": "WNE"})
    assert response.status_code == 201
    body = response.json()
    entered_at = body["deal"].pop("entered_at")
    assert entered_at.endswith("Z")
    assert body == {
        "deal": {
            "number": 1,
            "kind": "regular",
            "order": "WNES",
            "entry": {"type": "deal", "order": "WNES", "kind": "regular"},
            "level": 2,
            "winner": "away",
            "before": {"home": 2, "away": 2},
            "after": {"home": 2, "away": 4},
            "points": None,
            "passed": "",
        },
        "standing": {
            "home": 2, "away": 4, "home_passed": False, "away_passed": False, "stage": "away", "deals": 1,
            "home_points": 0, "away_points": 0,
        },
        "seen": Event.objects.last().number,
    }  # fmt: skip
    event = Event.objects.get()
    assert (event.kind, event.by, event.data["order"]) == ("deal.entered", referee, "WNES")


def test_deal_costs_the_same_few_queries_however_many_stand(tournament, referee, django_assert_num_queries):
    client = signed_in(referee)
    client.post(address(tournament), {"order": "WNES"})
    for number in range(2, 6):
        seen = Event.objects.last().number
        with django_assert_num_queries(23):  # the transaction itself among them, and whether the event is archived
            answer = client.post(
                address(tournament),
                {"order": ("NWES", "WNSE")[number % 2], "seen": seen},
                headers={"Idempotency-Key": str(number)},
            )
        assert (answer.status_code, answer.json()["deal"]["number"]) == (201, number)


def test_undo_strikes_the_last_deal_and_answers_where_the_sheet_stands(tournament, referee):
    client = signed_in(referee)
    client.post(address(tournament), {"order": "WE"})
    response = client.post(address(tournament, "undo"))
    assert response.status_code == 200
    entry = {"type": "deal", "order": "WE", "kind": "regular"}
    assert response.json() == {
        "deal": {"number": 1, "kind": "regular", "order": "WE", "entry": entry},
        "standing": {
            "home": 2, "away": 2, "home_passed": False, "away_passed": False, "stage": "", "deals": 0,
            "home_points": 0, "away_points": 0,
        },
        "seen": 2,
    }  # fmt: skip
    assert [event.kind for event in Event.objects.all()] == ["deal.entered", "deal.undone"]
    before = traces()
    again = client.post(address(tournament, "undo"), {})
    assert (again.status_code, told(again)["problems"]) == (422, [{"code": "no_deal_to_undo", "field": "", "data": {}}])
    assert traces() == before


def test_deal_that_cannot_be_is_refused_with_every_problem_and_leaves_its_key_free(tournament, referee):
    client, key, before = signed_in(referee), {"idempotency-key": "a"}, traces()
    for body, problems in (
        ({"order": "NWN"}, [("repeated_seat", "order")]),
        ({"order": "XY"}, [("not_a_seat", "order")]),
        ({}, [("required", "order")]),
        ({"order": "", "kind": "later"}, [("blank", "order"), ("invalid_choice", "kind")]),
        ({"order": "NS", "seen": -1}, [("min_value", "seen")]),
        ({"order": "NS", "seem": 1}, [("unknown_field", "seem")]),
        (["NS"], [("invalid", "")]),
        ({"order": "NS", "kind": "extra"}, [("extra_deal_not_due", "")]),
    ):
        response = client.post(address(tournament), body, headers=key)
        assert response.status_code == 422, body
        assert [(p["code"], p["field"]) for p in response.json()["problems"]] == problems
        assert traces() == before
    assert client.post(address(tournament), {"order": "NS"}, headers=key).status_code == 201


@pytest.mark.parametrize("noun", ["deals", "undo"])
def test_write_that_saw_less_is_told_that_somebody_was_faster(tournament, referee, noun):
    client = signed_in(referee)
    client.post(address(tournament), {"order": "NS"})
    before = traces()
    body = {"seen": 0} | ({"order": "WE"} if noun == "deals" else {})
    response = client.post(address(tournament, noun), body)
    sheet = Deal.objects.get().sheet
    assert response.status_code == 409
    assert told(response) == {"code": "changed_meanwhile", "subject": sheet.subject, "present": "changed"}
    assert traces() == before


def test_deal_of_a_match_that_waits_is_told_its_state(tournament, referee):
    final = Match.objects.get(stage__tournament=tournament, state=MatchState.WAITING)
    before = traces()
    response = signed_in(referee).post(address(tournament, number=final.number), {"order": "NS"})
    assert response.status_code == 409
    assert told(response) == {"code": "changed_meanwhile", "subject": final.subject, "present": "waiting"}
    assert traces() == before


def test_write_is_refused_to_whoever_may_not_and_with_a_one_time_password(tournament, referee):
    before = traces()
    for noun in ("deals", "undo"):
        response = APIClient().post(address(tournament, noun), {"order": "NS"})
        assert (response.status_code, told(response)) == (401, {"code": "not_authenticated"})
    for user in (a_user(), a_role(tournament, RoleKind.OFFICE)):
        response = signed_in(user).post(address(tournament), {"order": "NS"})
        assert (response.status_code, told(response)) == (403, {"code": "permission_denied"})
    User.objects.filter(pk=referee.pk).update(one_time_password=True)
    response = signed_in(referee).post(address(tournament), {"order": "NS"})
    assert (response.status_code, told(response)) == (403, {"code": "password_must_be_chosen"})
    assert traces() == before


def test_write_of_a_browser_needs_the_csrf_token(tournament, referee):
    client = signed_in(referee, enforce_csrf_checks=True)
    response = client.post(address(tournament), {"order": "NS"})
    assert (response.status_code, told(response)) == (403, {"code": "csrf_failed"})
    assert Deal.objects.count() == 0
    client.cookies["csrftoken"] = token = "t" * 32
    assert client.post(address(tournament), {"order": "NS"}, headers={"x-csrftoken": token}).status_code == 201


def test_other_bodies_and_methods_are_refused(tournament, referee):
    client = signed_in(referee)
    for body, content_type, status, code in (
        ("{", "application/json", 400, "parse_error"),
        ("order=NS", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    ):
        response = client.post(address(tournament), body, content_type=content_type)
        assert (response.status_code, told(response)) == (status, {"code": code})
    for method in ("get", "put", "patch", "delete", "options"):
        response = getattr(client, method)(address(tournament))
        assert (response.status_code, told(response)) == (405, {"code": "method_not_allowed"})


NONSENSE = [
    "", "{", "[]", "null", '"NS"', "[" * 100_000, '{"order":' * 50_000, '{"order": {}, "kind": []}',
    '{"order": "\\ud800"}', '{"\\ud800": 1, "order": "NS"}', '{"order": "\\u0000"}', '{"order": "NS", "kind": null}',
    f'{{"order": "{"N" * 5000}"}}',
    *(f'{{"order": "NS", "seen": {seen}}}' for seen in ("1e400", "NaN", "9" * 5000, "[]", "-1", '"x"')),
]  # fmt: skip


@pytest.mark.parametrize("noun", ["deals", "undo"])
def test_nonsense_is_refused_and_leaves_nothing(tournament, referee, noun):
    client, before = signed_in(referee), traces()
    how = {"content_type": "application/json", "headers": {"Idempotency-Key": "one"}}
    for body in NONSENSE:
        response = client.post(address(tournament, noun), body.encode(), **how)
        assert response.status_code in (400, 422), body[:30]
        assert "code" in response.json() or "problems" in response.json()
        assert traces() == before


def test_write_to_a_match_that_is_not_there_is_404(tournament, referee):
    for noun, body in (("deals", {"order": "NS"}), ("undo", {})):
        response = signed_in(referee).post(address(tournament, noun, number=99), body)
        assert (response.status_code, told(response)) == (404, {"code": "not_found"})
        assert signed_in(referee).post(address(tournament, noun, 10**30), body).status_code in (404, 422)


@pytest.mark.parametrize(("noun", "body", "status"), [("deals", {"order": "WE"}, 201), ("undo", {}, 200)])
def test_same_key_and_body_get_the_same_answer(tournament, referee, noun, body, status):
    client, key = signed_in(referee), {"idempotency-key": "table-3-deal-2"}
    client.post(address(tournament), {"order": "NS"})
    first = client.post(address(tournament, noun), body, headers=key)
    before = traces()
    again = client.post(address(tournament, noun), body, headers=key)
    assert (first.status_code, again.status_code) == (status, status)
    assert again.json() == first.json()
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    assert traces() == before


@pytest.mark.parametrize(("noun", "body"), [("deals", {"order": "WE"}), ("undo", {})])
def test_same_key_for_something_else_is_refused(tournament, referee, noun, body):
    client, key = signed_in(referee), {"idempotency-key": "table-3-deal-1"}
    client.post(address(tournament), {"order": "NS"}, headers=key)
    before = traces()
    other = client.post(address(tournament, noun), body, headers=key)
    assert (other.status_code, told(other)) == (409, {"code": "key_reused"})
    assert traces() == before


@pytest.mark.parametrize("key", ["k" * 81, "\x00", "a\tb"])
def test_key_that_cannot_be_kept_is_refused(tournament, referee, key):
    before = traces()
    response = signed_in(referee).post(address(tournament), {"order": "NS"}, headers={"idempotency-key": key})
    assert response.status_code == 422
    assert [problem["code"] for problem in response.json()["problems"]] == ["key_invalid"]
    assert traces() == before
