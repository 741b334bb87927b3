"""The gate before sign-in and before one's own password: whoever tries too often is turned away before any password
is calculated.

One address may be a whole hall behind one router, so it may try as often as a hall does; django-axes counts the wrong
passwords of one name. What is counted stands in Valkey, for all processes together; while that is away, only the bound
of each process holds.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from time import monotonic

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from redis import RedisError

from web.middleware import chosen_language
from web.visitors import MINUTE, address_of, count

PATHS = frozenset({"/sign-in/", "/password/"})
QUARTER = 15 * 60
TRIES = 60
"""A minute, from one address."""
FAILURES, TRIES_AFTER = 100, 6
"""After so many wrong passwords in a quarter of an hour, on whatever names, an address may try so often a minute."""

SHUT_SECONDS, MOST_SHUT = 2.0, 4096

logger = logging.getLogger(__name__)

SAVED_UP = 2.0
"""Seconds of work that may come at once: every page of an event after the start."""


class Allowance:
    """A purse of seconds that fills by ``share`` of the time that passes, up to ``saved_up``.

    It may be overdrawn by the one piece of work that is being done, and is then closed until that is made up for.
    """

    def __init__(self, share: float, now: Callable[[], float] = monotonic, *, saved_up: float = SAVED_UP) -> None:
        self._share, self._now, self._most = share, now, saved_up
        self._left, self._at = saved_up, now()

    @property
    def is_left(self) -> bool:
        now = self._now()
        self._left, self._at = min(self._most, self._left + (now - self._at) * self._share), now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        self._left -= seconds


class SignInGate:
    """Middleware. A process spends a share of its time on passwords at the most (``SIGN_IN_SHARE``)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.allowance = Allowance(settings.SIGN_IN_SHARE, saved_up=1.0)
        self._shut: dict[str, float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST" or request.path not in PATHS:
            return self.get_response(request)
        address = address_of(request)
        if not self.allowance.is_left:
            return _turned_away(request, HTTPStatus.SERVICE_UNAVAILABLE, seconds=2)
        if self._shut.get(address, 0.0) > monotonic() or not _may_try(address):
            self._remember(address)
            return _turned_away(request, HTTPStatus.TOO_MANY_REQUESTS, seconds=MINUTE)
        begun = monotonic()
        response = self.get_response(request)
        self.allowance.spend(monotonic() - begun)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            _note_failure(address)
        return response

    def _remember(self, address: str) -> None:
        """For a moment nobody need ask Valkey about it."""
        now = monotonic()
        if self._shut.get(address, 0.0) <= now:
            if len(self._shut) >= MOST_SHUT:
                self._shut.clear()
            self._shut[address] = now + SHUT_SECONDS


def _may_try(address: str) -> bool:
    try:
        tries = count(f"sign-in:tries:{address}", MINUTE)
        return tries <= (TRIES if cache.get(_failures(address), 0) < FAILURES else TRIES_AFTER)
    except RedisError:
        return True


def _note_failure(address: str) -> None:
    try:
        if count(_failures(address), QUARTER) == FAILURES:
            logger.warning("%s wrong passwords from %s within 15 minutes: it is slowed down.", FAILURES, address)
    except RedisError:
        logger.warning("Wrong passwords are not counted by address: Valkey does not answer.")


def _failures(address: str) -> str:
    return f"sign-in:failures:{address}"


def _turned_away(request: HttpRequest, status: HTTPStatus, *, seconds: int) -> HttpResponse:
    answer = HttpResponse(_page(chosen_language(request)), status=status)
    answer.headers["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    answer.headers["Retry-After"], answer.headers["Cache-Control"] = str(seconds), "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # an attack shall not fill the log, too
    return answer


@lru_cache
def _page(language: str) -> bytes:
    with translation.override(language):
        return render_to_string("site/turned_away.html").encode()
