"""Long lists by pages, counted from 1."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import InvalidPage, Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from web.requests.numbers import typed_number


def page_of(request: HttpRequest, rows: "QuerySet[Any] | Sequence[Any]", per_page: int) -> "Page[Any]":
    """The rows of ``?page=``, of the first one without; 404 where there is no such page."""
    try:
        return Paginator(rows, per_page).page(typed_number(request.GET.get("page", "1")) or 0)
    except InvalidPage:
        raise Http404 from None
