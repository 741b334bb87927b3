"""保存图片: a list as pictures in the event's look, each with a code that leads to its page."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from web.files.qr_codes import qr_svg
from web.files.typesetting import first_page
from web.lists.listing import Listing, Part

ROWS = 36
"""Rows of one picture, a heading counted as one: it can be read on a phone without being turned."""
PIXELS_AN_INCH = 162
"""The page of the template is 480 points wide, so a picture is 1080 pixels."""
MOST = 30
"""Pictures of one list; of a longer one nobody would send all, and the file has everything."""


def pages_of(listing: Listing) -> list[tuple[Part, ...]]:
    """The list cut into pictures; a part that goes on in the next has its heading there again. At least one."""
    pages: list[list[Part]] = [[]]
    left = ROWS
    for part in listing.parts:
        rows = part.rows
        while rows:
            if left < min(len(rows), 3) + 1:
                pages.append([])
                left = ROWS
            taken = rows[: left - 1]
            pages[-1].append(replace(part, rows=taken))
            rows, left = rows[len(taken) :], left - len(taken) - 1
    return [tuple(page) for page in pages[:MOST]]


def picture_of(listing: Listing, number: int) -> bytes:
    """The ``number``-th picture (from 1) as PNG, 1080 pixels wide. IndexError for one that there is not."""
    pages = pages_of(listing)
    counted = f"{number}/{len(pages)}" if len(pages) > 1 else ""
    return first_page("list.typ", _data(listing, pages[number - 1], counted), ppi=PIXELS_AN_INCH)


def _data(listing: Listing, parts: tuple[Part, ...], counted: str) -> dict[str, Any]:
    return {
        "event": listing.event,
        "name": listing.name,
        "as_of": listing.as_of,
        "page": counted,
        "address": listing.address,
        "scan": _("The newest is always here"),
        "empty": _("Nothing yet"),
        "qr": qr_svg(listing.address),
        "parts": [{"heading": p.heading, "shape": p.shape.value, "rows": p.rows, "wide": p.wide} for p in parts],
    }
