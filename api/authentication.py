"""Who asks: the person whose token a program sends, or who is signed in and writes with the CSRF token."""

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from accounts.models import User
from integrations.models import Token


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
