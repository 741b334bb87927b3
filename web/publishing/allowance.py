"""How much of its time a web process may spend on one kind of work, so that entries never wait for much of it."""

from collections.abc import Callable
from time import monotonic

SAVED_UP = 2.0
"""Seconds of work that may come at once: every page of an event after the start."""


class Allowance:
    """A purse of seconds that fills by ``share`` of the time that passes, up to ``saved_up``.

    It may be overdrawn by the one piece of work that is being done, and is then closed until that is made up for.
    """

    def __init__(self, share: float, now: Callable[[], float] = monotonic, *, saved_up: float = SAVED_UP) -> None:
        self._share, self._now, self._most = share, now, saved_up
        self._left, self._at = saved_up, now()

    @property
    def is_left(self) -> bool:
        now = self._now()
        self._left, self._at = min(self._most, self._left + (now - self._at) * self._share), now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        self._left -= seconds
