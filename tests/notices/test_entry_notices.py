"""What the contact of a branch is told of its entry form, and that nobody else learns its link from it."""

from dataclasses import replace

import pytest
from django.urls import reverse

from notices.audience import People, addresses
from notices.models import Notice
from notices.states import TO_A_BRANCH, NoticeState
from notices.wording import mail, title, with_subjects
from tests.factories import a_branch, a_role, a_tournament
from tests.tournaments.entries.test_entries_actions import FULL
from tests.web.pages import signed_in, text
from tournaments.day.actions.links import issue_branch_links, revoke_branch_link
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.actions.entry_reviews import accept_entry, remind_branches, return_entry
from tournaments.entries.queries.links import my_token, token_of
from tournaments.models import Branch
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
FORM = replace(FULL, contact_mail="jg@branch.example")


@pytest.fixture
def branch() -> Branch:
    tournament = a_tournament(slug="s000")
    a_branch(tournament, name="机电分会", contact_mail="jd@branch.example")
    return a_branch(tournament, name="机关分会", contact_mail="jg@branch.example")


def told() -> list[Notice]:
    return list(with_subjects(Notice.objects.order_by("pk")))


def test_contact_is_reminded_and_told_what_the_office_did(branch):
    issue_branch_links(branch.tournament, by=None)
    remind_branches(branch.tournament, by=None)
    assert [addresses(notice, People([notice])) for notice in told()] == [["jd@branch.example"], ["jg@branch.example"]]
    hand_in_entry(branch, FORM, by=None)
    assert [notice.state for notice in told()] == [NoticeState.PENDING, NoticeState.CANCELLED]
    return_entry(branch, {"": "请看"}, by=None)
    referee = signed_in(a_role(branch.tournament, RoleKind.REFEREE))
    assert "报名表" not in text(referee.get("/e/s000/notices/"))  # it stands on no board
    hand_in_entry(branch, FORM, by=None)
    return_entry(branch, {"": "请再看"}, by=None)
    hand_in_entry(branch, FORM, by=None)
    accept_entry(branch, by=None)
    *_, first, second, accepted = told()
    assert [n.kind for n in (first, second, accepted)] == ["entry_returned", "entry_returned", "entry_accepted"]
    assert [n.state for n in (first, second, accepted)] == ["cancelled", "cancelled", "pending"]
    assert addresses(accepted, People([accepted])) == ["jg@branch.example"]
    assert {notice.kind for notice in told()} == set(TO_A_BRANCH)
    mine = reverse("my_matches", args=["s000", my_token(branch.tournament, branch=branch.pk)])
    assert mine in mail(accepted, branch.tournament.closes_at).body


def test_mail_opens_the_form_and_nobody_else_reads_how(branch):
    (link,) = [link for link in issue_branch_links(branch.tournament, by=None) if link.branch == branch]
    now = branch.tournament.closes_at
    remind_branches(branch.tournament, by=None)
    notice = told()[-1]
    assert "机关分会" in title(notice, now)
    assert f"/t/{token_of(link)}/" in mail(notice, now, opens=True).body
    assert token_of(link) not in mail(notice, now).body
    for kind in (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE):
        browser = signed_in(a_role(branch.tournament, kind))
        page = browser.get(f"/e/s000/office/outbox/{notice.pk}/")
        assert "机关分会" in text(page)
        assert token_of(link) not in page.content.decode()
    revoke_branch_link(branch, by=None)
    assert "/t/" not in mail(told()[-1], now, opens=True).body
    assert "/e/s000/" in mail(told()[-1], now, opens=True).body
