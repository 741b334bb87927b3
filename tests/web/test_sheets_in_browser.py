"""The sheet and the desk in a real browser: taps without a page load, two devices, no network, axe, narrow windows."""

import pytest

from tests.browser import NARROW, PHONE, barriers, overflow
from tests.tournaments.round_day import a_day, at_the_bell, tick, win
from tournaments.actions.matches import enter_deal, undo_deal
from tournaments.actions.rulings import forfeit

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = "/e/s000/sheets/1/"
GONE = "net::ERR_INTERNET_DISCONNECTED"


def loads_of(page) -> list[str]:
    """Every page load from here on."""
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    return loads


def out(page) -> str:
    """The seats that are out, in order."""
    return page.eval_on_selector('#deal [name="order"]', "field => field.value")


def test_three_taps_and_a_confirmation_need_no_page_load(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief, size=PHONE, touch=True).open(SHEET)
    loads = loads_of(page)
    for seat in "WNE":  # faster than the answers come
        page.tap(f"#seat-{seat}")
    page.wait_for_selector("#seat-S.taken .turn")
    assert out(page) == "WNES"
    assert [page.inner_text(f"#seat-{seat} .turn") for seat in "WNES"] == ["1", "2", "3", "4"]
    page.tap("#confirm")
    page.wait_for_selector("#deal-1")
    assert out(page) == ""
    assert page.url.endswith(SHEET)
    assert loads == []


def test_sheet_works_without_script(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief, size=PHONE, script=False).open(SHEET)
    page.click("#seat-W")
    page.click("#seat-E")
    page.click("#confirm")
    assert page.locator("#deal-1").count() == 1


def test_sheet_works_by_keyboard(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief).open(SHEET)
    for seat in "NS":
        page.focus(f"#seat-{seat}")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#seat-{seat}.taken .turn")
        assert page.evaluate("document.activeElement.id") == f"seat-{seat}"
    page.focus("#confirm")
    page.keyboard.press("Enter")
    page.wait_for_selector("#deal-1")


def test_other_device_sees_the_undo_and_a_stale_one_is_told(visitor):
    day = a_day(slug="s000")
    enter_deal(day.match(1), "NS", by=day.chief)
    one, other = visitor(day.chief, size=PHONE).open(SHEET), visitor(day.chief, size=PHONE).open(SHEET)
    other.wait_for_selector("#deal-1")
    one.click("#undo")
    other.wait_for_selector("#deal-1", state="detached")
    for page in (one, other):
        for seat in "WE":
            page.click(f"#seat-{seat}")
        page.wait_for_selector("#confirm:not([disabled])")
    one.click("#confirm")
    one.wait_for_selector("#deal-1")
    other.click("#confirm")
    other.wait_for_selector("#problems")
    assert out(other) == ""
    assert other.evaluate("document.activeElement.id") == "problems"


def test_entry_without_network_is_not_lost(visitor):
    day = a_day(slug="s000")
    referee = visitor(day.chief, size=PHONE)
    page = referee.open(SHEET)
    page.click("#seat-W")
    page.click("#seat-E")
    page.wait_for_selector("#confirm:not([disabled])")
    referee.context.set_offline(True)
    page.click("#confirm")
    page.wait_for_selector("#unsent:not([hidden])")
    assert out(page) == "WE"
    referee.context.set_offline(False)
    page.click("#confirm")
    page.wait_for_selector("#deal-1")
    assert page.is_hidden("#unsent")
    referee.faults[:] = [fault for fault in referee.faults if GONE not in fault]


def prepared():
    """An event with a table in every state; the addresses of its pages."""
    day = a_day(slug="s000", branches=8, started=False, minute=-5)
    tick(day.match(1), "home", "away", by=day.chief)
    tick(day.match(2), "home", by=day.chief)
    day.start()
    for order in ("NS", "WNE"):
        enter_deal(day.match(1), order, by=day.chief)
    undo_deal(day.match(1), by=day.chief)
    forfeit(day.match(3), "away", by=day.chief, note="堵车")
    win(day, 4)
    day.at(30)
    sheets = [f"/e/s000/sheets/{page}" for page in ("", "1/", "1/?order=WE", "2/", "3/", "4/", "9/")]
    return day, [*sheets, "/e/s000/desk/", "/e/s000/desk/2/", "/e/s000/desk/matches/2/", "/e/s000/desk/matches/4/"]


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_pages_of_the_round_day_keep_their_width_and_please_axe(visitor, language):
    day, addresses = prepared()
    person = visitor(day.chief, size=NARROW, language=language)
    for address in addresses:
        page = person.open(address)
        assert (address, overflow(page), barriers(page)) == (address, 0, [])
        page.close()


def test_question_and_proposal_at_the_bell_please_axe(visitor):
    day = a_day(slug="s000", branches=4)
    enter_deal(day.match(2), "WE", by=day.chief)
    at_the_bell(day, 1, "NS", in_hand=None)
    at_the_bell(day, 2)
    person = visitor(day.chief, size=NARROW)
    for address in (SHEET, "/e/s000/sheets/2/"):
        page = person.open(address)
        assert (address, overflow(page), barriers(page)) == (address, 0, [])
