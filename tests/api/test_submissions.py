"""A phone's entries and its sheet by program: states instead of errors, once however often sent, and all it needs."""

import json
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from journal.models import Event
from scoring.models import Deal, Submission
from tests.api.programs import told
from tests.api.test_writes import address, signed_in
from tests.factories import a_drawn_tournament, a_referee, a_role, a_user
from tests.made_once import once_a_module
from tests.rows import all_rows
from tournaments.day.actions.matches import enter_deal, enter_penalty
from tournaments.models import Match, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
SUBMISSIONS = "submissions"
made_once, tournament = once_a_module(lambda: a_drawn_tournament(started=True))


@pytest.fixture
def referee(tournament: Tournament) -> User:
    return a_referee(tournament)


def sheet_of(client: APIClient, tournament: Tournament, number: int = 1, query: str = "") -> dict[str, Any]:
    return client.get(address(tournament, "sheet", number) + query).json()


def an_entry(**more: Any) -> dict[str, Any]:
    entry = {"device": "phone1", "key": "a", "operation": "deal", "number": 1, "builds_on": ""}
    return entry | {"body": {"order": "NWS", "kind": "regular"}} | more


def test_entry_is_answered_alike_however_often_it_is_sent(tournament, referee):
    client = signed_in(referee)
    response = client.post(address(tournament, SUBMISSIONS), an_entry())
    body = response.json()
    assert (response.status_code, body["state"], body["problems"], body["mark"]) == (201, "accepted", [], "a")
    assert (body["deal"]["order"], body["standing"]["home"]) == ("NWSE", 4)
    deal = Deal.objects.get()
    assert (body["seen"], body["sheet"], deal.entered_by) == (Event.objects.last().number, deal.sheet_id, referee)
    before = all_rows()
    again = client.post(address(tournament, SUBMISSIONS), an_entry())
    assert (again.status_code, again.json()) == (200, body)
    other = client.post(address(tournament, SUBMISSIONS), an_entry(body={"order": "WE"}))
    assert (other.status_code, [problem["code"] for problem in other.json()["problems"]]) == (422, ["key_reused"])
    assert all_rows() == before


def test_entry_costs_the_same_few_queries_however_many_deals_stand(tournament, referee, django_assert_num_queries):
    client = signed_in(referee)
    client.post(address(tournament, SUBMISSIONS), an_entry())
    for number in range(2, 6):
        entry = an_entry(key=f"k{number}", number=number, builds_on="a" if number == 2 else f"k{number - 1}")
        with django_assert_num_queries(13 + 2):  # and the two of the transaction itself
            answer = client.post(
                address(tournament, SUBMISSIONS), entry | {"body": {"order": ("NWES", "WNSE")[number % 2]}}
            )
        assert (answer.json()["state"], answer.json()["deal"]["number"]) == ("accepted", number)


def test_conflict_waiting_and_refusal_are_states(tournament, referee):
    client = signed_in(referee)
    client.post(address(tournament, SUBMISSIONS), an_entry())
    for body in ({"order": 7}, {"order": None}, {"order": ["N"], "kind": {}}, {"kind": "regular"}):
        answer = client.post(
            address(tournament, SUBMISSIONS), an_entry(key=str(body), number=2, builds_on="a", body=body)
        )
        assert (answer.status_code, answer.json()["state"]) == (201, "refused"), body
    entries = [
        an_entry(device="phone2", key="x", body={"order": "WE"}),
        an_entry(device="phone2", key="y", number=2, builds_on="x"),
        an_entry(key="b", number=2, builds_on="a", body={"order": "NN"}),
    ]
    answers = [client.post(address(tournament, SUBMISSIONS), entry) for entry in entries]
    assert [answer.status_code for answer in answers] == [201] * 3
    assert [answer.json()["state"] for answer in answers] == ["conflicting", "waiting", "refused"]
    assert answers[2].json()["problems"] == [{"code": "repeated_seat", "field": "order", "data": {}}]
    assert Submission.objects.count() == 8


def test_body_that_is_no_entry_is_refused_and_leaves_nothing(tournament, referee):
    client, before = signed_in(referee), all_rows()
    for body, problems in (
        ({}, {("required", name) for name in ("device", "key", "operation", "number")}),
        (an_entry(key="k" * 41), {("max_length", "key")}),
        (an_entry(operation="burn"), {("invalid_choice", "operation")}),
        (an_entry(number=-1), {("min_value", "number")}),
        (an_entry(number=10**9), {("max_value", "number")}),
        (an_entry(seem=1), {("unknown_field", "seem")}),
        (an_entry(body={"order": "N" * 600}), {("too_long", "body")}),
        (an_entry(body=["NS"]), {("not_a_dict", "body")}),
        (an_entry(body={"typed": ["NS"]}), {("not_a_dict", "typed")}),
        (an_entry(body={"typed": {"points": "5"}}), {("not_a_list", "points")}),
        (an_entry(key="a\u202eb"), {("entry_invalid", "key")}),
        (["NS"], {("invalid", "")}),
    ):
        response = client.post(address(tournament, SUBMISSIONS), body)
        assert response.status_code == 422, body
        assert {(problem["code"], problem["field"]) for problem in response.json()["problems"]} == problems
    assert all_rows() == before


