"""What of a round's tables a page shows: a group of them or what was searched for, two dozen at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest

from tournaments.day.queries.desk import GROUPS
from tournaments.day.queries.desk_rows import TableRow
from web.requests.long_lists import LONGEST_SEARCH, means_match
from web.requests.numbers import typed_number

A_PAGE = 24


@dataclass(frozen=True)
class TableFilter:
    """What the page is narrowed to: one of ``GROUPS`` ("" for all), words to search for, the page, and a sitting."""

    group: str = ""
    search: str = ""
    page: int = 1
    sitting: int = 1

    @property
    def fields(self) -> dict[str, str]:
        """As fields of the address, or of a form that comes back to the page."""
        sitting, page = (str(number) if number > 1 else "" for number in (self.sitting, self.page))
        fields = {"sitting": sitting, "show": self.group, "q": self.search, "page": page}
        return {name: value for name, value in fields.items() if value}

    @property
    def query(self) -> str:
        """The end of an address, without the page."""
        return urlencode({name: value for name, value in self.fields.items() if name != "page"})


@dataclass(frozen=True)
class ShownTables:
    """The tables of one page; ``total`` is how many there are without a search."""

    rows: Sequence[TableRow]
    filter: TableFilter
    page: int
    pages: int
    total: int

    @property
    def is_long(self) -> bool:
        """Is a search worth its place?"""
        return self.total > A_PAGE or bool(self.filter.search)


def table_filter(request: HttpRequest) -> TableFilter:
    """By the address, or by the form sent from the page."""
    fields = request.GET if request.method in ("GET", "HEAD") else request.POST
    group, search = fields.get("show", ""), fields.get("q", "").strip()[:LONGEST_SEARCH]
    page, sitting = (max(1, typed_number(fields.get(name, "")) or 1) for name in ("page", "sitting"))
    return TableFilter(group if group in GROUPS[1:] else "", search, page, sitting)


def narrowed(rows: Sequence[TableRow], by: TableFilter, *, match: int = 0) -> ShownTables:
    """The page that is asked for, or the one with that ``match`` on it; the last one beyond the end."""
    matching = [row for row in rows if means_match(by.search, row.match)] if by.search else rows
    place = next((i for i, row in enumerate(matching) if match and row.match.number == match), None)
    pages = Paginator(matching, A_PAGE)
    page = pages.get_page(by.page if place is None else place // A_PAGE + 1)
    return ShownTables(list(page), by, page.number, pages.num_pages, len(rows))
