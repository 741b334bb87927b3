"""Each format with long names in a browser: nothing is wider than a phone, cut off in the hall, or for a screen only on
paper."""

import pytest

from tests.browser import HALL, PHONE, overflow
from tests.e2e.busy import LONG_BRANCH, UNBROKEN_BRANCH
from tests.thorough import some
from tests.web.public_pages import address
from tests.web.test_formats import SETTINGS, a_half_played

pytestmark = pytest.mark.django_db(transaction=True)
CUT_OFF = """() => [...document.querySelectorAll(".board .row .br")].filter((name) => name.checkVisibility())
  .filter((name) => {
    const { bottom, right } = name.closest(".row").getBoundingClientRect();
    const own = name.getBoundingClientRect();
    return own.bottom > bottom + 1 || own.right > right + 1 || name.scrollWidth > name.clientWidth + 1;
  }).map((name) => name.textContent.trim())"""


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
    assert page.locator(".take").count() == 1
    assert not page.locator(".take, .menu, .langs").locator("visible=true").count()
    hall = visitor(size=HALL).open(address("hall", tournament))
    assert hall.locator(".board .row .br").count()
    assert hall.evaluate(CUT_OFF) == []
