"""Print the typed Python client: ``manage.py api_client > guandan_client/__init__.py``."""

from typing import Any

from django.core.management.base import BaseCommand

from api.client import source


class Command(BaseCommand):
    help = "Print the typed Python client that the schema makes."

    def handle(self, **options: Any) -> None:
        self.stdout.write(source(), ending="")
