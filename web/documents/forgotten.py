"""Who is forgotten is in nothing that was made before and is still kept: files, documents, rendered pages."""

from django.db import transaction

from journal.recording import Happening
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament
from web.archiving import jobs
from web.documents import sets
from web.publishing.pages import PAGES


def forget_what_was_made(happening: Happening) -> None:
    """For ``journal.recording.on_record``."""
    if happening.kind in (TournamentEvent.PERSON_FORGOTTEN, TournamentEvent.PEOPLE_FORGOTTEN):
        tournament = Tournament.objects.get(journal=happening.journal)
        jobs.job_of(tournament)  # nobody is forgotten while what was made cannot be dropped: it raises, nothing is done
        transaction.on_commit(lambda: _drop(tournament))


def _drop(tournament: Tournament) -> None:
    jobs.forget(tournament)
    sets.forget(tournament)
    PAGES.drop()
