"""The same pages at their places: a season on a projector, what is printed, whom a visitor follows in the hall; and
each format with long names: nothing is wider than a phone, cut off in the hall, or for a screen only on paper."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser import HALL, PHONE, becomes, overflow
from tests.e2e.busy import LONG_BRANCH, UNBROKEN_BRANCH
from tests.thorough import LANGUAGES, in_ci_only, some
from tests.tournaments.round_day import a_day, win
from tests.tournaments.series.seasons import a_played_event, a_series
from tests.web.public_pages import address
from tests.web.test_formats import SETTINGS, a_half_played
from tournaments.day.actions.matches import enter_deal

pytestmark = pytest.mark.django_db(transaction=True)
CUT_OFF = """() => [...document.querySelectorAll(".board .row .br")].filter((name) => name.checkVisibility())
  .filter((name) => {
    const { bottom, right } = name.closest(".row").getBoundingClientRect();
    const own = name.getBoundingClientRect();
    return own.bottom > bottom + 1 || own.right > right + 1 || name.scrollWidth > name.clientWidth + 1;
  }).map((name) => name.textContent.trim())"""
BEYOND = """() => [...document.querySelectorAll(".ticker li")].filter((item) => {
  const [own, all] = [item, item.parentElement].map((node) => node.getBoundingClientRect());
  return own.top < all.bottom - 1 && (own.bottom > all.bottom + 1 || own.right > all.right + 1);
}).map((item) => item.textContent.trim())"""


def paper(page) -> list[str]:
    """The words of each page that is printed."""
    return [sheet.extract_text() for sheet in PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages]


@in_ci_only
def test_season_stands_beside_its_curve_on_a_projector_and_on_one_page_of_paper(visitor):
    series = a_series()
    for month in (0, 1):
        a_played_event(series, month=month, branches=6)
    page = visitor(size=HALL).open("/series/monthly/")
    table, curve = (page.locator(name).bounding_box() for name in (".season-table", ".season-curve"))
    assert table
    assert curve
    assert curve["y"] == pytest.approx(table["y"], abs=1)
    assert curve["x"] >= table["x"] + table["width"]
    assert table["y"] + table["height"] <= HALL[1]
    assert overflow(page) <= 0
    assert len(paper(page)) == 1


@in_ci_only
def test_double_elimination_is_printed_on_one_page_and_no_clock_stands_on_paper(visitor):
    page = visitor().open(address("bracket", a_half_played("double_elimination").tournament))
    assert len(paper(page)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".facts .clock")).to_be_hidden()


@in_ci_only
def test_last_page_of_a_swiss_has_a_round_on_it(visitor):
    page = visitor().open(address("bracket", a_half_played("swiss").tournament))
    first, last = paper(page)
    assert "积分表" in first
    assert "过A" in last.replace(" ", "")  # what stands between Chinese and letters is set as space


@pytest.mark.parametrize("language", LANGUAGES)
@in_ci_only
def test_news_of_the_hall_are_whole_or_not_there(visitor, language):
    day = a_half_played("knockout", branches=8)
    for number in range(2, 9):
        enter_deal(day.match(number), "NS", by=day.chief)
    hall = visitor(size=HALL, language=language).open(address("hall", day.tournament))
    expect(hall.locator(".ticker li").nth(1)).to_be_visible()
    becomes(lambda: hall.evaluate(BEYOND), [])


def test_who_is_followed_is_lit_in_the_hall_on_a_phone_and_not_on_a_projector(visitor):
    day = a_day(branches=2)
    win(day, 1)
    team = day.match(2).home_team
    assert team
    name = f'[data-team="{team.pk}"]'
    for size, touch in ((PHONE, True), (HALL, False)):
        someone = visitor(size=size, touch=touch)
        someone.context.add_cookies(
            [{"name": "followed", "value": f"t{team.pk}-{team.branch_id}", "url": someone.address}]
        )
        page = someone.open(address("hall", day.tournament))
        row = page.locator(f".board .row:has({name})")
        ink = page.evaluate("() => getComputedStyle(document.body).color")
        if touch:
            expect(row).to_have_css("background-color", ink)
        else:
            expect(row).not_to_have_css("background-color", ink)


@in_ci_only
@pytest.mark.parametrize("format_", some(["movement", *(name for name in SETTINGS if name != "movement")], of=5))
def test_long_names_find_room_on_the_phone_on_paper_and_in_the_hall(visitor, format_):
    day = a_half_played(format_, branches=7 if format_ == "movement" else 4)
    day.at(0)  # the whole hour is left: the clock is as wide as it gets
    tournament = day.tournament
    for number, name in ((1, LONG_BRANCH), (2, UNBROKEN_BRANCH)):
        tournament.branches.filter(number=number).update(name=name)
    phone = visitor(size=PHONE, language="en", touch=True)
    assert overflow(phone.open(address("event", tournament))) <= 0
    page = phone.open(address("bracket", tournament))
    assert overflow(page) <= 0
    page.emulate_media(media="print")
    expect(page.locator(".take")).to_have_count(1)
    expect(page.locator(".take, .menu, .langs").locator("visible=true")).to_have_count(0)
    hall = visitor(size=HALL).open(address("hall", tournament))
    expect(hall.locator(".board .row .br").first).to_be_visible()
    becomes(lambda: hall.evaluate(CUT_OFF), [])
