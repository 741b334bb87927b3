"""The file of an event: event.json, its public pages as a website, and its documents, in one .zip; opening one; and
the making of it, under way or done. A file is kept for a day; made again it takes the place of the one before.

Of a file that is sent only ``event.json`` is ever read, up to a limit, whatever its table of contents claims.
"""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import IO, ClassVar, Final

from celery import shared_task
from django.core.cache import cache
from django.utils.translation import gettext_noop

from archives.checking import File, read_event_file
from archives.queries import at_one_moment, event_file
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.models import Tournament
from web.archiving.website import Progress, website
from web.background import AWAY, BackgroundJob, when_there

EVENT_FILE: Final = "event.json"
LARGEST: Final = 64_000_000
"""Bytes of a file that is sent."""
LARGEST_EVENT: Final = 128_000_000
"""Bytes of event.json, unfolded: a day of 4,096 teams has a tenth of it."""
MOST_MEMBERS: Final = 100_000

BROKEN: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, EOFError, LookupError, NotImplementedError,
    OSError, RuntimeError, ValueError,
)  # fmt: skip
"""What opening a damaged .zip may raise."""

Producer = Callable[[Tournament, bool], Iterable[tuple[str, bytes]]]
DOCUMENTS: Final[list[Producer]] = []
"""What makes documents of an event, names and contents, with personal data or without: whoever can is added when the
app is ready."""
LONGEST: Final = 1800
"""Seconds: the file of a day of 4,096 teams."""
EVERY: Final = 10
"""Pages between two words about the progress."""
FAILED: Final = gettext_noop(
    "The file could not be made. Please try again; the office of the site finds why in its log."
)
TOO_LONG: Final = gettext_noop("The file took too long to make.")


def write_parcel(tournament: Tournament, to: IO[bytes], *, personal: bool, progress: Progress) -> None:
    """All of the event as it is at one moment, whatever is entered meanwhile."""
    with at_one_moment(), zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as parcel:
        event = Tournament.objects.select_related("journal", "series").get(pk=tournament.pk)
        parcel.writestr(EVENT_FILE, json.dumps(event_file(event, personal=personal), ensure_ascii=False, indent=1))
        for produce in DOCUMENTS:
            for name, content in produce(event, personal):
                parcel.writestr(f"documents/{name}", content)
        for name, content in website(event, progress):
            parcel.writestr(f"website/{name}", content)


def read_parcel(data: bytes) -> File:
    """The event of a sent .zip, or of an ``event.json`` alone; ``Refused`` with all that is wrong."""
    if not data.startswith(b"PK"):
        return read_event_file(data)
    if len(data) > LARGEST:
        raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST // 1_000_000}))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parcel:
            if len(parcel.filelist) > MOST_MEMBERS:
                raise zipfile.BadZipFile
            with parcel.open(EVENT_FILE) as file:
                content = file.read(LARGEST_EVENT + 1)
        if len(content) > LARGEST_EVENT:
            raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST_EVENT // 1_000_000}))
        return read_event_file(content)
    except BROKEN:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None


class TooLong(Exception):
    """Nobody waits for the file any more."""


@dataclass(frozen=True, kw_only=True)
class Job(BackgroundJob):
    """``done`` of ``of`` pages; ``size`` is that of the file in bytes, 0 while it is made; ``error`` an English text
    that is translated where it is shown."""

    KEPT: ClassVar[int] = 24 * 3600
    SILENCE: ClassVar[int] = 120

    personal: bool = False
    of: int = 0
    size: int = 0
    error: str = ""

    @property
    def is_made(self) -> bool:
        return self.size > 0

    @property
    def is_over(self) -> bool:
        return self.is_made or bool(self.error)


def key_of(tournament: int) -> str:
    return f"archive-job:{tournament}"


def job_of(tournament: Tournament) -> Job | None:
    """The newest one of the event."""
    return Job.newest(key_of(tournament.pk))


def begin(tournament: Tournament, *, personal: bool) -> Job:
    """A worker is asked for the file; one that is under way stays."""
    before = job_of(tournament)
    begun = Job(personal=personal).begin(
        key_of(tournament.pk), lambda job: make_archive.delay(tournament.pk, job.token)
    )
    if before and before.token != begun.token:
        cache.delete(before.file_key())
    return begun


def forget(tournament: Tournament) -> None:
    """Nothing is left of the event's file."""
    known = job_of(tournament)
    if known:
        cache.delete_many([key_of(tournament.pk), known.file_key()])


def make(tournament: Tournament, token: str) -> None:
    """Make the file of that job, unless it was made or given up before. If somebody is forgotten meanwhile, his name is
    in it, and it is not kept."""
    job, key = when_there(lambda: job_of(tournament)), key_of(tournament.pk)
    if job is None or job.token != token or not job.is_on:
        return
    out, until = io.BytesIO(), monotonic() + LONGEST

    def progress(count: int, of: int) -> None:
        if monotonic() > until:
            raise TooLong
        with suppress(*AWAY):  # nobody can look either
            if count % EVERY == 0 and job.is_meant(key):
                replace(job, done=count, of=of, has_begun=True).said(key)

    try:
        write_parcel(tournament, out, personal=job.personal, progress=progress)
    except Exception as error:
        words = TOO_LONG if isinstance(error, TooLong) else FAILED
        when_there(lambda: replace(job, error=words).said(key))
        raise
    if when_there(lambda: job.is_meant(key)):
        when_there(lambda: job.keep(out.getvalue()))
        when_there(lambda: replace(job, size=len(out.getvalue())).said(key))


@shared_task(ignore_result=True, time_limit=LONGEST + 120)
def make_archive(tournament: int, token: str) -> None:
    """Make the file of the event; ``token`` is that of the job."""
    tournament_row = Tournament.objects.filter(pk=tournament).first()
    if tournament_row is not None:
        make(tournament_row, token)
