"""The site's own addresses, and the measured ones beside them: a bare view, and the bracket page without its cache."""

from itertools import count

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from redis import Redis

from config.urls import urlpatterns as site
from web.middleware import chosen_language
from web.pages import PAGES, Pages, Question
from web.shelf import Shelf
from web.timelines import Timelines
from web.versions import WROTE, Versions
from web.views.bracket import bracket

RENDERS = "benchmark:renders"
_server = Redis.from_url(settings.REDIS_URL)
_forgetful = Pages(Versions(), Timelines(), Shelf(settings.REDIS_URL, "cold"))
_serial = count()
_view = bracket.__wrapped__.__wrapped__  # type: ignore[attr-defined]


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("bare")


def cold(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole way of a page that nobody has: version, timeline, claim, queries, template, memory and shelf."""
    _forgetful.forget()
    question = Question(
        slug, reverse("bracket", args=[slug]), f"cold={next(_serial)}", chosen_language(request), "",
        lambda request: _view(request, slug=slug),
    )  # fmt: skip
    return _forgetful.answer(request, question)


def counted(request: HttpRequest, slug: str) -> HttpResponse:
    """The cached bracket page; every process adds its renders to the same number in Valkey."""

    def render(request: HttpRequest) -> HttpResponse:
        _server.incr(RENDERS)
        return _view(request, slug=slug)

    question = Question(
        slug, reverse("bracket", args=[slug]), "counted", chosen_language(request), request.COOKIES.get(WROTE, ""), render
    )
    return PAGES.answer(request, question)


urlpatterns = [
    path("bare/", bare),
    path("cold/<slug:slug>/", cold),
    path("counted/<slug:slug>/", counted),
    *site,
]
