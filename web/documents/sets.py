"""全套文书: all documents of an event, made one after the other by a worker, for the person who asked.

How far it is and the documents themselves stand in Valkey for an hour (``web.background``).
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
from web.background import BackgroundJob, when_there
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import Document, Wish
from web.documents.reading import Reading

log = logging.getLogger(__name__)

MOST_SECONDS = 100
"""A set takes no longer; then what is left of it is named as not made."""


@dataclass(frozen=True)
class Failure:
    """A file that could not be made, and why, in the words of whoever asked."""

    name: str
    why: str


@dataclass(frozen=True, kw_only=True)
class DocumentSet(BackgroundJob):
    """``files``: key and size of each; what could not be made is among the ``failures``."""

    KEPT: ClassVar[int] = 3600
    SILENCE: ClassVar[int] = 60  # a document takes less than a second

    files: tuple[tuple[str, str], ...]
    failures: tuple[Failure, ...] = ()

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        files = tuple((key, size) for key, size in stored["files"])
        return cls(**stored | {"files": files, "failures": tuple(Failure(**failure) for failure in stored["failures"])})

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
    document = BY_KEY[key]
    return f"{document.title} {SIZES[size]}" if len(document.sizes) > 1 else str(document.title)


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
        lambda document_set: make_documents.delay(event, user.pk, document_set.token, language, reading.site),
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
        document_set = DocumentSet.newest(whose)
        return document_set if document_set and document_set.token == token and not document_set.is_over else None

    with translation.override(language), timezone.override(event.tzinfo):
        while document_set := when_there(meant):
            begun = when_there(partial(replace(document_set, has_begun=True).said, whose))
            further = _with_next(reading, begun) if monotonic() < until else _without_the_rest(begun)
            if when_there(meant):  # neither begun anew nor forgotten meanwhile
                when_there(partial(further.said, whose))


def _with_next(reading: Reading, document_set: DocumentSet) -> DocumentSet:
    """One file more is kept, or named with what kept it from being made."""
    key, size = document_set.files[document_set.done]
    try:
        pdf = BY_KEY[key].pdf(reading, Wish(size))
        when_there(lambda: document_set.keep(pdf, document_set.done))
    except Exception as error:
        log.exception("document %s of %s", key, reading.tournament.slug)
        failed = Failure(file_name(key, size), _why(error))
        return replace(document_set, done=document_set.done + 1, failures=(*document_set.failures, failed))
    return replace(document_set, done=document_set.done + 1)


def _without_the_rest(document_set: DocumentSet) -> DocumentSet:
    late = _("There was no time left for it.")
    left = (Failure(file_name(*file), late) for file in document_set.files[document_set.done :])
    return replace(document_set, done=len(document_set.files), failures=(*document_set.failures, *left))


def _why(error: Exception) -> str:
    from typst import TypstError

    if isinstance(error, TypstError):
        return _("The page could not be set: %(why)s") % {"why": error.message}
    return _("An error of the program (%(name)s); its log has more.") % {"name": type(error).__name__}


def archive(tournament: Tournament, user: User) -> bytes | None:
    """The files of the set as .zip, numbered in their order; None if there are none, or they are too old."""
    document_set = set_of(tournament, user)
    if document_set is None or not document_set.is_over:
        return None
    made = list(_kept(document_set))
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
        document_set.file_key(number)
        for document_set in map(DocumentSet.read, sets.values())
        for number in range(len(document_set.files))
    ]
    cache.delete_many([*sets, *of_files])


def _kept(document_set: DocumentSet) -> Iterator[tuple[str, bytes]]:
    for number, (key, size) in enumerate(document_set.files):
        data = document_set.kept(number)
        if data is not None:
            yield file_name(key, size), data


def key_of(tournament: int, user: int) -> str:
    return f"documents:{tournament}:{user}"
