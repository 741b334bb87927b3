"""The branches editor."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import a_branch, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.web.pages import markup
from tournaments.models import Branch
from tournaments.states import RoleKind, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(client: Client) -> Client:
    client.force_login(a_user(is_staff=True))
    client.cookies["django_language"] = "en"
    return client


def test_a_list_is_pasted_from_the_notice(office):
    tournament = a_tournament()
    url = reverse("branches", args=[tournament.slug])
    assert office.post(url, {"branches": "机关分会一组 2\r\n\r\n信息分会\t3\r\n体育 分会\r\n"}).status_code == 302
    assert list(Branch.objects.values_list("number", "name", "quota")) == [
        (1, "机关分会一组", 2), (2, "信息分会", 3), (3, "体育 分会", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("pasted", ["", "信息分会 2\n信息分会 2", "信息分会 99", "第1分会", "长" * 31])
def test_a_refused_list_stays_on_the_page(office, pasted):
    tournament = a_tournament(branches=1)
    before = all_rows()
    answer = office.post(reverse("branches", args=[tournament.slug]), {"branches": pasted})
    assert answer.status_code == 422
    assert 'href="#f-branches"' in markup(answer)
    assert pasted in answer.content.decode()
    assert all_rows() == before


def test_a_branch_is_renamed_and_moved(office):
    tournament = a_tournament(branches=2)
    branch = Branch.objects.get(number=2)
    url = reverse("branch", args=[tournament.slug, branch.pk])
    assert 'value="第2分会"' in markup(office.get(url))
    assert office.post(url, {"name": "信息分会", "quota": "1", "place": "1"}).status_code == 302
    assert list(Branch.objects.order_by("number").values_list("name", "quota")) == [("信息分会", 1), ("第1分会", 2)]


def test_a_refused_change_keeps_what_was_typed(office):
    branch = a_branch(a_tournament(), teams=2)
    before = all_rows()
    url = reverse("branch", args=[branch.tournament.slug, branch.pk])
    answer = office.post(url, {"name": "信息分会", "quota": "1", "place": "1"})
    page = markup(answer)
    assert answer.status_code == 422
    assert 'value="信息分会"' in page
    assert 'href="#f-quota"' in page
    assert all_rows() == before


def test_a_branch_without_teams_is_removed_and_one_with_teams_is_not(office):
    tournament = a_tournament()
    full, empty = a_branch(tournament, teams=1), a_branch(tournament)
    refused = office.post(reverse("branch_removal", args=[tournament.slug, full.pk]))
    assert refused.status_code == 422
    assert "a branch can be removed only without teams" in markup(refused)
    assert office.post(reverse("branch_removal", args=[tournament.slug, empty.pk])).status_code == 302
    assert list(Branch.objects.all()) == [full]


def test_after_the_draw_the_page_offers_neither_adding_nor_removing(office):
    tournament = a_tournament(branches=1, state=TournamentState.DRAWN)
    branch = Branch.objects.get()
    for url in (reverse("branches", args=[tournament.slug]), reverse("branch", args=[tournament.slug, branch.pk])):
        page = markup(office.get(url))
        assert 'name="branches"' not in page
        assert "removal" not in page


def test_the_branch_of_another_event_is_not_found(office):
    branch = a_branch(a_tournament())
    assert office.get(reverse("branch", args=[a_tournament().slug, branch.pk])).status_code == 404


@pytest.mark.parametrize("kind", [None, RoleKind.REFEREE, RoleKind.CHIEF_REFEREE])
def test_only_the_office_edits_branches(client, kind):
    tournament = a_tournament(branches=1)
    client.force_login(a_role(tournament, kind) if kind else a_user())
    assert client.post(reverse("branches", args=[tournament.slug]), {"branches": "信息分会"}).status_code == 403
    assert Branch.objects.count() == 1
