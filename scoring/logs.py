"""记录 of many sheets at once: how much stands in each, and where it leads. No log is folded twice."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.contrib.postgres.aggregates import JSONBAgg
from django.db.models import Count, Max, QuerySet, TextField
from django.db.models.functions import Cast, JSONObject

from scoring import folds
from scoring.models import Deal, Penalty
from scoring.queries import in_order, text_of

KEPT = 2048
"""So many texts stay in memory with where they lead: twice the tables of a big hall."""


@dataclass(frozen=True)
class Written:
    """What stands in a sheet: how many ``deals``, the moment of the last entry (None: there is none), and the rows as
    JSON text, deals and penalties."""

    deals: int = 0
    last_entry: datetime | None = None
    log: tuple[str, str] = ("[]", "[]")


NOTHING: Final = Written()


def written(sheets: QuerySet[Any] | Collection[int]) -> dict[int, Written]:
    """What counts in each of the ``sheets``, those left out in which nothing does; two queries."""
    by_sheet = {
        sheet: Written(deals, last, (log, "[]"))
        for sheet, deals, last, log in _rows(Deal, sheets, "number", "entry", "entered_at")
    }
    for sheet, _, last, log in _rows(Penalty, sheets, "after_deal", "side", "offence", "effects", "entered_at"):
        deals = by_sheet.get(sheet, NOTHING)
        by_sheet[sheet] = replace(deals, last_entry=max(last, deals.last_entry or last), log=(deals.log[0], log))
    return by_sheet


def _rows(
    model: type[Deal | Penalty], sheets: QuerySet[Any] | Collection[int], *fields: str
) -> QuerySet[Any, tuple[int, int, datetime, str]]:
    log = Cast(JSONBAgg(JSONObject(**{name: name for name in fields}), order_by="pk"), TextField())
    counting = model.objects.filter(sheet__in=sheets, struck_at=None).order_by()
    return counting.values_list("sheet").annotate(Count("pk"), Max("entered_at"), log=log)


@lru_cache(maxsize=KEPT)
def state_after(game: str, rule_set: str, log: tuple[str, str], bell: datetime) -> Any:
    """Where a ``log`` of ``written`` leads by these options (JSON text); ``bell``: ``clocks.latest_sheet_bell``."""
    deals, penalties = (_read(text) for text in log)
    rows = in_order([Deal(**row) for row in deals], [Penalty(**row) for row in penalties])
    return folds.state_after(game, rule_set, tuple(text_of(row, bell) for row in rows))


def _read(text: str) -> list[dict[str, Any]]:
    return [row | {"entered_at": datetime.fromisoformat(row["entered_at"])} for row in json.loads(text)]
