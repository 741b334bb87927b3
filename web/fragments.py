"""A page, or the part of it that htmx asks for: the partial ``live`` of the same template."""

from http import HTTPStatus
from typing import Any, cast
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url, replace_url
from django_htmx.middleware import HtmxDetails

PART = "live"


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
