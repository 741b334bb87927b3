"""Signing out on a phone: no sheet opens there any more without a network, and what is unsent waits."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, expect

from tests.browser import PHONE, becomes
from tests.e2e.phones import all_sent, deal, forgive, kept, orders
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = "/e/s000/sheets/1/"
SHEETS_KEPT = "async () => (await caches.keys()).filter((name) => name.startsWith('sheets ')).length"
SLOW_CACHES = """() => {
  const keys = caches.keys.bind(caches);
  caches.keys = () => new Promise((done) => setTimeout(() => done(keys()), 300));
}"""


@pytest.fixture
def day():
    return a_day(slug="s000")


@pytest.fixture
def phone(visitor, day):
    person = visitor(day.chief, size=PHONE, touch=True)
    yield person
    forgive(person)


def sign_in_again(phone, user):
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": phone.address}])


@in_ci_only
def test_sheets_go_from_the_phone_and_unsent_entries_stay(phone, day):
    phone.context.route("**/submissions/", lambda route: route.abort())
    page = phone.open(SHEET)
    page.wait_for_selector("html.reopens")
    deal(page, "WE", 1)
    kept(page, 1)
    becomes(lambda: page.evaluate(SHEETS_KEPT), 1)
    page.goto(phone.address + "/desks/")
    page.click("form[action='/sign-out/'] button")
    page.wait_for_url("**/e/~/phone/")
    page.wait_for_selector("#held:not([hidden])")
    expect(page.locator("#held-text")).to_have_value(re.compile("第1副"))
    page.evaluate(SLOW_CACHES)  # a phone in a hall is slow
    with page.expect_response("**/sign-out/"):
        page.click("#leave")
    page.wait_for_url(lambda url: not url.endswith("/phone/"))
    becomes(lambda: page.evaluate(SHEETS_KEPT), 0)
    phone.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        page.goto(phone.address + SHEET)
    phone.context.set_offline(False)
    phone.context.unroute("**/submissions/")
    assert orders() == []
    sign_in_again(phone, day.chief)
    page.goto(phone.address + SHEET)
    page.wait_for_selector("#deal-1")
    all_sent(page)
    assert orders() == ["WE"]
