"""A member with a phone, a keyboard, a browser without script, or no Chinese: he sees it all, and at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import PHONE, becomes
from tests.thorough import in_ci_only
from tests.tournaments.round_day import PASSES_ACE, Day, a_day
from tests.web.public_pages import PAGES_OF_AN_EVENT, address
from tournaments.day.actions.matches import enter_deal

pytestmark = pytest.mark.django_db(transaction=True)

CHINESE = re.compile(r"[\u4e00-\u9fff]+")
FOCUS = "document.activeElement.getAttribute('href')"
PLACE = f"[scrollY, document.querySelector('.bracket').scrollLeft, {FOCUS}]"


@pytest.fixture
def day() -> Day:
    """Sixteen teams, five minutes into the first round; the first match is decided but for the confirmation."""
    day = a_day(slug="s000", branches=8, teams=2, place="职工之家", organiser="工会")
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    return day


def test_winner_advances_on_an_open_page_while_another_confirms(visitor, db, day):
    winner = day.match(1).home_team.branch.name
    page = visitor(size=PHONE, touch=True).open("/e/s000/bracket/")
    page.emulate_media(reduced_motion="reduce")  # else the page is still scrolling when its place is noted
    page.evaluate("window.opened = 'once'; scrollTo(0, 240)")
    page.focus("#r1 .slot:nth-child(3) a")
    before = page.evaluate(PLACE)
    expect(page.locator("#r2 .team")).to_have_count(0)

    referee = visitor(day.chief, size=PHONE).open("/e/s000/sheets/1/")
    referee.click("#confirm")
    referee.wait_for_selector("#outcome")
    expect(page.locator("#r2 .team").first).to_contain_text(winner.removesuffix("分会"))
    becomes(lambda: page.evaluate(PLACE), before)
    becomes(lambda: page.evaluate("window.opened"), "once")


def test_everything_is_reached_by_keyboard_alone(visitor, db, day):
    page = visitor(size=PHONE).open("/e/s000/bracket/")
    page.keyboard.press("Tab")
    becomes(lambda: page.evaluate(FOCUS), "#main")
    expect(page.locator(":focus")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    page.wait_for_url("**/bracket/#main")
    page.goto(page.url.partition("#")[0])
    tab_to(page, "[href='#r2']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/bracket/#r2")
    expect(page.locator("#r2")).to_be_visible()
    tab_to(page, "[href$='/matches/1/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/1/")
    tab_to(page, "[href='/e/s000/results/']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/results/")


@in_ci_only
def test_pages_say_the_same_without_script(visitor, db, day):
    with_script, without = visitor().open("/"), visitor(script=False).open("/")
    for path in ["/", "/e/s000/matches/1/", *(address(name, day.tournament) for name in PAGES_OF_AN_EVENT)]:
        for page in (with_script, without):
            page.goto(page.url.partition("/e/")[0].rstrip("/") + path)
        assert facts_on(without) == facts_on(with_script), path
        assert facts_on(without), path


@in_ci_only
def test_pages_are_english_but_for_the_names(visitor, db, day):
    page = visitor().open("/e/s000/")
    page.click(".foot [hreflang=en]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    site = page.url.partition("/e/")[0]
    left = {}
    for name in PAGES_OF_AN_EVENT:
        page.goto(site + address(name, day.tournament))
        words = page.evaluate("document.body.innerText + document.title")
        for known in names(day):
            words = words.replace(known, "")
        left[name] = set(CHINESE.findall(words)) - {"中文"}
    assert not {name: words for name, words in left.items() if words}


def names(day: Day) -> list[str]:
    """What is Chinese because somebody or something is called so, the longest first."""
    branches = day.tournament.branches.values_list("name", flat=True)
    proper = {*branches, *(name.removesuffix("分会") for name in branches), *(f"队员{letter}" for letter in "甲乙丙丁")}
    return sorted({*proper, day.tournament.name, "职工之家", "工会"}, key=len, reverse=True)


def tab_to(page: Page, link: str) -> None:
    """Press Tab until the link has the focus, which can then be seen."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("link => document.activeElement.matches(link)", link):
            expect(page.locator(":focus")).not_to_have_css("outline-style", "none")
            return
    raise AssertionError(f"{link} is not reached by the Tab key")


def facts_on(page: Page) -> list[str]:
    """Every team, level and time that stands in the main part, in the order of the page; running clocks apart."""
    return page.evaluate(
        "() => [...document.querySelectorAll('main :is(.team, .lv, h2, h3, time:not([data-bell]))')]"
        ".map(found => found.textContent.replace(/\\s+/g, ' ').trim())"
    )
