"""The file of an event: event.json, its public pages as a website, and its documents, in one .zip; and opening one.

Of a file that is sent only ``event.json`` is ever read, up to a limit, whatever its table of contents claims.
"""

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable
from typing import IO, Final

from archives.checking import File, read_event_file
from archives.queries import at_one_moment, event_file
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.models import Tournament
from web.archiving.website import Progress, website

EVENT_FILE: Final = "event.json"
LARGEST: Final = 64_000_000
"""Bytes of a file that is sent."""
LARGEST_EVENT: Final = 128_000_000
"""Bytes of event.json, unfolded: a day of 4,096 teams has a tenth of it."""
MOST_MEMBERS: Final = 100_000

BROKEN: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, EOFError, LookupError, NotImplementedError,
    OSError, RuntimeError, ValueError,
)  # fmt: skip
"""What opening a damaged .zip may raise."""

Producer = Callable[[Tournament, bool], Iterable[tuple[str, bytes]]]
DOCUMENTS: Final[list[Producer]] = []
"""What makes documents of an event, names and contents, with personal data or without: whoever can is added when the
app is ready."""


def write_parcel(tournament: Tournament, to: IO[bytes], *, personal: bool, progress: Progress) -> None:
    """All of the event as it is at one moment, whatever is entered meanwhile."""
    with at_one_moment(), zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as parcel:
        event = Tournament.objects.select_related("journal", "series").get(pk=tournament.pk)
        parcel.writestr(EVENT_FILE, json.dumps(event_file(event, personal=personal), ensure_ascii=False, indent=1))
        for produce in DOCUMENTS:
            for name, content in produce(event, personal):
                parcel.writestr(f"documents/{name}", content)
        for name, content in website(event, progress):
            parcel.writestr(f"website/{name}", content)


def read_parcel(data: bytes) -> File:
    """The event of a sent .zip, or of an ``event.json`` alone; ``Refused`` with all that is wrong."""
    if not data.startswith(b"PK"):
        return read_event_file(data)
    if len(data) > LARGEST:
        raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST // 1_000_000}))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parcel:
            if len(parcel.filelist) > MOST_MEMBERS:
                raise zipfile.BadZipFile
            with parcel.open(EVENT_FILE) as file:
                content = file.read(LARGEST_EVENT + 1)
        if len(content) > LARGEST_EVENT:
            raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST_EVENT // 1_000_000}))
        return read_event_file(content)
    except BROKEN:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None
