"""Draws and rulings by program: the same as on the pages, asked for in so many words."""

from typing import Any

import pytest

from integrations.states import Scope
from tests.api.programs import a_cup, a_program, a_token, told
from tests.factories import a_role, a_tournament
from tests.tournaments.equals import a_circle
from tournaments.draw.actions.draws import preview_lots
from tournaments.models import Match, PlaceDecision, Team, Tournament
from tournaments.states import DrawState, MatchState, RoleKind, TournamentState

AT = "/api/v1/tournaments/cup/"


@pytest.fixture
def registration(db: None) -> Tournament:
    return a_tournament(slug="cup", branches=4, teams=1, rounds=2)


@pytest.fixture
def office(registration):
    return a_program(a_token(registration, a_role(registration, RoleKind.OFFICE), Scope.DRAW))


def test_draw_is_previewed_confirmed_and_repealed(registration, office):
    drawn = office.post(f"{AT}draws/", {"seed": "2026"}, format="json")
    assert drawn.status_code == 201
    preview: dict[str, Any] = drawn.json()
    assert (preview["number"], preview["state"], preview["breaches"]) == (1, DrawState.PREVIEW, [])
    teams = {team for branch in registration.branches.all() for team in branch.teams.values_list("pk", flat=True)}
    assert set(preview["places"]) == teams

    stale = office.post(f"{AT}draws/1/confirmation/", {"seen": preview["seen"] - 1}, format="json")
    assert (stale.status_code, told(stale)["code"]) == (409, "changed_meanwhile")
    confirmed = office.post(f"{AT}draws/1/confirmation/", {"seen": preview["seen"]}, format="json")
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, DrawState.CONFIRMED)
    registration.refresh_from_db()
    assert registration.state == TournamentState.DRAWN
    assert office.post(f"{AT}draws/1/confirmation/", {}, format="json").status_code == 409

    assert office.post(f"{AT}draws/1/repeal/", {}, format="json").status_code == 422
    repealed = office.post(f"{AT}draws/1/repeal/", {"reason": "名单有误"}, format="json")
    assert repealed.json()["state"] == DrawState.DISCARDED
    assert not Match.objects.exists()


def test_breaches_are_accepted_by_the_chief_referee_in_so_many_words(db):
    event = a_tournament(slug="cup", branches=2, teams=2)
    order = Team.objects.order_by("branch__number", "ordinal").values_list("pk", flat=True)
    draw = preview_lots(event, {team: position for position, team in enumerate(order, start=1)}, by=None)
    address = f"{AT}draws/{draw.number}/confirmation/"
    accepted = {"confirmed": True, "reason": "各领队一致同意"}
    office, chief = (
        a_program(a_token(event, a_role(event, kind), Scope.DRAW)) for kind in (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE)
    )
    assert told(office.post(address, accepted, format="json"))["problems"][0]["code"] == "accept_needs_chief"
    assert told(chief.post(address, {}, format="json"))["problems"][0]["code"] == "draw_breach"
    confirmed = chief.post(address, accepted, format="json").json()
    assert confirmed["state"] == DrawState.CONFIRMED
    assert confirmed["breaches"]


def test_draw_that_is_not_there_is_not_found_and_a_fault_in_a_list_stands_at_the_list(office):
    for what in ("confirmation", "repeal"):
        assert office.post(f"{AT}draws/7/{what}/", {}, format="json").status_code == 404
    refused = office.post(f"{AT}stages/1/places/", {"absent": [1, 2**40]}, format="json")
    assert [problem["field"] for problem in told(refused)["problems"]] == ["absent"]


def test_chief_referee_alone_rules_and_only_when_it_is_confirmed(db):
    _, tokens = a_cup()
    chief, address = a_program(tokens["chief"]), f"{AT}matches/1/ruling/"
    decision = {"ruling": "decision", "side": "away", "reason": "裁判长裁定"}
    for who in ("referee", "office"):
        answer = a_program(tokens[who]).post(address, decision | {"confirmed": True}, format="json")
        assert answer.status_code == 403
    for confirmed in ({}, {"confirmed": False}):
        refused = chief.post(address, decision | confirmed, format="json")
        assert (refused.status_code, told(refused)["problems"][0]["field"]) == (422, "confirmed")
        assert refused.json()["problems"][0]["detail"]
    assert Match.objects.get(number=1).state == MatchState.READY


def test_every_ruling_is_that_of_the_desk_and_is_taken_back(db):
    _, tokens = a_cup()
    chief, address = a_program(tokens["chief"]), f"{AT}matches/1/ruling/"
    back = {"ruling": "correction", "reason": "更正", "confirmed": True}
    for ruling, side, winner in (
        ("decision", "away", "away"), ("disqualification", "home", "away"), ("forfeit", "away", "home"),
        ("both_absent", "", ""),
    ):  # fmt: skip
        posted = {"ruling": ruling, "side": side, "reason": "裁判长裁定", "confirmed": True}
        answer = chief.post(address, posted, format="json")
        assert answer.json() == {"number": 1, "state": "over", "winner": winner, "reason": ruling}
        assert chief.post(address, back, format="json").json()["winner"] == ""


def test_equal_places_are_decided_in_order_by_the_chief_referee_and_opened_again(db):
    event = a_circle(slug="circle").tournament
    office, chief = (
        a_program(a_token(event, a_role(event, kind), Scope.OFFICE))
        for kind in (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE)
    )
    address = "/api/v1/tournaments/circle/equals/"
    (equals,) = office.get(address).json()["open"]
    assert (equals["stage"], equals["place"], equals["into"], len(equals["teams"])) == (1, 1, 0, 3)
    order = equals["teams"][::-1]
    body = {"stage": 1, "teams": equals["teams"], "how": "play_off", "order": order, "note": "加赛一副"}
    for who, more, code in (
        (office, {}, "decision_needs_chief"), (office, {"how": "drawn"}, "decision_needs_chief"),
        (chief, {"order": order[1:]}, "order_not_whole"),
    ):  # fmt: skip
        refused = who.post(address, body | more, format="json")
        assert (refused.status_code, told(refused)["problems"][0]["code"]) == (422, code)
    assert not PlaceDecision.objects.exists()
    answer = chief.post(address, body, format="json")
    (decided,) = answer.json()["decided"]
    assert (answer.status_code, answer.json()["open"]) == (200, [])
    assert (decided["teams"], decided["note"]) == (order, "加赛一副")
    assert chief.post(address, body, format="json").status_code == 409
    opened = chief.post(f"{address}{decided['id']}/reopening/", {}, format="json")
    assert (len(opened.json()["open"]), opened.json()["decided"]) == (1, [])
    assert chief.post(f"{address}{decided['id']}/reopening/", {}, format="json").status_code == 404
    shared = office.post(address, {"stage": 1, "teams": equals["teams"], "how": "shared"}, format="json")
    assert shared.json()["decided"][0]["how"] == "shared"
