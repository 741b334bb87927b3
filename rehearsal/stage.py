"""Where a rehearsal is played: the running site, or a web server of its own for as long as it lasts; and the second
web server and worker of its own, which it kills in the middle."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from launch import places
from launch.commands import SOCKETS, UNITS
from launch.progress import stretch
from launch.servers import end_with_parent, free_port

END_SECONDS = 10
ANSWER_SECONDS = 30.0


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
