"""What every child process of the launcher has in common: it does not outlive the launcher."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def end_with_parent(with_signal: int = signal.SIGTERM) -> Callable[[], None]:
    """For ``preexec_fn``: the kernel sends the child this signal when the thread that started it is gone."""
    parent = os.getpid()

    def ask_kernel() -> None:
        signal.signal(with_signal, signal.SIG_DFL)  # until the program begins, the launcher's own handler would get it
        hear_of_parents_end(with_signal)
        if os.getppid() != parent:  # gone before the kernel was asked
            os._exit(1)

    return ask_kernel


def hear_of_parents_end(with_signal: int) -> None:
    """Have the kernel send this signal to this process when its parent is gone."""
    _libc.prctl(_PR_SET_PDEATHSIG, int(with_signal))


class Child:
    """A child process that the site needs, in a group of its own. ``log`` is where its words go."""

    name: str
    log: Path
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the program."""
        raise NotImplementedError

    def ask_to_end(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """End it and all that it started: also what goes on without it, when it was killed itself."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
