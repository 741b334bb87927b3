"""The site's own addresses, and the measured ones beside them: a bare view, and the bracket page past its cache."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config.urls import urlpatterns as site
from web.public.bracket.bracket import bracket
from web.publishing.pages import PAGES


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse("bare")


def cold(request: HttpRequest, slug: str) -> HttpResponse:
    """The page as its view makes it, without the cache. Places of the drawing that stay as they were are kept."""
    version = PAGES.versions.present(slug)
    request.edition = version.name if version else ""  # type: ignore[attr-defined]
    return bracket(request, slug=slug)


# before the site's own, so that no measured page pays for a search through all of them
urlpatterns = [path("bare/", bare), path("cold/<slug:slug>/", cold), *site]
