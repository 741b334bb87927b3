"""Celery's part: beat is an alarm clock that may be missed, the work itself stands in the database."""

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from redis import Redis

from notices import chats, delivery
from notices.turns import TURNS, take

BEAT_KEY = "beat"  # read by /healthz and by the health checks of containers
SIGN_LASTS = 60


@shared_task(ignore_result=True)
def deliver_due(*, turns: int = TURNS) -> None:
    take(deliver_due, delivery.deliver_due, turns)


@shared_task(ignore_result=True)
def deliver_to_channels(*, turns: int = TURNS) -> None:
    """One process at a time: a service that does not answer holds up the other channels, never the mails."""
    if cache.add("channels", 1, timeout=settings.CELERY_TASK_TIME_LIMIT):
        try:
            take(deliver_to_channels, chats.deliver_to_channels, turns)
        finally:
            cache.delete("channels")


@shared_task(ignore_result=True)
def beat() -> None:
    """Show that beat, broker and worker live: the seconds of the server's clock, under a key of the cache."""
    with Redis.from_url(settings.REDIS_URL) as server:
        seconds, micro = server.time()
    cache.set(BEAT_KEY, seconds + micro / 1_000_000, timeout=SIGN_LASTS)
