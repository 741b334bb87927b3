"""Pages of a big event: a page of rows, a search that works without script, and all together where it is little."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from tests.factories import a_branch, a_drawn_tournament, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.thorough import some
from tests.web.form_fields import form_fields
from tests.web.pages import markup, queries, signed_in, text
from tests.web.public_pages import address
from tournaments.models import Match, Player, Tournament
from tournaments.states import RoleKind, TournamentState
from web.hall import screen
from web.requests.long_lists import A_PAGE, asked_rows, is_called

MANY = A_PAGE + 5
NUMBERS = [str(n) for n in range(1, 101)]


def rows(query: str = "", **more):
    return asked_rows(QueryDict(query), NUMBERS, is_called, **more)


def test_page_of_rows_is_the_one_asked_for_or_the_nearest():
    for query, first, page in (
        ("", "1", 1), ("page=3", "81", 3), ("page=99", "81", 3), ("page=x", "1", 1), ("q=9&page=1", "9", 1),
        ("q=", "1", 1),
    ):  # fmt: skip
        part = rows(query)
        assert (part.rows[0], part.page, part.total) == (first, page, 100)
    # a row that is open leads to its page unless another is asked for
    assert rows(here=lambda row: row == "55").page == 2
    assert rows("page=1", here=lambda row: row == "55").page == 1


def test_search_finds_names_with_and_without_blanks_and_goes_along():
    assert is_called("第3 分会", "第 3分会")
    assert rows("q=99").rows == ["99"]
    assert rows("q=%7B%7B").rows == []
    assert (rows("q=zz").rows, rows("q=zz").pages) == ([], 1)
    assert (rows("q=1&page=1").query, rows().query) == ("?q=1&page=1", "?page=1")
    assert asked_rows(QueryDict(""), NUMBERS[:A_PAGE]).query == ""


@pytest.fixture
def office(db) -> Client:
    return signed_in(a_user(is_staff=True))


@pytest.fixture
def many(db) -> Tournament:
    return a_tournament(branches=MANY, teams=1)


def names(page: str) -> list[str]:
    return re.findall(r"(?:<b>|aria-current=\"true\">|\">)(第\d+分会)(?:</a>|</b>)", page)


def test_branches_come_by_pages_and_are_found_by_name(office, many):
    for name in ("entries", "entry_links", "branches", "draw"):
        there = address(name, many)
        first, second = (markup(office.get(there, {"page": page})) for page in (1, 2))
        assert (len(names(first)), len(names(second))) == (A_PAGE, MANY - A_PAGE)
        assert f'href="{there}?page=2"' in first
        assert names(markup(office.get(there, {"q": "第 42"}))) == ["第42分会"]
        nobody = markup(office.get(there, {"q": "no such branch"}))
        assert (names(nobody), "No branch is called so." in nobody) == ([], True)
    few = a_tournament(branches=A_PAGE, teams=1)
    for name in ("entries", "entry_links", "branches", "draw", "office"):
        page = markup(office.get(address(name, few)))
        assert (len(names(page)), 'id="find-rows"' in page, 'class="pages"' in page) == (A_PAGE, False, False)


def test_opened_form_and_link_that_is_made_lead_back_to_the_page_with_their_branch(office, many):
    opened = f"{address('entries', many)}42/"
    assert names(markup(office.get(opened)))[:2] == ["第41分会", "第42分会"]
    listed = markup(office.get(address("entries", many), {"q": "第42"}))
    assert f'href="{opened}?q=%E7%AC%AC42&amp;page=1"' in listed
    links = address("entry_links", many)
    page, made = markup(office.get(links, {"page": 2})), f"{links}42/renewal/?page=2"
    assert office.post(made, form_fields(page, made))["Location"] == f"{links}?page=2"


def test_home_of_a_big_event_shows_what_is_not_finished(office):
    tournament = a_tournament(branches=MANY, teams=2)
    a_branch(tournament, name="第99分会")
    page = office.get(address("office", tournament))
    assert names(markup(page)) == ["第99分会"]
    assert "1 branch is not finished" in text(page)
    Tournament.objects.get(pk=tournament.pk).branches.filter(name="第99分会").delete()
    assert "Every branch has handed in its form" in text(office.get(address("office", tournament)))


def test_page_of_branches_costs_the_same_queries_for_1_and_45(office):
    small, large = (a_tournament(branches=branches, teams=2) for branches in (1, MANY))
    for name in some(["office", "entries", "entry_links", "branches", "draw"]):
        assert queries(office, address(name, small)) == queries(office, address(name, large)), name


def seventy() -> Tournament:
    """70 teams: 58 byes, 6 matches in the first round, 63 beyond it."""
    return a_drawn_tournament(branches=35, teams=2, tables=40)


made_once, big = once_a_module(seventy)


def test_timetable_of_many_matches_opens_one_round_and_keeps_the_tables_of_the_others(office, big):
    there = address("plan", big)
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


def test_timetable_of_few_matches_opens_every_round_and_one_of_many_costs_the_same_queries(office, big):
    few = address("plan", a_drawn_tournament(branches=16, teams=2))
    page = markup(office.get(few))
    assert page.count('/tables/"') == 1 + 5
    assert 'id="find-rows"' not in page
    assert queries(office, few) == queries(office, address("plan", big))


def test_slips_come_by_pages(db):
    large, small = (a_drawn_tournament(branches=n, tables=n, started=True, format_="swiss") for n in (43, 2))
    browser, of_small = (signed_in(a_role(event, RoleKind.CHIEF_REFEREE)) for event in (large, small))
    there = f"{address('desk', large)}1/slips/"
    first, second = (markup(browser.get(there, {"page": page})) for page in (1, 2))
    listed = re.compile(r"/desk/matches/(\d+)/slip/")
    assert (len(listed.findall(first)), len(listed.findall(second))) == (A_PAGE, 43 - A_PAGE)
    assert not set(listed.findall(first)) & set(listed.findall(second))
    assert len(listed.findall(markup(browser.get(there, {"q": "3"})))) == 1
    assert queries(browser, there) == queries(of_small, f"{address('desk', small)}1/slips/")


def test_sheet_of_a_long_draw_comes_by_pages_and_a_team_is_found_in_it(office, big):
    there = address("draw", big)
    page = markup(office.get(there))
    assert page.count('class="pos"') == 64
    assert "Upper half" not in page
    listed = markup(office.get(there, {"q": "第35分会 Team 2"}))
    assert listed.count('class="pos"') == 2
    assert "第35分会" in listed
    assert markup(office.get(there, {"q": "70"})).count('class="pos"') == 2
    assert queries(office, there) == queries(office, address("draw", a_drawn_tournament(branches=2)))


def test_teams_come_by_pages_of_whole_branches_and_are_found_by_branch_team_and_player(many):
    there, find = address("teams", many), address("teams_find", many)
    browser = Client()
    first, second = (markup(browser.get(there, {"page": page})) for page in (1, 2))
    assert (first.count('class="branch"'), second.count('class="branch"')) == (40, 5)
    branch = many.branches.get(number=42)
    response = browser.get(find, {"q": "第42"})
    assert response["Location"] == f"{there}?branch={branch.pk}&page=2#b{branch.pk}"
    assert f'id="b{branch.pk}"' in markup(browser.get(response["Location"]))
    Player.objects.filter(team__branch=branch, number=1).update(name="队员独一")
    assert browser.get(find, {"q": "独一"})["Location"] == response["Location"]
    assert browser.get(there, {"page": 3}).status_code == 404
    assert "没有名为“无人”的队伍或队员" in text(browser.get(find, {"q": "无人"}))
    few = markup(browser.get(address("teams", a_tournament(branches=A_PAGE, teams=1))))
    assert (few.count('class="branch"'), 'class="find"' in few) == (A_PAGE, False)


def test_names_that_are_not_public_are_found_by_nobody(db):
    tournament = a_tournament(branches=2, teams=1)
    Tournament.objects.filter(pk=tournament.pk).update(names_public=False)
    page = Client().get(address("teams_find", tournament), {"q": "队员甲"})
    assert page.status_code == 200
    assert 'class="hits"><li class="quiet">' in markup(page)


def test_public_page_costs_the_same_queries_for_a_big_event(big):
    small, browser = a_drawn_tournament(branches=1, teams=2), signed_in(a_role(big, RoleKind.OFFICE))
    for name in some(["teams", "teams_find", "timetable", "event", "statistics", "public_draw"]):
        assert queries(browser, address(name, small)) == queries(browser, address(name, big)), name


def test_timetable_lists_the_tables_of_the_round_that_is_next_and_leads_to_the_others(big):
    page = markup(Client().get(address("timetable", big)))
    assert (page.count("<details"), page.count("/rounds/?round=")) == (1, 6)
    small = markup(Client().get(address("timetable", a_drawn_tournament(branches=16))))
    assert (small.count("<details"), small.count("/rounds/?round=")) == (6, 0)


def test_page_of_a_big_event_asks_for_a_name_where_a_small_one_lists_its_branches(many):
    listed, by_name = (markup(Client().get(address("event", event))) for event in (a_tournament(branches=2), many))
    assert (f'action="{address("teams_find", many)}"' in by_name, 'class="counts"' in by_name) == (True, False)
    assert ('action="' in listed.split('id="mine"')[1], 'class="counts"' in listed) == (False, True)


def test_table_of_branches_comes_by_pages_with_the_sum_of_all(office, many):
    Tournament.objects.filter(pk=many.pk).update(state=TournamentState.DRAWN)
    for browser, name in ((Client(), "statistics"), (office, "numbers")):
        second = markup(browser.get(address(name, many), {"page": 2}))
        table = second.split("<tbody>")[1].split("</tbody>")[0]
        assert table.count("<tr>") == MANY - A_PAGE + 1
        assert f"<td>{MANY}</td>" in table.rsplit("<tr>", 1)[1]


def test_hall_of_many_boards_holds_those_around_the_one_that_is_asked_for(db, monkeypatch):
    monkeypatch.setattr(screen, "MOST_HERE", 1)
    hall = address("hall", a_drawn_tournament(branches=32, teams=2, tables=32))
    for query, shown in (({}, "tables-1"), ({"board": "2"}, "tables-2")):
        page = markup(Client().get(hall, query))
        assert re.findall(r'class="hall-board[^"]*" id="board-([\w-]+)"', page) == [shown]
        assert page.count("data-show=") == 7
    assert Client().get(hall, {"board": "99"}).status_code == 404
