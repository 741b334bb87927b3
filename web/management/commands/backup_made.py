"""Said by whatever writes backups without `make backup`, so that the page of the site's state knows."""

import time
from typing import Any

from django.core.cache import cache
from django.core.management.base import BaseCommand

from web.site.wellbeing import BACKUP_KEY


class Command(BaseCommand):
    help = "Note that a backup has just been written and lies in a safe place."

    def handle(self, **options: Any) -> None:
        cache.set(BACKUP_KEY, time.time(), timeout=None)
