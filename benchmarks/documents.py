"""How long all documents of S000 take, played to its end, and those of a knockout of 256 teams before its first round.
Run as `python -m benchmarks.documents`.

Read, made and typeset one after the other, as the worker does it: what counts is the processor's time. The first of all
documents pays for loading typst and its fonts.
"""

import sys
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.site import database

if TYPE_CHECKING:
    from tournaments.models import Tournament

LIMIT = 5.0  # seconds, for S000
SLOWEST = 4


def seconds(tournament: "Tournament") -> dict[str, float]:
    """The processor's seconds by document and size."""
    from web.documents.catalogue import DOCUMENTS
    from web.documents.document import EventReading, Options

    reading = EventReading(tournament, "https://guandan.example.org")
    by_document = {}
    for document in DOCUMENTS:
        if document.is_offered(reading):
            for size in document.sizes:
                began = process_time()
                document.pdf(reading, Options(size))
                by_document[f"{document.key} {size}"] = process_time() - began
    return by_document


def report(name: str, by_document: dict[str, float]) -> float:
    total = sum(by_document.values())
    slowest = sorted(by_document, key=lambda key: -by_document[key])[:SLOWEST]
    listing = ", ".join(f"{key} {by_document[key]:.2f} s" for key in slowest)
    sys.stdout.write(f"{name}: {len(by_document)} documents in {total:.2f} s; slowest {listing}\n")
    return total


def main() -> int:
    with database():
        from django.utils import translation

        from benchmarks import event

        with translation.override("zh-hans"):
            total = report("S000, played", seconds(event.played(event.championship(), by=event.office())))
            report("256 teams, drawn", seconds(event.draw(event.entered(256, slug="large"))))
    return int(total > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
