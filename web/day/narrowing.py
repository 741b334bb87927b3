"""What of a round's tables a page shows: a group of them or what was searched for, two dozen at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest

from tournaments.day.queries.desk import GROUPS
from tournaments.day.queries.desk_rows import TableRow
from web.requests.long_lists import LONGEST_SEARCH, Rows, means_match
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


def table_filter(request: HttpRequest) -> TableFilter:
    """By the address, or by the form sent from the page."""
    fields = request.GET if request.method in ("GET", "HEAD") else request.POST
    group, search = fields.get("show", ""), fields.get("q", "").strip()[:LONGEST_SEARCH]
    page, sitting = (max(1, typed_number(fields.get(name, "")) or 1) for name in ("page", "sitting"))
    return TableFilter(group if group in GROUPS[1:] else "", search, page, sitting)


def narrowed(tables: Sequence[TableRow], by: TableFilter, *, match: int = 0) -> Rows[TableRow]:
    """The page that is asked for, or the one with that ``match`` on it; the last one beyond the end."""
    matching = [row for row in tables if means_match(by.search, row.match)] if by.search else tables
    place = next((i for i, row in enumerate(matching) if match and row.match.number == match), None)
    pages = Paginator(matching, A_PAGE)
    page = pages.get_page(by.page if place is None else place // A_PAGE + 1)
    return Rows(list(page), by.search, page.number, pages.num_pages, len(tables))
