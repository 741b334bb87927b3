"""The other games on a referee's phone: few taps an entry, and never a lost one: their forms go the way of the deals of
掼蛋, through the phone's queue."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Deal
from tests.browser import becomes
from tests.e2e.phones import SHEET, all_sent, kept, states
from tests.thorough import in_ci_only

pytestmark = pytest.mark.django_db(transaction=True)


def written(page: Page, number: int, side: str, points: int) -> None:
    page.check(f'[name="defenders"][value="{side}"]')
    page.fill("#entry-points", str(points))
    page.click("#enter")
    page.wait_for_selector(f"#deal-{number}")


def entries() -> list[dict[str, object]]:
    return [row.entry for row in Deal.objects.filter(struck_at=None).order_by("number")]


COUNT_TAPS = """() => { window.taps = 0; addEventListener("pointerdown", () => { window.taps += 1; }, true); }"""


@pytest.mark.parametrize("day", ["shuangsheng"], indirect=True)
def test_deal_is_three_taps_and_one_number_and_both_sides_say_their_word(phone, day):
    page = phone.open(SHEET)
    page.wait_for_selector("html.opened")
    page.evaluate(COUNT_TAPS)
    for number, points in enumerate(("0", "0", "0", "40"), start=1):  # J and A are played, then A is passed
        page.tap('[name="defenders"][value="home"]')
        page.tap("#entry-points")
        page.keyboard.type(points)
        page.tap("#enter")
        page.wait_for_selector(f"#deal-{number}")
        all_sent(page)
        becomes(lambda: page.evaluate("window.taps"), 3 * number)
    for side in ("home", "away"):
        page.tap(f"#agree-{side}:not([disabled])")
        page.wait_for_selector(f"#agree-{side}", state="detached")
    becomes(lambda: day.match(1).state, "over")
    assert [entry["points"] for entry in entries()] == [0, 0, 0, 40]


@in_ci_only
@pytest.mark.parametrize("day", ["shuangsheng"], indirect=True)
def test_deals_are_kept_without_a_network_taken_back_and_sent_in_order(phone, day):
    page = phone.open(SHEET)
    page.wait_for_selector("html.opened")
    page.check('[name="defenders"][value="home"]')
    page.fill("#entry-points", "0")
    page.wait_for_selector("#entry-preview b:text-is('7 : 2')")
    page.click("#enter")
    page.wait_for_selector("#deal-1")
    all_sent(page)
    expect(page.locator("#entry-points")).to_have_value("")
    phone.context.set_offline(True)
    written(page, 2, "away", 85)
    expect(page.locator("#deal-2")).to_contain_text("85")
    written(page, 3, "home", 40)
    page.click("#undo")
    page.wait_for_selector("#deal-3", state="detached")
    kept(page, 3)
    page.fill("#entry-points", "7")  # no number of card points: the form says so itself
    page.check('[name="defenders"][value="home"]')
    page.click("#enter")
    expect(page.locator("#entry-points:invalid")).to_be_visible()
    page.fill("#entry-points", "35")
    phone.context.set_offline(False)
    all_sent(page)
    expect(page.locator("#entry-points")).to_have_value("35")  # what is being typed stays
    assert [(entry["defenders"], entry["points"]) for entry in entries()] == [("home", 0), ("away", 85)]
    assert states() == ["accepted"] * 4


@pytest.mark.parametrize("day", ["win_loss"], indirect=True)
@in_ci_only
def test_one_result_is_kept_and_no_second_is_asked_for(phone, day):
    page = phone.open(SHEET)
    page.wait_for_selector("html.opened")
    phone.context.set_offline(True)
    page.check('[name="winner"][value="away"]')
    page.click("#enter")
    kept(page, 1)
    expect(page.locator("#game-entry")).to_have_count(0)
    phone.context.set_offline(False)
    all_sent(page)
    assert [entry["winner"] for entry in entries()] == ["away"]
    page.wait_for_selector("#agree-home")
