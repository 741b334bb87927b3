"""The version of every journal as this process knows it: at most a quarter of a second old, fresh at once for a writer.

A writer's answer carries a cookie with the version that he made. Whichever process he asks next compares it with the
version that it holds, and reads again if his is newer: whoever wrote sees his write at once.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from journal import clock
from journal.models import Journal
from journal.queries import shared_version
from journal.statements import Objects
from tournaments import shared_versions
from web.numbers import typed_number

READ_AGAIN_AFTER = 0.25
"""Seconds for which a version is believed without asking the database."""

WROTE = "wrote"
WROTE_SECONDS = 10
SITE, FINISHED = "", "*finished"
"""Stand for all events together, and for those that are over, where an event's slug is expected."""
_OF_MANY = {SITE: shared_versions.SITE, FINISHED: shared_versions.FINISHED}
"""The version that their journals, and those of the series that count them together, share."""
_OF_ONE = Objects(Journal, lambda slugs: Journal.objects.filter(tournament__slug__in=slugs))

_written: ContextVar[list[str] | None] = ContextVar("written", default=None)


@dataclass(frozen=True, slots=True)
class Pulse:
    """What is current: the journal of one event, or one that stands for many. Pulses with the same ``edition`` differ
    in nothing public.

    ``confirmed_at`` is the process' monotonic clock just before the database was asked; ``former`` and
    ``former_confirmed_at`` say which edition was known before and when it was last seen to be current.
    """

    journals: tuple[Journal, ...]
    edition: str
    confirmed_at: float
    believed_until: float
    every: bool = False
    former: str = ""
    former_confirmed_at: float = 0.0

    @property
    def now(self) -> datetime:
        """The present moment of the event; of all events together the real one."""
        return clock.now(self.journals[0]) if len(self.journals) == 1 else timezone.now()

    @property
    def rehearsal(self) -> bool:
        return any(journal.rehearsal for journal in self.journals)

    @property
    def pace(self) -> float:
        return self.journals[0].pace if len(self.journals) == 1 else 1.0

    def lacks(self, wrote: str) -> bool:
        """Is the version in a writer's cookie (``journal.version``), or the edition that a visitor knows of, newer?"""
        numbers = [typed_number(number) for number in _numbers(wrote)]
        if self.every and len(numbers) == len(_numbers(self.edition)):
            return _numbers(self.edition) != _numbers(wrote)
        own, newest = numbers if len(numbers) == 2 else (None, None)
        if own is None or newest is None:
            return False
        known = {j.pk: j.version for j in self.journals}
        return known.get(own, -1 if self.every else newest) < newest


def _numbers(edition: str) -> list[str]:
    return edition.partition("-")[0].split(".")


def lacks(edition: str, wrote: str) -> bool:
    """May a page of that edition lack what its visitor wrote or knows of?"""
    own, known = _numbers(edition), _numbers(wrote)
    if not wrote or own == known:
        return False
    of_one_event = len(own) == len(known) == 2 and all(number.isdecimal() for number in known)
    return not of_one_event or (own[0] == known[0] and int(own[1]) < int(known[1]))


class Versions:
    """What one process knows."""

    def __init__(self) -> None:
        self._known: dict[str, Pulse] = {}

    def present(self, slug: str, wrote: str = "") -> Pulse | None:
        """The pulse of an event (or of many), read again if it is due; None if there is no such event."""
        pulse = self._known.get(slug)
        if pulse is None or pulse.believed_until < monotonic() or (wrote and pulse.lacks(wrote)):
            return self.read(slug)
        return pulse

    def read(self, slug: str) -> Pulse | None:
        """Ask the database: one query."""
        asked_at = monotonic()
        if slug in _OF_MANY:
            journals: tuple[Journal, ...] = (Journal(pk=0, version=shared_version(_OF_MANY[slug])),)
        else:
            journals = tuple(_OF_ONE.by([slug]))
        if not journals:
            self._known.pop(slug, None)
            return None
        pulse = Pulse(journals, _edition(slug, journals), asked_at, asked_at + READ_AGAIN_AFTER, slug in _OF_MANY)
        self._known[slug] = pulse = _after(self._known.get(slug), pulse)
        return pulse

    def outdate(self, journal: int) -> None:
        """A version of that journal was committed here: believe nothing about it any more."""
        for slug, pulse in list(self._known.items()):
            if pulse.every or any(j.pk == journal for j in pulse.journals):
                self._known[slug] = replace(pulse, believed_until=0.0)

    def forget(self) -> None:
        self._known.clear()


def _edition(slug: str, journals: tuple[Journal, ...]) -> str:
    # the address of a rehearsal that was removed may be another one's by now: a version alone would mix them up
    of_one = f"{journals[0].pk}.{journals[0].version}"
    # three numbers: no visitor's version of one event says whether a page about many is older
    return f"0.{of_one}" if slug in _OF_MANY else of_one


def _after(known: Pulse | None, read: Pulse) -> Pulse:
    if known is None:
        return read
    if known.edition == read.edition:
        return replace(read, former=known.former, former_confirmed_at=known.former_confirmed_at)
    return replace(read, former=known.edition, former_confirmed_at=known.confirmed_at)


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
