"""What a phone has of the site without a network: the service worker, one script at the root, and the page that lists
what the phone holds."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.permissions import Permission
from web.requests.loaders import needs

SCOPE = "/e/"


@needs(Permission.PUBLIC)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """``static/js/worker.js``; a browser asks for it at every visit."""
    response = HttpResponse(_source(), content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = SCOPE
    response.headers["Cache-Control"] = "no-cache"
    return response


@never_cache
@needs(Permission.PUBLIC)
@require_safe
def held(request: HttpRequest) -> HttpResponse:
    """本机所存: the phone fills it in itself, signed in or not."""
    return render(request, "day/held.html")


@cache
def _source() -> str:
    path = finders.find("js/worker.js")
    assert path is not None
    return Path(str(path)).read_text(encoding="utf-8")
