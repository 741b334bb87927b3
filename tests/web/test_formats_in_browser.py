"""Each format with long names in a browser: nothing is wider than a phone, cut off in the hall, or for a screen only on
paper."""

import pytest
from playwright.sync_api import expect

from tests.browser import HALL, PHONE, becomes, overflow
from tests.e2e.busy import LONG_BRANCH, UNBROKEN_BRANCH
from tests.thorough import in_ci_only, some
from tests.web.public_pages import address
from tests.web.test_formats import SETTINGS, a_half_played

pytestmark = pytest.mark.django_db(transaction=True)
CUT_OFF = """() => [...document.querySelectorAll(".board .row .br")].filter((name) => name.checkVisibility())
  .filter((name) => {
    const { bottom, right } = name.closest(".row").getBoundingClientRect();
    const own = name.getBoundingClientRect();
    return own.bottom > bottom + 1 || own.right > right + 1 || name.scrollWidth > name.clientWidth + 1;
  }).map((name) => name.textContent.trim())"""


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
