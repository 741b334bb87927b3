"""What of a round's tables a page shows: a group of them or what was searched for, two dozen at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest

from tournaments.day.queries.desk import GROUPS
from tournaments.day.queries.desk_tables import TableRow
from web.requests.long_lists import LONGEST_SEARCH, means_match
from web.requests.numbers import typed_number

A_PAGE = 24


@dataclass(frozen=True)
class Asked:
    """What the page is narrowed to: one of ``GROUPS`` ("" for all), words to search for, the page, and a sitting."""

    group: str = ""
    search: str = ""
    page: int = 1
    sitting: int = 1

    @property
    def kept(self) -> dict[str, str]:
        """As fields of the address, or of a form that comes back to the page."""
        page = str(self.page) if self.page > 1 else ""
        return {name: value for name, value in (*self._narrowed, ("page", page)) if value}

    @property
    def query(self) -> str:
        """The same as the end of an address, without the page."""
        return urlencode([(name, value) for name, value in self._narrowed if value])

    @property
    def _narrowed(self) -> tuple[tuple[str, str], ...]:
        return ("sitting", str(self.sitting) if self.sitting > 1 else ""), ("show", self.group), ("q", self.search)


@dataclass(frozen=True)
class Shown:
    """The tables of one page; ``total`` is how many there are without a search, ``found`` with it."""

    rows: Sequence[TableRow]
    asked: Asked
    page: int
    pages: int
    found: int
    total: int

    @property
    def is_long(self) -> bool:
        """Is a search worth its place?"""
        return self.total > A_PAGE or bool(self.asked.search)


def asked_of(request: HttpRequest) -> Asked:
    """By the address, or by the form sent from the page."""
    fields = request.GET if request.method in ("GET", "HEAD") else request.POST
    group, search = fields.get("show", ""), fields.get("q", "").strip()[:LONGEST_SEARCH]
    page, sitting = (max(1, typed_number(fields.get(name, "")) or 1) for name in ("page", "sitting"))
    return Asked(group if group in GROUPS[1:] else "", search, page, sitting)


def narrowed(rows: Sequence[TableRow], filters: Asked, *, match: int = 0) -> Shown:
    """The page that is asked for, or the one with that ``match`` on it; the last one beyond the end."""
    matching = [row for row in rows if means_match(filters.search, row.match)] if filters.search else rows
    at = next((i for i, row in enumerate(matching) if match and row.match.number == match), None)
    pages = Paginator(matching, A_PAGE)
    page = pages.get_page(filters.page if at is None else at // A_PAGE + 1)
    return Shown(list(page), filters, page.number, pages.num_pages, len(matching), len(rows))
