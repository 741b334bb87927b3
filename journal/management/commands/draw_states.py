"""Write docs/states.md from the transition tables."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from journal.state_diagrams import document

PAGE = Path("docs") / "states.md"


class Command(BaseCommand):
    help = "Write docs/states.md from the transition tables; --check says whether it is up to date."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *, check: bool, **options: Any) -> None:
        page = Path(settings.BASE_DIR) / PAGE
        if not check:
            page.write_text(document(), encoding="utf-8")
        elif page.read_text(encoding="utf-8") != document():
            raise CommandError(f"{PAGE} is out of date: run manage.py draw_states")
