"""Public pages, rendered once a version and language, and answered from memory until something changes.

A page is kept in the memory of the process (bounded) and on the shelf that all processes share. When it changes, the
press prints it anew (``web.press``), and meanwhile everybody serves the page that was right within the last second.
Where no press works, or that second is over, or the visitor has just written, one process renders and the others wait.
The view gets a request without cookies, session, host or person, so that a page holds nothing of its visitor.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from threading import Lock
from time import monotonic, sleep, time
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.utils import translation
from django.views.decorators.http import require_safe

from journal import clock
from web.middleware import chosen_language
from web.shelf import Shelf
from web.timelines import TIMELINES, Timelines
from web.versions import SITE, VERSIONS, WROTE, Pulse, Versions

MOST_PAGES = 512
MOST_BYTES = 64 * 1024 * 1024
SHELF_SECONDS = 3600
CLAIM_MILLISECONDS = 5000
LONGEST_WAIT = 1.0
OLD_PAGE_SECONDS = settings.STALE_SECONDS
"""How long ago a page must have been right at the least to be served while the new one is rendered."""
PACE = 0.5
"""Seconds for which the press leaves a page as it is; nobody need look for a newer one meanwhile."""
WISHES_EVERY = 1.0
"""Seconds between two words to the press that the same page is asked for."""

Render = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page, right while the event has the same ``mark`` and its time is before ``expires`` (s, epoch).

    ``read_at`` (s, epoch, of this machine) is when the database named the version that the page shows.
    """

    mark: str
    etag: str
    expires: float
    read_at: float
    content_type: str
    body: bytes

    def fits(self, pulse: Pulse) -> bool:
        return self.mark == pulse.mark and pulse.now.timestamp() < self.expires

    def was_right(self, pulse: Pulse) -> bool:
        """Right until less than a second ago?"""
        return self.behind(pulse) < OLD_PAGE_SECONDS and pulse.now.timestamp() < self.expires

    def behind(self, pulse: Pulse) -> float:
        """Seconds since the page was known to be right."""
        if self.mark == pulse.mark:
            return monotonic() - pulse.confirmed_at
        if self.mark == pulse.former:
            return min(self.age, monotonic() - pulse.former_confirmed_at)
        return self.age

    @property
    def age(self) -> float:
        """Seconds since its version was read."""
        return abs(time() - self.read_at)

    def to_bytes(self) -> bytes:
        head = asdict(self)
        del head["body"]
        return json.dumps(head).encode() + b"\n" + self.body

    @classmethod
    def from_bytes(cls, data: bytes) -> "Page":
        head, _, body = data.partition(b"\n")
        return cls(body=body, **json.loads(head))


class Memory:
    """The pages of one process; those put down longest ago go first."""

    def __init__(self, most_pages: int = MOST_PAGES, most_bytes: int = MOST_BYTES) -> None:
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._most_pages, self._most_bytes, self._bytes = most_pages, most_bytes, 0
        self._lock = Lock()

    def get(self, key: str) -> Page | None:
        return self._pages.get(key)

    def put(self, key: str, page: Page) -> None:
        with self._lock:
            self._drop(key)
            self._pages[key] = page
            self._bytes += len(page.body)
            while len(self._pages) > self._most_pages or self._bytes > self._most_bytes:
                self._drop(next(iter(self._pages)))

    def forget(self) -> None:
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _drop(self, key: str) -> None:
        old = self._pages.pop(key, None)
        self._bytes -= len(old.body) if old else 0


@dataclass(frozen=True, slots=True)
class Question:
    """Which page is asked for, whether by somebody who wrote just now (``wrote``), and how it is made."""

    slug: str
    path: str
    query: str
    language: str
    wrote: str
    render: Render

    @property
    def key(self) -> str:
        return f"{self.language}:{self.path}?{self.query}"

    @property
    def wish(self) -> str:
        """What the press needs to know to ask the same question."""
        return json.dumps([self.path, self.query, self.language])


