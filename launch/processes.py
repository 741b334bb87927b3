"""The site's processes: started in groups of their own, their words followed, ended together."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from launch import places
from launch.children import end_with_parent
from launch.trouble import Trouble

PATIENCE = 2.5  # seconds that a process may take to end by itself
RESTARTS = 3  # in a row, each within STEADY seconds of its start, before the site gives up
STEADY = 10.0


class Process:
    """One long-running command whose output goes to a log file and from there to the terminal."""

    def __init__(self, name: str, argv: list[str], logs: Path, environment: dict[str, str], lock: int) -> None:
        self.name, self.argv, self.environment, self.lock = name, argv, environment, lock
        self.log = logs / f"{name}.log"
        self.log.write_bytes(b"")
        self._told = 0
        self._failures = 0
        self._started = 0.0
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the command. The kernel ends it should this process vanish; ``lock`` stays held while it lives."""
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                self.argv, cwd=places.ROOT, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(), pass_fds=(self.lock,),
            )  # fmt: skip
        self._started = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def watch(self) -> None:
        """Tell what the process said; start it again if it ended; Trouble if that does not help."""
        self.tell()
        if self.is_alive:
            return
        self._failures = 1 if time.monotonic() - self._started > STEADY else self._failures + 1
        if self._failures > RESTARTS:
            raise Trouble(f"The {self.name} process does not stay up: read {self.log} for the cause.")
        print(f"The {self.name} process ended; starting it again.", flush=True)
        time.sleep(0.5)
        self.start()

    def tell(self) -> None:
        """Print the whole lines that were added to the log since the last time."""
        with self.log.open("rb") as log:
            log.seek(self._told)
            lines = log.read().rpartition(b"\n")[0]
        if lines:
            self._told += len(lines) + 1
            for line in lines.decode(errors="replace").splitlines():
                print(f"{self.name:8}| {line}", flush=True)

    def ask_to_end(self) -> None:
        if self._child is not None and self.is_alive:
            self._child.terminate()

    def end(self, deadline: float) -> None:
        """Wait until the deadline, then end the process and its own children by force."""
        if self._child is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(max(0.0, deadline - time.monotonic()))
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()


def end_all(processes: list[Process]) -> None:
    """End all processes at the same time, in PATIENCE seconds at most."""
    for process in processes:
        process.ask_to_end()
    deadline = time.monotonic() + PATIENCE
    for process in processes:
        process.end(deadline)
        process.tell()
