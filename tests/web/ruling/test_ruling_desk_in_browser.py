"""The ruling desk in a real browser: cards are tapped, at most twice each; narrow windows; axe; without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import DESK, NARROW, PHONE, barriers, overflow
from tests.factories import a_tournament
from tests.thorough import in_ci_only

pytestmark = pytest.mark.django_db(transaction=True)
RULING = "/e/s000/ruling/"
FINGER = 44
ANSWERS = (
    "?level=8&cards=S7+C7+H8+H8+D7",
    "?level=zz&cards=X9",
    "?about=compare&level=3&a=S8+H8+D8+C8&b=S9+S10+SJ+SQ+SK",
    "?about=tribute&order=NS&jokers-W=3",
)


@pytest.fixture(autouse=True)
def event(transactional_db):
    return a_tournament(slug="s000")


def tap(page, *cards: str) -> None:
    """As fast as a thumb: the answers are not waited for."""
    for card in cards:
        page.tap(f"#tile-{card}")


def test_cards_are_tapped_into_the_field_and_judged(visitor):
    page = visitor(size=PHONE, touch=True).open(RULING + "?level=5")
    tap(page, "S8", "HT", "H8", "H8")
    page.wait_for_selector("#tile-H8[disabled]")  # two packs hold no third one
    expect(page.locator("#f-cards")).to_have_value("S8 H10 H8 H8")
    expect(page.locator(".count b")).to_have_text("4")
    page.tap("#pad-clear")
    tap(page, "S8", "H8", "SB")
    page.tap("#pad-back")
    page.wait_for_selector(".count b:text-is('2')")
    expect(page.locator(".answer")).to_have_count(0)
    page.tap(".acts .go")
    page.wait_for_selector(".answer")
    expect(page.locator(".answer h3")).to_have_text("对子8")
    expect(page.locator("#f-level")).to_have_value("5")


@in_ci_only
def test_cards_go_to_the_field_that_was_chosen(visitor):
    page = visitor(size=PHONE, touch=True).open(RULING + "?about=compare&level=3")
    tap(page, "S8", "H8")
    page.tap("#here-b")
    page.wait_for_selector("#here-b[aria-pressed=true]")
    tap(page, "HR", "HR")
    page.wait_for_selector("#tile-HR[disabled]")
    expect(page.locator("#f-a")).to_have_value("S8 H8")
    expect(page.locator("#f-b")).to_have_value("HR HR")
    page.tap(".acts .go")
    page.wait_for_selector(".answer")
    expect(page.locator(".answer h2")).to_have_text("第二手管上第一手")


@in_ci_only
def test_enter_in_a_field_asks_and_takes_no_seat_back(visitor):
    page = visitor().open(RULING + "?about=tribute&order=NWES")
    page.fill("#f-paid-S", "SA")
    page.press("#f-paid-S", "Enter")
    page.wait_for_url("**paid-S=SA**")
    expect(page).to_have_url(re.compile("order=NWES"))
    expect(page.locator(".answer")).to_have_count(1)


@in_ci_only
def test_desk_works_without_script(visitor):
    page = visitor(size=PHONE, script=False).open(RULING)
    page.fill("#f-cards", "S8")
    page.click("#tile-H8")
    expect(page.locator("#f-cards")).to_have_value("S8 H8")
    page.click(".acts .go")
    expect(page.locator(".answer h3")).to_have_text("对子8")
    page.goto(page.url.split("?")[0] + "?about=tribute")
    for seat in "NS":
        page.click(f"#seat-{seat}")
        page.wait_for_selector(f"#seat-{seat}.taken")
    expect(page.locator(".answer h2")).to_have_text("双贡")


@in_ci_only
def test_every_answer_fits_and_is_open_to_everybody(visitor):
    for question, page in visitor(size=NARROW).tour([RULING + question for question in ANSWERS]):
        assert (overflow(page), barriers(page)) == (0, []), question
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        assert overflow(page) == 0, question
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})


@in_ci_only
def test_every_card_is_as_large_as_a_finger(visitor):
    page = visitor(size=(360, 780), touch=True).open(RULING)
    boxes = page.eval_on_selector_all(
        ".tile", "tiles => tiles.map(t => t.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert len(boxes) == 54
    assert min(min(box) for box in boxes) >= FINGER
