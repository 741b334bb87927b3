"""A session that ends in the middle of a form loses nothing: signed in again, the form is there as it was typed."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.factories import a_role, a_tournament
from tests.web.pages import markup
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
OWN = "zhixinglou 1230"
TYPED = "甲分会 2\r\n乙<b>分会&丙 1"


@pytest.fixture
def tournament():
    return a_tournament()


def with_password(tournament):
    user = a_role(tournament, RoleKind.OFFICE)
    user.set_password(OWN)
    user.save()
    return user


@pytest.fixture
def clerk(tournament):
    return with_password(tournament)


def sign_in(browser: Client, person, answer, password: str = OWN):
    """With what the page that asks for it holds."""
    return browser.post(
        "/sign-in/", hidden(answer.content.decode()) | {"username": person.username, "password": password}
    )


@pytest.fixture
def browser(client: Client, clerk) -> Client:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def hidden(page: str, form: str = "") -> dict[str, str]:
    """The fields of the page, or of its form of that id, that nobody types."""
    part = page[page.index(f'id="{form}"') :] if form else page
    part = part[: part.index("</form>")]
    inputs = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', part)
    return {name: unescape(text) for name, text in inputs}


def a_form(tournament, clerk) -> tuple[str, dict[str, str]]:
    path = reverse("branches", args=[tournament.slug])
    return path, {"branches": TYPED, "account": str(clerk.pk), "key": "1" * 32}


def test_form_sent_after_the_session_is_there_again_as_typed_and_nothing_is_saved(browser, tournament, clerk):
    path, form = a_form(tournament, clerk)
    response = browser.post(path, form)
    assert response.status_code == 401
    assert "not lost" in markup(response)
    wrong = sign_in(browser, clerk, response, password="no")
    assert hidden(wrong.content.decode())["kept"] == hidden(response.content.decode())["kept"]
    back = hidden(sign_in(browser, clerk, wrong).content.decode(), "resume")
    assert (back["branches"], back["resumed"]) == (TYPED, "1")
    shown = browser.post(path, back)
    assert shown.status_code == 422
    assert "It is not saved yet" in markup(shown)
    assert "乙&lt;b&gt;分会&amp;丙 1" in shown.content.decode()
    assert not tournament.branches.exists()
    assert tournament.journal.events.count() == 0


def test_another_account_gets_nothing_of_it_and_a_forged_form_is_not_carried(browser, tournament, clerk):
    response = browser.post(*a_form(tournament, clerk))
    assert sign_in(browser, with_password(tournament), response).status_code == 302
    browser.logout()
    arrived = browser.post("/sign-in/", {"kept": "made:up", "username": clerk.username, "password": OWN})
    assert arrived.status_code == 302


def test_token_of_an_earlier_sign_in_loses_nothing_either(tournament, clerk):
    path, form = a_form(tournament, clerk)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(clerk)
    refused = browser.post(path, form, headers={"origin": "http://testserver"})
    assert refused.status_code == 403
    back = hidden(refused.content.decode(), "resume")
    assert back["branches"] == TYPED
    shown = browser.post(path, back, headers={"origin": "http://testserver"})
    assert (shown.status_code, tournament.branches.count()) == (422, 0)
    elsewhere = browser.post(path, form, headers={"origin": "https://example.org"})
    assert 'id="resume"' not in elsewhere.content.decode()


def test_password_is_never_carried(browser, clerk):
    answer = browser.post("/password/", {"new": OWN, "again": OWN, "account": str(clerk.pk)})
    assert answer.status_code == 302
    assert OWN not in answer.content.decode()
