"""The process that renders public pages as they change (``web.publishing.press``)."""

import gc
import logging
import os
from time import sleep
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.urls import resolve

from web.publishing.pages import PAGES
from web.publishing.press import Press

LOOK = 0.1
"""Seconds between two looks while pages are read, if nothing is written."""
REST = 0.25
"""The same while nobody reads any."""
AWAY = 1.0
"""Seconds until a database that did not answer is asked again."""
NICENESS = 15

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Render the public pages that are being read as soon as they change. Runs until it is ended."

    def handle(self, **options: Any) -> None:
        os.nice(NICENESS)  # an entry at a table comes first
        press = Press(PAGES)
        resolve("/")  # imports every page
        gc.freeze()  # what is imported stays: looking through it again took 200 ms, in which nobody was told anything
        while True:
            try:
                press.wait(LOOK if press.turn() else REST)
            except DatabaseError as error:
                logger.warning("The database did not answer: %s", error)
                connection.close()
                sleep(AWAY)
