"""Pages of a big event: a page of rows, a search that works without script, and all together where it is little."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from tests.factories import a_branch, a_drawn_tournament, a_role, a_tournament, a_user
from tests.thorough import some
from tests.tournaments.round_day import a_day
from tests.web.form_fields import form_fields
from tests.web.pages import markup, queries, signed_in, text
from tests.web.public_pages import address
from tournaments.models import Match, Tournament
from tournaments.states import RoleKind, TournamentState
from web.hall import screen
from web.requests.long_lists import A_PAGE, asked_rows, is_called

MANY = A_PAGE + 5
NUMBERS = [str(n) for n in range(1, 101)]


def rows(query: str = "", **more):
    return asked_rows(QueryDict(query), NUMBERS, is_called, **more)


@pytest.mark.parametrize(
    ("query", "first", "page"),
    [
        ("", "1", 1),
        ("page=3", "81", 3),
        ("page=99", "81", 3),
        ("page=x", "1", 1),
        ("q=9&page=1", "9", 1),
        ("q=", "1", 1),
    ],
)
def test_page_of_rows_is_the_one_asked_for_or_the_nearest(query, first, page):
    part = rows(query)
    assert (part.rows[0], part.page, part.total) == (first, page, 100)


def test_row_that_is_open_leads_to_its_page_unless_another_is_asked_for():
    assert rows(here=lambda row: row == "55").page == 2
    assert rows("page=1", here=lambda row: row == "55").page == 1


def test_search_finds_names_with_and_without_blanks_and_goes_along():
    assert is_called("第3 分会", "第 3分会")
    assert rows("q=99").rows == ["99"]
    assert (rows("q=zz").rows, rows("q=zz").pages) == ([], 1)
    assert (rows("q=1&page=1").query, rows().query) == ("?q=1&page=1", "?page=1")
    assert asked_rows(QueryDict(""), NUMBERS[:A_PAGE]).query == ""


def test_names_of_the_template_engine_are_searched_for_like_any_other():
    assert rows("q=%7B%7B").rows == []


# the office


@pytest.fixture
def office(db) -> Client:
    return signed_in(a_user(is_staff=True))


def names(page: str) -> list[str]:
    return re.findall(r"(?:<b>|aria-current=\"true\">|\">)(第\d+分会)(?:</a>|</b>)", page)


@pytest.mark.parametrize("name", ["entries", "entry_links", "branches", "draw"])
def test_branches_come_by_pages_and_are_found_by_name(office, name):
    tournament = a_tournament(branches=MANY, teams=1)
    there = address(name, tournament)
    first, second = (markup(office.get(there, {"page": page})) for page in (1, 2))
    assert (len(names(first)), len(names(second))) == (A_PAGE, MANY - A_PAGE)
    assert f'href="{there}?page=2"' in first
    assert names(markup(office.get(there, {"q": "第 42"}))) == ["第42分会"]
    nobody = markup(office.get(there, {"q": "no such branch"}))
    assert (names(nobody), "No branch is called so." in nobody) == ([], True)


@pytest.mark.parametrize("name", ["entries", "entry_links", "branches", "draw", "office"])
def test_few_branches_stand_on_one_page_without_a_search(office, name):
    page = markup(office.get(address(name, a_tournament(branches=A_PAGE, teams=1))))
    assert len(names(page)) == A_PAGE
    assert 'id="find-rows"' not in page
    assert 'class="pages"' not in page


def test_opened_form_stands_beside_the_page_with_its_branch(office):
    tournament = a_tournament(branches=MANY)
    opened = f"{address('entries', tournament)}42/"
    assert names(markup(office.get(opened)))[:2] == ["第41分会", "第42分会"]
    listed = markup(office.get(address("entries", tournament), {"q": "第42"}))
    assert f'href="{opened}?q=%E7%AC%AC42&amp;page=1"' in listed


def test_home_of_a_big_event_shows_what_is_not_finished(office):
    tournament = a_tournament(branches=MANY, teams=2)
    a_branch(tournament, name="第99分会")
    page = office.get(address("office", tournament))
    assert names(markup(page)) == ["第99分会"]
    assert "1 branch is not finished" in text(page)
    Tournament.objects.get(pk=tournament.pk).branches.filter(name="第99分会").delete()
    assert "Every branch has handed in its form" in text(office.get(address("office", tournament)))


def test_link_that_is_made_leads_back_to_its_page(office):
    tournament = a_tournament(branches=MANY)
    page = markup(office.get(address("entry_links", tournament), {"page": 2}))
    made = f"{address('entry_links', tournament)}42/renewal/?page=2"
    assert office.post(made, form_fields(page, made))["Location"] == f"{address('entry_links', tournament)}?page=2"


@pytest.mark.parametrize("name", some(["office", "entries", "entry_links", "branches", "draw"]))
def test_page_of_branches_costs_the_same_queries_for_1_and_45(office, name):
    small, large = (a_tournament(branches=branches, teams=2) for branches in (1, MANY))
    assert queries(office, address(name, small)) == queries(office, address(name, large))


def big() -> Tournament:
    """70 teams: 58 byes, 6 matches in the first round, 63 beyond it."""
    return a_drawn_tournament(branches=35, teams=2, tables=40)


def test_timetable_of_many_matches_opens_one_round_and_keeps_the_tables_of_the_others(office):
    tournament = big()
    there = address("plan", tournament)
    page = office.get(there)
    assert markup(page).count('/tables/"') == 2  # of the hall, and of the round that is next
    assert "The tables of 32 matches" in text(page)
    second = markup(office.get(there, {"round": 2, "q": "70"}))
    before = dict(Match.objects.values_list("number", "table__number"))
    sent = form_fields(second, f"{there}2/tables/")
    (number,) = (name for name in sent if name.startswith("table-"))
    saved = office.post(f"{there}2/tables/", sent | {number: "39"})
    assert saved["Location"] == f"{there}?round=2&sitting=1&q=70&page=1#r2"
    after = dict(Match.objects.values_list("number", "table__number"))
    assert {n for n in after if after[n] != before[n]} == {int(number.removeprefix("table-"))}


def test_timetable_of_few_matches_opens_every_round(office):
    page = markup(office.get(address("plan", a_drawn_tournament(branches=16, teams=2))))
    assert page.count('/tables/"') == 1 + 5
    assert 'id="find-rows"' not in page


def test_timetable_costs_the_same_queries_with_many_matches(office):
    small = a_drawn_tournament(branches=2, teams=2)
    assert queries(office, address("plan", small)) == queries(office, address("plan", big()))


def test_slips_come_by_pages(db):
    day, small = a_day(branches=64, tables=64), a_day(branches=2)
    browser = signed_in(day.chief)
    there = f"{address('desk', day.tournament)}1/slips/"
    first, second = (markup(browser.get(there, {"page": page})) for page in (1, 2))
    listed = re.compile(r"/desk/matches/(\d+)/slip/")
    assert len(listed.findall(first)) == A_PAGE
    assert not set(listed.findall(first)) & set(listed.findall(second))
    assert len(listed.findall(markup(browser.get(there, {"q": "3"})))) == 1
    few = queries(signed_in(small.chief), f"{address('desk', small.tournament)}1/slips/")
    assert queries(browser, there) == few


def test_sheet_of_a_long_draw_comes_by_pages_and_a_team_is_found_in_it(office):
    tournament = big()
    there = address("draw", tournament)
    page = markup(office.get(there))
    assert page.count('class="pos"') == 64
    assert "Upper half" not in page
    listed = markup(office.get(there, {"q": "第35分会 Team 2"}))
    assert listed.count('class="pos"') == 2
    assert "第35分会" in listed
    assert markup(office.get(there, {"q": "70"})).count('class="pos"') == 2
    assert queries(office, there) == queries(office, address("draw", a_drawn_tournament(branches=2)))


# the public pages


def test_teams_come_by_pages_of_whole_branches_and_are_found_by_branch_team_and_player(db):
    tournament = a_tournament(branches=MANY, teams=2)
    there = address("teams", tournament)
    browser = Client()
    first, second = (markup(browser.get(there, {"page": page})) for page in (1, 2))
    assert (first.count('class="branch"'), second.count('class="branch"')) == (40, 5)
    branch = tournament.branches.get(number=42)
    response = browser.get(address("teams_find", tournament), {"q": "第42"})
    assert response["Location"] == f"{there}?branch={branch.pk}&page=2#b{branch.pk}"
    assert f'id="b{branch.pk}"' in markup(browser.get(response["Location"]))
    player = branch.teams.first().players.first()
    type(player).objects.filter(pk=player.pk).update(name="队员独一")
    assert browser.get(address("teams_find", tournament), {"q": "独一"})["Location"] == response["Location"]
    assert browser.get(there, {"page": 3}).status_code == 404
    assert "没有名为“无人”的队伍或队员" in text(browser.get(address("teams_find", tournament), {"q": "无人"}))


def test_names_that_are_not_public_are_found_by_nobody(db):
    tournament = a_tournament(branches=2, teams=1)
    Tournament.objects.filter(pk=tournament.pk).update(names_public=False)
    page = Client().get(address("teams_find", tournament), {"q": "队员甲"})
    assert page.status_code == 200
    assert 'class="hits"><li class="quiet">' in markup(page)


def test_few_teams_stand_on_one_page_without_a_search(db):
    page = markup(Client().get(address("teams", a_tournament(branches=A_PAGE, teams=2))))
    assert page.count('class="branch"') == A_PAGE
    assert 'class="find"' not in page


@pytest.mark.parametrize("name", some(["teams", "teams_find", "timetable", "event", "statistics", "public_draw"]))
def test_public_page_costs_the_same_queries_for_a_big_event(db, name):
    small, large = a_drawn_tournament(branches=1, teams=2), big()
    browser = signed_in(a_role(large, RoleKind.OFFICE))
    assert queries(browser, address(name, small)) == queries(browser, address(name, large))


def test_timetable_lists_the_tables_of_the_round_that_is_next_and_leads_to_the_others(db):
    tournament = big()
    page = markup(Client().get(address("timetable", tournament)))
    assert page.count("<details") == 1
    assert page.count("/rounds/?round=") == 6
    small = markup(Client().get(address("timetable", a_drawn_tournament(branches=16))))
    assert (small.count("<details"), small.count("/rounds/?round=")) == (6, 0)


def test_page_of_a_big_event_asks_for_a_name_where_a_small_one_lists_its_branches(db):
    large, small = a_tournament(branches=MANY, teams=1), a_tournament(branches=2, teams=1)
    listed, by_name = (markup(Client().get(address("event", event))) for event in (small, large))
    assert (f'action="{address("teams_find", large)}"' in by_name, 'class="counts"' in by_name) == (True, False)
    assert ('action="' in listed.split('id="mine"')[1], 'class="counts"' in listed) == (False, True)


def test_table_of_branches_comes_by_pages_with_the_sum_of_all(db, office):
    tournament = a_tournament(branches=MANY, teams=1, state=TournamentState.DRAWN)
    for browser, name in ((Client(), "statistics"), (office, "numbers")):
        second = markup(browser.get(address(name, tournament), {"page": 2}))
        table = second.split("<tbody>")[1].split("</tbody>")[0]
        assert table.count("<tr>") == MANY - A_PAGE + 1
        assert f"<td>{MANY}</td>" in table.rsplit("<tr>", 1)[1]


# the hall


def test_hall_of_many_boards_holds_those_around_the_one_that_is_asked_for(db, monkeypatch):
    monkeypatch.setattr(screen, "MOST_HERE", 1)
    tournament = a_drawn_tournament(branches=32, teams=2, tables=32)
    for board, shown in (("", "tables-1"), ("2", "tables-2"), ("99", None)):
        page = Client().get(address("hall", tournament), {"board": board} if board else {})
        if shown is None:
            assert page.status_code == 404
            continue
        assert re.findall(r'class="hall-board[^"]*" id="board-([\w-]+)"', markup(page)) == [shown]
        assert markup(page).count("data-show=") == 7
