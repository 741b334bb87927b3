"""Devices that know somebody: a browser in which an account has signed in before is told from a stranger's.

The cookie names no account: it holds a random name of the device and, for each account, a mark that only the secret key
makes of both, so that it is recognised when the account's name is typed. It opens nothing.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE, SALT, BETWEEN = "device", "accounts.devices", "~"
LIFE = timedelta(days=365)
"""Since the last sign-in in that browser."""
MOST = 12
"""Accounts of one device; who signed in longest ago is a stranger again."""


def device_of(request: HttpRequest, username: str) -> str:
    """The name of the device if that account has signed in on it before, else ""."""
    device, marks = _read(request)
    mark = _mark(device, username)
    return device if any(constant_time_compare(mark, known) for known in marks) else ""


def known_device(request: HttpRequest) -> str:
    """The name of the device if anybody has signed in on it before, else ""."""
    device, marks = _read(request)
    return device if marks else ""


def remember(request: HttpRequest, response: HttpResponse, username: str) -> None:
    """The account has just signed in here."""
    device, marks = _read(request)
    device = device or secrets.token_urlsafe(16)
    mark = _mark(device, username)
    others = [known for known in marks if known != mark]
    response.set_signed_cookie(
        COOKIE, BETWEEN.join([device, mark, *others[: MOST - 1]]), salt=SALT, max_age=LIFE, httponly=True,
        path=reverse(settings.LOGIN_URL), secure=settings.SESSION_COOKIE_SECURE, samesite="Lax",
    )  # fmt: skip


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=LIFE)
    device, *marks = str(value).split(BETWEEN)
    return device, marks


def _mark(device: str, username: str) -> str:
    return salted_hmac(SALT, f"{device}{BETWEEN}{username}", algorithm="sha256").hexdigest()[:32]
