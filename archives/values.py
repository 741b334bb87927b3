"""A column's value as JSON, and back; what may stand there follows from the model's own field."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.dateparse import parse_datetime

from archives.kept import Column, is_person

LONGEST_TEXT = 10_000
LONGEST_LIST = 10_000
Schema = dict[str, Any]
MOMENT = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$"


def plain(value: Any) -> Any:
    """Moments in UTC as ISO 8601, times as seconds."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, timedelta):
        return value.total_seconds()
    return value


def read(column: Column, value: Any) -> Any:
    """The value of a file that fits ``schema_of`` the column, as the model has it."""
    if value is None:
        return None
    if isinstance(column, models.DateTimeField):
        return parse_datetime(value)
    if isinstance(column, models.DurationField):
        return timedelta(seconds=value)
    return value


def schema_of(column: Column) -> Schema:
    """The JSON schema of the column's values."""
    shape = _shape(column)
    return {"anyOf": [shape, {"type": "null"}]} if column.null else shape


def _shape(column: Column) -> Schema:
    if column.is_relation:
        return {"type": "integer", "minimum": 1, "description": "a row of people" if is_person(column) else "a row"}
    choices = [value for value, _ in column.flatchoices]
    if choices:
        return {"enum": sorted({*choices, ""} if column.blank else choices)}
    for kind, shape in _SHAPES:
        if isinstance(column, kind):
            return shape(column)
    raise TypeError(column)


def _text(column: Any) -> Schema:
    return {"type": "string", "maxLength": column.max_length or LONGEST_TEXT}


def _slug(column: Any) -> Schema:
    return _text(column) | {"pattern": "^[-a-zA-Z0-9_]+$"}


def _number(column: Any) -> Schema:
    limits = {type(each): each.limit_value for each in column.validators if hasattr(each, "limit_value")}
    most = 9_223_372_036_854_775_807 if isinstance(column, models.BigIntegerField) else 2_147_483_647
    if isinstance(column, models.PositiveSmallIntegerField):
        most = 32_767
    return {
        "type": "integer",
        "minimum": limits.get(MinValueValidator, 0),
        "maximum": min(limits.get(MaxValueValidator, most), most),
    }


def _fixed(**shape: Any) -> Callable[[Any], Schema]:
    return lambda _column: dict(shape)


_SHAPES: tuple[tuple["type[models.Field[Any, Any]]", Callable[[Any], Schema]], ...] = (
    (models.DateTimeField, _fixed(type="string", pattern=MOMENT)),
    (models.DurationField, _fixed(type="number", minimum=0, maximum=31_536_000)),
    (models.BooleanField, _fixed(type="boolean")),
    (models.SlugField, _slug),
    (models.CharField, _text),
    (models.TextField, _text),
    (models.IntegerField, _number),
    (
        models.JSONField,
        lambda column: {"type": "array", "maxItems": LONGEST_LIST} if column.default is list else {"type": "object"},
    ),
)
