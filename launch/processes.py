"""The site's processes: started in groups of their own, their words followed, ended together."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from launch import places
from launch.children import end_with_parent
from launch.logs import LogTail
from launch.signs import Signs

PATIENCE = 2.5  # seconds that a process may take to end by itself


class Process:
    """One long-running command whose output goes to a log file and from there to the terminal."""

    def __init__(self, name: str, argv: list[str], logs: Path, environment: dict[str, str], lock: int) -> None:
        self.name, self.argv, self.environment, self.lock = name, argv, environment, lock
        self.log = logs / f"{name}.log"
        self.log_tail, self.signs = LogTail(name, self.log), Signs(name)
        self._child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the command. The kernel ends it should this process vanish; ``lock`` stays held while it lives."""
        with self.log.open("ab") as log:
            self._child = subprocess.Popen(
                self.argv, cwd=places.ROOT, env={**self.environment, **self.signs.environment()},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=end_with_parent(), pass_fds=(self.lock, self.signs.pipe),
            )  # fmt: skip

    @property
    def is_alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def ask_to_end(self) -> None:
        if self._child is not None and self.is_alive:
            self._child.terminate()

    def end(self, deadline: float) -> None:
        """Wait until the deadline, then end the process and all that it started by force."""
        if self._child is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(max(0.0, deadline - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """End it and all that it started: also what goes on without it, when it was killed itself."""
        if self._child is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()
            self._child = None


def end_all(processes: list[Process]) -> None:
    """End all processes at the same time, in PATIENCE seconds at most."""
    for process in processes:
        process.ask_to_end()
    deadline = time.monotonic() + PATIENCE
    for process in processes:
        process.end(deadline)
        process.log_tail.print_new()
