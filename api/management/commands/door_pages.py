"""What the door says in the site's place (deploy/nginx): pages for people, problems for programs, made once."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.template.loader import render_to_string
from django.utils import translation

from api.exceptions import FAILED, members

SAID = {
    400: ("400.html", "unreadable"),
    413: ("413.html", "too_large"),
    429: ("429.html", "throttled"),
    500: ("500.html", FAILED),
    503: ("away.html", "unavailable"),
    504: ("away.html", "unavailable"),
}
"""Page and code by the status: that of the site where it says the same."""


class Command(BaseCommand):
    help = "Write the pages and problems of the door beside the collected static files, in each language."

    def handle(self, **options: Any) -> None:
        folder = Path(settings.STATIC_ROOT) / "door"
        folder.mkdir(exist_ok=True)
        for language, _ in settings.LANGUAGES:
            with translation.override(language):
                for status, (page, code) in SAID.items():
                    name = f"{status}.{language}"
                    (folder / f"{name}.html").write_text(render_to_string(page), "utf-8")
                    problem = json.dumps(members(status, code), ensure_ascii=False)
                    (folder / f"{name}.json").write_text(problem, "utf-8")
