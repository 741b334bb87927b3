"""The published shape of the file of an event, as a JSON schema made from the tables that it holds (`archives.tables`)
and from the models' own fields.

``docs/event.schema.json`` is what this returns; a test holds the two together.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from archives.tables import EVENT, FORMAT, SERIES, TABLES, VERSION, ArchivedTable

Schema = dict[str, Any]

LONGEST_TEXT: Final = 10_000
LONGEST_LIST: Final = 10_000
MOST_ROWS: Final = 400_000
"""Of one table: a day of 4,096 teams stays far below."""
MOMENT: Final = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$"
LARGEST: Final = 2_147_483_647
"""Of an integer column; a small one ends at 32,767."""


def _text(longest: int, **more: Any) -> Schema:
    return {"type": "string", "maxLength": longest, **more}


def _integer(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _list(items: Schema, most: int = LONGEST_LIST) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _object(properties: dict[str, Schema], optional: Collection[str] = ()) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name in properties if name not in optional],
        "properties": properties,
    }


def _or_null(shape: Schema) -> Schema:
    return {"anyOf": [shape, {"type": "null"}]}


_MOMENT: Final[Schema] = {"type": "string", "pattern": MOMENT}
_FLAG: Final[Schema] = {"type": "boolean"}
_ROW: Final = _integer(1, MOST_ROWS)
_ANY_ROW: Final = _integer(-MOST_ROWS, MOST_ROWS)
_SMALL: Final = _integer(-32_768, 32_767)
_WINNER: Final[Schema] = {"enum": ["", "away", "home"]}
_LEVEL: Final[Schema] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"level": _or_null(_SMALL), "passed": _FLAG, "games": _SMALL, "points": _SMALL},
}
_BREACH: Final[Schema] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "code": _text(40),
        "teams": {"anyOf": [_list(_ROW), _SMALL]},
        "positions": _list(_SMALL),
        "branch": _or_null(_ANY_ROW),
        "counts": _list(_SMALL),
        "matches": _SMALL,
        "pairs": _SMALL,
    },
}
_AWARD: Final = _object({"rank": _SMALL, "name": _text(40), "count": _SMALL}, ("count",))
_HOUR: Final = _integer(0, 1_440)
_PLAN: Final = _object(
    {"teams": _SMALL, "start": _HOUR, "latest": _HOUR, "least": _SMALL, "breaks": _list(_list(_HOUR))},
    ("teams", "start", "latest", "least", "breaks"),
)
_EFFECT: Final = _object({"kind": _text(40), "amount": _SMALL}, ("amount",))
_PROBLEM: Final = _object({"code": _text(60), "field": _text(60), "data": {"type": "object"}}, ("field", "data"))
_CLOSER: Final[dict[tuple[str, str], Schema]] = {
    ("event", "awards"): _list(_AWARD),
    ("event", "plan"): _PLAN,
    ("series", "scale"): _list(_SMALL),
    ("series", "branch_scale"): _list(_SMALL),
    ("series", "criteria"): _list(_text(40)),
    ("series", "declined"): _list(_text(LONGEST_TEXT)),
    ("series", "merged"): {"type": "object", "additionalProperties": _text(LONGEST_TEXT)},
    ("results", "winner"): _WINNER,
    ("sheets", "winner"): _WINNER,
    ("results", "home_standing"): _LEVEL,
    ("results", "away_standing"): _LEVEL,
    ("penalties", "effects"): _list(_EFFECT),
    ("submissions", "problems"): _list(_PROBLEM),
    ("place_decisions", "teams"): _list(_ROW),
    ("draws", "teams"): _list(_ANY_ROW),
    ("draws", "positions"): _list(_or_null(_ANY_ROW)),
    ("draws", "breaches"): _list(_BREACH),
    ("draws", "unavoidable"): _list(_BREACH),
}
"""What is known more closely than the model's field says."""

_BOOKED: Final = _object({"match": _ROW, "kind": {"enum": ["table", "team"]}, "row": _ROW})
_HAPPENED: Final = _object(
    {
        "number": _integer(1, LARGEST),
        "at": _MOMENT,
        "by": _or_null(_ROW),
        "kind": _text(40, pattern=r"^[a-z_]+\.[a-z_]+$"),
        "subject": _text(60, minLength=1),
        "data": {"type": "object"},
        "public": _FLAG,
    }
)


_FIXED: Final[tuple[tuple[type, Schema], ...]] = (
    (models.DateTimeField, _MOMENT),
    (models.DurationField, {"type": "number", "minimum": 0, "maximum": 31_536_000}),
    (models.BooleanField, _FLAG),
)


def _shape(column: Any) -> Schema:
    """What may stand in the column, as its own field says."""
    choices = [value for value, _ in column.flatchoices]
    if choices:
        return {"enum": sorted({*choices, ""} if column.blank else choices)}
    if isinstance(column, models.IntegerField):
        limits = {type(each): each.limit_value for each in column.validators if hasattr(each, "limit_value")}
        most = 9_223_372_036_854_775_807 if isinstance(column, models.BigIntegerField) else LARGEST
        most = 32_767 if isinstance(column, models.PositiveSmallIntegerField) else most
        return _integer(limits.get(MinValueValidator, 0), min(limits.get(MaxValueValidator, most), most))
    if isinstance(column, models.CharField | models.TextField):
        pattern = {"pattern": "^[-a-zA-Z0-9_]+$"} if isinstance(column, models.SlugField) else {}
        return _text(column.max_length or LONGEST_TEXT, **pattern)
    if isinstance(column, models.JSONField):
        return {"type": "array", "maxItems": LONGEST_LIST} if column.default is list else {"type": "object"}
    return next(shape for kind, shape in _FIXED if isinstance(column, kind))


def _columns(table: ArchivedTable) -> Schema:
    shapes = {}
    for column in table.fields():
        shape = _CLOSER.get((table.name, column.name))
        if shape is None:
            shape = _ROW if column.is_relation else _shape(column)
            shape = _or_null(shape) if column.null else shape
        shapes[column.name] = shape
    lists = {name: {"type": "array", "items": _ROW} for name in table.lists}
    return _object(shapes | lists, table.optional)


@lru_cache(maxsize=1)
def event_schema() -> dict[str, Any]:
    """JSON Schema, draft 2020-12. A reference is the number of a row, counted from 1 in the table of the same noun."""
    journal = {
        "version": _integer(0, LARGEST),
        "rehearsal": _FLAG,
        "shown_at": _or_null(_MOMENT),
        "anchored_at": _or_null(_MOMENT),
        "pace": {"type": "number", "minimum": 0, "maximum": 100_000},
        "events": _list(_HAPPENED, MOST_ROWS),
    }
    schema = _object(
        {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "origin": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "personal": _FLAG,
            "people": _list(_text(40, minLength=1)),
            "series": _or_null(_columns(SERIES)),
            "event": _columns(EVENT),
            "journal": _object(journal),
            **{table.name: _list(_columns(table), MOST_ROWS) for table in TABLES},
            "booked": _list(_BOOKED, MOST_ROWS),
        }
    )
    about = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:guandan:event:1",
        "title": "An event of the Guandan tournament desk",
        "description": "Rows are numbered from 1 within their table; a column that names another row holds its number, "
        "`by` and what ends in `_by` one of `people`. Moments are in UTC, times in seconds.",
    }
    return about | schema
