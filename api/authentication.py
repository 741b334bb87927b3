"""Who asks: the person signed in by the session, whose writes carry the CSRF token."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request


class Session(SessionAuthentication):
    def enforce_csrf(self, request: Request) -> None:
        """The framework's check, told apart from a missing right by its code."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            raise PermissionDenied(code="csrf_failed") from refused
