"""Never a lost entry: without a network, with the server gone, the page killed, answers lost, signed out meanwhile."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Page, expect

from accounts.models import Session, User
from scoring.models import Submission
from tests.browser import FLAGS, NAMES, PHONE, Visitor, becomes, visitors
from tests.e2e.phones import SHEET, Site, all_sent, deal, forgive, kept, orders, states, unsent
from tests.thorough import in_ci_only

pytestmark = pytest.mark.django_db(transaction=True)
HALL = "hall.example"
SHEETS_KEPT = "async () => (await caches.keys()).filter((name) => name.startsWith('sheets ')).length"
SLOW_CACHES = """() => {
  const keys = caches.keys.bind(caches);
  caches.keys = () => new Promise((done) => setTimeout(() => done(keys()), 300));
}"""


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    """A web server that a test may stop and start again."""
    server = Site()
    server.start()
    yield server
    server.stop()


@in_ci_only
def test_server_is_gone_the_page_is_reloaded_and_reopened_and_all_is_sent_in_order(chromium, site, day):
    with visitors(chromium, site.address) as enter:
        person = enter(day.chief, size=PHONE, touch=True)
        page = person.open(SHEET)
        page.wait_for_selector("html.reopens")
        site.stop()
        deal(page, "WE", 1)
        deal(page, "NES", 2)
        page.reload()
        kept(page, 2)
        becomes(lambda: [text[0] for text in page.locator("#score .lv").all_inner_texts()], ["4", "5"])
        deal(page, "SN", 3)
        page.close()
        page = person.open(SHEET)
        kept(page, 3)
        assert orders() == []
        site.start()
        all_sent(page)
        forgive(person)
    assert orders() == ["WE", "NESW", "SN"]
    assert states() == ["accepted"] * 3


@in_ci_only
def test_page_that_crashes_has_lost_nothing(phone, day):
    page = phone.open(SHEET)
    phone.context.set_offline(True)
    deal(page, "WE", 1)
    page.click("#undo")
    page.wait_for_selector("#deal-1", state="detached")
    deal(page, "NS", 1)
    with page.expect_event("crash"):
        _crash(page)
    page.close()
    phone.context.set_offline(False)
    page = phone.open(SHEET)
    all_sent(page)
    assert orders() == ["NS"]
    assert states() == ["accepted"] * 3


def _crash(page: Page) -> None:
    with suppress(Error):
        page.goto("chrome://crash", timeout=1000)


def test_lost_answer_is_sent_again_and_counts_once(phone):
    page, sent = phone.open(SHEET), []

    def lose(route) -> None:
        sent.append(route.request.post_data_json["key"])
        if len(sent) == 1:
            route.fetch()  # the server has stored it
            route.abort()
        else:
            route.continue_()

    page.route("**/submissions/", lose)
    deal(page, "WE", 1)
    deal(page, "NS", 2)
    all_sent(page)
    assert sent[0] == sent[1]
    assert orders() == ["WE", "NS"]
    assert states() == ["accepted"] * 2


@in_ci_only
def test_two_tabs_of_one_phone_send_each_entry_once(phone):
    first, second = phone.open(SHEET), phone.open(SHEET)
    first.bring_to_front()
    sent: list[str] = []
    phone.context.on(
        "request", lambda request: request.url.endswith("/submissions/") and sent.append(request.post_data_json["key"])
    )
    phone.context.set_offline(True)
    for number, order in enumerate(("WE", "NS", "NES"), start=1):
        deal(first, order, number)
    kept(second, 3)
    sent.clear()
    phone.context.set_offline(False)
    all_sent(first)
    all_sent(second)
    assert len(set(sent)) == 3
    assert orders() == ["WE", "NS", "NESW"]
    assert states() == ["accepted"] * 3
    assert list(Submission.objects.order_by("pk").values_list("behind", flat=True)) == [2, 1, 0]


@in_ci_only
def test_signed_out_phone_says_so_and_goes_on_after_sign_in(phone, day):
    page = phone.open(SHEET)
    Session.objects.all().delete()
    deal(page, "WE", 1)
    page.wait_for_selector("#net a[href^='/sign-in/']")
    expect(unsent(page)).to_have_text("1")
    sign_in_again(phone, day.chief)
    all_sent(page)
    assert orders() == ["WE"]


def sign_in_again(phone: Visitor, user: User) -> None:
    browser = Client()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": phone.address}])


@in_ci_only
def test_no_sheet_opens_after_the_sign_out_and_unsent_entries_stay(phone, day):
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


@in_ci_only
def test_refused_entry_stays_with_its_reason_until_it_is_sent_as_a_late_one(phone, day):
    page = phone.open(SHEET)
    phone.context.set_offline(True)
    deal(page, "WE", 1)
    deal(page, "NS", 2)
    day.at(61)
    phone.context.set_offline(False)
    page.wait_for_selector("[id^=fate-] ~ [id^=fate-]")
    expect(unsent(page)).to_have_count(0)
    page.reload()
    page.wait_for_selector("[id^=late-]")
    expect(page.locator("[id^=fate-]").first).to_contain_text("响铃")
    becomes(states, ["refused", "refused"])
    page.click("[id^=late-]")
    page.wait_for_selector("#deal-1")
    page.click("#own .fate:only-child [id^=again-]")  # it rested on the first, and after the bell it is late as well
    page.wait_for_selector("#own .fate:only-child [id^=late-]")
    page.click("[id^=late-]")
    page.wait_for_selector("#deal-2")
    all_sent(page)
    page.wait_for_selector("#own:empty", state="attached")
    assert orders() == ["WE", "NS"]
    assert states() == ["refused", "refused", "accepted", "refused", "accepted"]


@in_ci_only
def test_insecure_address_without_a_service_worker_keeps_entries_and_says_what_is_missing(chromium, live_server, day):
    rules = f"--host-resolver-rules=MAP {HALL} 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=_program(), args=[*FLAGS, rules])
    try:
        with visitors(browser, live_server.url.replace("localhost", HALL).replace("127.0.0.1", HALL)) as enter:
            person = enter(day.chief, size=PHONE, touch=True, language="en")
            page = person.open(SHEET)
            becomes(lambda: page.evaluate("[isSecureContext, 'serviceWorker' in navigator]"), [False] * 2)
            becomes(lambda: page.evaluate("'locks' in navigator"), False)
            page.wait_for_selector("#able span:text-is('Without a network this browser cannot open this page again')")
            page.route("**/submissions/", lambda route: route.abort())
            deal(page, "WE", 1)
            deal(page, "NS", 2)
            page.reload()
            kept(page, 2)
            page.unroute("**/submissions/")
            all_sent(page)
            forgive(person)
    finally:
        browser.close()
    assert orders() == ["WE", "NS"]


def _program() -> str:
    return next(path for name in NAMES if (path := shutil.which(name)))
