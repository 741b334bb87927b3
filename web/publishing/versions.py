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

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from journal import clock
from journal.models import Journal
from journal.statements import Objects
from tournaments.states import TournamentState
from web.numbers import typed_number
from web.publishing.timelines import RoundClock, Timeline, Timelines

READ_AGAIN_AFTER = 0.25
"""Seconds for which a version is believed without asking the database."""
A_DAY = 86_400.0
WROTE = "wrote"
WROTE_SECONDS = 10
SITE, FINISHED = "", "*finished"
"""Stand for all events together, and for those that are over, where an event's slug is expected."""
_OF_MANY = {
    SITE: Q(tournament__isnull=False) | Q(series__isnull=False),
    FINISHED: Q(tournament__state=TournamentState.FINISHED, rehearsal=False) | Q(series__isnull=False),
}
"""Their journals, and those of the series that count them together."""
_OF_ONE = Objects(Journal, lambda slugs: Journal.objects.filter(tournament__slug__in=slugs))

_written: ContextVar[list[str] | None] = ContextVar("written", default=None)


@dataclass(frozen=True, slots=True)
class Version:
    """What is current of one event, or of many: versions with the same ``name`` differ in nothing public.

    The name is ``<journal>.<version>-<last moment passed>``, and of many events what adds up to as much. ``next`` is
    when the next moment comes (in the time of the event, of many in the real one). ``read_at`` is the process'
    monotonic clock just before the database was asked.
    """

    journals: tuple[Journal, ...]
    name: str
    next: datetime
    clocks: tuple[RoundClock, ...]
    read_at: float
    believed_until: float
    of_many: bool

    @property
    def number(self) -> int:
        return sum(journal.version for journal in self.journals)

    @property
    def pace(self) -> float:
        return 1.0 if self.of_many else self.journals[0].pace

    @property
    def present(self) -> datetime:
        """The present moment, in the same time as ``next``."""
        return timezone.now() if self.of_many else clock.now(self.journals[0])

    def lacks(self, known: str) -> bool:
        """Is the version in a writer's cookie (``journal.version``), or that a visitor knows of, newer?"""
        own, other = _numbers(self.name), _numbers(known)
        if self.of_many and len(own) == len(other):
            return own != other
        if len(other) != 2 or None in (numbers := [typed_number(number) for number in other]):
            return False
        journal, newest = numbers
        versions = {j.pk: j.version for j in self.journals}
        return versions.get(journal, -1 if self.of_many else newest) < newest


def _numbers(name: str) -> list[str]:
    return name.partition("-")[0].split(".")


class Versions:
    """What one process knows."""

    def __init__(self) -> None:
        self._known: dict[str, Version] = {}
        self._timelines = Timelines()

    def present(self, slug: str, known: str = "", *, since: float = 0.0) -> Version | None:
        """The version of an event (or of many), read again if that is due, if the ``known`` one is newer, or if it was
        read before ``since``; None if there is no such event."""
        version = self._known.get(slug)
        if version is None or version.believed_until < monotonic() or version.read_at < since:
            return self.read(slug)
        return self.read(slug) if known and version.lacks(known) else version

    def read(self, slug: str) -> Version | None:
        """Ask the database: one query, and one more where something was recorded."""
        read_at = monotonic()
        many = _OF_MANY.get(slug)
        journals = tuple(Journal.objects.filter(many).order_by("pk") if many else _OF_ONE.by([slug]))
        if not many and not journals:
            self._known.pop(slug, None)
            return None
        lines = [] if slug == FINISHED else self._timelines.of(journals)
        if many:
            lines = [(journal, line) for journal, line in lines if not line.is_archived]
        version = self._known[slug] = _version(journals, lines, read_at, of_many=many is not None)
        return version

    def outdate(self, journal: int) -> None:
        """Something was committed here: believe nothing about that journal any more."""
        for slug, version in list(self._known.items()):
            if version.of_many or any(j.pk == journal for j in version.journals):
                self._known[slug] = replace(version, believed_until=0.0)

    def forget(self) -> None:
        self._known.clear()
        self._timelines.forget()


def _version(
    journals: tuple[Journal, ...], lines: list[tuple[Journal, Timeline]], read_at: float, *, of_many: bool
) -> Version:
    passed, ahead = 0, A_DAY
    for journal, line in lines:  # each event its own time
        now = clock.now(journal)
        passed += int(line.last(now).timestamp())
        if journal.pace:
            ahead = min(ahead, (line.next(now) - now).total_seconds() / journal.pace)
    state = _of_many(journals) if of_many else f"{journals[0].pk}.{journals[0].version}"
    next_ = timezone.now() + timedelta(seconds=ahead) if of_many or not lines else lines[0][1].next(now)
    return Version(
        journals, f"{state}-{passed}", next_, () if of_many or not lines else lines[0][1].clocks,
        read_at, read_at + min(READ_AGAIN_AFTER, ahead), of_many,
    )  # fmt: skip


def _of_many(journals: tuple[Journal, ...]) -> str:
    newest = max((j.pk for j in journals), default=0)
    # a rehearsal's time may be set without an event, and the list of all events shows what is now
    set_times = sum(int(j.anchored_at.timestamp()) for j in journals if j.anchored_at)
    # one event may come to be over while another is opened again: which they are counts too
    which = sum(j.pk for j in journals)
    return f"{newest}.{len(journals)}.{which}.{sum(j.version for j in journals)}.{set_times}"


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
