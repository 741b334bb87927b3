"""A list handed out: as a workbook, as CSV, or as pictures in the event's look, each with a code that leads to its
page."""

from dataclasses import replace
from urllib.parse import quote

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from web.files.qr_codes import qr_svg
from web.files.typesetting import first_page
from web.files.workbooks import CSV, XLSX, as_csv, as_workbook, file_answer, file_name
from web.lists.listing import Form, Listing, ListPart

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
