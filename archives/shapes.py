"""Is a value as a JSON schema says? For the part of the language that the schema of an event uses.

A file comes from anywhere, so this says all that is wrong at once, each with its place, up to a limit.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from archives.schema import LONGEST_TEXT, Schema

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
