"""The site's processes: started in groups of their own, their words followed, ended together."""

import subprocess
import time
from contextlib import suppress
from pathlib import Path

from launch import places
from launch.children import Child, end_with_parent
from launch.logs import LogTail
from launch.signs import Signs

PATIENCE = 2.5  # seconds that a process may take to end by itself


class Process(Child):
    """One long-running command whose output goes to a log file and from there to the terminal."""

    def __init__(self, name: str, argv: list[str], logs: Path, environment: dict[str, str], lock: int) -> None:
        self.name, self.argv, self.environment, self.lock = name, argv, environment, lock
        self.log = logs / f"{name}.log"
        self.log_tail, self.signs = LogTail(name, self.log), Signs(name)

    def start(self) -> None:
        """Start the command. The kernel ends it should this process vanish; ``lock`` stays held while it lives."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.argv, cwd=places.ROOT, env={**self.environment, **self.signs.environment()},
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                preexec_fn=end_with_parent(), pass_fds=(self.lock, self.signs.pipe),
            )  # fmt: skip

    def end(self, deadline: float) -> None:
        """Wait until the deadline, then end the process and all that it started by force."""
        if self.process is not None:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.0, deadline - time.monotonic()))
            self.kill()


def end_all(processes: list[Process]) -> None:
    """End all processes at the same time, in PATIENCE seconds at most."""
    for process in processes:
        process.ask_to_end()
    deadline = time.monotonic() + PATIENCE
    for process in processes:
        process.end(deadline)
        process.log_tail.print_new()
