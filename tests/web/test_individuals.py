"""每轮换搭档 as people read it: both partners wherever a side is named, each one's own matches, calls and counts."""

import pytest
from django.urls import reverse

from notices.audience import People, addresses
from notices.models import Notice
from notices.states import NoticeKind
from notices.wording import text as notice_text
from notices.wording import with_subjects
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.day.individuals import a_day_of_individuals
from tests.web.pages import text
from tournaments.bracket.rules.sides import seated_ids, side_ids
from tournaments.day.actions.links import issue_slips
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rulings import decide
from tournaments.entries.queries.links import my_token
from tournaments.models import Branch, Player, Team, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
LETTERS = "甲乙丙丁戊己庚辛壬癸子丑"


def ten_people():
    made = a_day_of_individuals(people=10, slug="alone")
    for player, letter in zip(Player.objects.order_by("pk"), LETTERS, strict=False):
        Player.objects.filter(pk=player.pk).update(name=f"队员{letter}")
    return made


made_once, day = once_a_module(ten_people)


def name(team: int) -> str:
    return Player.objects.get(team=team, left_at=None).name


def names(day, number: int, side: str) -> list[str]:
    return [name(team) for team in side_ids(day.match(number), side)]


def read(client, page: str) -> str:
    answer = client.get(f"/e/alone/{page}")
    assert answer.status_code == 200
    return text(answer)


def test_every_page_names_both_partners(client, day):
    issue_slips(day.round, by=day.chief)
    partners = [one for side in ("home", "away") for one in names(day, 1, side)]
    client.force_login(day.chief)
    for page in ("desk/", "sheets/1/", "check-in/", "desk/1/slips/"):
        words = read(client, page)
        assert all(one in words for one in partners), page
    seats = read(client, "sheets/1/")
    assert all(Team.objects.get(pk=team).branch.name in seats for team in seated_ids(day.match(1)))
    client.logout()
    decide(day.match(1), "home", by=day.chief, reason="裁定")
    for page in ("rounds/", "matches/1/", "bracket/", "hall/", "results/", ""):
        words = read(client, page)
        assert all(one in words for one in partners), page


def test_names_that_are_not_public_are_those_of_entries(client, day):
    Tournament.objects.update(names_public=False)
    words = read(client, "rounds/")
    assert "队员" not in words
    one, other = (Team.objects.get(pk=team).branch.name for team in side_ids(day.match(1), "home"))
    assert one in words
    assert other in words


def test_whoever_sits_beside_has_the_match_among_his_own(client, day):
    partner = Team.objects.get(pk=day.match(1).home_partner_id)
    page = client.get(reverse("my_matches", args=["alone", my_token(day.tournament, team=partner.pk)]))
    words = text(page)
    assert all(one in words for one in names(day, 1, "away"))
    assert reverse("match", args=["alone", 1]) in page.content.decode()
    calendar = client.get(reverse("my_calendar", args=["alone", my_token(day.tournament, team=partner.pk)]))
    assert calendar.content.decode().count("BEGIN:VEVENT") >= 2


def test_a_call_reaches_all_four_and_names_the_two_against_whom_one_plays(day):
    for branch in Branch.objects.all():
        Branch.objects.filter(pk=branch.pk).update(contact_mail=f"contact{branch.number}@branch.example")
    match = day.match(1)
    call_match(match, by=day.chief)
    calls = list(with_subjects(Notice.objects.filter(kind=NoticeKind.MATCH_CALLED)))
    assert {call.team_id for call in calls} == {*seated_ids(match)}
    assert all(len(addresses(call, People([call]))) == 1 for call in calls)
    of_partner = next(call for call in calls if call.team_id == match.home_partner_id)
    words = notice_text(of_partner, day.round.starts_at)
    assert " · ".join(names(day, 1, "away")) in words


def test_regulation_says_how_often_people_meet_again_and_the_office_is_offered_how_partners_are_chosen(client, day):
    words = read(client, "regulation/")
    assert "每人单独报名，每轮与不同的搭档同桌，对不同的对手。" in words
    assert "任意两人至多同桌搭档1次" in words
    assert "每人至多轮空1次" in words
    client.force_login(a_role(day.tournament, RoleKind.OFFICE))
    words = read(client, "office/shape/")
    assert "搭档怎样排" in words
    assert "按积分表，第一名与最后一名搭档" in words


def test_interface_names_the_partner_and_finds_matches_by_him(client, day):
    match = day.match(1)
    answer = client.get("/api/v1/tournaments/alone/bracket/").json()
    home = answer["rounds"][0]["matches"][0]["home"]
    assert (home["team"]["id"], home["partner"]["id"]) == side_ids(match, "home")
    rest = next(m for m in answer["rounds"][0]["matches"] if m["state"] == "bye")
    assert rest["home"]["partner"] is None
    partner = Team.objects.get(pk=match.home_partner_id)
    for query in (f"team={partner.pk}", f"branch={partner.branch_id}"):
        answer = client.get(f"/api/v1/tournaments/alone/matches/?{query}").json()
        assert 1 in [match["number"] for match in answer["matches"]]


def test_people_are_counted_and_no_teams(client, day):
    client.force_login(a_role(day.tournament, RoleKind.OFFICE))
    for page in ("office/draw/", "office/shape/"):
        assert "10人" in read(client, page), page
        assert "10队" not in read(client, page), page
