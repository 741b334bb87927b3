"""The sheet in a real browser: taps without a page load, the keyboard, two devices, the bell, a refused box."""

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.models import Deal
from tests.browser import NARROW, PHONE, barriers, held, overflow
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day, at_the_bell
from tournaments.day.actions.matches import enter_deal

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = "/e/s000/sheets/1/"


def loads_of(page) -> list[str]:
    """Every page load from here on."""
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    return loads


def out(page) -> Locator:
    """The field with the seats that are out, in order."""
    return page.locator('#deal [name="order"]')


def test_three_taps_and_a_confirmation_need_no_page_load(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief, size=PHONE, touch=True).open(SHEET)
    loads = loads_of(page)
    for seat in "WNE":  # faster than the answers come
        page.tap(f"#seat-{seat}")
    page.wait_for_selector("#seat-S.taken .turn")
    expect(out(page)).to_have_value("WNES")
    for place, seat in enumerate("WNES", start=1):
        expect(page.locator(f"#seat-{seat} .turn")).to_have_text(str(place))
    page.tap("#confirm:not([disabled])")
    page.wait_for_selector("#deal-1")
    expect(out(page)).to_have_value("")
    expect(page).to_have_url(re.compile(f"{SHEET}$"))
    assert loads == []


@in_ci_only
def test_sheet_works_by_keyboard(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief).open(SHEET)
    for seat in "NS":
        page.focus(f"#seat-{seat}")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#seat-{seat}.taken .turn")
        expect(page.locator(f"#seat-{seat}")).to_be_focused()
    page.focus("#confirm:not([disabled])")
    page.keyboard.press("Enter")
    page.wait_for_selector("#deal-1")


@in_ci_only
def test_other_device_sees_the_undo_and_the_same_deal_from_both_counts_once(visitor):
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
    for page in (one, other):
        page.click("#confirm:not([disabled])")
    for page in (one, other):
        page.wait_for_selector("#deal-1")
        page.wait_for_selector("html:not(.unsent) body:not(:has(#net .net))")
    assert [deal.order for deal in Deal.objects.filter(struck_at=None)] == ["WE"]


@in_ci_only
def test_what_others_enter_before_the_first_pulse_is_shown(visitor):
    day = a_day(slug="s000")
    person = visitor(day.chief, size=PHONE)
    with held(person.context, "**/pulse/"):
        page = person.open(SHEET)
        page.wait_for_selector("html.ready")
        page.evaluate("document.querySelector('#source').dataset.renewed = 3_600_000")  # ms; nothing is due by its age
        enter_deal(day.match(1), "NS", by=day.chief)
    page.wait_for_selector("#deal-1")


@in_ci_only
def test_question_and_proposal_at_the_bell_please_axe(visitor):
    day = a_day(slug="s000", branches=4)
    enter_deal(day.match(2), "WE", by=day.chief)
    at_the_bell(day, 1, "NS", in_hand=None)
    at_the_bell(day, 2)
    person = visitor(day.chief, size=NARROW)
    for address, page in person.tour((SHEET, "/e/s000/sheets/2/")):
        assert (address, overflow(page), barriers(page)) == (address, 0, [])


@pytest.mark.parametrize("script", [True, False])
@in_ci_only
def test_refused_box_stays_open_and_its_error_is_reached_from_the_list(visitor, script):
    day = a_day(slug="s000")
    enter_deal(day.match(1), "NS", by=day.chief)
    someone = visitor(day.chief, size=PHONE, script=script)
    page = someone.open(SHEET)
    page.click("#extension-box summary")
    page.fill("#extension-minutes", "7")
    page.click("#extension-box button")
    expect(page.locator("#f-reason")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#f-reason_error")).to_be_visible()
    expect(page.locator("#f-minutes")).to_have_value("7")
    page.click("#problems a")
    expect(page.locator("#f-reason")).to_be_in_viewport()
    if script:
        assert barriers(page) == []
    page.fill("#f-reason", "换牌")
    page.click("#extension-box button")
    expect(page.locator("#problems")).to_have_count(0)
    expect(page.locator("#extension-box summary")).to_contain_text("+07:00")
    someone.faults[:] = [fault for fault in someone.faults if "422" not in fault]
