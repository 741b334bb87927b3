"""Who asks: the person whose token a program sends, or who is signed in and writes with the CSRF token."""

from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from accounts.models import User
from integrations.models import Token
from integrations.tokens import token_of


class Bearer(BaseAuthentication):
    """``Authorization: Bearer guandan_…``: no session and no CSRF token is asked for."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _blank, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_of(secret.strip())
        if token is None:
            raise AuthenticationFailed(code="token_invalid")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class Session(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        """The framework's check, told apart from a missing right by its code."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            raise PermissionDenied(code="csrf_failed") from refused
