"""Pages of what went wrong, and to programs the same as problems. They read nothing of the form that was sent, since it
may be what cannot be read.

Django's own ones look for a form's token first, and fail where the form is garbled.
"""

import sys
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django_guid import get_guid
from redis import RedisError

from api import exceptions
from config import outages
from web.requests.visitors import PROGRAMS

AWAY, FULL = "away", "full"
CODES = {AWAY: "unavailable", FULL: "no_space"}


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; asks nothing of the request, whose very host may be wrong."""
    if request.path.startswith(PROGRAMS):
        return exceptions.failed(request, HTTPStatus.BAD_REQUEST, "unreadable")
    return HttpResponse(render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(PROGRAMS):
        return exceptions.failed(request, HTTPStatus.FORBIDDEN, "permission_denied")
    return render(request, "403.html", status=HTTPStatus.FORBIDDEN)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(PROGRAMS):
        return exceptions.failed(request, HTTPStatus.NOT_FOUND, "not_found")
    return render(request, "404.html", status=HTTPStatus.NOT_FOUND)


def failed(request: HttpRequest) -> HttpResponse:
    """500, with the number under which the log tells of it; asks nothing of the program, which has just failed. What
    only is away is 503, if it was met before or behind the view (``Unavailable`` sees to the rest)."""
    if answer := _of_outage(request, sys.exc_info()[1]):
        return answer
    if request.path.startswith(PROGRAMS):
        return exceptions.failed(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    return HttpResponse(render_to_string("500.html", {"number": get_guid()}), status=HTTPStatus.INTERNAL_SERVER_ERROR)


class Unavailable:
    """503 in words: while no connection to the database comes about, or it has no room for what was sent, which it took
    back; and where a page cannot do without Valkey while that is away: a file that waits for its preview, a name that
    must be forgotten in what was made. Nothing of the request was done then, since it is asked before anything is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _of_outage(request, exception)


def _of_outage(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer where a part is away or full; None for every other failure."""
    if isinstance(error, RedisError):
        part, why = outages.BROKER, AWAY
    elif isinstance(error, DatabaseError) and outages.is_full(error):
        part, why = outages.DATABASE, FULL
    elif isinstance(error, DatabaseError) and outages.never_connected(error):
        part, why = outages.DATABASE, AWAY
    else:
        return None
    outages.note(part, error)
    if request.path.startswith(PROGRAMS):
        answer = exceptions.failed(request, HTTPStatus.SERVICE_UNAVAILABLE, CODES[why])
    else:
        answer = HttpResponse(_unavailable_page(get_language(), why), status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer.headers["Retry-After"] = "10" if why == AWAY else "60"  # seconds until it is worth asking again
    answer.headers["Cache-Control"] = "no-store"
    answer._has_been_logged = True  # type: ignore[attr-defined]  # by then it would be a line for each request
    return answer


@lru_cache
def _unavailable_page(_language: str, why: str) -> bytes:
    """The page of an overloaded site, rendered once a language and reason: a busy process has no time to render it."""
    return render_to_string("503.html", {"why": why}).encode()
