"""Files of older versions, step by step to the present one."""

from collections.abc import Callable
from typing import Any

STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From a version to the next: the file's values as that version has them, to those of the next. A step is written when
`kept.VERSION` rises, with a file of the version before among the tests."""


def upgraded(file: dict[str, Any], version: int, to: int) -> dict[str, Any]:
    """The file's values as version ``to`` has them. KeyError for a version from which no step leads on."""
    for step in range(version, to):
        file = STEPS[step](file) | {"version": step + 1}
    return file
