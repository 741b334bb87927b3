"""The site's own addresses, and the measured ones beside them: a bare view, and the bracket page past its cache."""

from itertools import count
from os import getpid

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path
from redis import Redis

from config.urls import urlpatterns as site
from web.public.bracket.bracket import bracket
from web.publishing.pages import PAGES, PageRequest, Pages, Render
from web.publishing.store import Store
from web.publishing.versions import WROTE, Versions
from web.requests.middleware import chosen_language
from web.templatetags import site as parts

RENDERS = "benchmark:renders"
_valkey = Redis.from_url(settings.REDIS_URL)
_forgetful = Pages(Versions(), Store(settings.REDIS_URL, "benchmark"))
_serial = count()
_page = bracket


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("bare")


def cold(request: HttpRequest, slug: str) -> HttpResponse:
    """The page as its view makes it, without the cache. Places of the drawing that stay as they were are kept."""
    version = PAGES.versions.present(slug)
    request.edition = version.name if version else ""  # type: ignore[attr-defined]
    return _page(request, slug=slug)


def changed(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole way after a change: version, the page itself, memory and store."""
    _forgetful.memory.forget()
    _forgetful.versions.read(slug)
    return _forgetful.answer(request, _wanted(request, slug, f"turn={getpid()}.{next(_serial)}", _renders(slug)))


def first(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in a process that has just started and has drawn nothing yet."""
    parts._part.cache_clear()
    return changed(request, slug)


def counted(request: HttpRequest, slug: str) -> HttpResponse:
    """The cached page; every process adds its renders to the same number in Valkey."""
    render = _renders(slug)

    def counting(request: HttpRequest) -> HttpResponse:
        _valkey.incr(RENDERS)
        return render(request)

    return PAGES.answer(request, _wanted(request, slug, "counted", counting))


def _renders(slug: str) -> Render:
    return lambda request: _page(request, slug=slug)


def _wanted(request: HttpRequest, slug: str, query: str, render: Render) -> PageRequest:
    wrote = request.COOKIES.get(WROTE, "")
    return PageRequest(slug, f"/e/{slug}/bracket/", query, chosen_language(request), wrote, render)


# before the site's own, so that no measured page pays for a search through all of them
urlpatterns = [
    path("bare/", bare),
    path("cold/<slug:slug>/", cold),
    path("changed/<slug:slug>/", changed),
    path("first/<slug:slug>/", first),
    path("counted/<slug:slug>/", counted),
    *site,
]
