"""The published shape of the file of an event, as a JSON schema made from the tables that it holds (`archives.tables`)
and from the models' own fields; and whether a value is as the schema says.

``docs/event.schema.json`` is what `event_schema` returns; a test holds the two together. A file comes from anywhere, so
`misfits` says all that is wrong at once, each with its place, up to a limit."""

import math
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
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


MOST_FAULTS = 20
DEEPEST = 12
"""Of a JSON value without a closer shape."""
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,), "number": (int, float),
}  # fmt: skip


@dataclass(frozen=True)
class Misfit:
    """``at`` is where in the file, ``teams[3].ordinal``; ``why`` names the rule that is broken."""

    at: str
    why: str


def misfits(value: Any, schema: Schema) -> list[Misfit]:
    """What is wrong, in the order of the file, the first `MOST_FAULTS`."""
    return list(islice(_wrong(value, schema, ""), MOST_FAULTS))


def _wrong(value: Any, schema: Schema, at: str) -> Iterator[Misfit]:
    if "anyOf" in schema:
        fitting = any(next(_wrong(value, one, at), None) is None for one in schema["anyOf"])
        yield from () if fitting else _wrong(value, schema["anyOf"][0], at)
    elif "const" in schema or "enum" in schema:
        allowed = schema["enum"] if "enum" in schema else [schema["const"]]
        if not any(type(value) is type(one) and value == one for one in allowed):
            yield Misfit(at, "enum")
    elif not isinstance(value, _TYPES[schema["type"]]) or (isinstance(value, bool) and schema["type"] != "boolean"):
        yield Misfit(at, "type")
    elif type(value) in _CHECKS:
        yield from _CHECKS[type(value)](value, schema, at)


def _wrong_number(value: float, schema: Schema, at: str) -> Iterator[Misfit]:
    if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf):
        yield Misfit(at, "range")


def _wrong_text(value: str, schema: Schema, at: str) -> Iterator[Misfit]:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", math.inf):
        yield Misfit(at, "length")
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        yield Misfit(at, "pattern")
    if not _storable(value):
        yield Misfit(at, "characters")


def _wrong_list(value: list[Any], schema: Schema, at: str) -> Iterator[Misfit]:
    if len(value) > schema.get("maxItems", math.inf):
        yield Misfit(at, "length")
        return
    for number, item in enumerate(value, start=1):
        yield from _wrong(item, schema["items"], f"{at}[{number}]") if "items" in schema else _unstorable(item, at)


def _wrong_object(value: dict[str, Any], schema: Schema, at: str) -> Iterator[Misfit]:
    known, others = schema.get("properties"), schema.get("additionalProperties", True)
    if known is None and others is True:
        yield from _unstorable(value, at)
        return
    yield from (Misfit(_under(at, name), "required") for name in schema.get("required", ()) if name not in value)
    for name, item in value.items():
        below = _under(at, name)
        if known and name in known:
            yield from _wrong(item, known[name], below)
        elif others is False:
            yield Misfit(at, "unknown")
        else:
            yield from _unstorable(name, at)
            yield from _wrong(item, others, below)


def _under(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _unstorable(value: Any, at: str, depth: int = 0) -> Iterator[Misfit]:
    """What is free in its shape must be small and flat, and hold nothing that the database cannot."""
    match value:
        case _ if depth > DEEPEST:
            yield Misfit(at, "depth")
        case str():
            yield from () if _storable(value) and len(value) <= LONGEST_TEXT else [Misfit(at, "characters")]
        case int() | float():
            yield from _wrong_number(value, {"minimum": -(2**53), "maximum": 2**53}, at)
        case list() | dict():
            inside = [*value, *value.values()] if isinstance(value, dict) else value
            for item in inside:
                yield from _unstorable(item, at, depth + 1)


def _storable(text: str) -> bool:
    """No zero character and no half of a pair, which no database keeps."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


_CHECKS: Final[dict[type, Callable[[Any, Schema, str], Iterator[Misfit]]]] = {
    str: _wrong_text, list: _wrong_list, dict: _wrong_object, int: _wrong_number, float: _wrong_number,
}  # fmt: skip
