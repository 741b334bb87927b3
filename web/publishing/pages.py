"""Public pages, rendered once a version and language, and answered from memory until something changes.

A page is kept in the memory of the process (bounded) and in the store that all processes share. When it has changed,
whoever asks first renders it, and the others in his process wait. A reader who knows of nothing newer gets a page that
was right within the last second, as from nginx: so no crowd of readers makes a page anew at each save. The view gets a
request without cookies, session, host or person, so that a page holds nothing of its visitor.
"""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.template.response import SimpleTemplateResponse
from django.urls import Resolver404, resolve
from django.utils import translation
from django.views.decorators.http import require_safe
from prometheus_client import Counter

from tournaments.permissions import Permission
from web.displays.present import Known, read_once
from web.publishing.store import STORE, Memory, Page, Store, accepted, packed
from web.publishing.versions import SITE, VERSIONS, Version, Versions
from web.requests.loaders import needs
from web.requests.numbers import typed_number
from web.requests.visitors import PROGRAMS

NAMED_VERSION = "edition"
"""By this name an address may say a version: the page of that version, or of a newer one, is wanted."""
A_SECOND = 1.0
"""Seconds for which a page is handed out after it was right, to who knows of nothing newer and is no program."""
ITS_TURN = 0.2
"""Seconds for which a page waits at the most until another one is rendered."""
NAMED_SECONDS = 60
"""How long a page may be kept by others under an address that names its version: while a crowd is fetching it."""
WORDS = ("text/", "application/json")
"""What becomes smaller on its way; pictures and workbooks are packed in themselves."""

RENDERS = Counter("guandan_renders", "Public pages that were rendered")

Render = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponse]


def public_page(*variants: str, of: str = SITE, framed: bool = False) -> Callable[[View], View]:
    """A view whose page is rendered once a version and language for everybody (`Permission.PUBLIC`). ``variants`` names
    the numbers in the query that make another page (``branch``). Where its address names no event, the version is that
    ``of`` all, or of those that are ``FINISHED``: a page that tells of nothing else stays as it is while matches are
    played. ``framed``: other sites may show it in a frame of theirs."""

    def decorate(view: View) -> View:
        page = require_safe(needs(Permission.PUBLIC)(view))
        page.published, page.tells_of, page.framed = variants, of, framed  # type: ignore[attr-defined]
        return page

    return decorate


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page that somebody wants: of which event, at which address and in which language, and how it is made.
    ``known`` is the version that its visitor knows of, or made himself."""

    slug: str
    path: str
    query: str
    language: str
    known: str
    render: Render

    @property
    def key(self) -> str:
        return f"{self.language}:{self.path}?{self.query}"


def page_request(path: str, query: str, language: str) -> PageRequest | None:
    """None if no public page has that address."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    if not hasattr(match.func, "published"):
        return None
    slug = match.kwargs.get("slug", getattr(match.func, "tells_of", SITE))
    return PageRequest(slug, path, query, language, "", lambda bare: match.func(bare, *match.args, **match.kwargs))


