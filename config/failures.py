"""Pages of what went wrong, and to programs the same as problems. They read nothing of the form that was sent, since it
may be what cannot be read.

Django's own ones look for a form's token first, and fail where the form is garbled.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

import psycopg
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django_guid import get_guid
from redis import RedisError

from api import exceptions

log = logging.getLogger(__name__)
PROGRAMS = "/api/"


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
    """500, with the number under which the log tells of it; asks nothing of the program, which has just failed."""
    if request.path.startswith(PROGRAMS):
        return exceptions.failed(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    return HttpResponse(render_to_string("500.html", {"number": get_guid()}), status=HTTPStatus.INTERNAL_SERVER_ERROR)


class Unavailable:
    """503 in words: while no connection to the database comes about, and where a page cannot do without Valkey while
    that is away: a file that waits for its preview, a name that must be forgotten in what was made. Nothing of the
    request was done then, since it is asked before anything is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        away = "Valkey" if isinstance(exception, RedisError) else "PostgreSQL" if _never_connected(exception) else ""
        if not away:
            return None
        log.error("%s is away: %s", away, exception)
        return unavailable(request)


def _never_connected(exception: Exception) -> bool:
    """Was it the connection to the database that failed? One that breaks later may have stored what was asked."""
    cause = exception.__cause__
    return isinstance(cause, psycopg.OperationalError) and cause.pgconn is not None


def unavailable(request: HttpRequest) -> HttpResponse:
    """503; after some seconds it is worth asking again."""
    if request.path.startswith(PROGRAMS):
        answer = exceptions.failed(request, HTTPStatus.SERVICE_UNAVAILABLE, "unavailable")
    else:
        answer = HttpResponse(_unavailable_page(get_language()), status=HTTPStatus.SERVICE_UNAVAILABLE)
    answer.headers["Retry-After"], answer.headers["Cache-Control"] = "10", "no-store"
    return answer


@lru_cache
def _unavailable_page(_language: str) -> bytes:
    """It costs nothing at the moment at which nobody has time."""
    return render_to_string("503.html").encode()
