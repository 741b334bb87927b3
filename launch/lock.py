"""One site per data folder: a lock that is held as long as any process of the site lives."""

import fcntl
import json
import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from launch.progress import Trouble, stretch

LAST_WORDS = 5.0  # seconds in which what a killed launcher has left behind may end by itself
TAKEN = re.compile(r"^lock:.*FLOCK +\w+ +\w+ (\d+)", re.MULTILINE)


class Lock:
    """The lock of a data folder, and the note beside it that says where the running site can be reached.

    The kernel says who holds the lock: the launcher that took it, and every process that was given it, also one that
    has lost its parents since.
    """

    def __init__(self, folder: Path) -> None:
        self.note = folder / "running.json"
        self.handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)

    def take(self) -> None:
        """Take the lock, waiting for a site that is ending or starting, or a command; Trouble if one is running."""
        self.end_leftovers()
        if self._try():
            return
        with stretch("Waiting for what else works on this data folder"):
            while not self._try():
                running = self.running()
                if running is not None:
                    raise Trouble(
                        f"The site already runs from this data folder at {running['address']}: "
                        "stop it first, with Ctrl-C."
                    )
                time.sleep(0.05)

    def running(self) -> dict[str, Any] | None:
        """The note of the running site, or None if its launcher is gone."""
        try:
            note: dict[str, Any] = json.loads(self.note.read_text())
            os.kill(note["launcher"], 0)
        except (FileNotFoundError, ValueError, ProcessLookupError):
            return None
        except PermissionError:
            pass
        return note

    def leave_note(self, address: str, environment: dict[str, str]) -> None:
        """Leave the note, readable by its owner only since it holds the servers' addresses."""
        note = {"launcher": os.getpid(), "address": address, "environment": environment}
        handle = os.open(self.note, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump(note, file)

    def release(self) -> None:
        self.note.unlink(missing_ok=True)
        os.close(self.handle)

    def end_leftovers(self) -> None:
        """End what a killed launcher has left behind: it would hold the port, and speak to servers that are gone."""
        deadline = time.monotonic() + LAST_WORDS
        while (holders := self._holders()) and not any(process == launcher for process, launcher in holders):
            if time.monotonic() > deadline:
                for process, _ in holders:
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
            time.sleep(0.05)

    def _holders(self) -> list[tuple[int, int]]:
        """Every process that holds the lock, as far as this user may know, with the launcher that took it."""
        lock, holders = os.fstat(self.handle), []
        for file in Path("/proc").glob("[0-9]*/fd/*"):
            with suppress(OSError):
                if os.path.samestat(file.stat(), lock):
                    about = (file.parents[1] / "fdinfo" / file.name).read_text()
                    holders += [(int(file.parts[2]), int(taken)) for taken in TAKEN.findall(about)]
        return holders

    def _try(self) -> bool:
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
