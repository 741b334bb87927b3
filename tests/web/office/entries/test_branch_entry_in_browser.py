"""A branch fills in its form on a phone, the office returns it, the branch mends it, the office accepts it: in a real
browser, with and without script; and the link stands nowhere afterwards."""

import logging

import pytest
from playwright.sync_api import expect

from tests.browser import DESK, PHONE, barriers, becomes, overflow
from tests.factories import a_branch, a_role, a_tournament
from tests.thorough import in_ci_only, some
from tournaments.day.actions.links import issue_branch_links
from tournaments.entries.queries.links import token_of
from tournaments.models import Branch
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("script", some([False, True], of=2))
def test_form_goes_to_and_fro_until_it_is_accepted(visitor, script, caplog):
    caplog.set_level(logging.DEBUG)
    branch = a_branch(a_tournament(slug="s000"), name="机关分会")
    token = token_of(issue_branch_links(branch.tournament, by=None)[0])
    clerk = a_role(branch.tournament, RoleKind.OFFICE)
    contact, office = visitor(size=PHONE, script=script), visitor(user=clerk, size=DESK, script=script)
    referers: list[str] = []
    contact.context.on("request", lambda request: referers.append(request.headers.get("referer", "")))

    page = contact.open(f"/t/{token}/")
    look(page, script)
    page.click("#open")
    page.wait_for_url("**/e/s000/entry/1/")
    look(page, script)
    fill_in(page, script)
    desk = office.open("/e/s000/office/entries/1/")
    desk.click(".returning summary")
    desk.fill("[name=remark_team1_player2_name]", "不在花名册")
    desk.click(".returning .btn")
    desk.wait_for_selector("text=已退回分会修改")

    page.reload()
    page.wait_for_selector(".remarked >> text=不在花名册")
    look(page, script)
    page.fill("[name=team1_player2_name]", "队员戊")
    page.click("#entry .acts .go")
    page.wait_for_selector("#confirmation")
    desk.goto(f"{office.address}/e/s000/office/entries/1/")
    look(desk, script)
    desk.click("#accept")
    desk.wait_for_selector(".review-state >> text=已审核通过")

    page.reload()
    page.click("#confirmation")
    page.wait_for_selector(".paper >> text=队员戊")
    look(page, script)
    assert Branch.objects.get().state == "accepted"
    assert any(referers)
    assert not any(token in referer for referer in referers)
    assert token not in caplog.text


def look(page, script):
    """Nothing sticks out, and nobody is kept out; axe itself needs a script."""
    assert not overflow(page)
    assert not (script and barriers(page))


def fill_in(page, script):
    """One name is missing at first, and nothing of what was typed is lost."""
    page.fill("[name=team1_player1_name]", "队员甲")
    if script:
        page.reload()
        page.wait_for_selector(".draft:not([hidden])")
    page.click("#entry .acts .go")
    page.wait_for_selector("#problems")
    expect(page.locator("[name=team1_player1_name]")).to_have_value("队员甲")
    page.fill("[name=team1_player2_name]", "队员乙")
    page.click("#entry .acts .go")
    page.wait_for_selector("#confirmation")


@in_ci_only
def test_office_copies_the_links_and_prints_the_codes(visitor):
    tournament = a_tournament(slug="s000")
    for name in ("机关分会", "职业技术教育与终身学习研究中心及离退休人员服务办公室联合分会"[:30]):
        a_branch(tournament, name=name)
    issue_branch_links(tournament, by=None)
    office = visitor(user=a_role(tournament, RoleKind.OFFICE), size=PHONE)
    office.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = office.open("/e/s000/office/entries/links/")
    look(page, script=True)
    page.click("[data-copies=all-links]")
    page.wait_for_selector("text=已复制")
    becomes(lambda: page.evaluate("() => navigator.clipboard.readText()").count("/t/"), 2)
    page.click(".one-link summary >> nth=1")
    assert not overflow(page)
    page.click("#cards")
    page.wait_for_selector(".codes img")
    look(page, script=True)
