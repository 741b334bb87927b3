"""The office's side of the branches' own door: links, cards, reminders, and forms that are accepted or returned."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from journal.models import Event
from notices.models import Notice
from tests.factories import a_branch, a_drawn_tournament, a_role, a_tournament
from tests.rows import all_rows
from tests.tournaments.entries.test_entries_actions import FULL, a_form
from tests.web.form_fields import press, press_again
from tests.web.pages import markup, queries, signed_in, text
from tournaments.day.actions.links import issue_branch_links
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.actions.entry_reviews import set_entries
from tournaments.entries.queries.links import my_token, token_of
from tournaments.models import AccessLink, Branch, Player, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
LINKS, ENTRIES = "/e/s000/office/entries/links/", "/e/s000/office/entries/"


@pytest.fixture
def event() -> Tournament:
    tournament = a_tournament(slug="s000", name="工会掼蛋赛")
    a_branch(tournament, name="机关分会", contact_mail="jg@branch.example")
    a_branch(tournament, name="机电分会")
    a_branch(tournament, name="信息分会", teams=2)
    return tournament


@pytest.fixture
def office(event) -> Client:
    return signed_in(a_role(event, RoleKind.OFFICE))


def branch(event: Tournament, number: int = 1) -> Branch:
    return event.branches.get(number=number)


def tokens(event: Tournament) -> list[str]:
    return [token_of(link) for link in AccessLink.objects.filter(branch__tournament=event, revoked_at=None)]


def test_links_are_made_sent_as_one_list_and_printed(office, event):
    assert "Make the 3 links that are missing" in text(office.get(LINKS))
    answer = office.post(LINKS + "issue/", follow=True)
    assert answer.redirect_chain == [(LINKS, 302)]
    page = text(answer)
    assert "3 links are made." in page
    listed = re.search(r'id="all-links"[^>]*>(.*?)</textarea>', answer.content.decode(), re.DOTALL)[1]
    mine = reverse("my_matches", args=["s000", my_token(event, branch=branch(event, 2).pk)])
    assert f"机电分会 http://testserver{mine}" in page
    lines = [f"{name} http://testserver/t/{token}/" for name, token in zip(
        ("机关分会", "机电分会", "信息分会"), tokens(event), strict=True,
    )]  # fmt: skip
    assert listed.splitlines()[1:] == lines
    assert "工会掼蛋赛" in listed.splitlines()[0]
    cards = office.get(LINKS + "cards/")
    assert markup(cards).count('<img src="data:image/svg') == 3
    assert "http://testserver/t/" not in cards.content.decode()
    for response in (answer, cards):
        assert "no-store" in response.headers["Cache-Control"]


def test_links_page_costs_the_same_for_more_branches(office, event):
    issue_branch_links(event, by=None)
    few = queries(office, LINKS)
    for _ in range(5):
        a_branch(event, teams=1)
    issue_branch_links(event, by=None)
    assert queries(office, LINKS) == few


def test_link_is_replaced_and_revoked_and_its_code_is_shown_while_it_opens_something(office, event):
    issue_branch_links(event, by=None)
    old = tokens(event)[0]
    assert "has a new link" in text(office.post(LINKS + "1/renewal/", follow=True))
    assert old not in tokens(event)
    assert f'src="{LINKS}1/code/"' in markup(office.get(LINKS))
    code = office.get(LINKS + "1/code/")
    assert (code.status_code, code["Content-Type"]) == (200, "image/svg+xml")
    assert "opens nothing any more" in text(office.post(LINKS + "1/revocation/", follow=True))
    assert len(tokens(event)) == 2
    assert [office.get(f"{LINKS}{n}/code/").status_code for n in (1, 9)] == [204, 204]
    assert office.post(LINKS + "1/revocation/").status_code == 409
    assert office.post(LINKS + "9/renewal/").status_code == 404


def test_exactly_those_who_are_missing_are_reminded(office, event):
    issue_branch_links(event, by=None)
    hand_in_entry(branch(event, 2), FULL, by=None)
    page = office.get(LINKS).content.decode()
    lines = re.search(r'id="reminder"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1].splitlines()
    assert lines[1:] == ["机关分会", "Please use the link that your branch was sent."]
    assert "A reminder goes to 1 branch." in text(office.post(LINKS + "reminder/", follow=True))
    assert list(Notice.objects.values_list("kind", flat=True)) == ["entry_reminder"]
    hand_in_entry(branch(event), a_form(("队员戊", "队员己")), by=None)
    assert "Every branch has handed in its form" in text(office.get(LINKS))
    answer = office.post(LINKS + "reminder/")
    assert answer.status_code == 422
    assert "No branch whose form is awaited" in text(answer)


def test_who_gets_no_mail_is_named_with_a_reminder_of_his_own(office, event):
    a_branch(event, name="外语分会", contact_name="联络人丁", contact_phone="13800000003")
    issue_branch_links(event, by=None)
    office.post(LINKS + "2/revocation/")
    page = office.get(LINKS).content.decode()
    named = re.findall(r"<summary>\s*(\S+)\s*<span class=\"quiet\">(.*?)</span>", page)
    assert named == [("机电分会", " "), ("外语分会", "联络人丁 13800000003")]
    own = {n: re.search(rf'id="reminder-{n}"[^>]*>(.*?)</textarea>', page, re.DOTALL) for n in (1, 2, 4)}
    assert own[1] is None  # its contact hears by mail
    assert own[2][1].count("\n") == 0  # without a link there is none to name
    sentence, address = own[4][1].splitlines()
    assert "外语分会" in sentence
    assert address == f"http://testserver/t/{tokens(event)[-1]}/"
    hand_in_entry(branch(event, 4), FULL, by=None)
    assert 'id="reminder-4"' not in office.get(LINKS).content.decode()


def test_setting_says_what_counts(office, event):
    for needed in ("on", ""):
        assert press(office, LINKS, LINKS + "setting/", needed=needed).status_code == 302
        event.refresh_from_db()
        assert event.acceptance_needed is bool(needed)
        field = re.search(r"<input[^>]*needed[^>]*>", markup(office.get(LINKS)))[0]
        assert ("checked" in field) is bool(needed)


def test_telephones_are_deleted_at_any_time_once_it_is_meant(office):
    event = a_drawn_tournament(branches=2, teams=1, slug="drawn", phones_kept=True)
    first, second, *_others = Player.objects.filter(team__branch__tournament=event)
    for player, phone in ((first, "13805140001"), (second, "13805140002")):
        Player.objects.filter(pk=player.pk).update(phone=phone)
    office, path = signed_in(a_role(event, RoleKind.OFFICE)), "/e/drawn/office/entries/links/"
    page = office.get(path)
    assert "Telephones of players are kept" in text(page)
    assert "A form counts only once" not in text(page)
    asked = press(office, path, path + "setting/", phones="")
    assert asked.status_code == 422
    assert "Telephones of 2 players are kept now. They will be deleted." in text(asked)
    assert Player.objects.exclude(phone="").count() == 2
    assert press_again(office, asked, path + "setting/", phones="").status_code == 302
    event.refresh_from_db()
    assert not event.phones_kept
    assert not Player.objects.exclude(phone="").exists()
    told = Event.objects.filter(journal=event.journal).order_by("-number")[:2]
    assert [each.kind for each in told] == ["tournament.edited", "phones.deleted"]
    assert [each.data.get("count") for each in told] == [None, 2]
    assert "1380514" not in str([each.data for each in told])


def test_event_without_branches_says_so(office, event):
    event.branches.all().delete()
    assert "There are no branches yet." in text(office.get(LINKS))
    assert "No links are made yet." in text(office.get(LINKS + "cards/"))


def test_only_the_office_sees_links(event):
    issue_branch_links(event, by=None)
    for kind in (RoleKind.CHIEF_REFEREE, RoleKind.REFEREE):
        browser = signed_in(a_role(event, kind))
        for path in (LINKS, LINKS + "cards/", LINKS + "1/code/"):
            assert browser.get(path).status_code == 403


def test_form_that_was_handed_in_is_accepted(office, event):
    set_entries(event, acceptance=True, phones=False, by=None)
    hand_in_entry(branch(event), FULL, by=None)
    path = ENTRIES + "1/"
    page = text(office.get(path))
    for sentence in ("to be looked at", "Handed in by the branch", "It counts once it is accepted."):
        assert sentence in page
    event.branches.filter(number=1).update(quota=1)  # what cannot be accepted is said at its field
    refused = press(office, path, path + "acceptance/")
    assert refused.status_code == 422
    assert 'id="f-team2_player1_name_error"' in markup(refused)
    assert "1 cannot be accepted as it stands" in text(office.post(ENTRIES + "acceptance/", follow=True))
    assert branch(event).state == "handed_in"
    event.branches.filter(number=1).update(quota=2)
    assert press(office, path, path + "acceptance/").status_code == 302
    assert "Accepted" in text(office.get(path))
    assert branch(event).teams.filter(state="entered").count() == 2
    assert office.post(path + "acceptance/", {"seen": "0"}).status_code == 409


def test_all_are_accepted_at_once(office, event):
    set_entries(event, acceptance=True, phones=False, by=None)
    for number, names in ((1, ("队员甲", "队员乙")), (2, ("队员丙", "队员丁"))):
        hand_in_entry(branch(event, number), a_form(names), by=None)
    assert "Accept all 2 entry forms that were handed in" in text(office.get(ENTRIES))
    answer = office.post(ENTRIES + "acceptance/", follow=True)
    assert "2 entry forms are accepted." in text(answer)
    assert set(event.branches.values_list("number", "state")) == {(1, "accepted"), (2, "accepted"), (3, "open")}


def test_form_is_returned_with_remarks_at_its_lines(office, event):
    hand_in_entry(branch(event), FULL, by=None)
    path = ENTRIES + "1/"
    before = all_rows()
    for typed, sentence in (
        ({}, "Please say at one field at least"),
        ({"remark_leader": "长" * 201}, "at most 200 characters"),
    ):
        answer = press(office, path, path + "return/", **typed)
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert all_rows() == before
    assert "长" * 201 in markup(answer)
    typed = {"remark_team1_player1_name": "不在花名册", "remark": "请看"}
    assert press(office, path, path + "return/", **typed).status_code == 302
    assert branch(event).remarks == {"team1_player1_name": "不在花名册", "": "请看"}
    page = office.get(path)
    for sentence in ("Returned to the branch with remarks", "The office: 不在花名册", "The office: 请看", "returned"):
        assert sentence in text(page)
    assert reverse("entry_return", args=["s000", 1]) not in markup(page)
    assert office.post(path + "return/", {"remark": "x", "seen": "0"}).status_code == 409
    assert press(office, path, path).status_code == 302  # the office fills it in itself
    assert branch(event).state == "accepted"
