"""Going back after a form was refused: nobody is asked to send it again, and what was typed stays on its page."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import Session
from tests.browser import DESK, held
from tests.factories import a_role, a_tournament
from tests.thorough import in_ci_only
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db(transaction=True)
NAME, CONTACT = "[name=team1_player1_name]", "[name=contact_name]"
ALONE = "[name=team1_player2_name]"


@in_ci_only
def test_refused_form_is_shown_in_its_place_and_back_leads_to_the_page_before(visitor):
    tournament = a_tournament(branches=2)
    clerk = a_role(tournament, RoleKind.OFFICE)
    someone = visitor(clerk)
    office = f"/e/{tournament.slug}/office"
    page = someone.open(f"{office}/entries/")
    page.click("a[href$='/entries/1/']")
    page.wait_for_url("**/entries/1/")
    page.fill(NAME, "队员甲")
    page.fill(CONTACT, "联络人")
    title = page.title()
    page.click("#entry .btn.ink")
    page.wait_for_selector("#problems:focus")
    expect(page).to_have_url(re.compile("/entries/1/$"))
    expect(page).to_have_title(title)
    expect(page.locator(NAME)).to_have_value("队员甲")
    expect(page.locator(CONTACT)).to_have_value("联络人")
    expect(page.locator("[aria-invalid=true]").first).to_be_attached()

    page.go_back()
    page.wait_for_url("**/office/entries/")
    page.go_forward()
    page.wait_for_url("**/entries/1/")
    expect(page.locator(NAME)).to_have_value("队员甲")

    page.fill(ALONE, "队员乙")
    page.click("#entry .btn.ink")
    page.wait_for_selector(".said")
    expect(page.locator("#problems")).to_have_count(0)
    page.reload()
    expect(page.locator(".draft")).to_be_hidden()
    assert tournament.branches.get(number=1).teams.get().players.count() == 2
    page.go_back()
    page.wait_for_url("**/office/entries/")
    page.go_forward()
    page.wait_for_selector(f"{NAME}")
    expect(page.locator(ALONE)).to_have_value("队员乙")
    someone.faults[:] = [fault for fault in someone.faults if "422" not in fault]


@in_ci_only
def test_form_that_did_not_get_through_or_whose_sender_is_signed_out_stays_in_its_page(visitor):
    tournament = a_tournament(branches=2)
    someone = visitor(a_role(tournament, RoleKind.OFFICE))
    page = someone.open(f"/e/{tournament.slug}/office/entries/1/")
    page.fill(CONTACT, "联络人")
    someone.context.set_offline(True)
    page.click("#entry .btn.ink")
    page.wait_for_selector("#unsent:visible")
    expect(page.locator(CONTACT)).to_have_value("联络人")
    someone.context.set_offline(False)
    Session.objects.all().delete()
    page.click("#entry .btn.ink")
    page.wait_for_selector("main [name=password]")
    expect(page.locator("main [name=kept]")).to_have_count(1)
    lost = ("INTERNET_DISCONNECTED", "htmx:sendError", "htmx:afterRequest", "401")
    someone.faults[:] = [fault for fault in someone.faults if not any(sign in fault for sign in lost)]


@in_ci_only
def test_what_is_typed_before_the_script_is_here_is_kept_too(visitor):
    tournament = a_tournament(branches=2)
    someone = visitor(a_role(tournament, RoleKind.OFFICE), hurried=True)
    page = someone.open(f"/e/{tournament.slug}/office/entries/")
    with page.expect_event("load"), held(page, "**/drafts*.js"):
        page.goto(f"{page.url}1/", wait_until="commit")
        page.fill(CONTACT, "联络人")
    page.reload()
    page.wait_for_selector(".draft:visible")
    expect(page.locator(CONTACT)).to_have_value("联络人")


@in_ci_only
def test_announcement_outlives_a_reload_and_is_gone_once_it_is_made(visitor, db):
    tournament = a_tournament()
    office = visitor(a_role(tournament, RoleKind.OFFICE), size=DESK)
    page = office.open(reverse("announcements", args=[tournament.slug]))
    page.fill("[name=title]", "停车")
    page.reload()
    expect(page.locator("[name=title]")).to_have_value("停车")
    expect(page.locator(".draft")).to_be_visible()
    page.fill("[name=text]", "请停在北门。")
    page.click("form[data-draft] .btn.go")
    expect(page.locator(".written li")).to_have_count(1)
    page.reload()
    expect(page.locator("[name=title]")).to_have_value("")
    expect(page.locator(".draft")).to_be_hidden()
