from datetime import timedelta

import pytest
from django.urls import reverse

from notices.delivery import issue
from notices.models import Delivery
from notices.states import DeliveryState
from tests.factories import FIRST_START, a_role, a_user
from tests.notices.factories import a_drawn_event
from tests.web.pages import markup
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

WEEK_BEFORE = FIRST_START - timedelta(days=7)


@pytest.fixture
def tournament():
    event = a_drawn_event(now=WEEK_BEFORE)
    issue(event)
    failed = Delivery.objects.filter(address="a@branch.example")
    failed.update(state=DeliveryState.FAILED, attempts=2, last_error="550 <b>no such user</b>")
    return event


def page(client, tournament, user, **query):
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client.get(reverse("outbox", kwargs={"slug": tournament.slug}), query)


def test_office_reads_what_waits(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE)))
    assert "The draw is published" in html
    assert "plays on Mon 29 Nov at 12:30" in html
    assert "b@branch.example" in html


def test_office_reads_who_was_not_reached_and_why(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE), shelf="failed"))
    assert "a@branch.example" in html
    assert "2 attempts. The mail server said: 550 &lt;b&gt;no such user&lt;/b&gt;" in html
    assert "plays" not in html


def test_chief_referee_reads_no_address(client, tournament):
    response = page(client, tournament, a_role(tournament, RoleKind.CHIEF_REFEREE), shelf="failed")
    html = markup(response)
    assert "The draw is published" in html
    assert "@" not in html
    assert "550" not in html


@pytest.mark.parametrize("kind", [RoleKind.REFEREE, None])
def test_outbox_is_closed_to_others(client, tournament, kind):
    user = a_role(tournament, kind) if kind else a_user()
    assert page(client, tournament, user).status_code == 403


def test_outbox_sends_a_stranger_to_the_sign_in(client, tournament):
    response = client.get(reverse("outbox", kwargs={"slug": tournament.slug}))
    assert response.status_code == 302
    assert response.url.startswith(reverse("sign_in"))


@pytest.mark.parametrize("query", ["shelf=nonsense", "page=-1", "page=x", "page=999", "page=²", "page=" + "9" * 5000])
def test_outbox_understands_any_address(client, tournament, query):
    name, _, value = query.partition("=")
    assert page(client, tournament, a_role(tournament, RoleKind.OFFICE), **{name: value}).status_code == 200


def test_empty_shelves_say_so(client, tournament):
    html = markup(page(client, tournament, a_role(tournament, RoleKind.OFFICE), shelf="cancelled"))
    assert "There is nothing here." in html
    assert "<table" not in html
