"""挑战 through the pages: by the link of a branch, in its place by the office, and the end of the season."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import a_role
from tests.made_once import once_a_module
from tests.thorough import in_ci_only
from tests.tournaments.day.ladders import DAY, a_ladder, challenged, decided, order, team
from tests.tournaments.day.leagues import link_of
from tests.tournaments.entries.test_late_entries import enter_late
from tests.web.pages import signed_in
from tournaments.models import Match, Round
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def phone_of(day, number) -> Client:
    """On which the link of that team's branch was opened."""
    phone = signed_in(link_of(team(day, number).branch).account)
    phone.cookies["django_language"] = "zh-hans"
    return phone


def page_of(day, number) -> str:
    return reverse("own_days", args=[day.tournament.slug, team(day, number).branch.number])


def sent(day, challenger, other):
    return {"challenger": team(day, challenger).pk, "challenged": team(day, other).pk}


made_once, day = once_a_module(a_ladder)


def test_branch_challenges_and_takes_it_back_by_its_link(day):
    phone, page = phone_of(day, 4), page_of(day, 4)
    shown = phone.get(page).content.decode()
    assert shown.count('name="challenged"') == 3  # the three above
    assert phone.post(page + "challenges/", sent(day, 4, 1)).headers["Location"] == page
    assert Match.objects.get().challenged_at is not None
    shown = phone.get(page).content.decode()
    assert "挑战第1分会一队，12月5日 周日前赛完" in shown
    assert 'name="challenged"' not in shown
    assert "被第4分会一队挑战" in phone_of(day, 1).get(page_of(day, 1)).content.decode()
    assert phone.post(page + "1/withdrawal/").status_code == 302
    assert not Match.objects.exists()


def test_reason_stands_beside_whoever_may_not_be_challenged(day):
    challenged(day, 2, 1)
    phone = phone_of(day, 4)
    shown = phone.get(page_of(day, 4)).content.decode()
    assert "第2分会一队已有一场挑战尚未决出：第1场。" in shown
    assert shown.count('name="challenged"') == 1
    answer = phone.post(page_of(day, 4) + "challenges/", sent(day, 4, 1))
    assert answer.status_code == 422
    assert "第1分会一队已有一场挑战尚未决出" in answer.content.decode()
    assert Match.objects.count() == 1


def test_link_challenges_for_its_own_branch_alone(day):
    phone = phone_of(day, 4)
    assert phone.post(page_of(day, 5) + "challenges/", sent(day, 5, 4)).status_code == 403
    assert phone.post(page_of(day, 4) + "challenges/", sent(day, 5, 4)).status_code == 422
    assert phone.post(page_of(day, 4) + "challenges/", {"challenger": "x", "challenged": ""}).status_code == 422
    assert phone.get(reverse("ladder_desk", args=[day.tournament.slug])).status_code == 403
    challenged(day, 5, 4)
    assert phone.post(page_of(day, 4) + "1/withdrawal/").status_code == 422  # it is the challenger's to take back
    assert Match.objects.count() == 1


def test_office_challenges_in_place_of_a_branch_and_closes_the_season(day):
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE))
    desk = reverse("ladder_desk", args=[day.tournament.slug])
    assert office.post(page_of(day, 3) + "challenges/", sent(day, 3, 1)).headers["Location"] == desk
    assert office.post(desk + "season/").status_code == 422
    assert Round.objects.get().closed_at is None
    assert office.post(page_of(day, 3) + "1/withdrawal/").headers["Location"] == desk
    assert office.post(desk + "season/").headers["Location"] == desk
    assert Round.objects.get().closed_at is not None
    assert office.post(desk + "season/", {"again": "yes"}).headers["Location"] == desk
    assert Round.objects.get().closed_at is None


def test_everybody_sees_the_order_and_who_challenges_whom(day):
    decided(day, 4, 1)
    day.at(DAY)
    challenged(day, 3, 2)
    page = Client(headers={"accept-language": "zh-hans"}).get(f"/e/{day.tournament.slug}/bracket/").content.decode()
    assert order(day) == [4, 2, 3, 1, 5, 6]
    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")
    assert "擂主" in rows[0]
    assert "↑3" in rows[0]
    assert "被第3分会一队挑战" in rows[1]
    assert "↓3" in rows[3]
    assert "负于第4分会一队，11月29日 周一" in rows[3]


def test_who_enters_late_by_the_form_stands_at_the_bottom_of_the_page(day):
    address, visitor = f"/e/{day.tournament.slug}/bracket/", Client(headers={"accept-language": "zh-hans"})
    assert "二队" not in visitor.get(address).content.decode()
    enter_late(day)
    rows = visitor.get(address).content.decode().split("<tbody>")[1].split("</tbody>")[0].split("</tr>")
    assert "二队" in rows[6]
    office = signed_in(a_role(day.tournament, RoleKind.OFFICE))
    form = office.get(f"/e/{day.tournament.slug}/office/entries/2/").content.decode()
    assert "it joins the ladder at the bottom" in form


def test_pages_of_a_ladder_without_any_challenge(day, client):
    for address in ("", "bracket/", "rounds/", "results/", "hall/", "teams/", "timetable/", "journal/", "regulation/"):
        assert client.get(f"/e/{day.tournament.slug}/{address}", follow=True).status_code == 200, address


@in_ci_only
@pytest.mark.parametrize("challenges", [1, 12])
def test_ladder_costs_as_many_queries_whatever_its_size(django_assert_max_num_queries, challenges):
    day = a_ladder(branches=30)
    for number in range(2, 2 * challenges + 1, 2):
        challenged(day, number, number - 1)
    phone = phone_of(day, 30)
    with django_assert_max_num_queries(45):
        assert phone.get(page_of(day, 30)).status_code == 200
