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
from tournaments.event.queries.shape import too_seldom
from tournaments.models import AccessLink, Match, Team, Tournament
from tournaments.presets.preset import sample_entry
from tournaments.states import RoleKind, TeamState, TournamentState

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


@in_ci_only
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


SHOPS = ("锻压车间", "金工车间", "铸造车间", "动力车间", "装配车间", "物流中心", "技术中心", "机关一", "机关二")
"""What the chat calls the nine branches; the office calls each of them 分会."""
WISH = {"count": "27", "tables": "10", "days": "1", "minutes": "60", "least": "3", "start": "09:00", "latest": "17:00"}


@in_ci_only
def test_a_wish_becomes_a_published_draw_within_fourteen_presses_and_is_printed(visitor):
    """Nine branches, three teams each, one Saturday from nine to five, ten tables, everybody plays three times, then a
    final four; the teams come as a chat list."""
    hand = Hand(visitor(a_user(is_staff=True), size=DESK).open("/desks/"))
    page = hand.page
    hand.press("a[href='/events/new/']")
    hand.press("a[href='/events/new/advice/']")
    for name, typed in WISH.items():
        page.fill(f"[name={name}]", typed)
    page.select_option("[name=final]", "4")
    hand.press(".wish .btn.go")
    hand.press(".changes a:has-text('每轮')")
    page.fill("[name=name]", "2027年“五一”职工掼蛋赛")
    page.fill("[name=organiser]", "江北机械厂工会")
    hand.press("button[value=swiss_final]")
    page.wait_for_url("**/office/open-points/")
    tournament = Tournament.objects.get()
    hand.press(".side a[href$='/office/branches/']")
    page.fill("textarea", "\n".join(f"{shop}分会：3" for shop in SHOPS))
    hand.press("main form .btn.ink")
    page.wait_for_selector("[name=sure]", state="attached")  # the quotas as they were read
    hand.press("main form .btn.ink")
    hand.press("a[href$='/entries/file/']")
    pairs = [(f"{who}{a}", f"{who}{b}") for a, b in ("甲乙", "丙丁", "戊己") for who in "东南西北春夏秋冬中"]
    teams = [
        f"{n}. {one} {other}（{shop}）"
        for n, ((one, other), shop) in enumerate(zip(pairs, SHOPS * 3, strict=True), start=1)
    ]
    page.fill("textarea", "\n".join(["#接龙", "“五一”掼蛋赛报名，每队两人，注明分会", *teams]))
    hand.press("main form .btn.go")
    page.wait_for_selector(".roster")
    hand.press("main form .btn.go")
    page.wait_for_url("**/entries/")
    hand.press(".side a[href$='/office/draw/']")
    hand.press("#unseen .btn")
    hand.press("#preview form[action$='/draw/confirmation/'] .btn.go")
    page.wait_for_selector("#confirmed")
    assert hand.presses <= 14, hand.presses

    tournament.refresh_from_db()
    assert (tournament.state, tournament.plan["least"]) == (TournamentState.DRAWN, 3)
    assert Team.objects.filter(branch__tournament=tournament, state=TeamState.ENTERED).count() == 27
    assert too_seldom(tournament) is None
    assert tournament.stages.get(number=2).places == 4
    hand.press(".side a[href$='/office/printing/']")
    printed = page.context.request.get(urljoin(page.url, f"/e/{tournament.slug}/office/printing/score-sheets.pdf"))
    assert (printed.ok, printed.headers["content-type"]) == (True, "application/pdf")


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
