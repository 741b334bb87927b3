"""A page, or the part of it that htmx asks for: the partial ``live`` of the same template. Of a page without such a
part htmx takes ``main`` as it stands in the whole answer, and only to show a form that was refused."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url, replace_url
from django_htmx.middleware import HtmxDetails

PART, MAIN = "live", "main"


def page_or_part(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = HTTPStatus.OK
) -> HttpResponse:
    """To htmx the part, and which address the browser shows with it: that of the page it was led to. A refused form
    leaves the address alone; one that came too late (409) takes the query away, in which the order stood.
    """
    htmx = cast(HtmxDetails, request.htmx)  # type: ignore[attr-defined]
    response = render(request, f"{template}#{PART}" if htmx else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    try:
        shown = htmx.current_url_abs_path
    except ValueError:  # no browser says that of itself
        shown = None
    if not htmx or shown is None:
        return response
    if status == HTTPStatus.CONFLICT:
        return replace_url(response, urlsplit(shown).path)
    was_led = request.method == "GET" and request.get_full_path() != shown
    return push_url(response, request.get_full_path() if was_led else False)


def page_or_element(
    request: HttpRequest, template: str, part: str, context: dict[str, Any], *, status: int = HTTPStatus.OK
) -> HttpResponse:
    """To an element that renews itself ``part``, the partial that is named like its id; else the page."""
    target = cast(HtmxDetails, request.htmx).target  # type: ignore[attr-defined]
    is_part = target == part.partition("#")[2]
    response = render(request, part if is_part else template, context, status=status)
    patch_vary_headers(response, ["HX-Target"])
    return response


class MainMiddleware:
    """What htmx puts into ``main`` leaves the address alone, so that going back asks nobody to send a form again.
    Where a form leads is opened as a page of its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if cast(HtmxDetails, request.htmx).target != MAIN:  # type: ignore[attr-defined]
            return response
        if response.has_header("Location"):
            response.status_code = HTTPStatus.OK
            response.headers["HX-Redirect"] = response.headers["Location"]
            del response.headers["Location"]
        return push_url(response, False)
