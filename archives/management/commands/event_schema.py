"""The schema of an event's file, to be published."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from archives.schema import event_schema


class Command(BaseCommand):
    help = "Print the JSON schema of the file of an event (docs/event.schema.json)."

    def handle(self, **options: Any) -> None:
        self.stdout.write(json.dumps(event_schema(), indent=1, ensure_ascii=False))
