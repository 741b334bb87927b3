"""The desk in a real browser: it says when it is cut off or signed out, and which press did not get through."""

import pytest

from tests.browser import DESK
from tests.tournaments.round_day import a_day
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)


def test_desk_that_is_cut_off_or_signed_out_says_so_and_names_the_press_that_is_to_be_repeated(visitor, db):
    day = a_day(slug="s000", started=False, minute=-5)
    someone = visitor(day.chief, size=DESK)
    page = someone.open("/e/s000/desk/")
    page.wait_for_selector("html.counting")
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    page.click("#call-all")
    page.wait_for_selector("#unsent:visible")
    assert "点名 2 桌" in page.inner_text("#unsent b")
    someone.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    page.evaluate("Live.renew()")
    page.wait_for_selector("#source:not(.htmx-request)", state="attached")
    assert page.is_visible("#unsent")
    page.click("#call-all")
    page.wait_for_selector("#unsent", state="hidden")
    page.wait_for_selector("#call-all", state="detached")
    assert [day.match(number).state for number in (1, 2)] == [MatchState.CALLED] * 2

    cookies = someone.context.cookies()
    someone.context.clear_cookies(name="sessionid")
    page.evaluate("Live.renew()")
    page.wait_for_selector("#signed-out:visible")
    assert ":" in page.inner_text("#signed-out time")
    page.click("#check-in-all")
    page.wait_for_selector("#unsent:visible")
    assert "全部到齐" in page.inner_text("#unsent b")
    assert page.url.endswith("/e/s000/desk/1/")
    someone.context.add_cookies(cookies)
    page.evaluate("Live.renew()")
    page.wait_for_selector("#signed-out", state="hidden")
    page.click("#check-in-all")
    page.wait_for_selector("#check-in-all", state="detached")
    assert page.is_hidden("#unsent")
    lost = ("INTERNET_DISCONNECTED", "401", "htmx:sendError", "htmx:afterRequest")
    someone.faults[:] = [fault for fault in someone.faults if not any(sign in fault for sign in lost)]
