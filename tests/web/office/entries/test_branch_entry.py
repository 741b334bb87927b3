"""The branch's own door: its link is opened by a press, the form filled in, from a table too, handed in, confirmed."""

import io
import re
from datetime import timedelta
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import a_branch, a_role, a_tournament
from tests.rows import all_rows
from tests.tournaments.entries.test_entries_actions import FULL, names
from tests.web.entry_forms import fields, team
from tests.web.form_fields import press, press_again
from tests.web.pages import markup, signed_in, text
from tests.web.pages import value as value_of
from tournaments.day.actions.links import issue_branch_links, reissue_branch_link
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.actions.entry_reviews import accept_entry, return_entry
from tournaments.entries.queries.links import my_token, token_of
from tournaments.models import AccessDevice, Branch, Tournament
from tournaments.states import RoleKind
from web.files.qr_codes import qr_image

pytestmark = pytest.mark.django_db
FORM = "/e/s000/entry/1/"


@pytest.fixture
def branch() -> Branch:
    tournament = a_tournament(slug="s000")
    branch = a_branch(tournament, name="机关分会")
    a_branch(tournament, name="机电分会")
    return branch


def address(branch: Branch) -> str:
    issue_branch_links(branch.tournament, by=None)
    return reverse("link", args=[token_of(branch.links.get(revoked_at=None))])


def a_browser() -> Client:
    browser = Client()
    browser.cookies["django_language"] = "en"
    return browser


@pytest.fixture
def contact(branch) -> Client:
    """A browser that has opened the branch's link."""
    browser = a_browser()
    assert browser.post(address(branch)).headers["Location"] == FORM
    return browser


def test_looking_at_the_link_opens_nothing_and_says_it_nobody_else(branch):
    link, browser = address(branch), a_browser()
    before = all_rows()
    page = browser.get(link)
    assert [words for words in ("机关分会", "Open the entry form") if words not in text(page)] == []
    assert "no-store" in page.headers["Cache-Control"]
    assert browser.head(link).status_code == 200
    assert all_rows() == before
    assert "sessionid" not in browser.cookies
    # a page that is opened from here is told no more than the name of the site
    assert page.headers["Referrer-Policy"] == browser.post(link).headers["Referrer-Policy"] == "strict-origin"


def test_opening_leads_to_the_form_and_keeps_the_name_of_the_device(branch, contact):
    assert contact.cookies["device"].value == AccessDevice.objects.get().device
    page = contact.get(FORM)
    assert "Entry form of 机关分会" in text(page)
    assert "no-store" in page.headers["Cache-Control"]
    assert "/t/" not in page.content.decode()
    for strange in ("/e/s000/office/", "Substitute or withdraw", "Put the deadline off"):
        assert strange not in page.content.decode()


ADDRESSES = (FORM, FORM + "workbook/", FORM + "confirmation/", FORM + "confirmation.pdf")


def test_without_a_link_of_this_branch_nothing_is_shown(branch):
    hand_in_entry(branch, FULL, by=None)
    other = a_browser()
    other.post(address(branch.tournament.branches.get(number=2)))
    before = all_rows()
    for path, method in product(ADDRESSES, ("get", "post")):
        answer = getattr(a_browser(), method)(path)
        assert answer.headers["Location"].startswith(reverse("sign_in"))
        assert getattr(other, method)(path).status_code == 403
    assert all_rows() == before


def test_link_reaches_no_other_page(branch, contact):
    before = all_rows()
    for path in (
        "/e/s000/entry/2/", "/e/s000/office/", "/e/s000/office/entries/", "/e/s000/office/entries/1/",
        "/e/s000/office/entries/1/acceptance/", "/e/s000/office/entries/links/", "/e/s000/desk/", "/e/s000/check-in/",
        "/desks/", "/events/", "/password/",
    ):  # fmt: skip
        for answer in (contact.get(path), contact.post(path, fields(branch, **team(1, "队员甲", "队员乙")))):
            assert answer.status_code == 403, path
    assert all_rows() == before


def test_link_ends_with_registration_and_a_replaced_one_signs_out_whoever_came_by_it(branch, contact):
    old, ends = address(branch), branch.tournament.closes_at
    Tournament.objects.update(closes_at=ends - timedelta(days=40_000))
    assert a_browser().post(old).status_code == 410
    assert "Registration is over" in text(a_browser().get(old))
    assert contact.get(FORM).status_code == contact.post(FORM, fields(branch)).status_code == 403
    Tournament.objects.update(closes_at=ends)
    reissue_branch_link(branch, by=None)
    for answer in (a_browser().get(old), a_browser().post(old)):
        assert answer.status_code == 410
        assert "replaced or revoked this link" in text(answer)
    assert contact.get(FORM).headers["Location"].startswith(reverse("sign_in"))
    # what was typed meanwhile is shown by the page that says so
    answer = contact.post(FORM, fields(branch, **team(1, "队员甲", "队员乙")))
    assert answer.status_code == 401
    assert "队员乙" in text(answer)
    assert "Please open the link of your branch again" in text(answer)
    assert names(branch) == {}


