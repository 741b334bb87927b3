"""How long a sign-in holds, where one is signed in, and signing out there."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import sessions
from accounts.models import Session
from accounts.passwords import new_account
from tests.factories import a_role, a_tournament, a_user
from tests.web.pages import markup
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
OWN, NEW = "zhixinglou 1230", "zhixinglou 1330"
WEEK_OLD = timedelta(days=7)


def signed_in(user, agent="Mozilla/5.0 (Windows NT 10.0) Chrome/140.0") -> Client:
    browser = Client(headers={"user-agent": agent})
    browser.cookies["django_language"] = "en"
    assert browser.post("/sign-in/", {"username": user.username, "password": OWN}).status_code == 302
    return browser


def silence(browser: Client) -> timedelta:
    row = Session.objects.get(session_key=browser.cookies["sessionid"].value)
    return row.expire_date - timezone.now()


@pytest.mark.parametrize(
    ("kind", "hours"), [(RoleKind.OFFICE, 12), (RoleKind.CHIEF_REFEREE, 12), (RoleKind.REFEREE, 14 * 24)]
)
def test_sign_in_ends_after_a_silence(kind, hours):
    user = a_role(a_tournament(), kind, user=a_user(password=OWN))
    left = silence(signed_in(user))
    assert timedelta(hours=hours) - timedelta(minutes=5) < left <= timedelta(hours=hours)


def test_silence_begins_anew_with_every_visit_but_nobody_stays_for_ninety_days():
    browser = signed_in(a_user(password=OWN))
    session = browser.session
    session[sessions.SEEN] -= WEEK_OLD.total_seconds()
    session[sessions.BEGAN] -= timedelta(days=87).total_seconds()
    session.set_expiry(3600)
    session.save()
    assert browser.get("/desks/").status_code == 200
    assert timedelta(days=2) < silence(browser) <= timedelta(days=3)


def test_person_sees_where_he_is_signed_in_and_signs_out_there():
    user = a_user(password=OWN)
    here, phone = signed_in(user), signed_in(user, "Mozilla/5.0 (Linux; Android 15) MicroMessenger/8.0")
    other = signed_in(a_user(password=OWN))
    page = markup(here.get("/sign-ins/"))
    assert "Chrome · Windows" in page
    assert "WeChat · Android" in page
    (handle,) = re.findall(r'name="handle" value="(\w+)"', page)
    assert phone.cookies["sessionid"].value not in page
    other.post("/sign-ins/end/", {"handle": handle})
    assert phone.get("/desks/").status_code == 200
    assert here.post("/sign-ins/end/", {"handle": handle}).status_code == 302
    assert phone.get("/desks/").status_code == 302
    assert here.get("/desks/").status_code == 200


def test_new_password_asks_for_the_present_one_and_signs_out_everywhere_else():
    user = a_user(password=OWN)
    here, there = signed_in(user), signed_in(user)
    refused = here.post("/password/", {"present": "wrong", "new": NEW, "again": NEW})
    assert refused.status_code == 422
    assert "This is not your current password." in markup(refused)
    user.refresh_from_db()
    assert user.check_password(OWN)
    assert here.post("/password/", {"present": OWN, "new": NEW, "again": NEW}).status_code == 302
    assert (here.get("/desks/").status_code, there.get("/desks/").status_code) == (200, 302)
    assert markup(here.get("/sign-ins/")).count('class="name"') == 1


def test_both_things_wrong_with_a_new_password_are_told_at_once():
    browser = Client()
    browser.cookies["django_language"] = "en"
    browser.force_login(new_account("office", is_staff=True)[0])
    page = markup(browser.post("/password/", {"new": "short", "again": "other"}))
    assert "Please use at least 8 characters." in page
    assert "The two passwords differ." in page


def test_every_page_of_the_staff_signs_out():
    tournament = a_tournament()
    browser = Client()
    browser.force_login(a_role(tournament, RoleKind.OFFICE))
    for path in ("/desks/", f"/e/{tournament.slug}/office/", f"/e/{tournament.slug}/sheets/", "/password/"):
        assert markup(browser.get(path)).count('action="/sign-out/"') == 1, path
