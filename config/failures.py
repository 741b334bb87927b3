"""Pages of what went wrong, and to programs the same as problems. They read nothing of the form that was sent, since it
may be what cannot be read.

Django's own ones look for a form's token first, and fail where the form is garbled.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_guid import get_guid

from api import exceptions

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
