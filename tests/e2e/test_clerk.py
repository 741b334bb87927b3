"""The clerk at her desk: an event from the preset, a form with mistakes that are mended, the draw, and out it goes."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import DESK, PHONE
from tests.factories import a_user
from tests.thorough import in_ci_only
from tournaments.entries.actions.entries import save_entry
from tournaments.models import Branch, Tournament
from tournaments.presets.preset import sample_entry
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a long enough password"
TWICE, ALONE, BAD_MAIL = "team2_player1_name", "team1_player2_name", "contact_mail"


def test_event_is_made_entered_drawn_and_published(visitor):
    a_user(username="office", name="工会干事", is_staff=True, password=PASSWORD)
    page = visitor(size=DESK).open("/desks/")
    sign_in(page)
    make_event(page)
    enter_first_branch(page)
    tournament = Tournament.objects.get(slug="s000")
    for branch in Branch.objects.filter(tournament=tournament, number__gt=1):
        save_entry(branch, sample_entry(branch.quota), by=None)

    page.click(".side a[href$='/office/draw/']")
    page.click("#unseen .btn")
    page.wait_for_selector("#preview")
    expect(page.locator(".pairing .team")).to_have_count(26)
    member = visitor(size=PHONE).open("/e/s000/bracket/")
    expect(member.locator(".bracket .team")).to_have_count(0)

    page.click("#preview form[action$='/draw/confirmation/'] .btn.go")
    page.wait_for_selector("#confirmed")
    assert Tournament.objects.get(slug="s000").state == TournamentState.DRAWN
    expect(member.locator("#r1 .team")).to_have_count(26)
    drawn = [" ".join(text.split()) for text in page.locator(".pairing .team").all_inner_texts()]
    expect(member.locator("#r1 .team")).to_have_text(drawn)


def sign_in(page: Page) -> None:
    page.fill("[name=username]", "office")
    page.fill("[name=password]", "wrong")
    page.click("main .btn.go")
    page.wait_for_selector(".faults")
    expect(page.locator("[name=username]")).to_have_value("office")
    page.fill("[name=password]", PASSWORD)
    page.click("main .btn.go")
    page.wait_for_url("**/desks/")


def make_event(page: Page) -> None:
    """From the notice's preset with its branches, on the first match day that the site proposes; nothing is chosen
    beforehand."""
    page.locator("a[href='/events/new/']").first.click()
    expect(page.locator("[name=preset]:checked")).to_have_count(0)
    page.click(".patterns summary")
    page.check("[name=preset][value=s000]")
    page.check("[name=with_branches]")
    day = page.input_value("[name=first_day]")
    page.click("main .btn.go")
    page.wait_for_url("**/e/s000/office/")
    tournament = Tournament.objects.get(slug="s000")
    rounds = [r.starts_at.astimezone(tournament.tzinfo) for r in tournament.stages.get().rounds.all()]
    assert f"{rounds[0]:%Y-%m-%d %H:%M}" == f"{day} 12:30"
    assert (len(rounds), (rounds[4] - rounds[0]).days, tournament.branches.count()) == (5, 4, 13)


def enter_first_branch(page: Page) -> None:
    """Everything that is wrong is named at once and at its field, nothing typed is lost, and then it is mended."""
    page.click(".todo .btn.go")
    page.wait_for_url("**/office/entries/1/")
    typed = {
        "leader": "队员甲", "contact_name": "联络人", "contact_phone": "010 5555 0100", BAD_MAIL: "branch@",
        "team1_player1_name": "队员甲", "team1_player1_remark": "左手", ALONE: "",
        TWICE: "队员甲", "team2_player2_name": "队员丁",
    }  # fmt: skip
    for name, value in typed.items():
        page.fill(f"[name={name}]", value)
    page.select_option("[name=team1_player1_gender]", "f")
    page.click("#entry .btn.ink")
    page.wait_for_selector("#problems")
    for name in (TWICE, ALONE, BAD_MAIL):
        expect(page.locator(f"#problems a[href='#f-{name}']").first).to_be_visible()
        expect(page.locator(f"[name={name}]")).to_have_attribute("aria-invalid", "true")
        expect(page.locator(f"#f-{name}_error")).not_to_be_empty()
    for name, value in typed.items():
        expect(page.locator(f"[name={name}]")).to_have_value(value)
    expect(page.locator("[name=team1_player1_gender]")).to_have_value("f")
    page.click(f"#problems a[href='#f-{ALONE}']")
    expect(page.locator(f"[name={ALONE}]")).to_be_focused()

    for name, value in {ALONE: "队员乙", TWICE: "队员丙", BAD_MAIL: "branch@example.org"}.items():
        page.fill(f"[name={name}]", value)
    page.click("#entry .btn.ink")
    page.wait_for_selector(".said")
    entered = Branch.objects.get(number=1)
    names = entered.teams.order_by("ordinal", "players__number").values_list("players__name", flat=True)
    assert list(names) == ["队员甲", "队员乙", "队员丙", "队员丁"]
    assert entered.contact_mail == "branch@example.org"


@in_ci_only
def test_draft_of_a_form_outlives_a_reload_and_not_the_sign_out(visitor):
    a_user(username="office", is_staff=True, password=PASSWORD)
    page = visitor(size=DESK).open("/desks/")
    sign_in(page)
    make_event(page)
    settings = page.url + "settings/"
    page.goto(settings)
    page.fill("[name=place]", "职工之家")
    page.reload()
    expect(page.locator("[name=place]")).to_have_value("职工之家")
    expect(page.locator("#part-about .draft")).to_be_visible()
    page.click("form[action='/sign-out/'] button")
    page.wait_for_url(lambda url: not url.endswith("/settings/"))
    page.goto(settings)
    page.fill("[name=username]", "office")
    page.fill("[name=password]", PASSWORD)
    page.click("main .btn.go")
    page.wait_for_url("**/settings/")
    expect(page.locator("[name=place]")).not_to_have_value("职工之家")
    expect(page.locator("#part-about .draft")).to_be_hidden()
