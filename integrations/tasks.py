"""Celery's part: an alarm clock that may be missed, the work itself stands in the database."""

from celery import shared_task
from django.conf import settings
from django.core.cache import cache

from integrations import delivery
from notices.turns import TURNS, take


@shared_task(ignore_result=True)
def deliver_calls(*, turns: int = TURNS) -> None:
    """One process at a time: a program that does not answer holds up the others, never notices."""
    if cache.add("webhooks", 1, timeout=settings.CELERY_TASK_TIME_LIMIT):
        try:
            take(deliver_calls, delivery.deliver_calls, turns)
        finally:
            cache.delete("webhooks")
