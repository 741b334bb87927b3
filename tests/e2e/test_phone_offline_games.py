"""Never a lost entry of the other games either: their forms go the way of 掼蛋's deals, through the phone's queue."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Deal
from tests.browser import PHONE, Visitor
from tests.e2e.phones import all_sent, forgive, kept, states
from tests.thorough import in_ci_only
from tests.tournaments.round_day import Day, a_day

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = "/e/s000/sheets/1/"


@pytest.fixture
def day(request: pytest.FixtureRequest) -> Day:
    return a_day(slug="s000", game=request.param)


@pytest.fixture
def phone(visitor, day) -> Iterator[Visitor]:
    person = visitor(day.chief, size=PHONE, touch=True)
    yield person
    forgive(person)


def written(page: Page, number: int, side: str, points: int) -> None:
    page.check(f'[name="defenders"][value="{side}"]')
    page.fill("#entry-points", str(points))
    page.click("#enter")
    page.wait_for_selector(f"#deal-{number}")


def entries() -> list[dict[str, object]]:
    return [row.entry for row in Deal.objects.filter(struck_at=None).order_by("number")]


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
