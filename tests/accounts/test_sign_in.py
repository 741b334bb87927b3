"""From the printed one-time password to a password of one's own, and what happens to somebody who guesses."""

import re

import pytest
from axes.models import AccessFailureLog, AccessLog
from django.conf import settings
from django.test import Client

from accounts.models import User
from accounts.passwords import new_account
from tests.factories import a_user

pytestmark = pytest.mark.django_db
OWN = "zhixinglou 1230"


def sign_in(client: Client, username: str, password: str, **more: str):
    return client.post("/sign-in/", {"username": username, "password": password, **more})


def english(client: Client) -> Client:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def faults(page: bytes) -> list[str]:
    """What the page says is wrong."""
    elements = re.findall(r'<div class="faults".*?</div>|<p class="err".*?</p>', page.decode(), re.DOTALL)
    return [re.sub(r"<[^>]+>", "", text).strip() for text in elements]


def test_one_time_password_leads_to_a_password_of_ones_own_and_on_and_opens_nothing_else_nor_again(client: Client):
    _, password = new_account("office", is_staff=True)
    arrived = sign_in(client, "office", password, next="/desks/?all=1")
    assert (arrived.status_code, arrived.headers["Location"]) == (302, "/password/?next=%2Fdesks%2F%3Fall%3D1")
    for elsewhere in (client.get("/desks/"), client.post("/sign-out/")):
        assert (elsewhere.status_code, elsewhere.headers["Location"].partition("?")[0]) == (302, "/password/")
    chosen = client.post(arrived.headers["Location"], {"new": OWN, "again": OWN})
    assert (chosen.status_code, chosen.headers["Location"]) == (302, "/desks/?all=1")
    assert not User.objects.get().one_time_password
    assert is_signed_in(client)
    assert sign_in(Client(), "office", password).status_code == 422
    assert sign_in(Client(), "office", OWN).status_code == 302


@pytest.mark.parametrize(
    ("new", "again"),
    [(OWN, "zhixinglou 1330"), ("short", "short"), ("12345678901", "12345678901"), ("password", "password"), ("", "")],
)
def test_password_that_will_not_do_is_refused_and_changes_nothing(client: Client, new, again):
    user, password = new_account("office")
    client.force_login(user)
    response = english(client).post("/password/", {"new": new, "again": again})
    assert response.status_code == 422
    assert faults(response.content)
    user.refresh_from_db()
    assert user.check_password(password)
    assert user.one_time_password is True


def test_one_time_password_cannot_be_chosen_again(client: Client):
    user, password = new_account("office")
    client.force_login(user)
    response = english(client).post("/password/", {"new": password, "again": password})
    assert response.status_code == 422
    assert faults(response.content) == ["This is the password that you have already. Please choose another one."]
    assert User.objects.get().one_time_password


def test_wrong_password_is_told_and_keeps_the_name(client: Client):
    a_user(username="gonghui", password=OWN)
    response = sign_in(english(client), "gonghui", "wrong")
    assert (response.status_code, len(faults(response.content))) == (422, 1)
    assert b"User name or password is wrong." in response.content
    assert b'value="gonghui"' in response.content
    assert not is_signed_in(client)


def test_sign_in_leads_on_to_pages_of_this_site_only_and_no_switched_off_account_to_any(client: Client):
    user = a_user(username="gonghui", password=OWN)
    assert sign_in(client, "gonghui", OWN, next="https://example.org/").headers["Location"] == "/desks/"
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert sign_in(other := Client(), "gonghui", OWN).status_code == 422
    assert not is_signed_in(other)


def test_log_holds_who_came_in_and_what_was_refused_and_no_password(client: Client):
    a_user(username="gonghui", password=OWN)
    sign_in(client, "gonghui", "wrong 4711", kept="what was typed")
    sign_in(client, "gonghui", OWN)
    failed, came = AccessFailureLog.objects.get(), AccessLog.objects.get()
    assert (failed.username, failed.ip_address) == (came.username, came.ip_address) == ("gonghui", "127.0.0.1")
    assert not {"wrong 4711", "what was typed"} & {str(text) for text in vars(failed).values()}
