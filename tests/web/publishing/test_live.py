"""Open public pages in a real browser: refreshed in place, one clock for all, a followed branch, a lost connection."""

import re

from playwright.sync_api import expect

from tests.browser import PHONE, becomes
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day
from tests.web.games import a_started_tournament, pass_a, win
from tests.web.public_pages import address
from tournaments.states import MatchState

INK = "rgb(26, 24, 22)"
"""``--ink`` of the light theme."""


def test_page_changes_in_place_and_keeps_scroll_and_focus(visitor):
    tournament, matches, referee = a_started_tournament(branches=8)
    page = visitor(size=PHONE).open(address("bracket", tournament))
    page.evaluate("scrollTo(0, 300)")
    link = f'a[href="../matches/{matches[5].number}/"]'
    page.focus(link)
    page.evaluate("document.querySelector('.tabs').dataset.untouched = 'yes'")
    top = page.evaluate("scrollY")
    pass_a(matches[0], by=referee)
    page.wait_for_selector("#r1 .slot:first-child .lv.passed")
    becomes(lambda: page.evaluate("scrollY"), top)
    expect(page.locator(link).first).to_be_focused()
    expect(page.locator("#r2 .team").first).to_have_text(re.compile(f"^\\s*{matches[0].home_team.branch.name}"))


@in_ci_only
def test_what_is_being_typed_stays_when_the_first_news_comes(visitor):
    tournament, matches, referee = a_started_tournament(branches=17, teams=2)
    page = visitor(size=PHONE).open(address("bracket", tournament))
    page.fill("#find-q", "第3分")  # what keeps it comes with the first news
    page.locator("#find-q").blur()
    opened = page.get_attribute("#source", "data-edition")
    win(next(match for match in matches if match.state != MatchState.BYE), "home", 1, by=referee)
    expect(page.locator("#source")).not_to_have_attribute("data-edition", opened)
    expect(page.locator("#find-q")).to_have_value("第3分")


@in_ci_only
def test_opened_part_stays_open_when_the_page_changes(visitor):
    tournament, matches, referee = a_started_tournament()
    page = visitor().open(address("event", tournament))
    page.click("#follow summary")
    win(matches[0], "home", 1, by=referee)
    page.wait_for_selector(".meets .lv.stage")
    expect(page.locator("#follow")).to_have_attribute("open", "")


@in_ci_only
def test_every_page_counts_down_the_same_second(visitor):
    day = a_day()
    someone = visitor()
    pages = [someone.open(address(name, day.tournament)) for name in ("event", "bracket", "hall")]
    for minute, left in ((10, "50:00"), (59.5, "30")):
        day.at(minute)
        for page in pages:
            expect(page.locator("time[data-bell]").first).to_have_text(re.compile(f"^(0+:)?{left}$"))


@in_ci_only
def test_clock_follows_the_server_and_not_the_device(visitor):
    tournament, _, _ = a_started_tournament()
    someone = visitor()
    someone.context.clock.install(time=0)
    page = someone.open(address("event", tournament))
    page.wait_for_function("() => /^(59|60):/.test(document.querySelector('time[data-bell]').textContent)")


@in_ci_only
def test_followed_branch_is_remembered_and_lit_on_every_page(visitor):
    tournament, _, _ = a_started_tournament()
    branch = tournament.branches.first()
    someone = visitor()
    page = someone.open(address("event", tournament))
    page.click("#follow summary")
    page.click(f"#follow a:text-is('{branch.name}')")
    page.click("button.on[name=on]")
    expect(page.locator("button.off[name=off]")).to_be_visible()
    expect(someone.open(address("event", tournament)).locator(".followed a:visible")).to_have_text(branch.name)
    bracket = someone.open(address("bracket", tournament))
    lit = bracket.locator(f".line:has([data-branch='{branch.pk}'])").first
    expect(lit).to_have_css("background-color", INK)
    expect(bracket.locator(f".line:not(:has([data-branch='{branch.pk}']))").first).not_to_have_css(
        "background-color", INK
    )
    drawn = someone.open(address("public_draw", tournament)).locator(f".closed li:has([data-branch='{branch.pk}'])")
    expect(drawn.first).to_have_css("background-color", INK)
    page.click("button.off[name=off]")
    expect(page.locator("button.on[name=on]")).to_be_visible()


@in_ci_only
def test_lost_connection_is_said_and_mended(visitor):
    tournament, _, _ = a_started_tournament()
    someone = visitor()
    page = someone.open(address("event", tournament))
    page.wait_for_selector("html.counting")
    someone.context.set_offline(True)
    page.wait_for_selector("#offline:visible")
    expect(page.locator("#offline")).to_have_text(re.compile(r"\d\d:\d\d"))
    someone.context.set_offline(False)
    page.wait_for_selector("#offline", state="hidden")
    someone.faults[:] = [fault for fault in someone.faults if "INTERNET_DISCONNECTED" not in fault]


@in_ci_only
def test_page_without_script_says_until_when_the_round_runs(visitor):
    tournament, _, _ = a_started_tournament()
    page = visitor(script=False).open(address("bracket", tournament))
    expect(page.locator(".facts .until")).to_be_visible()
    expect(page.locator(".facts .remains")).to_be_hidden()
    expect(page.locator(".facts .clock")).to_have_text(re.compile(r"^\s*\d\d:\d\d\s*$"))
