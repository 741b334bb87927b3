"""The office by program: teams that leave, pairings, the timetable, announcements, awards; calls and penalties."""

import pytest
from django.db.models import Q

from integrations.states import Scope
from notices.models import Announcement
from tests.api.programs import a_cup, a_program, a_token, told
from tests.factories import a_drawn_tournament, a_role
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tournaments.day.queries.sheet_parts import open_call
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import MatchState, RoleKind, TeamState, TournamentState

AT = "/api/v1/tournaments/cup/"
pytestmark = pytest.mark.django_db


def a_program_of(event: Tournament, kind: RoleKind, *scopes: Scope):
    return a_program(a_token(event, a_role(event, kind), *scopes))


def test_penalty_is_given_by_the_table_and_struck_again():
    _event, tokens = a_cup()
    referee = a_program(tokens["referee"])
    response = referee.post(f"{AT}matches/1/penalties/", {"side": "away", "offence": "wrong_count"}, format="json")
    assert response.status_code == 201
    penalty = response.json()["penalty"]
    assert (penalty["side"], penalty["offence"], penalty["struck"]) == ("away", "wrong_count", False)
    assert [effect["kind"] for effect in penalty["effects"]] == ["note"]  # S000 names no consequence
    struck = referee.post(f"{AT}matches/1/penalties/{penalty['id']}/strike/", {"reason": "看错了"}, format="json")
    assert struck.json()["penalty"]["struck"]
    unknown = referee.post(f"{AT}matches/1/penalties/{penalty['id'] + 1}/strike/", {"reason": "看错了"}, format="json")
    assert (unknown.status_code, told(unknown)["problems"][0]["code"]) == (422, "penalty_unknown")


def test_team_leaves_before_the_next_match_and_only_by_a_token_for_teams():
    _event, tokens = a_cup()
    team = Match.objects.get(number=1).home_team
    address = f"{AT}teams/{team.pk}/withdrawal/"
    assert a_program(tokens["chief"]).post(address, {"reason": "出差"}, format="json").status_code == 403
    office = a_program(tokens["office"])
    assert office.post(address, {}, format="json").status_code == 422
    assert office.post(address, {"reason": "出差"}, format="json").json()["state"] == TeamState.WITHDRAWN
    assert Match.objects.get(number=1).state == MatchState.OVER
    restoration = f"{AT}teams/{team.pk}/restoration/"
    assert told(office.post(restoration, {}, format="json"))["problems"][0]["code"] == "reason_missing"
    assert office.post(restoration, {"reason": "点错了行"}, format="json").json()["state"] == TeamState.ENTERED
    assert Match.objects.get(number=1).state == MatchState.READY
    assert office.post(restoration, {"reason": "点错了行"}, format="json").status_code == 409
    assert office.post(f"{AT}teams/0/withdrawal/", {"reason": "出差"}, format="json").status_code == 404


def test_round_is_paired_by_the_standing_and_taken_back():
    event = a_drawn_tournament(slug="cup", branches=4, teams=1, format_="swiss")
    for number in Match.objects.filter(round__number=1).values_list("number", flat=True):
        decide(number)
    chief = a_program_of(event, RoleKind.CHIEF_REFEREE, Scope.DAY)
    paired = chief.post(f"{AT}rounds/2/pairing/", {"step": "pair"}, format="json")
    assert (paired.status_code, len(paired.json()["matches"])) == (200, 2)
    assert set(Match.objects.filter(round__number=2).values_list("state", flat=True)) == {MatchState.READY}
    assert chief.post(f"{AT}rounds/2/pairing/", {"step": "pair"}, format="json").status_code == 409
    assert chief.post(f"{AT}rounds/2/pairing/", {"step": "unpair"}, format="json").status_code == 200
    assert set(Match.objects.filter(round__number=2).values_list("state", flat=True)) == {MatchState.WAITING}
    away = Team.objects.order_by("pk").first().pk
    assert chief.post(f"{AT}rounds/2/pairing/", {"step": "pair", "absent": [away]}, format="json").status_code == 200
    assert not Match.objects.filter(round__number=2).filter(Q(home_team=away) | Q(away_team=away)).exists()


