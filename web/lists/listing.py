"""A list that is taken away: what stands in its files, and what in a chat and on a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.bracket.words.names import day, hour
from web.displays.present import Present
from web.files.workbooks import Cell, Table

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
