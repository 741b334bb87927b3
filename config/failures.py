"""Pages of what went wrong. They read nothing of the form that was sent, since it may be what cannot be read.

Django's own ones look for a form's token first, and fail where the form is garbled.
"""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_guid import get_guid


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; asks nothing of the request, whose very host may be wrong."""
    return HttpResponse(render_to_string("400.html"), status=HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=HTTPStatus.FORBIDDEN)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=HTTPStatus.NOT_FOUND)


def failed(request: HttpRequest) -> HttpResponse:
    """500, with the number under which the log tells of it; asks nothing of the program, which has just failed."""
    return HttpResponse(render_to_string("500.html", {"number": get_guid()}), status=HTTPStatus.INTERNAL_SERVER_ERROR)
