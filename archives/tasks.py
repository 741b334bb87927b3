"""Celery's part: an alarm clock for the night."""

import logging

from celery import shared_task

from archives import ageing

logger = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def take_away_what_is_past_its_age() -> None:
    gone = {label: rows for label, rows in ageing.take_away().items() if rows}
    logger.info("Past their age, and gone: %s", gone)