def test_texts_of_the_games_form_are_read_as_the_form_is():
    tournament = a_drawn_tournament(game="shuangsheng", started=True)
    typed = {"defenders": ["away"], "points": [" 85 "], "wrong_play": ["home", "away"], "kind": [""]}
    chief = a_role(tournament, RoleKind.CHIEF_REFEREE)
    answers = [
        signed_in(chief).post(address(tournament, SUBMISSIONS), an_entry(key=key, body={"typed": fields})).json()
        for key, fields in (("a", typed), ("b", {"points": ["7"]}))
    ]
    assert [answer["state"] for answer in answers] == ["accepted", "refused"]
    entry = Deal.objects.get().entry
    assert (entry["defenders"], entry["points"], entry["wrong_play"]) == ("away", 85, ["home", "away"])


def test_only_referees_of_the_event_are_let_in_and_only_with_the_csrf_token(tournament, referee):
    people = (a_user(), a_role(tournament, RoleKind.OFFICE))
    for client in (APIClient(), *map(signed_in, people)):
        assert client.post(address(tournament, SUBMISSIONS), an_entry()).status_code in (401, 403)
        assert client.get(address(tournament, "sheet")).status_code in (401, 403)
    client = signed_in(referee, enforce_csrf_checks=True)
    assert told(client.post(address(tournament, SUBMISSIONS), an_entry())) == {"code": "csrf_failed"}
    assert not Submission.objects.exists()


def test_match_that_is_not_there_or_whose_opponents_are_unknown_has_no_sheet(tournament, referee):
    client, final = signed_in(referee), Match.objects.filter(stage__tournament=tournament).last()
    response = client.post(address(tournament, SUBMISSIONS, final.number), an_entry())
    assert (response.status_code, response.json()["present"]) == (409, "waiting")
    sheet = sheet_of(client, tournament, final.number)
    assert (sheet["sheet"], sheet["is_open"], sheet["outlook"], sheet["deals"]) == (0, False, None, [])
    assert client.post(address(tournament, SUBMISSIONS, 99), an_entry()).status_code == 404
    assert client.get(address(tournament, "sheet", 99)).status_code == 404


def test_sheet_says_everything_a_phone_needs(tournament, referee):
    client = signed_in(referee)
    match = Match.objects.get(stage__tournament=tournament, number=1)
    client.post(address(tournament, SUBMISSIONS), an_entry())
    enter_penalty(match, "home", "slow_play", by=referee, note="两次")
    client.post(address(tournament, SUBMISSIONS), an_entry(device="phone2", key="x", body={"order": "WE"}))
    sheet = sheet_of(client, tournament, query="?device=phone2")
    assert [(d["number"], d["mark"], d["order"], d["by"]) for d in sheet["deals"]] == [(1, "a", "NWSE", str(referee))]
    assert [(p["after_deal"], p["side"], p["offence"], p["effects"]) for p in sheet["penalties"]] == [
        (1, "home", "slow_play", [])
    ]
    assert sheet["standing"] == {
        "home": 4, "away": 2, "home_passed": False, "away_passed": False, "stage": "home", "deals": 1,
        "home_points": 0, "away_points": 0,
    }  # fmt: skip
    assert sheet["seen"] == Event.objects.filter(kind="penalty.entered").get().number
    assert (sheet["kinds"], sheet["awaits"], sheet["verdict"]) == (["regular"], "play_on", None)
    assert [(s["key"], s["state"], s["builds_on"]) for s in sheet["submissions"]] == [("x", "conflicting", "")]
    assert [(c["device"], c["order"], c["stands"]) for c in sheet["conflicts"]] == [("ONE2", "WE", "NWSE")]
    assert [answer["says"] for answer in sheet["confirmations"]] == ["none", "none"]
    assert (sheet["clock"]["state"], sheet["clock"]["paused"], sheet["clock"]["extra"]) == ("running", False, 0)
    assert sheet["clock"]["bell_at"].endswith("Z")
    assert len(sheet["tributes"]) == 20
    assert sheet["tributes"]["NS"] == ["WE", "NS", "W", "N", "W", "", "N"]
    start = sheet["outlook"]["nodes"][sheet["outlook"]["start"]]
    assert start[:6] == [4, 2, "h", "", 4, ""]
    assert [s["players"][0]["seat"] for s in sheet["sides"]] == ["N", "W"]


def test_sheet_is_small_enough_for_a_bad_network(tournament, referee):
    match = Match.objects.get(stage__tournament=tournament, number=1)
    for order in ("NWES", "WNES") * 10:
        enter_deal(match, order, by=referee)
    sheet = sheet_of(signed_in(referee), tournament)
    assert len(sheet["deals"]) == 20
    assert len(json.dumps(sheet["outlook"], separators=(",", ":"))) <= 12_288
    assert len(json.dumps(sheet["tributes"], separators=(",", ":"))) <= 1_500


def test_clock_of_the_sheet_is_the_tables_own(tournament, referee):
    match = Match.objects.get(stage__tournament=tournament, number=1)
    sheet = match.games.get().sheet
    sheet.extra = timezone.timedelta(minutes=7)
    sheet.save()
    shown = sheet_of(signed_in(referee), tournament)["clock"]
    assert shown["extra"] == 420
    assert shown["remaining"] > 60 * 60
    record = APIClient().get(f"/api/v1/tournaments/{tournament.slug}/matches/1/").json()
    assert record["match"]["extra_seconds"] == 420
