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
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from journal.recording import Happening
from tournaments.codes import TournamentEvent
from tournaments.event.words.papers import SIZES
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.archiving import jobs
from web.background import BackgroundJob, when_there
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import Document, EventReading, Options
from web.publishing.pages import PAGES

log = logging.getLogger(__name__)

MOST_SECONDS = 100
"""A set takes no longer; then what is left of it is named as not made."""


@dataclass(frozen=True, kw_only=True)
class DocumentSet(BackgroundJob):
    """``files``: key and size of each; ``failures``: the names of those that could not be made, each with the reason in
    the language of whoever wanted them."""

    KEPT: ClassVar[int] = 3600
    SILENCE: ClassVar[int] = 60  # a document takes less than a second

    files: tuple[tuple[str, str], ...]
    failures: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, stored: dict[str, Any]) -> Self:
        return cls(**stored | {name: tuple(map(tuple, stored[name])) for name in ("files", "failures")})

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


def begin(reading: EventReading, user: User, documents: Iterable[Document]) -> DocumentSet:
    """A worker is asked for all of ``documents`` that can be made now; nothing happens while a set is on its way."""
    event, language = reading.tournament.pk, translation.get_language() or ""
    ready = (document for document in documents if document.is_offered(reading))
    wanted = DocumentSet(files=tuple((document.key, size) for document in ready for size in document.sizes))
    return wanted.begin(
        key_of(event, user.pk),
        lambda document_set: make_documents.delay(event, user.pk, document_set.token, language, reading.site),
    )


def papers(tournament: Tournament, personal: bool) -> Iterator[tuple[str, bytes]]:
    """For the file of the event: all documents that can be made now, or those that everybody may see. One that cannot
    be set is left out and logged: the file is worth more than a paper."""
    reading = EventReading(tournament, settings.SITE_URL)
    with tournament.at_home():
        for document in DOCUMENTS:
            is_for_all = document.permission == Permission.PUBLIC
            if not ((personal or is_for_all) and document.is_offered(reading)):
                continue
            for size in document.sizes:
                try:
                    yield f"{file_name(document.key, size)}.pdf", document.pdf(reading, Options(size))
                except Exception:
                    log.exception("document %s of %s", document.key, tournament.slug)


@shared_task(ignore_result=True)
def make_documents(tournament: int, user: int, token: str, language: str, site: str) -> None:
    """Make the files of the set ``token``; one that was begun anew since is left."""
    event = Tournament.objects.select_related("journal").get(pk=tournament)
    reading, whose, until = EventReading(event, site), key_of(tournament, user), monotonic() + MOST_SECONDS

    def meant() -> DocumentSet | None:
        """The set as it stands, while there is something to do for this worker."""
        document_set = DocumentSet.newest(whose)
        return document_set if document_set and document_set.token == token and not document_set.is_over else None

    with translation.override(language), event.at_home():
        while document_set := when_there(meant):
            begun = when_there(partial(replace(document_set, has_begun=True).said, whose))
            if monotonic() < until:
                further = _with_next(reading, begun)
            else:
                late = _("There was no time left for it.")
                rest = tuple((file_name(*file), late) for file in begun.files[begun.done :])
                further = replace(begun, done=len(begun.files), failures=begun.failures + rest)
            if when_there(meant):  # neither begun anew nor forgotten meanwhile
                when_there(partial(further.said, whose))


def _with_next(reading: EventReading, document_set: DocumentSet) -> DocumentSet:
    """One file more is made, or named with what kept it from being made."""
    from typst import TypstError

    key, size = document_set.files[document_set.done]
    try:
        pdf = BY_KEY[key].pdf(reading, Options(size))
        when_there(lambda: document_set.keep(pdf, document_set.done))
    except Exception as error:
        log.exception("document %s of %s", key, reading.tournament.slug)
        why = _("An error of the program (%(name)s); its log has more.") % {"name": type(error).__name__}
        if isinstance(error, TypstError):
            why = _("The page could not be set: %(why)s") % {"why": error.message}
        failures = (*document_set.failures, (file_name(key, size), why))
        return replace(document_set, done=document_set.done + 1, failures=failures)
    return replace(document_set, done=document_set.done + 1)


def archive(tournament: Tournament, user: User) -> bytes | None:
    """The files of the set as .zip, numbered in their order; None if there are none, or they are too old."""
    document_set = set_of(tournament, user)
    if document_set is None or not document_set.is_over:
        return None
    stored = [document_set.kept(number) for number in range(len(document_set.files))]
    made = [(file_name(*file), data) for file, data in zip(document_set.files, stored, strict=True) if data is not None]
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


def forget_what_was_made(happening: Happening) -> None:
    """For ``journal.recording.on_record``: who is forgotten is in nothing that was made before and is still there:
    files, documents, rendered pages."""
    if happening.kind not in (TournamentEvent.PERSON_FORGOTTEN, TournamentEvent.PEOPLE_FORGOTTEN):
        return
    tournament = Tournament.objects.get(journal=happening.journal)
    jobs.job_of(tournament)  # nobody is forgotten while what was made cannot be dropped: it raises, nothing is done

    def drop() -> None:
        jobs.forget(tournament)
        forget(tournament)
        PAGES.drop()

    transaction.on_commit(drop)


def key_of(tournament: int, user: int) -> str:
    return f"documents:{tournament}:{user}"
