"""The language of a request: the reader's own choice in a cookie, else Chinese. Never guessed from the browser,
so that a cache needs to look at one cookie only. And the end of a session in which nobody does anything any more."""

from collections.abc import Callable
from typing import Any

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation

from accounts import sessions
from accounts.models import User
from tournaments.permissions import longest_silence


def chosen_language(request: HttpRequest) -> str:
    """A language code of settings.LANGUAGES. The door says which one it keeps the page under (deploy/nginx/): two
    readings of one odd cookie would put a page in the wrong place."""
    code = request.META.get("HTTP_X_LANGUAGE") or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class LanguageMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        code = chosen_language(request)
        request.LANGUAGE_CODE = code
        with translation.override(code):
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", code)
        return response


class PolicyMiddleware(CSPMiddleware):
    """The Content-Security-Policy of the settings, written once; only where a view changes it, it is written anew."""

    _of: dict[str, Any] | None = None
    _written = ""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if any(name.startswith("_csp_") for name in response.__dict__):
            return super().process_response(request, response)
        if self._of is not settings.CONTENT_SECURITY_POLICY:
            self._of, self._written = settings.CONTENT_SECURITY_POLICY, build_policy()
        response.headers.setdefault(HEADER, self._written)
        return response


class SilenceMiddleware:
    """Notes every ten minutes that the person is still here; who is silent for too long is signed out. What is for
    everybody asks for nobody's session, and is no sign of life."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response, now = self.get_response(request), timezone.now()
        if request.session.accessed and sessions.is_due(request.session, now) and isinstance(request.user, User):
            sessions.seen(request.session, now, longest_silence(request.user))
        return response


def begin_session(sender: object, request: HttpRequest | None, user: User, **_: object) -> None:
    """A person's session ends after a silence; that of a table slip when the slip does."""
    if request is not None and not user.is_of_link:
        agent = request.headers.get("User-Agent", "")
        sessions.began(request.session, agent, timezone.now(), longest_silence(user))
