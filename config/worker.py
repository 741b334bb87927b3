"""Celery's worker with its clock, in one process: timers, and what takes longer than a page may take.

Tasks run in threads, so that none holds up the others: a set of documents takes a minute while notices are due each few
seconds. What waits for the database or for other servers waits beside the rest, and the clock is one thread more.
Several workers may run, each with a clock of its own: a timer that is early finds nothing to do.
"""

import time
import warnings
from typing import Any

from celery import signals
from celery.beat import EmbeddedService, Scheduler
from celery.bootsteps import StartStopStep
from django.conf import settings
from redis import Redis, RedisError

from config.celery import app
from launch import signs

THREADS = 8
LATE = 60.0
"""Seconds without a timer that came through, from the clock by way of Valkey to a thread of this worker."""


class Clock(StartStopStep):
    """The timers of CELERY_BEAT_SCHEDULE; when each was last due is forgotten with the worker."""

    def create(self, worker: Any) -> Any:
        return EmbeddedService(worker.app, thread=True, scheduler_cls=Scheduler)


class Work:
    """What the worker does at this moment."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._finished = time.monotonic()
        signals.task_prerun.connect(self.begin)
        signals.task_postrun.connect(self.end)

    def begin(self, task_id: str, task: Any, **_: object) -> None:
        self._until[task_id] = time.monotonic() + (task.time_limit or settings.CELERY_TASK_TIME_LIMIT)

    def end(self, task_id: str, **_: object) -> None:
        self._until.pop(task_id, None)
        self._finished = time.monotonic()

    def is_well(self) -> bool:
        """No task is beyond its time, and timers come through, unless Valkey is away, for which the worker waits."""
        now = time.monotonic()
        if any(until < now for until in list(self._until.values())):
            return False
        if now - self._finished < LATE:
            return True
        try:
            with Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as server:
                return not server.ping()
        except RedisError:
            return True


def work() -> None:
    """Work until asked to end."""
    warnings.filterwarnings("ignore", message="You're running the worker with superuser")  # only JSON is accepted
    app.steps["worker"].add(Clock)
    signs.show_while(Work().is_well)
    app.worker_main([
        "--quiet", "worker", "--pool", "threads", "--concurrency", str(THREADS), "--loglevel", "WARNING",
        "--without-gossip", "--without-mingle",
    ])  # fmt: skip