def test_round_is_moved_on_the_clock_of_any_zone():
    _event, tokens = a_cup()
    moved = a_program(tokens["office"]).post(
        f"{AT}rounds/2/start/", {"starts_at": "2123-12-24T12:30:00+08:00"}, format="json"
    )
    assert moved.json()["starts_at"] == "2123-12-24T04:30:00Z"
    assert Round.objects.get(number=2).starts_at.isoformat() == "2123-12-24T04:30:00+00:00"
    assert a_program(tokens["referee"]).post(f"{AT}rounds/2/start/", {}, format="json").status_code == 403


def test_announcement_goes_to_those_whom_it_names():
    _event, tokens = a_cup()
    office = a_program(tokens["office"])
    posted = {"title": "停车", "text": "请停在北门。", "concerned": "round", "round": 1}
    assert office.post(f"{AT}announcements/", posted, format="json").json()["state"] == "pending"
    made = Announcement.objects.get()
    assert (made.title, made.round) == ("停车", Round.objects.get(number=1))
    nobody = office.post(f"{AT}announcements/", posted | {"concerned": "team", "team": 0}, format="json")
    assert nobody.status_code == 422
    assert Announcement.objects.count() == 1


def test_awards_are_confirmed_and_opened_again():
    event = a_drawn_tournament(slug="cup", branches=4, teams=1, awards=S000_AWARDS)
    office = a_program_of(event, RoleKind.OFFICE, Scope.OFFICE)
    assert office.post(f"{AT}awards/confirmation/", {}, format="json").status_code == 422
    play_all(event)
    told_ = office.post(f"{AT}awards/confirmation/", {}, format="json").json()
    assert told_["state"] == TournamentState.FINISHED
    assert told_["confirmed_at"]
    assert office.post(f"{AT}awards/reopening/", {"reason": "名次有误"}, format="json").json()["confirmed_at"] is None


def test_day_is_told_with_its_matches_and_who_is_out():
    a_drawn_tournament(slug="cup", branches=4, teams=1)
    for number in Match.objects.filter(round__number=1).values_list("number", flat=True):
        decide(number)
    program = a_program()
    days = program.get(f"{AT}days/").json()["days"]
    assert [day["number"] for day in days] == [1, 2]
    first = program.get(f"{AT}days/1/").json()
    assert (first["open"], first["is_last"], first["rounds"][0]["matches"]) == (0, False, [1, 2])
    assert len(first["through"]) == len(first["out"]) == 2
    assert program.get(f"{AT}days/3/").status_code == 404


def test_teams_are_called_once_however_often_it_is_sent():
    _event, tokens = a_cup(started=False)
    chief, address = a_program(tokens["chief"]), f"{AT}matches/1/call/"
    answers = [chief.post(address, headers={"Idempotency-Key": "one"}) for _ in range(2)]
    assert [(answer.status_code, answer.json()["state"]) for answer in answers] == [(200, MatchState.CALLED)] * 2
    assert chief.post(address).status_code == 409
    assert a_program(tokens["referee"]).post(address).status_code == 403


def test_chief_referee_is_asked_to_the_table_and_comes():
    _event, tokens = a_cup()
    referee, chief, address = a_program(tokens["referee"]), a_program(tokens["chief"]), f"{AT}matches/1/referee-call/"
    assert chief.post(f"{address}answer/").status_code == 409
    assert referee.post(address, {"note": "争牌"}).status_code == 200
    assert open_call(Match.objects.get(number=1)).note == "争牌"
    assert referee.post(f"{address}answer/").status_code == 403
    assert chief.post(f"{address}answer/").status_code == 200
    assert open_call(Match.objects.get(number=1)) is None
    assert referee.post(address, {"notes": "争牌"}).status_code == 422
