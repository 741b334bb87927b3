"""The door: public pages that lie ready are handed out before anything else is done for a request.

A public page needs no session, no messages, no lock against guessing, and no search through the addresses. So this
middleware is the first one. It sees which view answers an address when that is asked for the first time, and which
headers all the others put on its page; from then on it answers there by itself, whenever no page must be made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt

from web.publishing.pages import NAMED_VERSION, PAGES, PageRequest
from web.publishing.versions import SITE, WROTE
from web.requests.middleware import chosen_language

MOST_WAYS = 4096
OWN = frozenset(
    ("etag", "cache-control", "vary", "content-type", "content-length", "content-encoding", "content-disposition")
)
"""The headers that belong to one answer; all others are those of every answer at that address."""

SAFE = ("GET", "HEAD")

View = Callable[..., HttpResponse]
Address = tuple[str, str | None, str]
"""Path, scheme and language."""


def answered_at_once(view: View) -> View:
    """A view for scripts that asks nothing but memory and needs none of a page's headers."""
    view.answered_at_once = True  # type: ignore[attr-defined]
    return view


@dataclass(frozen=True)
class Way:
    """What leads from an address to its answer: a page, or without ``variants`` a view that is ready.
    ``language``: the one that the address itself says, "": the visitor's."""

    view: View
    slug: str = SITE
    variants: tuple[str, ...] | None = None
    language: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)

    def page(self, request: HttpRequest) -> PageRequest:
        assert self.variants is not None
        query = known = ""
        if request.META.get("QUERY_STRING"):
            numbers = {name: request.GET.get(name, "") for name in self.variants}
            # only a number of a sensible length makes another page
            meant = {name: n for name, n in numbers.items() if n.isascii() and n.isdecimal() and len(n) < 10}
            query = "&".join(f"{name}={int(n)}" for name, n in meant.items())
            known = request.GET.get(NAMED_VERSION, "")
        language = self.language or chosen_language(request)
        return PageRequest(self.slug, request.path, query, language, known or request.COOKIES.get(WROTE, ""), self.view)


class Door:
    """Middleware, the first of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._ways: dict[Address, Way] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method not in SAFE:
            return self.get_response(request)
        key = (request.path, request.scheme, chosen_language(request))
        known = self._ways.get(key)
        if known:
            request.get_host()  # a host that is not ours is refused here as everywhere
            ready = known.view(request) if known.variants is None else PAGES.at_once(request, known.page(request))
            if ready:
                for name, value in known.headers.items():
                    ready.headers[name] = value
                ready.headers["Content-Length"] = str(len(ready.content))
                return ready
        # the answer after everything else was done, and the way to it remembered
        response = self.get_response(request)
        way: Way | None = getattr(response, "way", None)
        if way is None:
            return response
        common = {name: value for name, value in response.headers.items() if name.lower() not in OWN}
        if way.variants is None:
            for name in common:
                del response.headers[name]
            common = {}
        if len(self._ways) >= MOST_WAYS:
            self._ways.clear()
        self._ways[key] = replace(way, headers=common)
        return response

    def process_view(self, request: HttpRequest, view: View, args: Any, kwargs: Any) -> HttpResponse | None:
        """The page of a view that publishes one, before any other middleware has looked at the visitor."""
        variants: tuple[str, ...] | None = getattr(view, "published", None)
        is_ready = getattr(view, "answered_at_once", False)
        if request.method not in SAFE or (variants is None and not is_ready):
            return None
        slug, language = kwargs.get("slug", getattr(view, "tells_of", SITE)), kwargs.get("language", "")
        way = Way(lambda bare: view(bare, *args, **kwargs), slug, variants, language)
        if is_ready:
            response = way.view(request)
        elif getattr(view, "framed", False):  # other sites may show it in a frame
            answer = csp_replace({"frame-ancestors": ["*"]})(lambda framed: PAGES.answer(framed, way.page(framed)))
            response = cast(HttpResponse, xframe_options_exempt(answer)(request))
        else:
            response = PAGES.answer(request, way.page(request))
        if language:
            response.headers["Content-Language"] = language
        if is_ready or "ETag" in response.headers:
            response.way = way  # type: ignore[attr-defined]
        return response
