"""The admin: the union office reads it; whatever has a state is changed by actions only."""

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import a_drawn_tournament, a_referee, a_role, a_user
from tournaments.day.actions.matches import enter_deal
from tournaments.models import Match, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
REGISTERED = sorted(admin.site._registry.items(), key=lambda item: item[0]._meta.label)


@pytest.fixture
def office(db: None) -> User:
    return User.objects.create_user("union", is_staff=True, is_superuser=True)


@pytest.fixture(scope="module")
def event(module_db: None) -> Tournament:
    event = a_drawn_tournament(started=True)
    enter_deal(Match.objects.get(stage__tournament=event, number=1), "NS", by=a_referee(event))
    return event


def address(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_all_that_counts_can_be_read():
    shown = {model.__name__ for model, _ in REGISTERED}
    assert {"User", "Role", "Event", "Sheet", "Deal", "Match", "Draw", "Tournament", "Delivery"} <= shown


@pytest.mark.parametrize("model", [model for model, _ in REGISTERED], ids=lambda m: m._meta.label)
def test_office_may_look_and_not_touch(client: Client, event, office, model):
    client.force_login(office)
    assert client.get(address(model, "changelist")).status_code == 200
    assert client.get(address(model, "add")).status_code == 403
    row = model.objects.first()
    if row is not None:
        assert client.get(address(model, "change", row.pk)).status_code == 200
        assert client.post(address(model, "change", row.pk), {}).status_code == 403
        assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert model.objects.filter(pk=row.pk).values().get() == model.objects.values().get(pk=row.pk)


def test_password_of_an_account_is_not_set_here(client: Client, office):
    client.force_login(office)
    person = a_user(password="zhixinglou 1230")
    assert client.post(f"/admin/accounts/user/{person.pk}/password/", {}, follow=True).status_code in (403, 404, 200)
    assert User.objects.get(pk=person.pk).password == person.password


def test_others_are_refused_and_a_stranger_is_sent_to_the_sign_in_page_and_back(client: Client, event):
    response = client.get(reverse("admin:index"), follow=True)
    assert response.redirect_chain[-1] == ("/sign-in/?next=/admin/", 302)
    for user in (a_user(), *(a_role(event, kind) for kind in RoleKind)):
        client.force_login(user)
        assert client.get(reverse("admin:index"), follow=True).status_code == 403
        assert client.get(address(Tournament, "changelist"), follow=True).status_code == 403


def test_one_time_password_is_replaced_first(client: Client, office):
    User.objects.filter(pk=office.pk).update(one_time_password=True)
    client.force_login(office)
    response = client.get(reverse("admin:index"))
    assert response.status_code == 302
    response = client.get(response.headers["Location"])
    assert response.headers["Location"] == reverse("password")
