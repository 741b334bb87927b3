"""Signs of life: each process of a unit that does its work shows it each second; whose sign is late is ended.

The signs go through a pipe that whoever starts the unit holds open: the launcher of `make run`, or the parent that
`launch unit` stays in a container. Both start again what has ended, or have it started.
"""

import os
import signal
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from launch.children import end_with_parent
from launch.progress import tell

PIPE = "GUANDAN_SIGNS"
EVERY = 1.0
LATE = 30.0
"""Seconds without a sign: a machine may be busy, and a process may hold on for as long as one library calculates."""
_PROCESS = struct.Struct("i")


def show() -> None:
    """Show that this process lives, if somebody looks."""
    if pipe := os.environ.get(PIPE):
        with suppress(OSError):  # nobody has looked for an hour
            os.write(int(pipe), _PROCESS.pack(os.getpid()))


def show_while(is_well: Callable[[], bool]) -> None:
    """Show it from a thread, again and again, for as long as the process is well."""

    def work() -> None:
        while True:
            if is_well():
                show()
            time.sleep(EVERY)

    threading.Thread(target=work, name="signs", daemon=True).start()


def lives(process: int) -> bool:
    """Whether it has not ended; one that waits for its parent to hear of its end has."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Signs:
    """Those of one unit: its processes, by the time at which each was last heard."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self._read, self.pipe = os.pipe2(os.O_NONBLOCK)
        self._last_signs: dict[int, float] = {}

    def environment(self) -> dict[str, str]:
        return {PIPE: str(self.pipe)}

    def end_late(self) -> None:
        """End every process that was heard once and is silent now."""
        now = time.monotonic()
        with suppress(BlockingIOError):
            while signs := os.read(self._read, 1024 * _PROCESS.size):
                self._last_signs |= {process: now for (process,) in _PROCESS.iter_unpack(signs)}
        for process, heard_at in list(self._last_signs.items()):
            if not lives(process):
                del self._last_signs[process]
            elif now - heard_at > LATE:
                tell(f"{self.unit}: process {process} has shown no sign of life for {LATE:g} s and is ended")
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                del self._last_signs[process]


def stay(name: str, argv: list[str]) -> int:
    """Run the command of a container to its end, and return its status; signals are handed on.

    An engine starts again what has ended, and looks on while something hangs: so this small parent stays beside it.
    """
    signs = Signs(name)
    child = subprocess.Popen(
        argv, env={**os.environ, **signs.environment()}, pass_fds=(signs.pipe,),
        start_new_session=True, preexec_fn=end_with_parent(),
    )  # fmt: skip

    def hand_on(number: int, frame: FrameType | None) -> None:
        child.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hand_on)
    while True:
        with suppress(subprocess.TimeoutExpired):
            status = child.wait(EVERY)
            break
        signs.end_late()
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    return status if status >= 0 else 128 - status