class Pages:
    """The pages as one process answers them."""

    def __init__(self, versions: Versions, store: Store) -> None:
        self.versions, self.store = versions, store
        self.memory = Memory()
        self.rendered = 0
        self._locks = [Lock() for _ in range(64)]
        self._turn = Lock()
        self._read: tuple[str, float, Known] = "", 0.0, Known()  # of which version, since when, what

    def at_once(self, request: HttpRequest, wanted: PageRequest) -> HttpResponse | None:
        """The page, or 304 if the visitor has it; None if it must be made or fetched. Asks no database while the
        version is believed."""
        page = self._of_this_second(wanted)
        if page is None and (version := self.versions.present(wanted.slug, wanted.known)):
            page = self.memory.get(wanted.key, version.name)
        return _response(request, page) if page else None

    def answer(self, request: HttpRequest, wanted: PageRequest) -> HttpResponse:
        """The same in any case."""
        asked_at = monotonic()
        answer = self.at_once(request, wanted)
        if answer:
            return answer
        with self._locks[hash(wanted.key) % len(self._locks)]:
            page = self._of_this_second(wanted)  # if somebody else has made it meanwhile
            if page:
                return _response(request, page)
            version = self.versions.present(wanted.slug, since=asked_at)
            if version is None:
                return wanted.render(request)
            page = self.memory.get(wanted.key, version.name)
            if page:
                return _response(request, page)
            stored = self.store.get(wanted.key, version.name)
            made = stored or self._in_turn(wanted, version)
            if not isinstance(made, Page):
                return made
            self.memory.put(wanted.key, made)
            if stored is None:
                self.store.put(wanted.key, made)
                self.store.tell(wanted.slug, f"{wanted.path} {version.name}")
        return _response(request, made)

    def _of_this_second(self, wanted: PageRequest) -> Page | None:
        """For who knows of nothing newer: programs and those who have just written, or heard of it, do."""
        if wanted.known or wanted.path.startswith(PROGRAMS):
            return None
        return self.memory.recent(wanted.key, A_SECOND)

    def snapshot(self, wanted: PageRequest, version: Version) -> bytes | None:
        """The page as it is now, kept nowhere; None if there is none."""
        made = self._render(wanted, version)
        return made.body if isinstance(made, Page) else None

    def _in_turn(self, wanted: PageRequest, version: Version) -> Page | HttpResponse:
        """Render one page after the other: the first is with its readers while the next is made, and none comes later
        than if all were made at once. Nobody waits for a slow one for long."""
        is_mine = self._turn.acquire(timeout=ITS_TURN)
        try:
            return self._render(wanted, version)
        finally:
            if is_mine:
                self._turn.release()

    def _render(self, wanted: PageRequest, version: Version) -> Page | HttpResponse:
        """Render at a version that was read before: the page may know more than its version, never less."""
        self.rendered += 1
        RENDERS.inc()
        request = HttpRequest()
        request.method = "GET"
        request.path = request.path_info = wanted.path
        request.GET = QueryDict(wanted.query)
        request.user = AnonymousUser()
        request.LANGUAGE_CODE = wanted.language
        request.edition = version.name  # type: ignore[attr-defined]
        # what the pages of that version have read within the last second: a result renews five of them at once
        name, since, known = self._read
        if name != version.name or monotonic() - since > A_SECOND:
            known = Known()
            self._read = version.name, monotonic(), known
        with translation.override(wanted.language), read_once(known):
            response = wanted.render(request)
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        if response.status_code != 200:
            return response
        if response.cookies:
            raise RuntimeError("A public page sets no cookie.")
        body, kind = response.content, response.headers["Content-Type"]
        return Page(
            version=version.name,
            etag=f'W/"{version.name}-{wanted.language}-{settings.BUILD_ID}"',
            content_type=kind,
            body=body,
            packed=packed(body) if kind.startswith(WORDS) else {},
            disposition=response.headers.get("Content-Disposition", ""),
        )

    def drop(self) -> None:
        """Let every rendered page go, here and in the store: something in them is to be forgotten."""
        self.memory.forget()
        self._read = "", 0.0, Known()
        self.store.drop()

    def forget(self) -> None:
        """Know nothing, as after the start."""
        self.memory.forget()
        self._read = "", 0.0, Known()
        self.versions.forget()


def _response(request: HttpRequest, page: Page) -> HttpResponse:
    # a weak ETag: whatever its encoding, it is the same page. A visitor may name it with others, weak or not.
    if page.etag.removeprefix("W/") in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        encoding = accepted(request.META.get("HTTP_ACCEPT_ENCODING", ""))
        body = page.packed.get(encoding)
        response = HttpResponse(page.body if body is None else body, content_type=page.content_type)
        if body is not None:
            response.headers["Content-Encoding"] = encoding
    headers = response.headers
    headers["ETag"], headers["Cache-Control"], headers["Vary"] = page.etag, "no-cache", "Accept-Encoding"
    named = request.GET.get(NAMED_VERSION, "") if request.META.get("QUERY_STRING") else ""
    if named and f"{page.version}-".startswith(f"{named}-"):
        # under an address that names its version a page stays right, whoever keeps it
        headers["Cache-Control"] = f"public, max-age=0, s-maxage={NAMED_SECONDS}"
        response.kept = NAMED_SECONDS  # type: ignore[attr-defined]  # see config/caching.py
    elif named:
        # a moment is named that has not come yet, by this machine's clock: nobody is to keep the page under it
        (of, _, moment), (state, _, passed) = named.partition("-"), page.version.partition("-")
        if of == state and (typed_number(moment) or 0) > int(passed):
            response.kept = 0  # type: ignore[attr-defined]
    if page.disposition:
        headers["Content-Disposition"] = page.disposition
    return response


PAGES = Pages(VERSIONS, STORE)
