"""People: accounts with a slip, roles, new passwords."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.passwords import slip_token
from tests.factories import a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.web.form_fields import press, press_again
from tests.web.pages import markup, signed_in
from tournaments.bracket.queries.versions import people_version
from tournaments.models import Role
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
LIST = {"lines": "刘裁判长 裁判长\n张三", "kind": "referee"}
OWN = {"new": "abcXYZ-987654", "again": "abcXYZ-987654"}


def password_in(page: str) -> str:
    return re.search(r"<dd>([a-z0-9]{4}(?:-[a-z0-9]{4}){2})</dd>", page)[1]


def test_a_slip_opens_its_account_once_and_the_owner_chooses_a_password(office):
    tournament = a_tournament()
    url, slips = (reverse(name, args=[tournament.slug]) for name in ("people", "people_slips"))
    assert office.get(slips).status_code == 302
    assert [office.post(url, {**LIST, "key": "a-key"}).status_code for _ in range(2)] == [302, 302]
    assert f'href="{slips}"' in markup(office.get(url))
    assert office.get(slips).content.startswith(b"%PDF")
    user = User.objects.get(name="刘裁判长")
    opened, first = Client(), reverse("first_sign_in", args=[slip_token(user)])
    page = opened.get(first)
    assert (page.status_code, page.headers["Referrer-Policy"]) == (200, "strict-origin")
    assert "刘裁判长" in markup(page)
    assert "_auth_user_id" not in opened.session
    assert opened.post(first, {"new": "12345678", "again": "12345678"}).status_code == 422
    assert opened.post(first, OWN).headers["Location"] == reverse("desks")
    assert opened.get(reverse("desk", args=[tournament.slug])).status_code == 200
    forged = first.replace("/own/", "/own/9")
    assert [Client().post(first, OWN).status_code, Client().get(forged).status_code] == [410, 410]
    again = Client().post(reverse("sign_in"), {"username": "刘裁判长", "password": OWN["new"]})
    assert again.status_code == 302


def test_a_refused_list_keeps_what_was_typed(office):
    tournament = a_tournament()
    before = all_rows()
    answer = office.post(reverse("people", args=[tournament.slug]), {**LIST, "lines": "张三\n12345"})
    page = markup(answer)
    assert answer.status_code == 422
    assert 'href="#f-lines"' in page
    assert "12345</textarea>" in page
    assert all_rows() == before


def test_a_role_is_given_to_an_existing_account_and_taken_back(office):
    tournament, known = a_tournament(), a_user(username="known")
    give = reverse("people_role", args=[tournament.slug])
    assert office.post(give, {"username": "nobody", "kind": "referee"}).status_code == 422
    assert office.post(give, {"username": "Known", "kind": "king"}).status_code == 422
    assert not Role.objects.exists()
    assert office.post(give, {"username": "Known", "kind": "referee"}).status_code == 302
    assert office.post(give, {"username": "known", "kind": "referee"}).status_code == 422
    back = reverse("people_revocation", args=[tournament.slug, known.pk, "referee"])
    assert office.post(back).status_code == 409  # of no page
    assert press(office, reverse("people", args=[tournament.slug]), back).status_code == 302
    assert not Role.objects.exists()
    assert office.post(back, {"seen": people_version(tournament)}).status_code == 409


def test_ones_own_role_is_asked_about(client):
    tournament = a_tournament()
    own = a_role(tournament, RoleKind.OFFICE)
    a_role(tournament, RoleKind.OFFICE)
    browser, page = signed_in(own), reverse("people", args=[tournament.slug])
    back = reverse("people_revocation", args=[tournament.slug, own.pk, "office"])
    question = press(browser, page, back)
    assert (question.status_code, Role.objects.count()) == (422, 2)
    assert "This is your own role" in markup(question)
    assert press_again(browser, question, back).status_code == 302
    assert Role.objects.count() == 1


def test_a_lost_password_is_replaced_and_not_once_more_by_whoever_is_late(office):
    tournament = a_tournament()
    referee = a_role(tournament)
    url, seen = reverse("people_password", args=[tournament.slug, referee.pk]), people_version(tournament)
    answer = office.post(url, {"seen": seen})
    assert answer.status_code == 200
    referee.refresh_from_db()
    assert referee.check_password(password_in(markup(answer)))
    assert "no-store" in answer.headers["Cache-Control"]
    assert office.post(url, {"seen": seen}).status_code == 409


def test_the_office_of_one_event_cannot_take_over_the_unions_account(client):
    tournament, union = a_tournament(), a_user(is_staff=True)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    before = User.objects.get(pk=union.pk).password
    assert client.post(reverse("people_password", args=[tournament.slug, union.pk])).status_code == 404
    a_role(tournament, RoleKind.OFFICE, user=union)
    url = reverse("people_password", args=[tournament.slug, union.pk])
    assert client.post(url, {"seen": "0"}).status_code == 422
    assert User.objects.get(pk=union.pk).password == before


def test_an_office_person_makes_a_chief_and_cannot_be_him(client):
    tournament = a_tournament()
    first, second = (signed_in(a_role(tournament, RoleKind.OFFICE)) for _ in range(2))
    people = reverse("people", args=[tournament.slug])
    first.post(people, {**LIST, "lines": "张三", "kind": "chief_referee"})
    assert "somebody else of the office" in markup(first.get(people))
    chief = Client()
    chief.cookies["django_language"] = "en"
    chief.post(reverse("first_sign_in", args=[slip_token(User.objects.get(username="张三"))]), OWN)
    desk = reverse("desk", args=[tournament.slug])
    assert chief.get(desk).status_code == 403
    assert "waits to be confirmed" in markup(chief.get(reverse("desks")))
    confirm = reverse("people_confirmation", args=[tournament.slug, User.objects.get(username="张三").pk])
    assert confirm not in markup(first.get(people))
    assert first.post(confirm, {"seen": people_version(tournament)}).status_code == 422
    assert chief.get(desk).status_code == 403
    assert press(second, people, confirm).status_code == 302
    assert chief.get(desk).status_code == 200
    assert "waits to be confirmed" not in markup(chief.get(reverse("desks")))


def test_only_the_office_sees_people(client):
    tournament = a_tournament()
    roles = [a_role(tournament, kind) for kind in (RoleKind.REFEREE, RoleKind.CHIEF_REFEREE)]
    for user in (a_user(), *roles):
        client.force_login(user)
        assert client.get(reverse("people", args=[tournament.slug])).status_code == 403
        assert client.post(reverse("people", args=[tournament.slug]), LIST).status_code == 403
    assert not User.objects.filter(username="张三").exists()
