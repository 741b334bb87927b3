"""全套文书: all documents of an event, made one after the other by a worker, for the person who asked.

How far it is and the documents themselves stand in Valkey for an hour (``web.works``).
"""

import io
import logging
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Any, ClassVar, Self

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.event.words.documents import SIZES
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import Document, Wish
from web.documents.reading import Reading
from web.works import Work, when_there

log = logging.getLogger(__name__)

MOST_SECONDS = 100
"""A set takes no longer; then what is left of it is named as not made."""


@dataclass(frozen=True)
class Failure:
    """A file that could not be made, and why, in the words of whoever asked."""

    name: str
    why: str


@dataclass(frozen=True, kw_only=True)
class DocumentSet(Work):
    """``files``: key and size of each; what could not be made is among the ``failures``."""

    KEPT: ClassVar[int] = 3600
    SILENCE: ClassVar[int] = 60  # a document takes less than a second

    files: tuple[tuple[str, str], ...]
    failures: tuple[Failure, ...] = ()

    @classmethod
    def read(cls, kept: dict[str, Any]) -> Self:
        files = tuple((key, size) for key, size in kept["files"])
        return cls(**kept | {"files": files, "failures": tuple(Failure(**failure) for failure in kept["failures"])})

    @property
    def is_over(self) -> bool:
        return self.done >= len(self.files)

    @property
    def made(self) -> int:
        return self.done - len(self.failures)

    @property
    def current(self) -> str:
        """The name of the file that is being made; empty at the end."""
        return file_name(*self.files[self.done]) if self.done < len(self.files) else ""


def file_name(key: str, size: str) -> str:
    """对阵图 A3, without a number and an ending."""
    found = BY_KEY[key]
    return f"{found.title} {SIZES[size]}" if len(found.sizes) > 1 else str(found.title)


def set_of(tournament: Tournament, user: User) -> DocumentSet | None:
    """The one that this person asked for last, within the hour."""
    return DocumentSet.newest(key_of(tournament.pk, user.pk))


def begin(reading: Reading, user: User, documents: Iterable[Document]) -> DocumentSet:
    """A worker is asked for all of ``documents`` that can be made now; nothing happens while a set is on its way."""
    event, language = reading.tournament.pk, translation.get_language() or ""
    ready = (document for document in documents if document.in_set and document.is_offered(reading))
    wanted = DocumentSet(files=tuple((document.key, size) for document in ready for size in document.sizes))
    return wanted.begin(
        key_of(event, user.pk),
        lambda found: make_documents.delay(event, user.pk, found.token, language, reading.site),
    )


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


@shared_task(ignore_result=True)
def make_documents(tournament: int, user: int, token: str, language: str, site: str) -> None:
    """Make the files of the set ``token``; one that was begun anew since is left."""
    event = Tournament.objects.select_related("journal").get(pk=tournament)
    reading, whose, until = Reading(event, site), key_of(tournament, user), monotonic() + MOST_SECONDS

    def meant() -> DocumentSet | None:
        """The set as it stands, while there is something to do for this worker."""
        found = DocumentSet.newest(whose)
        return found if found and found.token == token and not found.is_over else None

    with translation.override(language), timezone.override(event.tzinfo):
        while found := when_there(meant):
            begun = when_there(partial(replace(found, has_begun=True).said, whose))
            further = _with_next(reading, begun) if monotonic() < until else _without_the_rest(begun)
            if when_there(meant):  # neither begun anew nor forgotten meanwhile
                when_there(partial(further.said, whose))


def _with_next(reading: Reading, found: DocumentSet) -> DocumentSet:
    """One file more is kept, or named with what kept it from being made."""
    key, size = found.files[found.done]
    try:
        pdf = BY_KEY[key].pdf(reading, Wish(size))
        when_there(lambda: found.keep(pdf, found.done))
    except Exception as error:
        log.exception("document %s of %s", key, reading.tournament.slug)
        failed = Failure(file_name(key, size), _why(error))
        return replace(found, done=found.done + 1, failures=(*found.failures, failed))
    return replace(found, done=found.done + 1)


def _without_the_rest(found: DocumentSet) -> DocumentSet:
    late = _("There was no time left for it.")
    left = (Failure(file_name(*file), late) for file in found.files[found.done :])
    return replace(found, done=len(found.files), failures=(*found.failures, *left))


def _why(error: Exception) -> str:
    from typst import TypstError

    if isinstance(error, TypstError):
        return _("The page could not be set: %(why)s") % {"why": error.message}
    return _("An error of the program (%(name)s); its log has more.") % {"name": type(error).__name__}


def archive(tournament: Tournament, user: User) -> bytes | None:
    """The files of the set as .zip, numbered in their order; None if there are none, or they are too old."""
    found = set_of(tournament, user)
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
    sets = cache.get_many(key_of(tournament.pk, user) for user in User.objects.values_list("pk", flat=True))
    of_files = [
        found.file_key(number) for found in map(DocumentSet.read, sets.values()) for number in range(len(found.files))
    ]
    cache.delete_many([*sets, *of_files])


def _kept(found: DocumentSet) -> Iterator[tuple[str, bytes]]:
    for number, (key, size) in enumerate(found.files):
        data = found.kept(number)
        if data is not None:
            yield file_name(key, size), data


def key_of(tournament: int, user: int) -> str:
    return f"documents:{tournament}:{user}"
