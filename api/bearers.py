"""Tokens as they come with a request."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from api.exceptions import failed
from integrations.tokens import token_of


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
            refused = failed(request, HTTPStatus.UNAUTHORIZED, "token_invalid")
            refused.headers["WWW-Authenticate"], refused.headers["Cache-Control"] = "Bearer", "no-store"
            return refused
        request.token = token  # type: ignore[attr-defined]
        return self.get_response(request)
