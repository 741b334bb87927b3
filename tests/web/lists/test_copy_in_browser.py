"""A text copied by a press, a picture shown beside it; without script the text is there to be selected."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import becomes
from tests.factories import a_drawn_tournament, a_user
from tests.thorough import in_ci_only

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ("/e/s000/lists/teams/text/", "/e/s000/office/exports/personal/entries/text/")


@in_ci_only
def test_text_is_copied_by_a_press_and_shown_without_script(visitor):
    a_drawn_tournament(slug="s000")
    person = a_user(is_staff=True)
    for path in PAGES:
        page = visitor(person).open(path)
        button = page.locator("[data-copies]")
        before = button.inner_text()
        button.click()
        expect(button).not_to_have_text(before)
        becomes(lambda: "队员甲" in page.evaluate("getSelection().toString()"), True)  # noqa: B023
        page.locator(".pictures img").scroll_into_view_if_needed()
        expect(page.locator(".pictures img")).to_have_js_property("naturalWidth", 1080)
    plain = visitor(script=False).open(PAGES[0])
    expect(plain.locator("textarea")).to_have_value(re.compile("队员甲"))
    expect(plain.locator("[data-copies]")).to_be_hidden()
