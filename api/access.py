"""Who asks, and may he? The person whose token a program sends, or who is signed in and writes with the CSRF token; the
one table of ``tournaments.permissions`` answers for the ``permission`` that a view declares.

A token does what its person may, in its own event, as far as its scopes go.
"""

from typing import TYPE_CHECKING

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import User
from integrations.models import Token
from integrations.tokens import allows
from tournaments.permissions import Permission, may

if TYPE_CHECKING:
    from api.resources import Resource


class Bearer(BaseAuthentication):
    """``Authorization: Bearer guandan_…``, read by ``api.bearers``: no session and no CSRF token is asked for."""

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
