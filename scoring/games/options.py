"""选项: options of a game read from JSON values, with all problems at once, as `guandan_rules.RuleSet` does it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from guandan_rules import Code, OptionProblem, RuleSetError, level_of
from scoring.games.entries import items_of, whole_number

O = TypeVar("O")  # noqa: E741 the options of a game


def read_options(
    data: Mapping[str, object], readers: Mapping[str, Callable[[Any], object]], make: Callable[..., O]
) -> O:
    """Options from JSON values by option, missing ones by default; RuleSetError with every problem."""
    problems, values = [], {}
    for key, value in data.items():
        if key not in readers:
            problems.append(OptionProblem(Code.UNKNOWN_KEY, str(key)))
            continue
        try:
            values[key] = readers[key](value)
        except (ValueError, TypeError, KeyError):
            problems.append(OptionProblem(Code.BAD_VALUE, key))
    if problems:
        raise RuleSetError(tuple(problems))
    return make(**values)


def refuse_if(problems: Iterable[OptionProblem]) -> None:
    """RuleSetError with the problems, if there are any."""
    all_problems = tuple(problems)
    if all_problems:
        raise RuleSetError(all_problems)


def text(value: object) -> str:
    """A text; TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def level(value: object) -> int:
    """级数 by name (``"J"``) or as a number; ValueError for anything else."""
    return level_of(value) if isinstance(value, str) else whole_number(value)


def number_or_none(value: object) -> int | None:
    """A whole number, or null for an option that does not apply."""
    return None if value is None else whole_number(value)


def list_of(read: Callable[[Any], O]) -> Callable[[object], tuple[O, ...]]:
    """A reader of a JSON list, each item by `read`."""

    def read_all(value: object) -> tuple[O, ...]:
        return tuple(read(item) for item in items_of(value))

    return read_all


def pair(make: Callable[[int, int], O], read: Callable[[object], int]) -> Callable[[object], O]:
    """A reader of a JSON list of two, each by `read`; ValueError or TypeError for anything else."""

    def read_both(value: object) -> O:
        first, second = list_of(read)(value)
        return make(first, second)

    return read_both
