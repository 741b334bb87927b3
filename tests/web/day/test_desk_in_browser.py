"""The desk in a real browser: it says when it is cut off or signed out, and which press did not get through."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import DESK, overflow
from tests.thorough import in_ci_only, some
from tests.tournaments.round_day import a_day
from tests.web.public_pages import address
from tournaments.day.actions.matches import enter_deal
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)


@in_ci_only
def test_desk_that_is_cut_off_or_signed_out_says_so_and_names_the_press_that_is_to_be_repeated(visitor, db):
    day = a_day(slug="s000", started=False, minute=-5)
    someone = visitor(day.chief, size=DESK)
    page = someone.open("/e/s000/desk/")
    page.wait_for_selector("html.counting")
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    page.click("#call-all")
    page.wait_for_selector("#unsent:visible")
    expect(page.locator("#unsent b")).to_contain_text("点名2桌")
    someone.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    page.evaluate("Live.renew()")
    page.wait_for_selector("#source:not(.htmx-request)", state="attached")
    expect(page.locator("#unsent")).to_be_visible()
    page.click("#call-all")
    page.wait_for_selector("#unsent", state="hidden")
    page.wait_for_selector("#call-all", state="detached")
    assert [day.match(number).state for number in (1, 2)] == [MatchState.CALLED] * 2

    cookies = someone.context.cookies()
    someone.context.clear_cookies(name="sessionid")
    page.evaluate("Live.renew()")
    page.wait_for_selector("#signed-out:visible")
    expect(page.locator("#signed-out time")).to_contain_text(":")
    page.click("#check-in-all")
    page.wait_for_selector("#unsent:visible")
    expect(page.locator("#unsent b")).to_contain_text("全部到齐")
    expect(page).to_have_url(re.compile("/e/s000/desk/1/$"))
    someone.context.add_cookies(cookies)
    page.evaluate("Live.renew()")
    page.wait_for_selector("#signed-out", state="hidden")
    page.click("#check-in-all")
    page.wait_for_selector("#check-in-all", state="detached")
    expect(page.locator("#unsent")).to_be_hidden()
    lost = ("INTERNET_DISCONNECTED", "401", "htmx:sendError", "htmx:afterRequest")
    someone.faults[:] = [fault for fault in someone.faults if not any(sign in fault for sign in lost)]


@pytest.mark.parametrize("page", some(["/e/s000/sheets/", "/e/s000/check-in/", "/e/s000/sheets/1/"], of=3))
@in_ci_only
def test_page_at_the_table_that_is_cut_off_says_so(visitor, db, page):
    day = a_day(slug="s000")
    someone = visitor(day.chief)
    tab = someone.open(page)
    tab.wait_for_selector("html.counting")
    expect(tab.locator("#offline")).to_be_hidden()
    someone.context.set_offline(True)
    tab.wait_for_selector("#offline:visible")
    expect(tab.locator("#offline time")).to_contain_text(":")
    someone.context.set_offline(False)
    tab.wait_for_selector("#offline", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


def test_chief_sees_ten_tables_at_once_while_they_play(visitor):
    day = a_day(branches=20, teams=1, tables=10, format_="swiss", settings={"rounds_played": 3})
    for number in range(1, 11):
        enter_deal(day.match(number), "NS", by=day.chief)
    page = visitor(day.chief, size=DESK).open(address("desk", day.tournament))
    boxes = page.locator(".cards > li").evaluate_all("all => all.map((each) => each.getBoundingClientRect().bottom)")
    assert len(boxes) == 10
    assert max(boxes) <= DESK[1]
    assert overflow(page) == 0
