"""Which devices know an account: by a cookie that nobody can make, and that names nobody."""

from http.cookies import SimpleCookie

import pytest
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from accounts import devices


def after(*usernames: str, cookie: str = "") -> str:
    """The cookie of a browser in which these accounts signed in, one after the other."""
    for username in usernames:
        answer = HttpResponse()
        devices.remember(request(cookie), answer, username)
        cookie = answer.cookies[devices.COOKIE].value
    return cookie


def request(cookie: str) -> HttpRequest:
    made = RequestFactory().post("/sign-in/")
    made.COOKIES[devices.COOKIE] = cookie
    return made


def test_device_knows_who_signed_in_on_it_and_nobody_else():
    cookie = after("office", "chief")
    assert devices.device_of(request(cookie), "office") == devices.device_of(request(cookie), "chief") != ""
    assert devices.device_of(request(cookie), "referee1") == devices.device_of(request(""), "office") == ""
    assert devices.device_of(request(after("office")), "office") != devices.device_of(request(cookie), "office")


def test_cookie_that_was_not_made_here_opens_nothing():
    own, other = after("office"), after("referee1")
    device = own.split(devices.BETWEEN)[0]
    forged = signing.get_cookie_signer(devices.COOKIE + devices.SALT).sign(f"{device}~{'0' * 32}")
    for cookie in (own[:-1], other.replace(other.split(devices.BETWEEN)[0], device), forged, "~", "~~", "机"):
        assert devices.device_of(request(cookie), "office") == ""


def test_marks_of_one_device_are_of_no_use_on_another():
    theirs, mine = (after("office").split(devices.BETWEEN)[1][:32] for _ in range(2))
    assert theirs != mine


def test_cookie_names_no_account_is_out_of_reach_of_scripts_and_goes_to_the_sign_in_alone():
    answer = HttpResponse()
    devices.remember(request(""), answer, "office")
    morsel = answer.cookies[devices.COOKIE]
    assert "office" not in SimpleCookie({devices.COOKIE: morsel.value}).output()
    assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "Lax", "/sign-in/")
    assert morsel["max-age"] == 365 * 24 * 3600
    assert bool(morsel["secure"]) is settings.SESSION_COOKIE_SECURE


@pytest.mark.parametrize("again", ["", "referee0"])
def test_device_of_very_many_forgets_who_was_there_longest_ago(again):
    names = [f"referee{number}" for number in range(devices.MOST)]
    cookie = after(*names, *([again] if again else []), "one more")
    forgotten = {name for name in names if not devices.device_of(request(cookie), name)}
    assert forgotten == {"referee1" if again else "referee0"}
