"""A round day: the chief referee starts the round at his desk, a referee's thumb takes a match from 2 to passed A.

Outside .ci/run he begins at A: the deals before are there.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import DESK, PHONE, held
from tests.factories import a_referee
from tests.thorough import THOROUGH, in_ci_only, some
from tests.tournaments.round_day import Day, a_day
from tournaments.day.actions.matches import enter_deal
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)

TO_PASS = ("NS", "NS", "NS", "NS", "NS")  # 2 → 5 → 8 → J → A → passed
BEFORE = 0 if THOROUGH else 4  # deals that nobody taps


@pytest.fixture
def day() -> Day:
    """Four teams, one minute before the first round; nobody is called yet."""
    return a_day(slug="s000", branches=2, teams=2, started=False, minute=-1)


@pytest.mark.parametrize("script", some([False, True], of=2))
def test_round_is_started_and_a_match_is_played_to_passed_a(visitor, db, day, script):
    winner = day.match(1).home_team
    start_the_round(visitor(day.chief, size=DESK, script=script).open("/e/s000/desk/"), day)
    for order in TO_PASS[:BEFORE]:
        enter_deal(day.match(1), order, by=day.chief)

    page = visitor(a_referee(day.tournament), size=PHONE, touch=True, script=script).open("/desks/")
    page.tap("a[href='/e/s000/sheets/']")
    page.tap("#tables a[href$='/sheets/1/']")
    page.wait_for_selector("#confirm-bar")
    enter(page, "WE", deal=BEFORE + 1)
    page.wait_for_selector("html:not(.unsent)")
    page.tap("#undo")
    page.wait_for_selector(f"#deal-{BEFORE + 1}", state="detached")
    refuse(page)
    for deal, order in enumerate(TO_PASS[BEFORE:], start=BEFORE + 1):
        enter(page, order, deal=deal)
    page.wait_for_selector("#proposal")
    for side in ("home", "away"):
        page.tap(f"#agree-{side}:not([disabled])")
        page.wait_for_selector(f"#agree-{side}", state="detached")
    page.wait_for_selector("#outcome")
    assert day.match(1).state == MatchState.OVER
    assert day.match(3).home_team == winner

    page.goto(page.url.replace("/sheets/1/", "/matches/3/"))
    expect(page.locator("main .team").first).to_contain_text(winner.branch.name)


@in_ci_only
def test_tap_before_the_script_is_there_still_counts_when_it_is(visitor, db, day):
    """A slow network: the page stands, its script does not yet. The tap goes to the server and back."""
    day.start()
    page = visitor(a_referee(day.tournament), size=PHONE, touch=True, hurried=True).open("/e/s000/sheets/")
    with held(page, "**/referee*.js"):
        page.goto(page.url + "1/", wait_until="commit")
        page.tap("#seat-N")
        page.wait_for_selector("#seat-N.taken")
    page.wait_for_selector("html.opened")
    expect(page.locator("#seat-N.taken")).to_have_count(1)
    page.tap("#seat-S")
    page.tap("#confirm:not([disabled])")
    page.wait_for_selector("#deal-1")


def start_the_round(page: Page, day: Day) -> None:
    """Call all, tick everybody, start the clock when it is time."""
    page.click("#call-all")
    page.wait_for_selector("#call-all", state="detached")
    for match in (1, 2):
        page.click(f"#all-of-{match}")
        page.wait_for_selector(f"#all-of-{match}", state="detached")
    day.at(0)
    page.click("#start")
    page.wait_for_selector("#pause")
    assert [day.match(number).state for number in (1, 2)] == [MatchState.PLAYING] * 2


def enter(page: Page, order: str, *, deal: int) -> None:
    """Two taps for a double win and one to confirm."""
    for seat in order:
        page.tap(f"#seat-{seat}")
        page.wait_for_selector(f"#seat-{seat}.taken")
    page.tap("#confirm:not([disabled])")
    page.wait_for_selector(f"#deal-{deal}")


def refuse(page: Page) -> None:
    """An order that cannot be: the page says so and keeps standing; the next deal can be entered."""
    page.wait_for_selector("html:not(.unsent) body:not(:has(#net .net))")
    page.reload()
    page.tap("#seat-N")
    page.wait_for_selector("#seat-N.taken")
    page.eval_on_selector("#deal", "form => { form.elements.order.value = 'NNW'; }")
    with page.expect_response(lambda answer: answer.url.endswith("/deals/")) as answered:
        page.eval_on_selector("#deal", "form => form.submit()")
    assert answered.value.status == 422
    page.wait_for_selector("#problems")
    expect(page.locator(f"#deal-{BEFORE + 1}")).to_have_count(0)
    page.tap("#clear")
    page.wait_for_selector("#problems", state="detached")
