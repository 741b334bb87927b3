"""The referee page: two phones that differ, both sides that agree or not, and the page as it looks on the way."""

import pytest
from playwright.sync_api import expect

from tests.browser import NARROW, PHONE, barriers, becomes, held, overflow
from tests.e2e.phones import CONFIRM, SHEET, all_sent, deal, forgive, kept, orders, states
from tests.factories import a_referee
from tests.thorough import LANGUAGES, in_ci_only
from tests.tournaments.round_day import PASSES_ACE, at_the_bell
from tournaments.day.actions.matches import choose_submission, enter_deal
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)


@in_ci_only
def test_two_phones_that_differ_both_say_so_and_the_chief_referee_decides(visitor, day):
    one, other = visitor(day.chief, size=PHONE), visitor(a_referee(day.tournament), size=PHONE)
    here, there = one.open(SHEET), other.open(SHEET)
    one.context.set_offline(True)
    deal(here, "WE", 1)
    deal(here, "NS", 2)
    deal(there, "NS", 1)
    all_sent(there)
    one.context.set_offline(False)
    for page in (here, there):
        page.wait_for_selector("#conflicts")
    becomes(orders, ["NS"])
    becomes(states, ["accepted", "conflicting", "waiting"])
    for page in (here, there):
        page.wait_for_selector("#score .lv.none + .who >> text=待裁定")
        expect(page.locator("#score .lv")).to_have_text(["–", "–"])
        expect(page.locator("#nextdeal, .felt .lv:not(.none)")).to_have_count(0)
    expect(here.locator("#deal-list > li")).to_have_count(2)
    expect(here.locator("#deal-1")).not_to_contain_text("南")
    match = day.match(1)
    conflicting = match.games.get().sheet.submissions.get(state="conflicting")
    choose_submission(match, conflicting.pk, by=day.chief, take=True, reason="以对方队长所记为准")
    for page in (here, there):
        page.wait_for_selector("#conflicts", state="detached")
        page.wait_for_selector("#deal-2")
    all_sent(here)
    assert orders() == ["WE", "NS"]
    for person in (one, other):
        forgive(person)


@in_ci_only
def test_bell_rings_without_a_network_the_last_deal_and_the_result_come_later(visitor, day):
    enter_deal(day.match(1), "WE", by=day.chief)
    at_the_bell(day, 1, in_hand=None)
    phone = visitor(day.chief, size=PHONE)
    page = phone.open(SHEET)
    phone.context.set_offline(True)
    page.click("#question [value=yes]:not([disabled])")
    deal(page, "NES", 2)
    kept(page, 2)
    expect(page.locator("#confirm-bar")).to_have_count(0)
    expect(page.locator("#word")).to_have_text("联网后显示结果。")
    phone.context.set_offline(False)
    page.wait_for_selector("#proposal")
    assert orders() == ["WE", "NESW"]
    forgive(phone)


@in_ci_only
def test_slow_line_says_that_the_result_is_on_its_way(visitor, day):
    enter_deal(day.match(1), "WE", by=day.chief)
    at_the_bell(day, 1, in_hand=None)
    page = visitor(day.chief, size=PHONE).open(SHEET)
    page.click("#question [value=yes]:not([disabled])")
    page.wait_for_selector("#seat-N:not([disabled])")
    with held(page, "**/submissions/"):
        deal(page, "NES", 2)
        expect(page.locator("#word")).to_have_text("正在结算。")
    page.wait_for_selector("#proposal")
    assert orders() == ["WE", "NESW"]


def test_both_sides_agree_on_the_phone_and_the_winner_advances(visitor, day):
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    page = visitor(a_referee(day.tournament), size=PHONE).open(SHEET)
    page.click("#turn summary")
    expect(page.locator("#proposal")).to_have_css("rotate", "180deg")
    page.click("#agree-away:not([disabled])")
    page.wait_for_selector("#voice-away .said")
    assert day.match(1).state == MatchState.PLAYING
    page.click("#agree-home:not([disabled])")
    page.wait_for_selector("#outcome")
    assert day.match(1).state == MatchState.OVER
    assert day.match(3).home_team == day.match(1).home_team


@in_ci_only
def test_side_that_does_not_agree_opens_a_dispute(visitor, day):
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    page = visitor(a_referee(day.tournament), size=PHONE).open(SHEET)
    page.click("#dispute-away summary")
    page.fill("#dispute-away-note", "第二副记错了")
    page.click("#dispute-away button")
    page.wait_for_selector("#voice-away .said")
    assert day.match(1).state == MatchState.DISPUTED


@pytest.mark.parametrize("language", LANGUAGES)
@in_ci_only
def test_unsent_deals_large_print_and_the_answers_hold_their_width_and_please_axe(visitor, day, language):
    phone = visitor(day.chief, size=NARROW, language=language)
    page = phone.open(SHEET)
    phone.context.set_offline(True)
    deal(page, "WE", 1)
    page.click("#seat-N")
    page.click("#large")
    page.click("#penalty-box summary")
    assert (overflow(page), barriers(page)) == (0, [])
    page.click("#large")
    phone.context.set_offline(False)
    all_sent(page)
    at_the_bell(day, 1)
    page.reload()
    page.wait_for_selector("#agree-home:not([disabled])")
    assert (overflow(page), barriers(page)) == (0, [])
    forgive(phone)


def test_double_tap_neither_confirms_nor_undoes_twice(visitor, day):
    enter_deal(day.match(1), "WE", by=day.chief)
    page = visitor(day.chief, size=PHONE, touch=True).open(SHEET)
    for seat in "NS":
        page.click(f"#seat-{seat}")
    page.dblclick(CONFIRM)
    page.wait_for_selector("#deal-2")
    all_sent(page)
    assert orders() == ["WE", "NS"]
    page.dblclick("#undo")
    page.wait_for_selector("#deal-2", state="detached")
    all_sent(page)
    assert orders() == ["WE"]
