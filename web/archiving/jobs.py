"""The making of an event's file, under way or done: kept in Valkey, so that it goes on whoever leaves the page.

A file is kept for a day; made again it takes the place of the one before.
"""

import base64
import io
import secrets
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import gettext_noop

from tournaments.models import Tournament
from web.archiving.parcel import write_parcel

KEPT_SECONDS: Final = 24 * 3600
SILENT: Final = timedelta(minutes=2)
"""After so much silence the process that made it is taken to have ended."""
LONGEST: Final = 1800
"""Seconds: the file of a day of 4,096 teams."""
EVERY: Final = 10
"""Pages between two words about the progress."""
FAILED: Final = gettext_noop(
    "The file could not be made. Please try once more; the office of the site finds why in its log."
)
TOO_LONG: Final = gettext_noop("The file took too long to make.")


@dataclass(frozen=True)
class Job:
    """``done`` of ``of`` pages; ``size`` is that of the file in bytes, 0 while it is made; ``error`` an English text
    that is translated where it is shown."""

    token: str
    personal: bool
    at: datetime
    done: int = 0
    of: int = 0
    size: int = 0
    error: str = ""

    @property
    def is_made(self) -> bool:
        return self.size > 0

    @property
    def is_lost(self) -> bool:
        """Nobody is making it any more."""
        return not self.is_made and not self.error and timezone.now() - self.at > SILENT

    @property
    def is_under_way(self) -> bool:
        return not (self.is_made or self.error or self.is_lost)


def _key(tournament: int) -> str:
    return f"archive-job:{tournament}"


def _file_key(token: str) -> str:
    return f"archive-file:{token}"


def job_of(tournament: Tournament) -> Job | None:
    """The newest one of the event."""
    found: dict[str, Any] | None = cache.get(_key(tournament.pk))
    return Job(**found | {"at": datetime.fromisoformat(found["at"])}) if found else None


def file_of(job: Job) -> bytes | None:
    """The file; None if it is not there (any more)."""
    found: str | None = cache.get(_file_key(job.token))
    return base64.b64decode(found) if found else None


def begin(tournament: Tournament, *, personal: bool) -> Job:
    """A new job; whoever makes it is told its token. One that is under way stays."""
    known = job_of(tournament)
    if known and known.is_under_way:
        return known
    if known:
        cache.delete(_file_key(known.token))
    job = Job(secrets.token_urlsafe(12), personal, timezone.now())
    _keep(tournament.pk, job)
    return job


def forget(tournament: Tournament) -> None:
    """Nothing is left of the event's file."""
    known = job_of(tournament)
    if known:
        cache.delete_many([_key(tournament.pk), _file_key(known.token)])


def make(tournament: Tournament, token: str) -> None:
    """Make the file of that job, unless it was made or given up meanwhile."""
    job = job_of(tournament)
    if job is None or job.token != token or not job.is_under_way:
        return
    out = io.BytesIO()

    def progress(done: int, of: int) -> None:
        if done % EVERY == 0:
            _keep(tournament.pk, replace(job, done=done, of=of, at=timezone.now()))

    try:
        write_parcel(tournament, out, personal=job.personal, progress=progress)
    except Exception as error:
        words = TOO_LONG if isinstance(error, SoftTimeLimitExceeded) else FAILED
        _keep(tournament.pk, replace(job, error=words, at=timezone.now()))
        raise
    cache.set(_file_key(token), base64.b64encode(out.getvalue()).decode(), KEPT_SECONDS)
    _keep(tournament.pk, replace(job, size=len(out.getvalue()), at=timezone.now()))


@shared_task(ignore_result=True, soft_time_limit=LONGEST, time_limit=LONGEST + 30)
def make_archive(tournament: int, token: str) -> None:
    """Make the file of the event; ``token`` is that of the job."""
    found = Tournament.objects.filter(pk=tournament).first()
    if found is not None:
        make(found, token)


def _keep(tournament: int, job: Job) -> None:
    cache.set(_key(tournament), asdict(job) | {"at": job.at.isoformat()}, KEPT_SECONDS)