class Pages:
    """The pages as one process answers them."""

    def __init__(self, versions: Versions, timelines: Timelines, shelf: Shelf) -> None:
        self.versions, self.timelines, self.shelf = versions, timelines, shelf
        self.memory = Memory()
        self._wished: dict[str, float] = {}
        self.rendered = 0
        self._locks = [Lock() for _ in range(64)]

    def answer(self, request: HttpRequest, question: Question) -> HttpResponse:
        """The page, or 304 if the visitor has it; asks no database while the version is believed and the page kept."""
        asked_at = monotonic()
        pulse = self.versions.present(question.slug, question.wrote)
        if pulse is None:
            return question.render(request)
        page = self.memory.get(question.key)
        if page is None or not page.fits(pulse):
            made = self._page(question, pulse, page, asked_at)
            if isinstance(made, HttpResponse):
                return made
            page = made
        self._wish(question)
        return _response(request, page, page.behind(pulse))

    def print(self, question: Question, pulse: Pulse) -> bool:
        """Put the page of that pulse on the shelf, unless it is right or too young: for the press. False: no page.

        No claim is laid upon it: the press yields to everybody, so that nobody may have to wait for it.
        """
        page = self.memory.get(question.key)
        if page and (page.fits(pulse) or page.age < PACE):
            return True
        return isinstance(self._kept(question.key, pulse) or self._made(question, pulse), Page)

    def _wish(self, question: Question) -> None:
        """Let the press know what is asked for."""
        told = self._wished.get(question.key)
        if (told is None or monotonic() - told > WISHES_EVERY) and self.shelf.has_press():
            if len(self._wished) >= MOST_PAGES:
                self._wished.clear()
            self._wished[question.key] = monotonic()
            self.shelf.wish(question.wish)

    def _page(self, question: Question, pulse: Pulse, old: Page | None, asked_at: float) -> Page | HttpResponse:
        if old and not question.wrote and self.shelf.has_press():
            old = self._newest(question.key, old)
            if old.was_right(pulse):
                return old
        waits = old is None or bool(question.wrote) or not old.was_right(pulse)
        lock = self._locks[hash(question.key) % len(self._locks)]
        if not lock.acquire(blocking=waits):
            return cast(Page, old)
        try:
            fresh = pulse if pulse.confirmed_at >= asked_at else self.versions.read(question.slug)
            return self._shared(question, cast(Pulse, fresh), None if waits else old)
        finally:
            lock.release()

    def _newest(self, key: str, page: Page) -> Page:
        """The page, or the one that the press has put on the shelf since."""
        kept = self.shelf.get(key) if page.age >= PACE else None
        newest = Page.from_bytes(kept) if kept else page
        if newest.read_at > page.read_at:
            self.memory.put(key, newest)
            return newest
        return page

    def _shared(self, question: Question, pulse: Pulse, old: Page | None) -> Page | HttpResponse:
        deadline = monotonic() + LONGEST_WAIT
        while True:
            page = self._kept(question.key, pulse)
            if page:
                return page
            if self.shelf.claim(question.key, milliseconds=CLAIM_MILLISECONDS) or monotonic() > deadline:
                return self._claimed(question, pulse)
            if old:
                return old
            sleep(0.004)

    def _kept(self, key: str, pulse: Pulse) -> Page | None:
        page = self.memory.get(key)
        if page and page.fits(pulse):
            return page
        kept = self.shelf.get(key)
        page = Page.from_bytes(kept) if kept else None
        if page is None or not page.fits(pulse):
            return None
        self.memory.put(key, page)
        return page

    def _claimed(self, question: Question, pulse: Pulse) -> Page | HttpResponse:
        try:
            # another process may have put the page down between our look and our claim
            return self._kept(question.key, pulse) or self._made(question, pulse)
        finally:
            self.shelf.release(question.key)

    def _made(self, question: Question, pulse: Pulse) -> Page | HttpResponse:
        made = self._render(question, pulse)
        if isinstance(made, Page):
            self.memory.put(question.key, made)
            self.shelf.put(question.key, made.to_bytes(), seconds=SHELF_SECONDS)
        return made

    def _render(self, question: Question, pulse: Pulse) -> Page | HttpResponse:
        """Render at a version that was read before: the page may know more than its version, never less."""
        self.rendered += 1
        passed, expires = self._span(question.slug, pulse)
        mark = f"{pulse.mark}-{passed}"
        with translation.override(question.language):
            response = question.render(_bare_request(question, mark, pulse))
        if response.status_code != 200:
            return response
        if response.cookies:
            raise RuntimeError("A public page sets no cookie.")
        return Page(
            mark=pulse.mark,
            etag=f'"{mark}-{question.language}-{settings.BUILD_ID}"',
            expires=expires,
            read_at=time() - (monotonic() - pulse.confirmed_at),
            content_type=response.headers["Content-Type"],
            body=response.content,
        )

    def _span(self, slug: str, pulse: Pulse) -> tuple[int, float]:
        """Which moment was passed last (each event its own), and when (in the pulse's time) the next one comes."""
        now = pulse.now
        passed, ahead = 0, float(SHELF_SECONDS)
        for line, journal in self.timelines.of(slug, pulse):
            own = clock.now(journal)
            pace = journal.pace / pulse.pace if pulse.pace else 1.0
            passed += int(line.last(own).timestamp())
            ahead = min(ahead, (line.next(own) - own).total_seconds() / pace) if pace else ahead
        return passed, now.timestamp() + ahead

    def mark(self, slug: str, pulse: Pulse) -> str:
        """What a page carries to find out whether it is still right."""
        return f"{pulse.mark}-{self._span(slug, pulse)[0]}"

    def forget(self) -> None:
        """Know nothing, as after the start."""
        self.memory.forget()
        self._wished.clear()
        self.shelf.forget()
        self.versions.forget()
        self.timelines.forget()


