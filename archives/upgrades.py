"""Files of older versions, step by step to the present one."""

from collections.abc import Callable
from typing import Any

File = dict[str, Any]


def _columns_of_version_2(file: File) -> File:
    """Version 1 wrote ``winner:5`` where a side came from match number 5 of the event, and a flag at a third place; the
    branch of a notice stood in its key alone, by its number on the other site."""
    rows = {match["number"]: row for row, match in enumerate(file["matches"], start=1)}

    def columns(match: File) -> File:
        changed = dict(match)
        changed["place_for"] = 3 if changed.pop("third_place") else None
        for side in ("home", "away"):
            kind, _, number = changed.pop(f"{side}_source").partition(":")
            is_match = kind not in ("position", "lot")
            changed[f"{side}_source_kind"] = kind
            changed[f"{side}_source_match"] = rows[int(number)] if is_match else None
            changed[f"{side}_source_position"] = int(number) if kind == "position" else None
        return changed

    notices = [notice | {"branch": None} for notice in file["notices"]]
    return file | {"matches": [columns(match) for match in file["matches"]], "notices": notices}


STEPS: dict[int, Callable[[File], File]] = {1: _columns_of_version_2}
"""From a version to the next: the file's values as that version has them, to those of the next. A step is written when
`kept.VERSION` rises, with a file of the version before among the tests."""


def upgraded(file: File, version: int, to: int) -> File:
    """The file's values as version ``to`` has them. KeyError for a version from which no step leads on."""
    for step in range(version, to):
        file = STEPS[step](file) | {"version": step + 1}
    return file
