"""Public pages, rendered once a version and language, and answered from memory until something changes.

A page is kept in the memory of the process (bounded) and in the store that all processes share. When it changes, the
press prints it anew (``press``), and meanwhile everybody serves the page that was right within the last second. Where
no press works, or that second is over, or the visitor has just written, one process renders and the others wait, as
long as rendering leaves the process time for other things (``allowance``): else an older page is handed out, marked as
old, or none for the moment. The view gets a request without cookies, session, host or person, so that a page holds
nothing of its visitor.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from threading import Lock
from time import monotonic, sleep, time
from typing import cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.template.response import SimpleTemplateResponse
from django.utils import translation
from django.views.decorators.http import require_safe
from prometheus_client import Counter

from journal import clock
from web.publishing.allowance import Allowance
from web.publishing.encodings import accepted, packed
from web.publishing.rendered import MOST_PAGES, OLD_PAGE_SECONDS, Memory, Page
from web.publishing.store import Store
from web.publishing.timelines import TIMELINES, Timelines
from web.publishing.versions import SITE, VERSIONS, Pulse, Versions, lacks

STORE_SECONDS = 3600
CLAIM_MILLISECONDS = 5000
LONGEST_WAIT = 1.0
EDITION = "edition"
"""What an address may name besides: the page of that edition, or of a newer one, is asked for."""
NAMED_SECONDS = 60
"""How long a page may be kept by others under an address that names its edition: while a crowd is fetching it."""
OLDEST_SECONDS = 10.0
"""How old a page may be that is handed out because nobody has time to render the new one."""
PACE = 0.2
"""Seconds for which the press leaves a page as it is; nobody need look for a newer one meanwhile."""
WORDS = ("text/", "application/json")
"""What becomes smaller on its way; pictures and workbooks are packed in themselves."""
SAVED_UP_APART = 20.0
"""Seconds of work on files and pictures that may come at once: those of one list, or of several after a round."""
WISHES_EVERY = 1.0
"""Seconds between two words to the press that the same page is asked for."""

RENDERS = Counter("guandan_renders", "Public pages that were rendered")

Render = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponse]


def public_page(*variants: str, of: str = SITE, apart: bool = False, framed: bool = False) -> Callable[[View], View]:
    """A view whose page is rendered once a version and language for everybody. ``variants`` names the numbers in the
    query that make another page (``branch``). Where its address names no event, the version is that ``of`` all, or of
    those that are ``FINISHED``: a page that tells of nothing else stays as it is while matches are played. ``apart``:
    one costs as much as several pages and is asked for seldom, so that it is no reason to hand out old ones.
    ``framed``: other sites may show it in a frame of theirs."""

    def decorate(view: View) -> View:
        page = require_safe(view)
        page.published, page.tells_of, page.apart = variants, of, apart  # type: ignore[attr-defined]
        page.framed = framed  # type: ignore[attr-defined]
        return page

    return decorate


@dataclass(frozen=True, slots=True)
class Question:
    """Which page is asked for, which edition of it or version its visitor knows of (``wrote``), and how it is made."""

    slug: str
    path: str
    query: str
    language: str
    wrote: str
    render: Render
    apart: bool = False

    @property
    def key(self) -> str:
        return f"{self.language}:{self.path}?{self.query}"

    @property
    def wish(self) -> str:
        """What the press needs to know to ask the same question."""
        return json.dumps([self.path, self.query, self.language])


class Pages:
    """The pages as one process answers them."""

    def __init__(self, versions: Versions, timelines: Timelines, store: Store) -> None:
        self.versions, self.timelines, self.store = versions, timelines, store
        self.memory = Memory()
        self.allowance = Allowance(settings.RENDERING_SHARE)
        self.allowance_apart = Allowance(settings.RENDERING_SHARE, saved_up=SAVED_UP_APART)
        self._wished: dict[str, float] = {}
        self.rendered = 0
        self._locks = [Lock() for _ in range(64)]

    def answer(self, request: HttpRequest, question: Question) -> HttpResponse:
        """The page, or 304 if the visitor has it; asks no database while the version is believed and the page kept."""
        asked_at = monotonic()
        pulse = self.versions.present(question.slug, question.wrote)
        if pulse is None:
            return question.render(request)
        page: Page | HttpResponse | None = self._ready(question, pulse)
        if page is None:
            may_make = self._allowance(question).is_left
            page = self._page(question, pulse, asked_at) if may_make else self._older(question)
        if isinstance(page, HttpResponse):
            return page
        self._wish(question)
        return _response(request, page, page.behind(pulse)) if page else _come_back()

    def at_once(self, request: HttpRequest, question: Question) -> HttpResponse | None:
        """The same answer if nothing must be made or waited for."""
        pulse = self.versions.present(question.slug, question.wrote)
        page = self._ready(question, pulse) if pulse else None
        if pulse is None or page is None:
            return None
        self._wish(question)
        return _response(request, page, page.behind(pulse))

    def _ready(self, question: Question, pulse: Pulse) -> Page | None:
        """The page that is right, or the one that was within the last second, while a press prints the new one."""
        page = self.memory.get(question.key)
        if page is None or page.fits(pulse):
            return page
        if not self.store.has_press():
            return None
        page = self._newest(question, page)
        if lacks(page.edition, question.wrote):
            return None
        return page if page.fits(pulse) or page.was_right(pulse) else None

    def _older(self, question: Question) -> Page | None:
        """A page that is not right any more, for visitors whom nobody has time to render a new one for."""
        kept = self.store.get(question.key)
        page = Page.from_bytes(kept) if kept else self.memory.get(question.key)
        return page if page and page.age < OLDEST_SECONDS else None

    def has(self, question: Question, pulse: Pulse) -> bool:
        """Is the page of that pulse kept here?"""
        page = self.memory.get(question.key)
        return page is not None and page.fits(pulse)

    def print(self, question: Question, pulse: Pulse) -> bool:
        """Put the page of that pulse in the store, unless it is right or too young: for the press. False: no page.

        No claim is laid upon it: the press yields to everybody, so that nobody may have to wait for it.
        """
        page = self.memory.get(question.key)
        if page and (page.fits(pulse) or page.age < PACE):
            return True
        return isinstance(self._kept(question.key, pulse) or self._made(question, pulse), Page)

    def snapshot(self, question: Question, pulse: Pulse) -> bytes | None:
        """The page as it is now, kept nowhere; None if there is none."""
        made = self._render(question, pulse)
        return made.body if isinstance(made, Page) else None

    def _wish(self, question: Question) -> None:
        """Let the press know what is asked for."""
        told = self._wished.get(question.key)
        if (told is None or monotonic() - told > WISHES_EVERY) and self.store.has_press():
            if len(self._wished) >= MOST_PAGES:
                self._wished.clear()
            self._wished[question.key] = monotonic()
            self.store.wish(question.wish)

    def _page(self, question: Question, pulse: Pulse, asked_at: float) -> Page | HttpResponse:
        old = self.memory.get(question.key)
        waits = old is None or lacks(old.edition, question.wrote) or not old.was_right(pulse)
        lock = self._locks[hash(question.key) % len(self._locks)]
        if not lock.acquire(blocking=waits):
            return cast(Page, old)
        begun = monotonic()
        try:
            fresh = pulse if pulse.confirmed_at >= asked_at else self.versions.read(question.slug)
            return self._shared(question, cast(Pulse, fresh), None if waits else old)
        finally:
            self._allowance(question).spend(monotonic() - begun)
            lock.release()

    def _allowance(self, question: Question) -> Allowance:
        return self.allowance_apart if question.apart else self.allowance

    def _newest(self, question: Question, page: Page) -> Page:
        """The page, or the one that the press has put in the store since."""
        may_be_newer = page.age >= PACE or lacks(page.edition, question.wrote)
        kept = self.store.get(question.key) if may_be_newer else None
        newest = Page.from_bytes(kept) if kept else page
        if newest.read_at > page.read_at:
            self.memory.put(question.key, newest)
            return newest
        return page

    def _shared(self, question: Question, pulse: Pulse, old: Page | None) -> Page | HttpResponse:
        deadline = monotonic() + LONGEST_WAIT
        while True:
            page = self._kept(question.key, pulse)
            if page:
                return page
            if self.store.claim(question.key, milliseconds=CLAIM_MILLISECONDS) or monotonic() > deadline:
                return self._claimed(question, pulse)
            if old:
                return old
            sleep(0.004)

    def _kept(self, key: str, pulse: Pulse) -> Page | None:
        page = self.memory.get(key)
        if page and page.fits(pulse):
            return page
        kept = self.store.get(key)
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
            self.store.release(question.key)

    def _made(self, question: Question, pulse: Pulse) -> Page | HttpResponse:
        made = self._render(question, pulse)
        if isinstance(made, Page):
            self.memory.put(question.key, made)
            self.store.put(question.key, made.to_bytes(), seconds=STORE_SECONDS)
        return made

    def _render(self, question: Question, pulse: Pulse) -> Page | HttpResponse:
        """Render at a version that was read before: the page may know more than its version, never less."""
        self.rendered += 1
        RENDERS.inc()
        passed, expires = self._span(question.slug, pulse)
        edition = f"{pulse.edition}-{passed}"
        with translation.override(question.language):
            response = question.render(_bare_request(question, edition, pulse))
            if isinstance(response, SimpleTemplateResponse):
                response.render()
        if response.status_code != 200:
            return response
        if response.cookies:
            raise RuntimeError("A public page sets no cookie.")
        body, kind = response.content, response.headers["Content-Type"]
        return Page(
            edition=pulse.edition,
            etag=f'W/"{edition}-{question.language}-{settings.BUILD_ID}"',
            expires=expires,
            read_at=time() - (monotonic() - pulse.confirmed_at),
            content_type=kind,
            body=body,
            packed=packed(body) if kind.startswith(WORDS) else {},
            disposition=response.headers.get("Content-Disposition", ""),
        )

    def _span(self, slug: str, pulse: Pulse) -> tuple[int, float]:
        """Which moment was passed last (each event its own), and when (in the pulse's time) the next one comes."""
        now = pulse.now
        passed, ahead = 0, float(STORE_SECONDS)
        for line, journal in self.timelines.of(slug, pulse):
            own = clock.now(journal)
            pace = journal.pace / pulse.pace if pulse.pace else 1.0
            passed += int(line.last(own).timestamp())
            ahead = min(ahead, (line.next(own) - own).total_seconds() / pace) if pace else ahead
        return passed, now.timestamp() + ahead

    def edition(self, slug: str, pulse: Pulse) -> str:
        """What a page carries to find out whether it is still right."""
        return f"{pulse.edition}-{self._span(slug, pulse)[0]}"

    def drop(self) -> None:
        """Let every rendered page go, here and in the store: something in them is to be forgotten."""
        self.memory.forget()
        self.store.drop()

    def forget(self) -> None:
        """Know nothing, as after the start."""
        self.memory.forget()
        self._wished.clear()
        self.store.forget()
        self.versions.forget()
        self.timelines.forget()


def _bare_request(question: Question, edition: str, pulse: Pulse) -> HttpRequest:
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = question.path
    request.GET = QueryDict(question.query)
    request.user = AnonymousUser()
    request.LANGUAGE_CODE = question.language
    request.edition = edition  # type: ignore[attr-defined]
    request.pulse = pulse  # type: ignore[attr-defined]
    return request


def _response(request: HttpRequest, page: Page, behind: float) -> HttpResponse:
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
    named = request.GET.get(EDITION) if request.META.get("QUERY_STRING") else None
    if named and page.etag.startswith(f'W/"{named}-'):
        # under an address that names its edition a page stays right, whoever keeps it
        headers["Cache-Control"] = f"public, max-age=0, s-maxage={NAMED_SECONDS}"
        response.kept = NAMED_SECONDS  # type: ignore[attr-defined]  # see config/edge.py
    if page.disposition:
        headers["Content-Disposition"] = page.disposition
    if behind > OLD_PAGE_SECONDS:
        headers["Cache-Status"] = f"pages; hit; ttl=-{behind:.0f}"
    response.behind = behind  # type: ignore[attr-defined]  # see config/edge.py
    return response


def _come_back() -> HttpResponse:
    """Bare: config/failures.py says it in words, to programs as a problem."""
    return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "1"})


PAGES = Pages(VERSIONS, TIMELINES, Store(settings.REDIS_URL, settings.BUILD_ID))
