"""Where Celery looks for what the screens ask of a worker."""

from contextlib import suppress

from celery import shared_task

from journal.refusals import WrongState
from tournaments.draw.actions.ceremony import note_shown
from tournaments.draw.queries.ceremony import turned_by_the_clock
from web.archiving.jobs import make_archive
from web.documents.sets import make_documents

__all__ = ["make_archive", "make_documents", "note_lots"]


@shared_task(ignore_result=True)
def note_lots() -> None:
    """A ceremony whose lots the clock turns goes on only while somebody notes them (``draw.method.showing``)."""
    for ceremony in turned_by_the_clock():
        with suppress(WrongState):  # it has just ended
            note_shown(ceremony, by=None)
