"""Starts again what has ended: a process of the site, PostgreSQL, Valkey; each by itself, the others go on."""

import time

from launch.children import Child
from launch.progress import Trouble, tell

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0  # seconds: each start in vain doubles the pause before the next
STEADY = 10.0  # seconds after which a start was not in vain


class Keeper:
    """Watches over a child that was started. It never gives up: what hindered a start may pass."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self._started = time.monotonic()
        self._due: float | None = None
        self._pause = FIRST_PAUSE

    def watch(self) -> None:
        """Call this again and again: no call waits for anything."""
        now = time.monotonic()
        if self._due is None and not self.child.is_alive:
            self.child.kill()  # nothing that it has left behind goes on beside its successor
            if now - self._started > STEADY:
                self._pause = FIRST_PAUSE
            tell(f"{self.child.name} ended; it is started again in {self._pause:g} s. Its log: {self.child.log}")
            self._due = now + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        elif self._due is not None and now >= self._due:
            self._due, self._started = None, now
            try:
                self.child.start()
            except (OSError, Trouble) as error:
                tell(f"{self.child.name} could not be started: {error}")
