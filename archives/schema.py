"""The published shape of the file of an event, as a JSON schema made from the tables that it holds (`archives.kept`).

``docs/event.schema.json`` is what this returns; a test holds the two together.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from archives.kept import EVENT, FORMAT, SERIES, TABLES, VERSION, Kept
from archives.values import LONGEST_LIST, LONGEST_TEXT, MOMENT, Schema, schema_of

MOST_ROWS: Final = 400_000
"""Of one table: a day of 4,096 teams stays far below."""
_NULL: Final[Schema] = {"type": "null"}
_ROW: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}
_ANY_ROW: Final[Schema] = {"type": "integer", "minimum": -MOST_ROWS, "maximum": MOST_ROWS}
_SMALL: Final[Schema] = {"type": "integer", "minimum": -32_768, "maximum": 32_767}
_LEVEL: Final[Schema] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "level": {"anyOf": [_SMALL, _NULL]},
        "passed": {"type": "boolean"},
        "games": _SMALL,
        "points": _SMALL,
    },
}
_BREACH: Final[Schema] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "code": {"type": "string", "maxLength": 40},
        "teams": {"anyOf": [{"type": "array", "items": _ROW, "maxItems": LONGEST_LIST}, _SMALL]},
        "positions": {"type": "array", "items": _SMALL, "maxItems": LONGEST_LIST},
        "branch": {"anyOf": [_ANY_ROW, _NULL]},
        "counts": {"type": "array", "items": _SMALL, "maxItems": LONGEST_LIST},
        "matches": _SMALL,
        "pairs": _SMALL,
    },
}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items, "maxItems": LONGEST_LIST}


def _object(properties: dict[str, Schema], optional: Collection[str] = ()) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name in properties if name not in optional],
        "properties": properties,
    }


_AWARD: Final = _object({"rank": _SMALL, "name": {"type": "string", "maxLength": 40}, "count": _SMALL}, ("count",))
_EFFECT: Final = _object({"kind": {"type": "string", "maxLength": 40}, "amount": _SMALL}, ("amount",))
_PROBLEM: Final = _object(
    {
        "code": {"type": "string", "maxLength": 60},
        "field": {"type": "string", "maxLength": 60},
        "data": {"type": "object"},
    },
    ("field", "data"),
)
_CLOSER: Final[dict[tuple[str, str], Schema]] = {
    ("event", "awards"): _list(_AWARD),
    ("series", "scale"): _list(_SMALL),
    ("series", "criteria"): _list({"type": "string", "maxLength": 40}),
    ("series", "declined"): _list({"type": "string", "maxLength": LONGEST_TEXT}),
    ("series", "merged"): {"type": "object", "additionalProperties": {"type": "string", "maxLength": LONGEST_TEXT}},
    ("results", "winner"): {"enum": ["", "away", "home"]},
    ("sheets", "winner"): {"enum": ["", "away", "home"]},
    ("results", "home_standing"): _LEVEL,
    ("results", "away_standing"): _LEVEL,
    ("penalties", "effects"): _list(_EFFECT),
    ("submissions", "problems"): _list(_PROBLEM),
    ("draws", "teams"): _list(_ANY_ROW),
    ("draws", "positions"): _list({"anyOf": [_ANY_ROW, _NULL]}),
    ("draws", "breaches"): _list(_BREACH),
    ("draws", "unavoidable"): _list(_BREACH),
}
"""What is known more closely than the model's field says."""

_BOOKED: Final = _object({"match": _ROW, "kind": {"enum": ["table", "team"]}, "row": _ROW})
_HAPPENED: Final = _object(
    {
        "number": {"type": "integer", "minimum": 1, "maximum": 2_147_483_647},
        "at": {"type": "string", "pattern": MOMENT},
        "by": {"anyOf": [_ROW, _NULL]},
        "kind": {"type": "string", "maxLength": 40, "pattern": r"^[a-z_]+\.[a-z_]+$"},
        "subject": {"type": "string", "maxLength": 60, "minLength": 1},
        "data": {"type": "object"},
        "public": {"type": "boolean"},
    }
)


def _columns(table: Kept) -> Schema:
    shapes = {
        column.name: _CLOSER.get((table.name, column.name))
        or (_reference(schema_of(column)) if column.is_relation else schema_of(column))
        for column in table.fields()
    }
    return _object(shapes | {name: {"type": "array", "items": _ROW} for name in table.lists}, table.optional)


def _reference(shape: Schema) -> Schema:
    return {"anyOf": [_ROW, _NULL]} if "anyOf" in shape else _ROW


@lru_cache(maxsize=1)
def event_schema() -> dict[str, Any]:
    """JSON Schema, draft 2020-12. A reference is the number of a row, counted from 1 in the table of the same noun."""
    moment: Schema = {"anyOf": [{"type": "string", "pattern": MOMENT}, _NULL]}
    journal = _object(
        {
            "version": {"type": "integer", "minimum": 0, "maximum": 2_147_483_647},
            "rehearsal": {"type": "boolean"},
            "shown_at": moment,
            "anchored_at": moment,
            "pace": {"type": "number", "minimum": 0, "maximum": 100_000},
            "events": {"type": "array", "items": _HAPPENED, "maxItems": MOST_ROWS},
        }
    )
    schema = _object(
        {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "origin": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "personal": {"type": "boolean"},
            "people": {
                "type": "array",
                "items": {"type": "string", "maxLength": 40, "minLength": 1},
                "maxItems": LONGEST_LIST,
            },
            "series": {"anyOf": [_columns(SERIES), _NULL]},
            "event": _columns(EVENT),
            "journal": journal,
            **{table.name: {"type": "array", "items": _columns(table), "maxItems": MOST_ROWS} for table in TABLES},
            "booked": {"type": "array", "items": _BOOKED, "maxItems": MOST_ROWS},
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
