"""A document as a value: what it is called, when it can be made, for whom, and what typst takes to set it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, takewhile
from typing import Any, Final

from django.utils.functional import Promise

from tournaments.permissions import Permission
from web.documents.reading import EventReading, Ready
from web.files.typesetting import all_pages, first_page, typeset

A4: Final = "a4"
A3: Final = "a3"


class Group(StrEnum):
    """When an office reaches for it."""

    ENTRY = "entry"
    DRAW = "draw"
    HALL = "hall"
    WALL = "wall"
    AFTER = "after"


@dataclass(frozen=True)
class Options:
    """How a document is wanted: a size of paper, one round by its number (0: all that have matches), one playing day by
    its number (0: today, or the last one played)."""

    size: str = A4
    round: int = 0
    day: int = 0


BEGIN_A_PAGE = ("title", "drawn", "break")
ROWS_A_PAGE = 80
READABLE = 90
"""Points an inch of a page that is looked at by itself."""


@dataclass(frozen=True)
class Pages:
    """What typst takes: a file of templates/documents/ and its data as JSON values, in words already; and the
    pictures that it shows, by name."""

    template: str
    data: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def beginning(self, pages: int) -> dict[str, Any]:
        """The data of the first pages, and perhaps of more: what stands before the next one begins, of a long table the
        first rows."""
        blocks = self.data.get("blocks", [])
        begun = accumulate(block["kind"] in BEGIN_A_PAGE for block in blocks[1:])
        last = sum(1 for _page in takewhile(lambda number: number < pages, begun))
        most = ROWS_A_PAGE * pages
        first = [
            {**block, "rows": block["rows"][:most]} if block["kind"] == "table" else block
            for block in blocks[: 1 + last]
        ]
        return {**self.data, "blocks": first, "cards": self.data.get("cards", [])[:pages]}


@dataclass(frozen=True)
class Document:
    """One of the catalogue. ``key`` stands in addresses and never changes; ``about``: a line on what it is for.

    ``pages`` makes it from what is read of an event; it may assume that the event is as far as ``ready`` says and that
    it ``suits``. ``permission``: with gender, remark or contacts `Permission.ENTRY_EDIT`; `PUBLIC` ones are offered on
    public pages too. ``by_round``: it may be had for one round alone; ``by_day``: it is of one playing day. ``word``:
    the same as .docx, where an office goes on writing in it, which needs ``word_permission`` too.
    """

    key: str
    title: Promise
    about: Promise
    group: Group
    pages: Callable[[EventReading, Options], Pages]
    ready: Ready = Ready.ALWAYS
    permission: Permission = Permission.OFFICE_READ
    sizes: tuple[str, ...] = (A4,)
    by_round: bool = False
    by_day: bool = False
    suits: Callable[[EventReading], bool] = lambda _reading: True
    word: Callable[[EventReading], bytes] | None = None
    word_permission: Permission = Permission.OFFICE_READ

    def is_ready(self, reading: EventReading) -> bool:
        """Is the event as far as the document needs?"""
        return reading.stands >= self.ready

    def is_offered(self, reading: EventReading) -> bool:
        """Can it be made of this event now?"""
        return self.suits(reading) and self.is_ready(reading)

    def pdf(self, reading: EventReading, options: Options) -> bytes:
        """The whole document. Raises `typst.TypstError`."""
        pages = self._of(reading, options)
        return typeset(pages.template, pages.data, pages.files)

    def _of(self, reading: EventReading, options: Options) -> Pages:
        return self.pages(reading.for_everybody if self.permission == Permission.PUBLIC else reading, options)

    def preview(self, reading: EventReading, options: Options) -> bytes:
        """Its first page as a small PNG; what comes after it is not set."""
        pages = self._of(reading, options)
        return first_page(pages.template, pages.beginning(1), pages.files)

    def pictures(self, reading: EventReading, options: Options, most: int) -> list[bytes]:
        """Its first pages, so many at most, as PNG."""
        pages = self._of(reading, options)
        return all_pages(pages.template, pages.beginning(most), pages.files, READABLE)[:most]
