"""The public pages, the hall screen, the office and the API of a round robin."""

import re

import pytest

from tests.factories import a_role
from tests.thorough import some
from tests.tournaments.draw.test_stages import first_drawn, second
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.tournaments.round_day import a_day
from tests.web.public_pages import PAGES_OF_AN_EVENT, address
from tournaments.formats import RoundRobin
from tournaments.models import Match
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def a_round_robin(teams=4, **more):
    return a_day(branches=teams, teams=1, format_=RoundRobin.name, awards=S000_AWARDS, **more)


def page(client, day, path, language="zh-hans"):
    client.cookies["language"] = language
    response = client.get(f"/e/{day.tournament.slug}/{path}")
    assert response.status_code == 200, path
    return response.content.decode()


def test_every_public_page_says_the_round_by_its_number(client):
    day = a_round_robin(5)
    decide(Match.objects.filter(state="ready").first().number)
    for name in some(PAGES_OF_AN_EVENT):
        path = address(name, day.tournament).removeprefix(f"/e/{day.tournament.slug}/")
        assert not re.search(r"\d+进\d+", page(client, day, path)), name
        assert "Round of" not in page(client, day, path, "en"), name


def test_cross_table_has_both_sides_of_every_match(client):
    day = a_round_robin(4)
    decide(1)
    body = page(client, day, "bracket/")
    table = body.split('<table class="cross')[1].split("</table>")[0]
    assert table.count('class="self"') == 4
    assert table.count(f'href="/e/{day.tournament.slug}/matches/1/"') == 2
    assert (table.count("s-over won"), table.count("s-over lost")) == (1, 1)
    assert "积分表" in body


def test_cross_table_of_home_and_away_has_each_match_in_the_row_of_home(client):
    day = a_round_robin(4, settings={"legs": 2})
    body = page(client, day, "bracket/")
    table = body.split('<table class="cross')[1].split("</table>")[0]
    assert "每一行是该队主场的比赛" in body
    links = re.findall(r"/matches/(\d+)/", table)
    assert sorted(map(int, links)) == list(range(1, 13))
    row = table.split("<tr>")[2]  # of the first team: those that it plays at home
    home = Match.objects.filter(home_team=day.match(1).home_team).values_list("number", flat=True)
    assert sorted(map(int, re.findall(r"/matches/(\d+)/", row))) == sorted(home)


def test_places_are_shown_once_something_is_decided(client):
    day = a_round_robin(3)
    standing = page(client, day, "bracket/").split('<table class="standing')[1].split("</table>")[0]
    assert standing.count(">–<") == 3
    decide(Match.objects.filter(state="ready").first().number)
    standing = page(client, day, "bracket/?").split('<table class="standing')[1].split("</table>")[0]
    assert standing.count(">–<") == 0


def test_office_sees_the_first_round_and_no_halves(client):
    day = a_round_robin(5)
    client.force_login(a_role(day.tournament, RoleKind.OFFICE))
    body = page(client, day, "office/draw/")
    assert "上半区" not in body
    assert "首轮" in body
    assert "上半区" not in page(client, day, "office/draw/1/record/")
    for path in ("office/", "office/timetable/", "office/awards/"):
        page(client, day, path)


def test_two_stages_have_a_page_each_and_a_program_reads_both(client):
    tournament = first_drawn()
    play_all(tournament)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    office = f"/e/{tournament.slug}/office/"
    assert "第2阶段" in client.get(f"{office}draw/").content.decode()
    assert client.post(f"{office}draw/stages/2/").status_code == 302
    assert second(tournament).size == 2
    first = client.get(f"/e/{tournament.slug}/bracket/?stage=1").content.decode()
    last = client.get(f"/e/{tournament.slug}/bracket/").content.decode()
    assert '<table class="cross' in first
    assert '<ol class="bracket of-2' in last
    assert "?stage=1" in last
    read = client.get(f"/api/v1/tournaments/{tournament.slug}/bracket/").json()
    assert [(stage["number"], stage["format"], stage["is_over"]) for stage in read["stages"]] == [
        (1, "round_robin", True), (2, "knockout", False),
    ]  # fmt: skip
    assert [row["place"] for row in read["stages"][0]["standing"]] == [1, 2, 3, 4]
    assert [round_["stage"] for round_ in read["rounds"]] == [1, 1, 1, 2]
