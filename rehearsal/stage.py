"""Where a rehearsal is played: the running site, or a web server of its own for as long as it lasts; and the second
web server and worker of its own, which it kills in the middle.

彩排一次只有一个, and one that breaks off leaves half an event in public: this finds it and has it removed.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

import httpx
from django.conf import settings
from django.db import OperationalError, connection

from launch import places
from launch.commands import SOCKETS, UNITS
from launch.progress import stretch
from launch.servers import end_with_parent, free_port
from tournaments.event.actions.removal import remove_rehearsal
from tournaments.models import Tournament
from tournaments.states import TournamentState

END_SECONDS = 10
ANSWER_SECONDS = 30.0

NOTE = settings.VAR / "rehearsing"
"""Stands in the data folder from the beginning of a rehearsal to its end, for the next start of `make run` to see."""

LOCK = 0x9A18  # any number, for PostgreSQL's own locks
PATIENCE = "5s"


class StageFailed(Exception):
    """A process that the rehearsal needs has ended; the text says which."""


@contextmanager
def site_or_own(address: str) -> Iterator[str]:
    """The address if a site answers there, else that of a server that ends with the block."""
    if _answers(address):
        yield address
        return
    with own_site() as own:
        yield own


@contextmanager
def own_site(environment: dict[str, str] | None = None) -> Iterator[str]:
    """A web server on 127.0.0.1, started by the site's own command line."""
    with own_annex(environment, with_worker=False) as annex:
        yield annex.address


@contextmanager
def own_annex(environment: dict[str, str] | None = None, *, with_worker: bool = True) -> "Iterator[Annex]":
    """A second web server, which phones use, and a second worker; both end with the block."""
    annex = Annex(environment or {}, with_worker)
    try:
        annex.start()
        yield annex
    finally:
        annex.stop()


@dataclass
class Annex:
    """Processes that the rehearsal itself started, and the only ones that it may kill: each is a session of its own."""

    environment: Mapping[str, str]
    with_worker: bool = True
    port: int = field(default_factory=free_port)
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start all, and wait for the web server, however long a slow machine takes."""
        self.processes = [self._started(UNITS["web"], None)]
        if self.with_worker:
            self.processes.append(self._started(UNITS["worker"], subprocess.DEVNULL))
        with stretch("Starting a web server for the rehearsal", sys.stderr):
            while not _answers(self.address):
                if self.processes[0].poll() is not None:
                    raise StageFailed(
                        "The web server of the rehearsal ended before it answered: its cause stands above."
                    )
                time.sleep(0.05)

    def kill(self) -> None:
        """SIGKILL, to these processes and their children, whatever they are at."""
        for process in self.processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.processes = []

    def stop(self) -> None:
        """Ask them to end, and wait."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.processes = []

    def _started(self, command: list[str], output: int | None) -> "subprocess.Popen[bytes]":
        env = {**os.environ, **self.environment, "PORT": str(self.port), "GUANDAN_LISTEN": "127.0.0.1"}
        env.pop(SOCKETS, None)  # it listens at a port of its own, not where the door looks for the site
        return subprocess.Popen(
            command, env=env, cwd=places.ROOT, stdout=output, stderr=output, start_new_session=True,
            preexec_fn=end_with_parent(),  # noqa: PLW1509
        )  # fmt: skip


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/healthz", timeout=ANSWER_SECONDS, trust_env=False).status_code in (200, 503)
    except httpx.HTTPError:
        return False


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
