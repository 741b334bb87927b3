"""A long list of a page: the rows that were searched for, a page of them at a time. A short one stands whole."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.core.paginator import InvalidPage, Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, QueryDict

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.names import ordinal
from web.requests.numbers import typed_number

A_PAGE = 40
LONGEST_SEARCH = 40
Row = TypeVar("Row")


@dataclass(frozen=True)
class Rows(Generic[Row]):
    """The rows of one page; ``total`` is how many there are without the ``search``."""

    rows: Sequence[Row]
    search: str
    page: int
    pages: int
    total: int

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @property
    def is_long(self) -> bool:
        """Is a search worth its place?"""
        return self.pages > 1 or bool(self.search)

    @property
    def searched(self) -> str:
        """The search as the end of an address."""
        return urlencode({"q": self.search}) if self.search else ""

    @property
    def query(self) -> str:
        """What leads back to these rows from another address: "" or ``?q=…&page=2``."""
        parameters = urlencode([*([("q", self.search)] if self.search else []), ("page", self.page)])
        return f"?{parameters}" if self.is_long else ""


def asked_rows(
    query: QueryDict,
    rows: Sequence[Row],
    is_meant: Callable[[str, Row], bool] = lambda _search, _row: True,
    *,
    here: Callable[[Row], bool] | None = None,
    per_page: int = A_PAGE,
) -> Rows[Row]:
    """Those that are meant by ``?q=``, on ``?page=`` or, where no page is named, on the one with the row that is
    ``here``; the first or the last one beyond the ends."""
    search = query.get("q", "").strip()[:LONGEST_SEARCH]
    meant = [row for row in rows if is_meant(search, row)] if search else rows
    page = typed_number(query.get("page", "")) or 1
    if here and "page" not in query:
        page = next((i // per_page + 1 for i, row in enumerate(meant) if here(row)), 1)
    pages = Paginator(meant, per_page)
    shown = pages.get_page(page)
    return Rows(list(shown), search, shown.number, pages.num_pages, len(rows))


def page_of(request: HttpRequest, rows: "QuerySet[Any] | Sequence[Any]", per_page: int) -> "Page[Any]":
    """The rows of ``?page=``, of the first one without; 404 where there is no such page."""
    try:
        return Paginator(rows, per_page).page(typed_number(request.GET.get("page", "1")) or 0)
    except InvalidPage:
        raise Http404 from None


def is_called(search: str, *names: str) -> bool:
    """Is what was typed part of one of the names, with or without blanks?"""
    wanted = _in_one(search)
    return any(wanted in _in_one(name) for name in names)


def means_match(search: str, match: MatchView) -> bool:
    """A number is that of a table or of a match, anything else part of a team's name."""
    if (number := typed_number(search)) is not None:
        return number in (match.table, match.number)
    return is_called(search, *(f"{one.branch}{ordinal(one.ordinal)}" for line in match.lines for one in line.each))


def _in_one(text: str) -> str:
    return "".join(text.split()).casefold()
