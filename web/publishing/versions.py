"""The version of what the public sees, as this process knows it: a quarter of a second old at most, fresh at once for a
writer.

A writer's answer carries a cookie with the version that he made. Whichever process he asks next compares it with the
version that it holds, and reads again if his is newer: whoever wrote sees his write at once.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic

from django.http import HttpRequest, HttpResponse

from journal import clock
from journal.models import Event, Journal
from journal.queries import shared_version
from scoring.models import Clock
from tournaments import shared_versions
from web.publishing.moments import MOVE_NOTHING, Moments, read, read_listed
from web.requests.numbers import typed_number

READ_AGAIN_AFTER = 0.25
"""Seconds for which a version is believed without asking the database."""
A_DAY = timedelta(days=1)
MOST_KNOWN = 4096
"""Events whose moments a process keeps."""
OF_MANY = 0
"""The key of the journal that stands for all events together."""
WROTE = "wrote"
WROTE_SECONDS = 10
SITE, FINISHED = "", "*finished"
"""Stand for all events together, and for those that are over, where an event's slug is expected."""
_OF_MANY = {SITE: shared_versions.SITE, FINISHED: shared_versions.FINISHED}
"""The version that their journals, and those of the series that count them together, share."""

_written: ContextVar[list[str] | None] = ContextVar("written", default=None)


@dataclass(frozen=True, slots=True)
class Version:
    """What is current of one event, or of many: versions with the same ``name`` differ in nothing public.

    The name is ``<journal>.<version>-<last moment passed>``; of many events ``0.0.<version that they share>-…``.
    ``next`` is when the next moment comes (in the time of the event, of many in the real one). ``read_at`` is the
    process' monotonic clock just before the database was asked.
    """

    journal: Journal
    name: str
    next: datetime
    clocks: dict[int, Clock]
    read_at: float
    believed_until: float

    @property
    def of_many(self) -> bool:
        return self.journal.pk == OF_MANY

    @property
    def number(self) -> int:
        return self.journal.version

    def lacks(self, known: str) -> bool:
        """Is the version in a writer's cookie (``journal.version``), or that a visitor knows of, newer? Whatever
        somebody wrote may be on a page about many events."""
        numbers = [typed_number(number) or 0 for number in known.partition("-")[0].split(".")]
        if self.of_many:
            return len(numbers) == 2 or numbers[-1] > self.number
        return len(numbers) == 2 and numbers[0] == self.journal.pk and numbers[1] > self.number


class Versions:
    """What one process knows: versions by the slug of the event, and the moments that they end with."""

    def __init__(self) -> None:
        self._known: dict[str, Version] = {}
        self._moments: dict[int, tuple[int, Moments | None]] = {}
        self._listed: tuple[int, tuple[Moments, ...]] = (-1, ())

    def present(self, slug: str, known: str = "", *, since: float = 0.0) -> Version | None:
        """The version of an event (or of many), read again if that is due, if the ``known`` one is newer, or if it was
        read before ``since``; None if there is no such event."""
        version = self._known.get(slug)
        if version is None or (version.read_at < since if since else version.believed_until < monotonic()):
            return self.read(slug)
        return self.read(slug) if known and version.lacks(known) else version

    def read(self, slug: str) -> Version | None:
        """Ask the database: one query, and one more where something was recorded."""
        read_at = monotonic()
        journal: Journal | None
        moments: tuple[Moments, ...] = ()
        if slug in _OF_MANY:
            of, journal = f"0.{OF_MANY}", Journal(pk=OF_MANY, version=shared_version(_OF_MANY[slug]))
            if slug == SITE:
                if self._listed[0] != journal.version:
                    self._listed = journal.version, read_listed()
                moments = self._listed[1]
        else:
            journal = Journal.objects.filter(tournament__slug=slug).first()
            if journal is None:
                self._known.pop(slug, None)
                return None
            of, own = f"{journal.pk}", self.moments_of(journal)
            moments = (own,) if own else ()
        now = clock.now(journal)
        passed = sum(int(each.last(now).timestamp()) for each in moments)
        next_ = min((each.next(now) for each in moments), default=now + A_DAY)
        ahead = (next_ - now).total_seconds() / journal.pace if journal.pace else READ_AGAIN_AFTER
        self._known[slug] = version = Version(
            journal=journal,
            name=f"{of}.{journal.version}-{passed}",
            next=next_,
            clocks=moments[0].clocks if moments and journal.pk != OF_MANY else {},
            read_at=read_at,
            believed_until=read_at + min(READ_AGAIN_AFTER, ahead),
        )
        return version

    def moments_of(self, journal: Journal) -> Moments | None:
        """Those of the event with this journal (a series has none). Nothing is asked while nothing is recorded, and
        whether anything was that may move a moment before all of them are read again."""
        last, moments = self._moments.get(journal.pk, (-1, None))
        since = Event.objects.filter(journal=journal.pk, number__gt=last).exclude(kind__in=MOVE_NOTHING)
        if last < 0 or (last < journal.last_number and since.exists()):
            moments = read(journal)
        if len(self._moments) >= MOST_KNOWN:
            self._moments.clear()
        self._moments[journal.pk] = journal.last_number, moments
        return moments

    def outdate(self, journal: int) -> None:
        """Something was committed here: believe nothing about that journal any more."""
        for slug, version in list(self._known.items()):
            if version.of_many or version.journal.pk == journal:
                self._known[slug] = replace(version, believed_until=0.0)

    def forget(self) -> None:
        self._known.clear()
        self._moments.clear()
        self._listed = (-1, ())


VERSIONS = Versions()


def note_version(journal: int, version: int) -> None:
    """Receiver of committed versions (``journal.recording.on_version``)."""
    VERSIONS.outdate(journal)
    written = _written.get()
    if written is not None:
        written.append(f"{journal}.{version}")


class WroteMiddleware:
    """Gives whoever wrote the version that he made, for a few seconds."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return self.get_response(request)
        written: list[str] = []
        token = _written.set(written)
        try:
            response = self.get_response(request)
        finally:
            _written.reset(token)
        if written:
            response.set_cookie(
                WROTE, written[-1], max_age=WROTE_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure()
            )
        return response
