"""A hall of more tables than a page shows: those that need somebody first, the rest by pages and by search."""

import re

import pytest
from django.urls import reverse

from tests.made_once import once_a_module
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, queries, signed_in, text
from tournaments.day.actions.links import issue_slips
from tournaments.day.actions.matches import call_referee, enter_deal
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db

BRANCHES = 30
"""Of two teams each: 28 matches in the first round, and 4 that a bye decides."""


def a_hall():
    """28 tables; at the last one, whose number is told, the chief referee is called."""
    day = a_day(branches=BRANCHES, tables=40)
    last = day.tournament.stages.get().matches.filter(round__number=1).exclude(state="bye").latest("number")
    enter_deal(last, "NS", by=day.chief)
    call_referee(last, by=day.chief, note="")
    return day, last.number


made_once, hall = once_a_module(a_hall)


@pytest.fixture
def browser(hall):
    return signed_in(hall[0].chief)


def cards(response) -> list[int]:
    return [int(number) for number in re.findall(r'class="card [^"]*" id="m(\d+)"', markup(response))]


def rows(response) -> list[int]:
    return [int(number) for number in re.findall(r'class="row [^"]*" href="[^"]*/sheets/(\d+)/"', markup(response))]


LISTED = {"desk": cards, "sheets": rows}


@pytest.mark.parametrize("name", LISTED)
def test_two_dozen_tables_are_shown_the_most_pressing_first_and_all_by_pages(hall, browser, name):
    day, called = hall
    address, listed = reverse(name, args=[day.tournament.slug]), LISTED[name]
    first, second = browser.get(address), browser.get(address + "?page=2")
    assert (len(listed(first)), listed(first)[0], len(listed(second))) == (24, called, 4)
    assert len({*listed(first), *listed(second)}) == 28
    assert '?page=2"' in first.content.decode()


@pytest.mark.parametrize("name", LISTED)
def test_search_finds_tables_and_matches_by_number_and_teams_by_name(hall, browser, name):
    (day, _), listed = hall, LISTED[name]
    address = reverse(name, args=[day.tournament.slug])
    stage = day.tournament.stages.get()
    third = stage.matches.get(table__number=3, round__number=1).number
    assert set(listed(browser.get(address, {"q": "3"}))) == {third, 3} - {
        m.number for m in stage.matches.filter(state="bye")
    }
    teams = stage.matches.filter(round__number=1).exclude(state="bye")
    of_branch = teams.filter(home_team__branch__name="第20分会") | teams.filter(away_team__branch__name="第20分会")
    assert set(listed(browser.get(address, {"q": "第20 分会"}))) == {match.number for match in of_branch}
    nobody = browser.get(address, {"q": "no such team"})
    assert listed(nobody) == []
    assert "No table is like that now." in text(nobody)


def test_form_on_a_card_comes_back_to_the_same_page_of_the_same_search_and_refused_to_that_of_its_card(hall, browser):
    day, called = hall
    address = reverse("desk_match_answer", args=[day.tournament.slug, called])
    answer = browser.post(address, {"show": "chief", "q": "分会", "page": "2", "key": "k"})
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?show=chief&q=%E5%88%86%E4%BC%9A&page=2#m{called}")
    address = reverse("desk_match_extension", args=[day.tournament.slug, called])
    refused = browser.post(address, {"page": "1", "minutes": "5", "reason": "", "key": "l"})
    assert refused.status_code == 422
    assert called in cards(refused)


def test_few_tables_stand_on_one_page_without_a_search():
    day = a_day()
    for name in LISTED:
        page = signed_in(day.chief).get(reverse(name, args=[day.tournament.slug])).content.decode()
        assert 'id="find-tables"' not in page
        assert 'class="pages"' not in page


def test_number_of_queries_does_not_grow_with_the_tables():
    days = [a_day(branches=branches, started=False) for branches in (2, 8)]
    for day in days:
        issue_slips(day.round, by=day.chief)
        day.tournament.stages.get().matches.filter(state=MatchState.READY).update(state=MatchState.CALLED)
    for page, most in (("desk/", 30), ("sheets/", 20), ("sheets/1/", 20), ("desk/1/slips/", 20), ("check-in/", 20)):
        few, many = (queries(signed_in(day.chief), f"/e/{day.tournament.slug}/{page}") for day in days)
        assert few == many <= most, page


def test_every_table_is_seen_at_once_and_leads_to_its_card(hall, browser):
    day, called = hall
    page = browser.get(reverse("desk", args=[day.tournament.slug]))
    of_all = re.findall(r'<li class="(s-[^"]*)">\s*<a href="([^"]*)"[^>]*>\s*(\d+)', page.content.decode())
    tables = day.match(1).stage.matches.filter(round__number=1, table__isnull=False)
    assert sorted(int(number) for _, _, number in of_all) == sorted(tables.values_list("table__number", flat=True))
    table = day.match(called).table.number
    (red,) = [address for classes, address, number in of_all if "call-on" in classes and int(number) == table]
    assert called in cards(browser.get(red))