def _bare_request(question: Question, mark: str, pulse: Pulse) -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = question.path
    request.GET = QueryDict(question.query)
    request.user = AnonymousUser()
    request.LANGUAGE_CODE = question.language
    request.mark = mark  # type: ignore[attr-defined]
    request.pulse = pulse  # type: ignore[attr-defined]
    return request


def _response(request: HttpRequest, page: Page, behind: float) -> HttpResponse:
    # nginx weakens an ETag when it compresses: W/"…" is the same page
    known = page.etag in request.META.get("HTTP_IF_NONE_MATCH", "")
    response = HttpResponseNotModified() if known else HttpResponse(page.body, content_type=page.content_type)
    response.headers["ETag"], response.headers["Cache-Control"] = page.etag, "no-cache"
    response.behind = behind  # type: ignore[attr-defined]  # see config/edge.py
    return response


PAGES = Pages(VERSIONS, TIMELINES, Shelf(settings.REDIS_URL, settings.BUILD_ID))


def public_page(*variants: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Cache what the view renders. ``variants`` names the numbers in the query that make another page (``branch``)."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, slug: str = SITE, **kwargs: Any) -> HttpResponse:
            event = {"slug": slug} if slug else {}
            question = Question(
                slug, request.path, _query(request, variants), chosen_language(request),
                request.COOKIES.get(WROTE, ""), lambda bare: view(bare, *args, **event, **kwargs),
            )  # fmt: skip
            return PAGES.answer(request, question)

        page.bare = view  # type: ignore[attr-defined]  # what the press calls
        return require_safe(page)

    return decorate


def _query(request: HttpRequest, variants: tuple[str, ...]) -> str:
    if not variants or not request.META.get("QUERY_STRING"):
        return ""
    numbers = {name: request.GET.get(name, "") for name in variants}
    return "&".join(f"{name}={int(n)}" for name, n in numbers.items() if n.isascii() and n.isdecimal() and len(n) < 10)
