"""Table slips and the check-in by branch in a real browser: with and without script."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import PHONE, becomes
from tests.e2e.phones import all_sent, deal, forgive, kept, orders
from tests.factories import a_role
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day, players
from tournaments.day.actions.links import issue_slips, reissue_slip
from tournaments.entries.queries.links import token_of
from tournaments.models import CheckIn

pytestmark = pytest.mark.django_db(transaction=True)
TWO_DEALS = re.compile("^[^副]*副[^副]*副[^副]*$")


def a_morning():
    """Twenty minutes before the first round, its slips made."""
    day = a_day(slug="s000", branches=2, started=False, minute=-20)
    return day, [token_of(link) for link in issue_slips(day.round, by=day.chief)]


@in_ci_only
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_phone_without_an_account_opens_its_sheet(visitor, script):
    _day, tokens = a_morning()
    phone = visitor(size=PHONE, script=script, language="en")
    page = phone.open(f"/t/{tokens[1]}/")
    page.click("#open")
    page.wait_for_url("**/e/s000/sheets/2/")
    expect(page.locator("#presence")).to_have_count(1)
    if script:
        becomes(lambda: "device=" in page.evaluate("() => document.cookie"), True)


@in_ci_only
def test_renewed_slip_takes_over_what_the_old_one_left_on_the_phone(visitor):
    day = a_day(slug="s000")
    first = token_of(issue_slips(day.round, by=day.chief)[0])
    phone = visitor(size=PHONE)
    page = phone.open(f"/t/{first}/")
    page.click("#open")
    page.wait_for_selector("html.reopens")
    phone.context.set_offline(True)
    deal(page, "WE", 1)
    deal(page, "NS", 2)
    kept(page, 2)
    renewed = token_of(reissue_slip(day.match(1), by=day.chief))
    phone.context.set_offline(False)
    page.wait_for_selector("#net >> text=此票已失效")
    page.click("#net a")
    expect(page.locator("#held:not([hidden]) textarea")).to_have_value(TWO_DEALS)
    phone.context.set_offline(True)
    page.reload()  # also without a network, and signed out
    page.wait_for_selector("#held:not([hidden])")
    phone.context.set_offline(False)
    page = phone.open(f"/t/{renewed}/")
    page.click("#open")
    page.wait_for_selector("#left-here")
    expect(page.locator("#left-here .lines")).to_have_text(TWO_DEALS)
    page.click("#take-over")
    page.wait_for_selector("#left-here", state="detached")
    all_sent(page)
    assert orders() == ["WE", "NS"]
    forgive(phone)


@in_ci_only
def test_branch_is_ticked_without_a_page_load(visitor):
    day, _tokens = a_morning()
    page = visitor(a_role(day.tournament), size=PHONE).open("/e/s000/check-in/?branch=1")
    loads: list[str] = []
    page.on("load", lambda: loads.append(page.url))
    page.click("#branch-all-1")
    page.wait_for_selector(f"#tick-{players(day.match(1), 'home')[0].pk}.here")
    assert loads == []
    assert CheckIn.objects.count() == 4
    expect(page).to_have_url(re.compile(r"\?branch=1$"))


@in_ci_only
def test_branch_is_ticked_without_script(visitor):
    day, _tokens = a_morning()
    page = visitor(a_role(day.tournament), size=PHONE, script=False).open("/e/s000/check-in/")
    page.fill("#f-name", "第2")
    page.click(".find button")
    page.wait_for_url("**/check-in/?*")
    page.click("#branch-all-2")
    expect(page.locator(".tick.here")).to_have_count(4)
