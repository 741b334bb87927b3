"""彩排一次只有一个, and one that breaks off leaves half an event in public: this finds it and has it removed."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import OperationalError, connection

from tournaments.event.actions.removal import remove_rehearsal
from tournaments.models import Tournament
from tournaments.states import TournamentState

NOTE = settings.VAR / "rehearsing"
"""Stands in the data folder from the beginning of a rehearsal to its end, for the next start of `make run` to see."""

LOCK = 0x9A18  # any number, for PostgreSQL's own locks
PATIENCE = "5s"


class AlreadyRehearsing(Exception):
    """Somebody else rehearses on this database at this moment."""


@contextmanager
def only_rehearsal() -> Iterator[None]:
    """Nobody else rehearses on this database while the block lasts: all rehearsals share the accounts of their cast.

    The database ends the lock with the connection, so that none is left by a process that is killed.
    """
    link = connection.copy()
    try:
        with link.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [PATIENCE])
            try:
                cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            except OperationalError:
                raise AlreadyRehearsing("A rehearsal is being played on this site already; wait for its end.") from None
        yield
    finally:
        link.close()


@contextmanager
def noted() -> Iterator[None]:
    """The note stands from here on until the block has come to its end; where no file may be written there is none."""
    with suppress(OSError):
        NOTE.touch()
    yield
    _drop_note()


def _drop_note() -> None:
    with suppress(OSError):
        NOTE.unlink(missing_ok=True)


def remove_broken_off() -> list[str]:
    """Remove the rehearsals that did not come to their end, unless somebody put them into the archive to keep them.

    Return their addresses. Only inside ``only_rehearsal``: the one that goes on at this moment looks the same.
    """
    rehearsals = Tournament.objects.filter(journal__rehearsal=True, archived_at=None).select_related("journal")
    broken_off = list(rehearsals.exclude(state=TournamentState.FINISHED).order_by("pk"))
    for tournament in broken_off:
        remove_rehearsal(tournament, by=None)
    _drop_note()
    return [tournament.slug for tournament in broken_off]
