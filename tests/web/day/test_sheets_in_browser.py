"""The sheet and the desk in a real browser: taps without a page load, two devices, axe, narrow windows."""

import re

import pytest
from playwright.sync_api import Locator, expect

from scoring.models import Deal
from tests.browser import NARROW, PHONE, barriers, held, overflow
from tests.thorough import LANGUAGES, in_ci_only
from tests.tournaments.round_day import a_day, at_the_bell, tick, win
from tournaments.day.actions.matches import enter_deal, undo_deal
from tournaments.day.actions.rulings import forfeit

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
def test_sheet_works_without_script(visitor):
    day = a_day(slug="s000")
    page = visitor(day.chief, size=PHONE, script=False).open(SHEET)
    for seat in "WE":
        page.click(f"#seat-{seat}")
        page.wait_for_selector(f"#seat-{seat}.taken")
    page.click("#confirm")
    expect(page.locator("#deal-1")).to_have_count(1)


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


@pytest.mark.parametrize("language", LANGUAGES)
@in_ci_only
def test_pages_of_the_round_day_keep_their_width_and_please_axe(visitor, language):
    day, addresses = prepared()
    person = visitor(day.chief, size=NARROW, language=language)
    for address, page in person.tour(addresses):
        assert (address, overflow(page), barriers(page)) == (address, 0, [])


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
