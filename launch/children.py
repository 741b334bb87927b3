"""What every child process of the launcher has in common: it does not outlive the launcher."""

import ctypes
import signal
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def end_with_parent(with_signal: int = signal.SIGTERM) -> Callable[[], None]:
    """For ``preexec_fn``: the kernel sends the child this signal when the thread that started it is gone."""

    def ask_kernel() -> None:
        signal.signal(with_signal, signal.SIG_DFL)  # until the program begins, the launcher's own handler would get it
        _libc.prctl(_PR_SET_PDEATHSIG, int(with_signal))

    return ask_kernel
