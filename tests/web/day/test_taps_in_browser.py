"""Taps that cannot trap: seats that keep their place, the six of 够级, the question at the bell, what has the focus."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Deal
from tests.browser import PHONE, becomes
from tests.e2e.phones import CONFIRM, all_sent
from tests.thorough import in_ci_only
from tests.tournaments.round_day import Day, a_day, at_the_bell, tick
from tests.web.day.test_other_games import ruled_by
from tournaments.day.actions.matches import enter
from tournaments.presets.named_games import NAMED_GAMES

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = "/e/s000/sheets/1/"
COVERED = """() => {
  const node = document.activeElement, box = node.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return node !== document.body && !node.contains(there) && !there?.contains(node) ? node.outerHTML : "";
}"""


def a_day_of(key: str) -> Day:
    """A table of one of the named games, everybody there."""
    named = NAMED_GAMES[key]
    day = a_day(slug="s000", game=named.game, seats=named.seats, best_of=named.best_of)
    ruled_by(named)
    tick(day.match(1), "home", "away", by=day.chief)
    return day


def opened(visitor, day: Day) -> Page:
    page = visitor(day.chief, size=PHONE, touch=True).open(SHEET)
    page.wait_for_selector("html.opened")
    return page


@in_ci_only
def test_four_taps_are_as_good_as_three_and_no_seat_moves(visitor):
    day = a_day(slug="s000")
    tick(day.match(1), "home", "away", by=day.chief)
    page = opened(visitor, day)
    seats = [page.locator(f"#seat-{seat}") for seat in "WNES"]
    before = [seat.bounding_box() for seat in seats]
    for seat in seats:
        seat.tap()
    expect(page.locator("#seat-S.taken")).to_be_visible()
    becomes(lambda: [seat.bounding_box() for seat in seats], before)
    page.tap(CONFIRM)
    page.wait_for_selector("#deal-1")
    becomes(lambda: [deal.order for deal in Deal.objects.all()], ["WNES"])


@in_ci_only
def test_six_are_tapped_in_turn_or_not_at_all(visitor):
    page = opened(visitor, a_day_of("gouji"))
    page.tap(".tile >> nth=0")
    for seat in "1352":
        page.tap(f"#seat-{seat}")
    expect(page.locator("#enter")).to_be_disabled()
    expect(page.locator("#who-next")).to_be_visible()
    for seat in "46":  # the last goes out by himself, and a tap on him takes nobody back
        page.tap(f"#seat-{seat}")
    page.tap("#enter:enabled")
    becomes(lambda: [deal.entry["order"] for deal in Deal.objects.all()], [list("135246")])


@in_ci_only
def test_dealer_is_proposed_and_the_other_one_can_be_tapped(visitor):
    day = a_day_of("shuangsheng")
    enter(day.match(1), {"type": "deal", "defenders": "away", "points": 0}, by=day.chief)
    page = opened(visitor, day)
    expect(page.locator('#filled [value="away"]').first).to_be_checked()
    for number, side in ((2, "home"), (3, "away")):
        page.tap(f'.tile:has([value="{side}"])')
        page.fill("#entry-points", "80")
        page.tap("#enter")
        page.wait_for_selector(f"#deal-{number}")
        all_sent(page)
        becomes(lambda n=number: Deal.objects.filter(number=n).count(), 1)
    assert [deal.entry["defenders"] for deal in Deal.objects.order_by("number")] == ["away", "home", "away"]


def test_question_at_the_bell_comes_to_where_the_referee_is(visitor):
    day = a_day(slug="s000")
    at_the_bell(day, 1, "NS", in_hand=None)
    page = opened(visitor, day)
    page.locator(".ways a").last.scroll_into_view_if_needed()
    expect(page.locator("#answer-no")).to_be_in_viewport()
    page.tap("#answer-no")
    expect(page.locator("#proposal-h")).to_be_in_viewport()


@in_ci_only
def test_refused_entry_is_no_quarrel_and_is_over_once_it_is_entered_right(visitor):
    page = opened(visitor, a_day_of("pingpang"))
    page.tap(".tile >> nth=0")
    page.fill("#entry-points", "998")
    page.evaluate("document.getElementById('entry-points').max = ''")
    page.fill("#entry-points", "1000")
    page.tap("#enter")
    card = page.locator(".fate")
    expect(card).to_contain_text("1000")
    expect(page.locator("#conflicts")).to_have_count(0)
    page.tap(".tile >> nth=0")
    page.fill("#entry-points", "9")
    page.tap("#enter")
    becomes(lambda: [deal.entry["points"] for deal in Deal.objects.all()], [9])
    expect(card).to_have_count(0)


@in_ci_only
@pytest.mark.parametrize("key", ["guandan", "shuangsheng"])
def test_what_has_the_focus_is_hidden_by_no_bar(visitor, key):
    page = opened(visitor, a_day_of(key))
    stops = page.locator("a[href], button:enabled, input:not([type=hidden]), summary").count()
    for _ in range(stops):
        page.keyboard.press("Tab")
        becomes(lambda: page.evaluate(COVERED), "")
