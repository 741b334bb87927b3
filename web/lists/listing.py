"""A list that is taken away: what stands in its files, and what in a chat and on a picture; and how it is handed out,
as a workbook, as CSV, or as pictures in the event's look, each with a code that leads to its page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from urllib.parse import quote

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket.words.names import day, hour
from web.displays.present import Present
from web.files.qr_codes import qr_svg
from web.files.typesetting import first_page
from web.files.workbooks import CSV, XLSX, Cell, Table, as_csv, as_workbook, file_answer, file_name

LONGEST = 3000
"""Characters of a message: more is a burden on a phone."""
FRAME = 300
"""Of these for what stands above and below the lines."""


class Form(StrEnum):
    """As what a list is taken away; the words stand in addresses."""

    TEXT = "text"
    PICTURE = "picture"
    XLSX = "xlsx"
    CSV = "csv"


@dataclass(frozen=True)
class ListPart:
    """What stands under one ``heading`` (may be empty); a row of ``rows`` reads as a sentence from its first cell to
    its last, and empty cells are left out there. All rows of a part have as many cells. A picture sets them as a line
    with its last cells at the end, in which the cell with the index ``wide`` takes the room; if they ``are_meetings``,
    as two sides with a score between: where, home, score, away, why."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    are_meetings: bool = False
    wide: int = 0


@dataclass(frozen=True)
class Listing:
    """``event`` is whose list it is, ``name`` what it is called, ``page`` the path where it is always the newest;
    ``at`` when it was true. ``tables`` go into files, ``parts`` into a text and pictures: the same facts, shorter."""

    event: str
    name: str
    page: str
    at: datetime
    tables: tuple[Table, ...]
    parts: tuple[ListPart, ...]

    @property
    def address(self) -> str:
        """Where a code on a picture and the last line of a text lead."""
        return f"{settings.SITE_URL}{self.page}"

    @property
    def as_of(self) -> str:
        """截至 11月27日 周一 18:30."""
        return _("As of %(day)s %(hour)s") % {"day": day(self.at), "hour": hour(self.at)}

    @property
    def is_empty(self) -> bool:
        return not any(part.rows for part in self.parts)


def listing_of(present: Present, name: str, page: str, tables: Sequence[Table], parts: Sequence[ListPart]) -> Listing:
    """A list of the event at ``present``; ``page`` is the name of the address where it always is the newest."""
    address = reverse(page, args=[present.tournament.slug])
    return Listing(present.tournament.name, name, address, present.now, tuple(tables), tuple(parts))


def table_of(present: Present, name: str, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Table:
    """A table under the event and what is listed, on a sheet of that name."""
    return Table(f"{present.tournament.name} {name}", head, rows, sheet=name)


def messages_of(listing: Listing) -> list[str]:
    """The list as messages for a chat, each of at most ``LONGEST`` characters: what it is, when it was true, its lines,
    and where to look. No line is cut."""
    messages: list[list[str]] = [[]]
    for part in listing.parts:
        heading = ["", f"【{part.heading}】"] if part.heading else [""]
        for number, row in enumerate(part.rows):
            line = " ".join(filter(None, row))
            if sum(len(text) + 1 for text in messages[-1]) + len(line) > LONGEST - FRAME:
                messages.append([])
            if number == 0 or not messages[-1]:
                messages[-1] += heading
            messages[-1].append(line)
    texts = []
    for number, lines in enumerate(messages, start=1):
        of_several = f" ({number}/{len(messages)})" if len(messages) > 1 else ""
        first = f"{listing.event} {listing.name}{of_several}"
        texts.append("\n".join((first, listing.as_of, *lines, "", listing.address)))
    return texts


ROWS = 36
"""Rows of one picture, a heading counted as one: it can be read on a phone without being turned."""
PIXELS_AN_INCH = 162
"""The page of the template is 480 points wide, so a picture is 1080 pixels."""
MOST = 30
"""Pictures of one list; of a longer one nobody would send all, and the file has everything."""


def list_answer(listing: Listing, form: str, page: int = 1) -> HttpResponse:
    """The list in that form; 404 for a form that there is not (a text is a page, and the room's own), or a picture."""
    name = file_name(listing.event, listing.name)
    match form:
        case Form.XLSX:
            return file_answer(as_workbook(*listing.tables), f"{name}.xlsx", XLSX)
        case Form.CSV:
            return file_answer(as_csv(*listing.tables), f"{name}.csv", CSV)
        case Form.PICTURE if page in pictures_of(listing):
            headers = {"Content-Disposition": f"inline; filename*=UTF-8''{quote(f'{name}-{page}.png')}"}
            return HttpResponse(picture_of(listing, page), content_type="image/png", headers=headers)
    raise Http404


def pictures_of(listing: Listing) -> range:
    """The numbers of its pictures, from 1."""
    return range(1, len(pages_of(listing)) + 1)


def pages_of(listing: Listing) -> list[tuple[ListPart, ...]]:
    """The list cut into pictures; a part that goes on in the next has its heading there again. At least one."""
    pages: list[list[ListPart]] = [[]]
    left = ROWS
    for part in listing.parts:
        rows = part.rows
        while rows:
            if left < min(len(rows), 3) + 1:
                pages.append([])
                left = ROWS
            of_page = rows[: left - 1]
            pages[-1].append(replace(part, rows=of_page))
            rows, left = rows[len(of_page) :], left - len(of_page) - 1
    return [tuple(page) for page in pages[:MOST]]


def picture_of(listing: Listing, number: int) -> bytes:
    """The ``number``-th picture (from 1) as PNG, 1080 pixels wide. IndexError for one that there is not."""
    pages = pages_of(listing)
    data = {
        "event": listing.event,
        "name": listing.name,
        "as_of": listing.as_of,
        "page": f"{number}/{len(pages)}" if len(pages) > 1 else "",
        "address": listing.address,
        "scan": _("The newest is always here"),
        "empty": _("Nothing yet"),
        "qr": qr_svg(listing.address),
        "parts": [
            {"heading": part.heading, "are_meetings": part.are_meetings, "rows": part.rows, "wide": part.wide}
            for part in pages[number - 1]
        ],
    }
    return first_page("list.typ", data, ppi=PIXELS_AN_INCH)
