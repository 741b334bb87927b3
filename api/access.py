"""Who asks, may he, and how often? The person whose token a program sends, or who is signed in and writes with the CSRF
token; the one table of ``tournaments.permissions`` answers for the ``permission`` that a view declares.

A token does what its person may, in its own event, as far as its scopes go.

Requests are counted a minute in Valkey, by token, else by address. People signed in are not counted, nor is what lies
ready at the door, which costs nothing (`web/publishing`). Every counted answer says in ``RateLimit-Policy`` and
``RateLimit`` (draft-ietf-httpapi-ratelimit-headers) how much is left; beyond it 429 with ``Retry-After``. While Valkey
is away nobody is counted: no entry waits for it.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from time import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from redis import RedisError
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from accounts.models import User
from integrations.models import Token
from integrations.tokens import allows, token_of
from tournaments.permissions import Permission, may

if TYPE_CHECKING:
    from api.resources import Resource


class Bearer(BaseAuthentication):
    """``Authorization: Bearer guandan_…``, read by ``TokenMiddleware``: no session and no CSRF token is asked for."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        token: Token | None = getattr(request._request, "token", None)
        return (token.user, token) if token else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class Session(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        """The framework's check, told apart from a missing right by its code."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            raise PermissionDenied(code="csrf_failed") from refused


class Granted(BasePermission):
    """Lets in whom the table lets in. A one-time password must first be replaced on the site."""

    def has_permission(self, request: Request, view: "Resource") -> bool:  # type: ignore[override]
        if view.permission == Permission.PUBLIC:
            return True
        if getattr(request.user, "one_time_password", False):
            raise PermissionDenied(code="password_must_be_chosen")
        return holds(request, view, view.permission)


def holds(request: Request, view: "Resource", permission: Permission) -> bool:
    """May the person do this here, and does the token that is sent go as far?"""
    if isinstance(request.auth, Token):
        is_own = view.tournament is not None and view.tournament.pk == request.auth.tournament_id
        if not is_own or not allows(request.auth, permission, to_read=request.method in SAFE_METHODS):
            return False
    number = view.kwargs["number"] if view.is_of_match else None
    return may(request.user, permission, view.tournament, number)


class TokenMiddleware:
    """A token that is wrong or over is refused wherever it is sent, also where everybody may read and the answer lies
    ready: its program shall notice."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        scheme, _blank, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer" or not request.path.startswith("/api/"):
            return self.get_response(request)
        token = token_of(secret.strip())
        if token is None:
            from api.exceptions import failed  # its framework is made of what stands here

            refused = failed(request, HTTPStatus.UNAUTHORIZED, "token_invalid")
            refused.headers["WWW-Authenticate"], refused.headers["Cache-Control"] = "Bearer", "no-store"
            return refused
        request.token = token  # type: ignore[attr-defined]
        return self.get_response(request)


MINUTE = 60
OF_A_TOKEN, OF_AN_ADDRESS = 600, 300
"""Requests a minute."""


class Minute(BaseThrottle):
    """A minute of the clock."""

    headers: Mapping[str, str] = {}
    left = 0

    def allow_request(self, request: Request, view: "Resource") -> bool:  # type: ignore[override]
        if isinstance(request.auth, Token):
            name, most = f"token:{request.auth.pk}", OF_A_TOKEN
        elif getattr(request.user, "is_authenticated", False):
            return True
        else:
            name, most = f"address:{request.META.get('REMOTE_ADDR', '')}", OF_AN_ADDRESS
        window, passed = divmod(int(time()), MINUTE)
        key = f"api:{name}:{window}"
        try:
            count = 1 if cache.add(key, 1, timeout=2 * MINUTE) else int(cache.incr(key))
        except ValueError:  # it went between the two
            count = 1
        except (RedisError, OSError):
            return True
        self.left = MINUTE - passed
        self.headers = {
            "RateLimit-Policy": f'"minute";q={most};w={MINUTE}',
            "RateLimit": f'"minute";r={max(0, most - count)};t={self.left}',
        }
        view.limits = self.headers
        return count <= most

    def wait(self) -> float:
        return float(self.left)
