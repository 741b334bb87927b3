"""Turns: work of which much may wait is done for a moment at a time, so that whatever else waits for a worker has its
turn in between.

Beat wakes each task every few seconds. A turn that ends before its work does is followed by another at once, until the
next wake is due. Nothing of it is kept anywhere: a process that dies is followed by the next wake.
"""

from collections.abc import Callable
from math import inf
from time import monotonic

from celery import Task

WAKE = 3.0
"""Seconds from one wake of beat to the next, and how long a task may wait for a worker."""
SECONDS = 1.5
TURNS = round(WAKE / SECONDS)
"""So many, one after the other, last until the next wake."""


class Turn:
    """One of them. ``more``: it ended before its work did, so another one may follow at once."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.more = False
        self._seconds, self._begun = seconds, monotonic()

    def lasts(self, share: float = 1.0) -> bool:
        """Is there time left in it, or in that share of it?"""
        return monotonic() < self._begun + self._seconds * share


def all_of_it() -> Turn:
    """A turn that lasts until nothing more can be done."""
    return Turn(inf)


def take(task: Task, work: Callable[[Turn], object], turns: int) -> None:
    """One turn of the work, and if there is more of it the next of so many ``turns``."""
    turn = Turn()
    work(turn)
    if turn.more and turns > 1:
        task.apply_async(kwargs={"turns": turns - 1}, expires=WAKE)