def test_whoever_works_in_the_office_keeps_his_account(branch):
    office = signed_in(a_role(branch.tournament, RoleKind.OFFICE))
    assert "You keep your own account" in text(office.get(address(branch)))
    assert office.post(address(branch)).headers["Location"] == FORM
    assert office.get("/e/s000/office/").status_code == 200
    referee = signed_in(a_role(branch.tournament, RoleKind.REFEREE))
    assert "signs you out on this device" in text(referee.get(address(branch)))


def test_the_form_is_kept_as_a_draft_and_handed_in(branch, contact):
    answer = contact.post(FORM, fields(branch, draft="1", **team(1, "队员甲", "")), follow=True)
    assert "Saved as a draft." in text(answer)
    assert press(contact, FORM, FORM, leader="领队甲", **team(1, "队员甲", "队员乙")).status_code == 302
    page = contact.get(FORM)
    assert "The entry form is handed in" in text(page)
    assert 'name="draft"' not in markup(page)
    branch.refresh_from_db()
    assert (branch.state, branch.leader_name, names(branch)) == ("handed_in", "领队甲", {1: ["队员甲", "队员乙"]})


def test_all_problems_stand_at_their_fields_and_nothing_typed_is_lost(branch, contact):
    before = all_rows()
    typed = {"contact_mail": "x@", "contact_phone": "138", **team(1, "队员甲", ""), **team(2, "队员甲", "队员丁")}
    answer = contact.post(FORM, fields(branch, **typed))
    assert answer.status_code == 422
    for name in ("contact_mail", "team1_player2_name", "team2_player1_name"):
        assert f'id="f-{name}_error"' in markup(answer)
        assert f'<a href="#f-{name}">' in markup(answer)
    assert {name: value_of(answer, name) for name in typed} == typed
    spread = contact.post(FORM, fields(branch, **team(1, "队员甲、队员乙", "")))
    assert (spread.status_code, value_of(spread, "team1_player2_name")) == (422, "队员乙")
    assert all_rows() == before


def test_two_contacts_at_once_see_both_versions_and_what_is_sent_twice_is_handed_in_once(branch, contact):
    mine, other = fields(branch, **team(1, "队员丙", "队员丁")), branch.tournament.branches.get(number=2)
    assert contact.post(FORM, mine | {"branch": str(other.pk)}).status_code == 409
    assert names(branch) == names(other) == {}
    sent = fields(branch, key="one-key", **team(1, "队员甲", "队员乙"))
    assert [contact.post(FORM, sent).status_code for _ in range(2)] == [302, 302]
    assert branch.tournament.journal.events.filter(kind="entry.handed_in").count() == 1
    answer = contact.post(FORM, mine)
    assert answer.status_code == 409
    assert "<dd>队员甲, 队员乙</dd>" in markup(answer)
    assert value_of(answer, "team1_player1_name") == "队员丙"
    assert press_again(contact, answer, FORM).status_code == 302
    assert names(branch)[1] == ["队员丙", "队员丁"]


EVERY_FIELD = (
    "leader", "leader_gender", "leader_remark", "contact_name", "contact_phone", "contact_mail",
    "team1_player1_name", "team2_player2_gender", "team1_player2_remark", "team2_player1_mail",
)  # fmt: skip


def test_office_remarks_on_any_field_and_the_branch_reads_it_there(branch, contact):
    hand_in_entry(branch, FULL, by=None)
    office, path = signed_in(a_role(branch.tournament, RoleKind.OFFICE)), "/e/s000/office/entries/1/"
    remarks = {f"remark_{field}": f"请核对{field}" for field in EVERY_FIELD} | {"remark": "请补领队"}
    assert press(office, path, path + "return/", **remarks).status_code == 302
    page = contact.get(FORM)
    for field in EVERY_FIELD:
        assert f'<a href="#f-{field}">请核对{field}</a>' in markup(page)
        assert re.search(rf'name="{field}".*?remarked.*?The office: 请核对{field}', markup(page))
    assert "请补领队" in text(page)
    assert 'class="mails" open' in markup(page)
    # it is mended, and returned again for a name: the addresses stay folded
    assert press(contact, FORM, FORM, **team(1, "队员甲", "队员戊")).status_code == 302
    assert "请核对" not in text(contact.get(FORM))
    return_entry(branch, {"team1_player2_name": "不在花名册"}, by=None)
    assert 'class="mails" open' not in markup(contact.get(FORM))
    press(contact, FORM, FORM)
    accept_entry(branch, by=None)
    assert "The office has accepted the entry form" in text(contact.get(FORM))


