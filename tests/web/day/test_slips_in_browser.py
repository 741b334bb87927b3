"""Table slips and the check-in by branch in a real browser: with and without script, axe, narrow windows."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import DESK, NARROW, PHONE, barriers, becomes, overflow
from tests.e2e.phones import all_sent, deal, forgive, kept, orders
from tests.factories import a_role
from tests.thorough import in_ci_only
from tests.tournaments.round_day import a_day, players
from tournaments.day.actions.links import issue_slips, open_link, reissue_slip
from tournaments.entries.queries.links import token_of
from tournaments.models import CheckIn

pytestmark = pytest.mark.django_db(transaction=True)
TWO_DEALS = re.compile("^[^副]*副[^副]*副[^副]*$")
LONG_BRANCH = "职业技术教育与终身学习研究中心及离退休人员服务办公室联合分会"[:30]


def a_morning():
    """Twenty minutes before the first round, its slips made, the first one open on two phones; a long name."""
    day = a_day(slug="s000", branches=2, started=False, minute=-20)
    branch = day.match(1).home_team.branch
    branch.name = LONG_BRANCH
    branch.save()
    tokens = [token_of(link) for link in issue_slips(day.round, by=day.chief)]
    for phone in ("phone-number-one", "phone-number-two"):
        open_link(tokens[0], phone, by=None)
    return day, tokens


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


@in_ci_only
def test_pages_fit_and_have_no_barriers(visitor):
    day, tokens = a_morning()
    chief, member = visitor(day.chief, size=NARROW), visitor(size=NARROW)
    for person, path in (
        (member, f"/t/{tokens[0]}/"),
        (chief, "/e/s000/desk/1/slips/"),
        (chief, "/e/s000/desk/matches/1/slip/"),
        (chief, "/e/s000/check-in/"),
        (chief, "/e/s000/check-in/codes/"),
    ):
        page = person.open(path)
        assert (overflow(page), barriers(page)) == (0, []), path
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        assert overflow(page) == 0, path
