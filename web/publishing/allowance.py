"""How much of its time a web process may spend on making pages, so that entries never wait for many of them."""

from collections.abc import Callable
from time import monotonic

SAVED_UP = 2.0
"""Seconds of work that may come at once: every page of an event after the start."""


class Allowance:
    """A purse of seconds that fills by ``share`` of the time that passes, up to ``SAVED_UP``.

    It may be overdrawn by the one page that is being made, and is then closed until that is made up for.
    """

    def __init__(self, share: float, now: Callable[[], float] = monotonic) -> None:
        self._share, self._now = share, now
        self._left, self._at = SAVED_UP, now()

    @property
    def is_left(self) -> bool:
        now = self._now()
        self._left, self._at = min(SAVED_UP, self._left + (now - self._at) * self._share), now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        self._left -= seconds