def test_after_the_deadline_the_form_is_only_read(branch, contact):
    hand_in_entry(branch, FULL, by=None)
    Tournament.objects.update(closes_at=timezone.now() - timedelta(hours=1))
    page = contact.get(FORM)
    assert "Nothing can be changed here any more" in text(page)
    assert "Hand it in" not in text(page)
    assert "<fieldset disabled>" in markup(page)
    answer = contact.post(FORM, fields(branch, **team(1, "队员甲", "队员戊")))
    assert answer.status_code == 422
    assert "can no longer be changed here" in text(answer)
    assert contact.get(FORM + "confirmation/").status_code == 200


def test_confirmation_of_what_was_handed_in_is_a_paper_to_sign_and_seal(branch, contact):
    office, path = signed_in(a_role(branch.tournament, RoleKind.OFFICE)), FORM + "confirmation/"
    for browser, paper in product((contact, office), (path, FORM + "confirmation.pdf")):
        told = browser.get(paper, follow=True)
        assert told.redirect_chain[-1][0] == FORM
        assert "once the entry form is handed in" in text(told)
    hand_in_entry(branch, FULL, by=None)
    assert f'href="{FORM}confirmation.pdf"' in markup(contact.get(FORM))
    page = contact.get(path)
    said = [text(page)]
    for browser in (contact, office):
        paper = browser.get(FORM + "confirmation.pdf")
        assert paper.headers["Content-Type"] == "application/pdf"
        assert "no-store" in paper.headers["Cache-Control"]
        (sheet,) = PdfReader(io.BytesIO(paper.content)).pages
        said.append(" ".join(sheet.extract_text().split()))
        assert "Scan: my matches" in said[-1]
    for sentence in ("机关分会", "队员甲", "队员丁", "Team 2", "Signature of the leader", "Branch (seal)"):
        assert all(sentence in words for words in said)
    mine = reverse("my_matches", args=["s000", my_token(branch.tournament, branch=branch.pk)])
    assert f'href="{mine}"' in markup(page)
    assert qr_image(f"http://testserver{mine}") in markup(page)
    assert qr_image("x")[:20] not in markup(contact.get(path, headers={"Host": "localhost"}))


def test_workbook_of_the_branch_alone_comes_back_into_the_fields(branch, contact):
    sheet = load_workbook(io.BytesIO(contact.get(FORM + "workbook/").content))
    assert {row[0].value for row in sheet.active.iter_rows(min_row=4, max_row=9)} == {"机关分会"}
    sheet.active["C5"], sheet.active["C6"], sheet.active["D6"] = "队员甲", "队员乙", "woman"
    out = io.BytesIO()
    sheet.save(out)
    before = all_rows()
    sent = fields(branch, read="1", leader="领队甲", **team(1, "", ""))
    answer = contact.post(FORM, {**sent, "file": SimpleUploadedFile("报名表.xlsx", out.getvalue())})
    assert answer.status_code == 422
    assert all_rows() == before
    assert (value_of(answer, "team1_player1_name"), value_of(answer, "leader")) == ("队员甲", "领队甲")
    assert "is now in the fields" in text(answer)
    assert press_again(contact, answer, FORM).status_code == 302
    assert names(branch) == {1: ["队员甲", "队员乙"]}


PASTED = [
    ("姓名\t性别\n队员甲\t男\n队员乙\t女\n", "(2 lines) is now in the fields"),
    ("分会\t姓名\n机关分会\t队员甲\n机电分会\t队员丙\n", "Please give the name"),
    ("分会\t姓名\n机电分会\t队员丙\n", "A2: 机电分会 is written here; this form is for 机关分会 alone."),
    ("队员甲\n队员乙", "The list has no headings: each word was told by what it looks like."),
    ("一队 队员甲 左撇子和右撇子 队员乙", "Line 1: It is not clear what “左撇子和右撇子” says here."),
    ("大家好！\n一队 队员甲 队员乙", "Not read: “大家好！”"),
    ("明天上午十点开会", "No row of headings was found"),
    ("", "Please choose a file with something in it."),
]


def test_pasted_table_is_understood_or_refused_in_plain_words(branch, contact):
    before = all_rows()
    for pasted, said in PASTED:
        answer = contact.post(FORM, fields(branch, read="1", contact_phone="138", pasted=pasted))
        assert (answer.status_code, value_of(answer, "contact_phone")) == (422, "138")
        assert said in text(answer)
    assert all_rows() == before
