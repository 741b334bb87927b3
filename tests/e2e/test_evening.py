"""The clerk's evening: how many presses lie between an empty site and a published draw, and between the last result and
certificates that are printed and a report that is posted."""

import re
from io import BytesIO
from urllib.parse import urljoin

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from tests.browser import DESK
from tests.factories import a_drawn_tournament, a_role, a_user
from tests.thorough import in_ci_only
from tests.tournaments.played import S000_AWARDS, play_all
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.models import AccessLink, Match, Tournament
from tournaments.presets.samples import sample_entry
from tournaments.states import RoleKind, TournamentState

pytestmark = pytest.mark.django_db(transaction=True)


class Hand:
    """Presses on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, what: str) -> None:
        self.page.locator(what).first.click()
        self.presses += 1

    def saved(self, what: str) -> bytes:
        """The file that a press on it saves."""
        with self.page.expect_download() as download:
            self.press(what)
        return download.value.path().read_bytes()

    def choose(self, file: str, data: bytes) -> None:
        """In the browser's own window: the button, and the file."""
        payload = {"name": file, "mimeType": "application/octet-stream", "buffer": data}
        self.page.set_input_files("[type=file]", payload)
        self.presses += 2


def filled(registration: bytes) -> bytes:
    """The event's registration workbook with a name on every line that is a player's."""
    workbook = load_workbook(BytesIO(registration))
    sheet = workbook.active
    for row in sheet.iter_rows(min_row=4, max_col=7):
        if row[1].value and str(row[1].value).endswith("队"):
            row[2].value = f"队员{row[2].row}"
    out = BytesIO()
    workbook.save(out)
    return out.getvalue()


def made_and_at_its_entries(hand: Hand) -> Tournament:
    hand.press("a[href='/events/new/']")
    # nothing is chosen beforehand: three presses for another union's notice with its branches
    for choice in (".patterns summary", "[name=preset][value=s000]", "[name=with_branches]"):
        hand.press(choice)
    hand.press("main .btn.go")
    hand.page.wait_for_url("**/e/s000/office/")
    hand.press(".side a[href$='/office/entries/']")
    return Tournament.objects.select_related("journal").get(slug="s000")


def drawn_and_published(hand: Hand) -> None:
    hand.press(".side a[href$='/office/draw/']")
    hand.press("#unseen .btn")
    hand.press("#preview form[action$='/draw/confirmation/'] .btn.go")
    hand.page.wait_for_selector("#confirmed")
    assert Tournament.objects.get(slug="s000").state == TournamentState.DRAWN
    assert Match.objects.count() == 31


def test_draw_of_thirteen_branches_is_published_within_fifteen_presses_by_excel(visitor):
    hand = Hand(visitor(a_user(is_staff=True), size=DESK).open("/desks/"))
    made_and_at_its_entries(hand)
    hand.press("a[href$='/entries/file/']")
    hand.choose("报名表.xlsx", filled(hand.saved("a[href$='/entries/file/workbook/']")))
    hand.press("main form .btn.go")
    hand.page.wait_for_selector(".roster")
    hand.press("main form .btn.go")
    hand.page.wait_for_url("**/entries/")
    drawn_and_published(hand)
    assert hand.presses <= 15, hand.presses


@in_ci_only
def test_draw_is_published_within_eighteen_presses_of_the_office_by_links(visitor):
    hand = Hand(visitor(a_user(is_staff=True), size=DESK).open("/desks/"))
    tournament = made_and_at_its_entries(hand)
    hand.press("a[href$='/entries/links/']")
    hand.press("#issue")
    hand.page.wait_for_selector("#all-links")
    hand.press("[data-copies='all-links']")
    for link in AccessLink.objects.filter(branch__tournament=tournament).select_related("branch", "account"):
        hand_in_entry(link.branch, sample_entry(link.branch.quota), by=link.account)
    drawn_and_published(hand)
    assert hand.presses <= 18, hand.presses


@in_ci_only
def test_certificates_are_printed_and_the_report_is_copied_within_six_presses(visitor):
    tournament = a_drawn_tournament(slug="s000", branches=4, teams=1, awards=S000_AWARDS)
    play_all(tournament)
    hand = Hand(visitor(a_role(tournament, RoleKind.OFFICE), size=DESK).open("/e/s000/office/"))
    hand.press(".side a[href$='/office/awards/']")
    hand.press("form[action$='/awards/confirmation/'] .btn.go")
    hand.page.wait_for_selector("[name=sure]", state="attached")  # it is early: once more
    hand.press("form[action$='/awards/confirmation/'] .btn.go")
    hand.page.wait_for_selector("form[action$='/awards/reopening/']", state="attached")
    address = urljoin(hand.page.url, hand.page.get_attribute("#certificates", "href"))
    printed = hand.page.context.request.get(address)  # as a press on it does
    hand.presses += 1
    assert (printed.ok, printed.headers["content-type"]) == (True, "application/pdf")
    hand.press("#for-the-chat")
    hand.press("[data-copies]")
    expect(hand.page.locator("textarea").first).to_have_value(re.compile("第1分会"))
    assert hand.presses <= 6, hand.presses
