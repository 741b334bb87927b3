"""The language of a request: the reader's own choice in a cookie, else Chinese. Never guessed from the browser,
so that a cache needs to look at one cookie only."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


def chosen_language(request: HttpRequest) -> str:
    """A language code of settings.LANGUAGES. The door says which one it keeps the page under (deploy/nginx.conf): two
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
