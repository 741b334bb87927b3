"""What is printed for the person at the keyboard, so that no stretch of a start is silent, and what he can mend."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import TextIO

SILENCE = 3.0  # seconds after which a stretch says how long it has taken


class Trouble(Exception):
    """Something the person at the keyboard can mend; the text is one sentence that names the remedy."""


@contextmanager
def stretch(task: str, stream: TextIO | None = None) -> Iterator[None]:
    """Print the task, and from then on every SILENCE seconds how long it has taken, until the block ends."""
    started, over = monotonic(), Event()
    tell(f"{task} …", stream)

    def go_on_telling() -> None:
        while not over.wait(SILENCE):
            tell(f"{task} … {monotonic() - started:.0f} s", stream)

    teller = Thread(target=go_on_telling, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def tell(line: str, stream: TextIO | None = None) -> None:
    """Print a line at once and whole, whichever thread or process prints beside it; on stdout if nothing is said.

    A full disk or a terminal that is gone takes no words, and stops nobody.
    """
    stream = stream or sys.stdout
    with suppress(OSError):
        stream.write(f"{line}\n")
        stream.flush()
