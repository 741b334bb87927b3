"""References inside JSON values and texts: the ids that the journal, draws and keys of notices hold.

In a file every id is a number that counts the rows of its table from 1. What names a row that is gone (a match of a
discarded draw) gets a negative number, the same for the same row.
"""

import re
from collections.abc import Callable
from typing import Any

Renumber = Callable[[str, int], int]
"""From a table of the file and an id there to the other's id."""

TABLE_OF = {
    "tournament": "event", "branch": "branches", "team": "teams", "draw": "draws", "match": "matches",
    "round": "rounds", "sheet": "sheets", "clock": "clocks", "notice": "notices", "penalty": "penalties",
    "result": "results", "table": "tables", "stage": "stages", "player": "players",
    "announcement": "announcements",
}  # fmt: skip
"""Nouns of subjects (``match:17``) and of the journal's data, by the table whose rows they name."""
_SUBJECT = re.compile(r"(?<![a-z_])([a-z]+):(-?\d{1,18})(?![\d.])")


def in_text(text: str, renumber: Renumber) -> str:
    """A subject, or the key of a notice, with every ``noun:id`` renumbered."""

    def said(mention: re.Match[str]) -> str:
        noun, number = mention.groups()
        return f"{noun}:{renumber(TABLE_OF.get(noun, noun), int(number))}"

    return _SUBJECT.sub(said, text)


def in_event(data: dict[str, Any], renumber: Renumber) -> dict[str, Any]:
    """The data of an event of the journal."""
    renumbered: dict[str, Any] = _teams(data, renumber)
    for noun in ("match", "draw", "penalty"):
        if _is_id(renumbered.get(noun)):
            renumbered[noun] = renumber(TABLE_OF[noun], renumbered[noun])
    for name, read in _LISTS.items():
        if isinstance(renumbered.get(name), list):
            renumbered[name] = [read(item, renumber) for item in renumbered[name]]
    return renumbered


def in_draw(positions: Any, renumber: Renumber) -> Any:
    """A list of teams, null for nobody."""
    return [_id("teams", team, renumber) for team in positions] if isinstance(positions, list) else positions


def in_breaches(breaches: Any, renumber: Renumber) -> Any:
    """What a draw keeps as breaches, or as unavoidable."""
    if not isinstance(breaches, list):
        return breaches
    return [_breach(breach, renumber) for breach in breaches]


def _breach(breach: Any, renumber: Renumber) -> Any:
    if not isinstance(breach, dict):
        return breach
    renumbered = dict(breach)
    if _is_id(renumbered.get("branch")):
        renumbered["branch"] = renumber("branches", renumbered["branch"])
    if isinstance(renumbered.get("teams"), list):
        renumbered["teams"] = in_draw(renumbered["teams"], renumber)
    return renumbered


def _teams(value: Any, renumber: Renumber) -> Any:
    """Teams as the journal names them, ``{"id", "branch", "ordinal"}``, wherever they stand."""
    if isinstance(value, list):
        return [_teams(item, renumber) for item in value]
    if not isinstance(value, dict):
        return value
    renumbered = {name: _teams(item, renumber) for name, item in value.items()}
    if "ordinal" in renumbered and _is_id(renumbered.get("id")):
        renumbered["id"] = renumber("teams", renumbered["id"])
    if "ordinal" in renumbered and _is_id(renumbered.get("team")):  # an entry that was saved
        renumbered["team"] = renumber("teams", renumbered["team"])
    return renumbered


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value != 0


def _id(table: str, value: Any, renumber: Renumber) -> Any:
    return renumber(table, value) if _is_id(value) else value


def _first_of(table: str) -> Callable[[Any, Renumber], Any]:
    """Of a pair the first is an id."""

    def read(item: Any, renumber: Renumber) -> Any:
        return [_id(table, item[0], renumber), *item[1:]] if isinstance(item, list) and item else item

    return read


def _pairing(item: Any, renumber: Renumber) -> Any:
    if isinstance(item, dict) and isinstance(item.get("teams"), list):
        return item | {"teams": in_draw(item["teams"], renumber)}
    return item


_LISTS: dict[str, Callable[[Any, Renumber], Any]] = {
    "withdrawn": lambda item, renumber: _id("results", item, renumber),
    "moved": _first_of("matches"),
    "lots": _first_of("teams"),
    "reasons": _pairing,
}
