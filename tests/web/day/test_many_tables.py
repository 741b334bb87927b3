"""A hall of more tables than a page shows: those that need somebody first, the rest by pages and by search."""

import re

import pytest
from django.urls import reverse

from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day
from tests.web.pages import markup, queries, signed_in, text
from tournaments.day.actions.matches import call_referee, enter_deal

pytestmark = pytest.mark.django_db

BRANCHES = 30
"""Of two teams each: 28 matches in the first round, and 4 that a bye decides."""


def hall():
    """28 tables; at the last one the chief referee is called."""
    day = a_day(branches=BRANCHES, tables=40)
    last = day.tournament.stages.get().matches.filter(round__number=1).exclude(state="bye").latest("number")
    enter_deal(last, "NS", by=day.chief)
    call_referee(last, by=day.chief, note="")
    return day, signed_in(day.chief), last.number


def cards(response) -> list[int]:
    return [int(number) for number in re.findall(r'class="card [^"]*" id="m(\d+)"', markup(response))]


def rows(response) -> list[int]:
    return [int(number) for number in re.findall(r'class="row [^"]*" href="[^"]*/sheets/(\d+)/"', markup(response))]


def test_desk_shows_two_dozen_tables_the_most_pressing_first_and_all_by_pages():
    day, browser, called = hall()
    address = reverse("desk", args=[day.tournament.slug])
    first, second = browser.get(address), browser.get(address + "?page=2")
    assert (len(cards(first)), cards(first)[0], len(cards(second))) == (24, called, 4)
    assert len({*cards(first), *cards(second)}) == 28
    assert '?page=2"' in first.content.decode()


@pytest.mark.parametrize("name", ["desk", "sheets"])
def test_search_finds_tables_and_matches_by_number_and_teams_by_name(name):
    day, browser, _ = hall()
    listed = {"desk": cards, "sheets": rows}[name]
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


def test_list_of_sheets_has_the_table_that_calls_first():
    day, browser, called = hall()
    shown = browser.get(reverse("sheets", args=[day.tournament.slug]))
    assert (len(rows(shown)), rows(shown)[0]) == (24, called)


def test_form_on_a_card_comes_back_to_the_same_page_of_the_same_search():
    day, browser, called = hall()
    address = reverse("desk_match_answer", args=[day.tournament.slug, called])
    answer = browser.post(address, {"show": "chief", "q": "分会", "page": "2", "key": "k"})
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?show=chief&q=%E5%88%86%E4%BC%9A&page=2#m{called}")


def test_refused_form_shows_the_page_of_its_card():
    day, browser, called = hall()
    address = reverse("desk_match_extension", args=[day.tournament.slug, called])
    refused = browser.post(address, {"page": "2", "minutes": "5", "reason": "", "key": "k"})
    assert refused.status_code == 422
    assert called in cards(refused)


def test_few_tables_stand_on_one_page_without_a_search():
    day = a_day(branches=4)
    for name in ("desk", "sheets"):
        page = signed_in(day.chief).get(reverse(name, args=[day.tournament.slug])).content.decode()
        assert 'id="find-tables"' not in page
        assert 'class="pages"' not in page


@in_ci_only
def test_number_of_queries_is_that_of_a_small_hall():
    big, browser, _ = hall()
    small = a_day(branches=2)
    enter_deal(small.match(1), "NS", by=small.chief)
    for name in ("desk", "sheets"):
        few = queries(signed_in(small.chief), reverse(name, args=[small.tournament.slug]))
        assert queries(browser, reverse(name, args=[big.tournament.slug])) <= few


def test_every_table_is_seen_at_once_and_leads_to_its_card():
    day, browser, called = hall()
    page = browser.get(reverse("desk", args=[day.tournament.slug]))
    of_all = re.findall(r'<li class="(s-[^"]*)">\s*<a href="([^"]*)"[^>]*>\s*(\d+)', page.content.decode())
    tables = day.match(1).stage.matches.filter(round__number=1, table__isnull=False)
    assert sorted(int(number) for _, _, number in of_all) == sorted(tables.values_list("table__number", flat=True))
    table = day.match(called).table.number
    (red,) = [address for classes, address, number in of_all if "call-on" in classes and int(number) == table]
    assert called in cards(browser.get(red))
