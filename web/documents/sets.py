"""全套文书: all documents of an event, made one after the other by a worker, for the person who asked.

How far it is and the documents themselves stand in Valkey for an hour. A worker that dies says nothing any more: after
``SILENCE`` what it began counts as broken off, and may be begun again.
"""

import base64
import io
import logging
import secrets
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from accounts.models import User
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import Document, Wish
from web.documents.reading import Reading
from words.documents import SIZES

log = logging.getLogger(__name__)

KEPT = 3600
SILENCE = 60
"""Seconds after which nothing more is expected of a worker that said nothing: a document takes less than one."""
MOST_SECONDS = 100
"""A set takes no longer; then what is left of it is named as not made."""


@dataclass(frozen=True)
class Failure:
    """A file that could not be made, and why, in the words of whoever asked."""

    name: str
    why: str


@dataclass(frozen=True)
class Progress:
    """A set on its way. ``files``: key and size of each; ``done`` of them were tried; ``at``: when somebody last said
    something of it, in seconds since 1970; ``has_begun``: a worker has taken it."""

    token: str
    files: tuple[tuple[str, str], ...]
    done: int = 0
    failures: tuple[Failure, ...] = ()
    has_begun: bool = False
    at: float = 0

    @property
    def is_over(self) -> bool:
        return self.done >= len(self.files)

    @cached_property
    def is_broken(self) -> bool:
        """Has nobody said anything for too long?"""
        return not self.is_over and timezone.now().timestamp() - self.at > SILENCE

    @property
    def is_on(self) -> bool:
        return not (self.is_over or self.is_broken)

    @property
    def made(self) -> int:
        return self.done - len(self.failures)

    @property
    def made_at(self) -> datetime:
        return datetime.fromtimestamp(self.at, tz=UTC)

    @property
    def current(self) -> str:
        """The name of the file that is being made; empty at the end."""
        return file_name(*self.files[self.done]) if self.done < len(self.files) else ""


def file_name(key: str, size: str) -> str:
    """对阵图 A3, without a number and an ending."""
    found = BY_KEY[key]
    return f"{found.title} {SIZES[size]}" if len(found.sizes) > 1 else str(found.title)


def progress_of(tournament: Tournament, user: User) -> Progress | None:
    """The set that this person asked for last, within the hour."""
    kept = cache.get(_key(tournament.pk, user.pk))
    if kept is None:
        return None
    failures = tuple(Failure(**failure) for failure in kept.pop("failures"))
    return Progress(files=tuple((key, size) for key, size in kept.pop("files")), failures=failures, **kept)


def begin(reading: Reading, user: User, documents: Iterable[Document]) -> Progress:
    """A worker is asked for all of ``documents`` that can be made now; nothing happens while a set is on its way."""
    present = progress_of(reading.tournament, user)
    if present and present.is_on:
        return present
    ready = (document for document in documents if document.in_set and document.is_offered(reading))
    files = tuple((document.key, size) for document in ready for size in document.sizes)
    found = _said(Progress(secrets.token_urlsafe(9), files), reading.tournament.pk, user.pk)
    try:
        make_documents.delay(
            reading.tournament.pk, user.pk, found.token, translation.get_language() or "", reading.site
        )
    except OperationalError:
        log.exception("no broker takes the set of documents of %s", reading.tournament.slug)
    return found


def papers(tournament: Tournament, personal: bool) -> Iterator[tuple[str, bytes]]:
    """For the file of the event: all documents that can be made now, or those that everybody may see. One that cannot
    be set is left out and logged: the file is worth more than a paper."""
    reading = Reading(tournament, settings.SITE_URL)
    with timezone.override(tournament.tzinfo):
        for document in DOCUMENTS:
            is_meant = document.in_set and (personal or document.permission == Permission.PUBLIC)
            if not (is_meant and document.is_offered(reading)):
                continue
            for size in document.sizes:
                try:
                    yield f"{file_name(document.key, size)}.pdf", document.pdf(reading, Wish(size))
                except Exception:
                    log.exception("document %s of %s", document.key, tournament.slug)


@shared_task(ignore_result=True, soft_time_limit=MOST_SECONDS)
def make_documents(tournament: int, user: int, token: str, language: str, site: str) -> None:
    """Make the files of the set ``token``; one that was begun anew since is left."""
    event = Tournament.objects.select_related("journal").get(pk=tournament)
    person = User.objects.get(pk=user)
    reading = Reading(event, site)
    found = progress_of(event, person)
    with translation.override(language), timezone.override(event.tzinfo):
        while found and found.token == token and not found.is_over:
            further = _with_next(reading, _said(replace(found, has_begun=True), tournament, user))
            found = progress_of(event, person)
            if found and found.token == token:  # neither begun anew nor forgotten meanwhile
                found = _said(further, tournament, user)


def _with_next(reading: Reading, found: Progress) -> Progress:
    """One file more is kept, or named with what kept it from being made."""
    key, size = found.files[found.done]
    try:
        pdf = BY_KEY[key].pdf(reading, Wish(size))
        cache.set(_file_key(found.token, found.done), base64.b64encode(pdf).decode(), KEPT)
    except SoftTimeLimitExceeded:
        late = _("There was no time left for it.")
        left = (Failure(file_name(*file), late) for file in found.files[found.done :])
        return replace(found, done=len(found.files), failures=(*found.failures, *left))
    except Exception as error:
        log.exception("document %s of %s", key, reading.tournament.slug)
        failed = Failure(file_name(key, size), _why(error))
        return replace(found, done=found.done + 1, failures=(*found.failures, failed))
    return replace(found, done=found.done + 1)


def _why(error: Exception) -> str:
    from typst import TypstError

    if isinstance(error, TypstError):
        return _("The page could not be set: %(why)s") % {"why": error.message}
    return _("An error of the program (%(name)s); its log has more.") % {"name": type(error).__name__}


def archive(tournament: Tournament, user: User) -> bytes | None:
    """The files of the set as .zip, numbered in their order; None if there are none, or they are too old."""
    found = progress_of(tournament, user)
    if found is None or not found.is_over:
        return None
    made = list(_kept(found))
    if not made:
        return None
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for number, (name, data) in enumerate(made, start=1):
            packed.writestr(f"{number:02} {name}.pdf", data)
    return out.getvalue()


def forget(tournament: Tournament) -> None:
    """Nothing is left of any set of the event, whoever asked for it."""
    sets = cache.get_many(_key(tournament.pk, user) for user in User.objects.values_list("pk", flat=True))
    files = [_file_key(kept["token"], number) for kept in sets.values() for number in range(len(kept["files"]))]
    cache.delete_many([*sets, *files])


def _kept(found: Progress) -> Iterator[tuple[str, bytes]]:
    for number, (key, size) in enumerate(found.files):
        data = cache.get(_file_key(found.token, number))
        if data is not None:
            yield file_name(key, size), base64.b64decode(data)


def _said(progress: Progress, tournament: int, user: int) -> Progress:
    """Written down, with the moment."""
    found = replace(progress, at=timezone.now().timestamp())
    cache.set(_key(tournament, user), asdict(found), KEPT)
    return found


def _key(tournament: int, user: int) -> str:
    return f"documents:{tournament}:{user}"


def _file_key(token: str, number: int) -> str:
    return f"document:{token}:{number}"
