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
    "announcement": "announcements", "prize": "prizes",
}  # fmt: skip
"""Nouns of subjects (``match:17``) and of the journal's data, by the table whose rows they name."""
_SUBJECT = re.compile(r"(?<![a-z_])([a-z]+):(-?\d{1,18})(?![\d.])")


def in_text(text: str, renumber: Renumber) -> str:
    """A subject, or the key of a notice, with every ``noun:id`` renumbered."""

    def renumbered(mention: re.Match[str]) -> str:
        noun, number = mention.groups()
        return f"{noun}:{renumber(TABLE_OF.get(noun, noun), int(number))}"

    return _SUBJECT.sub(renumbered, text)


def in_event(data: dict[str, Any], renumber: Renumber) -> dict[str, Any]:
    """The data of an event of the journal."""
    renumbered: dict[str, Any] = _teams(data, renumber)
    for noun in ("match", "draw", "penalty"):
        if noun in renumbered:
            renumbered[noun] = _id(TABLE_OF[noun], renumbered[noun], renumber)
    for name, of_item in _LISTS.items():
        if isinstance(renumbered.get(name), list):
            renumbered[name] = [of_item(item, renumber) for item in renumbered[name]]
    return renumbered


def in_draw(positions: Any, renumber: Renumber) -> Any:
    """A list of teams, null for nobody."""
    return [_id("teams", team, renumber) for team in positions] if isinstance(positions, list) else positions


def in_breaches(breaches: Any, renumber: Renumber) -> Any:
    """What a draw keeps as breaches, or as unavoidable."""

    def renumbered(breach: Any) -> Any:
        if not isinstance(breach, dict):
            return breach
        branch = {"branch": _id("branches", breach["branch"], renumber)} if "branch" in breach else {}
        return _with_teams(breach | branch, renumber)

    return [renumbered(breach) for breach in breaches] if isinstance(breaches, list) else breaches


def _with_teams(item: Any, renumber: Renumber) -> Any:
    """What has a list of ``teams``: a breach of the draw, a pairing."""
    if isinstance(item, dict) and isinstance(item.get("teams"), list):
        return item | {"teams": in_draw(item["teams"], renumber)}
    return item


def _teams(value: Any, renumber: Renumber) -> Any:
    """Teams as the journal names them, ``{"id", "branch", "ordinal"}``, wherever they stand."""
    if isinstance(value, list):
        return [_teams(item, renumber) for item in value]
    if not isinstance(value, dict):
        return value
    renumbered = {name: _teams(item, renumber) for name, item in value.items()}
    if "ordinal" in renumbered:  # an entry that was saved has the id under "team"
        for name in ("id", "team"):
            if name in renumbered:
                renumbered[name] = _id("teams", renumbered[name], renumber)
    return renumbered


def _id(table: str, value: Any, renumber: Renumber) -> Any:
    is_id = isinstance(value, int) and not isinstance(value, bool) and value != 0
    return renumber(table, value) if is_id else value


def _first_of(table: str) -> Callable[[Any, Renumber], Any]:
    """Of a pair the first is an id."""

    def of_item(item: Any, renumber: Renumber) -> Any:
        return [_id(table, item[0], renumber), *item[1:]] if isinstance(item, list) and item else item

    return of_item


def _of_team(item: Any, renumber: Renumber) -> Any:
    return _id("teams", item, renumber)


_LISTS: dict[str, Callable[[Any, Renumber], Any]] = {
    "withdrawn": lambda item, renumber: _id("results", item, renumber),
    "moved": _first_of("matches"),
    "lots": _first_of("teams"),
    "absent": _of_team,
    "teams": _of_team,
    "positions": _of_team,
    "reasons": _with_teams,
}

COLUMNS: dict[tuple[str, str], Callable[[Any, Renumber], Any]] = {
    ("place_decisions", "teams"): in_draw,
    ("draws", "teams"): in_draw,
    ("draws", "positions"): in_draw,
    ("draws", "breaches"): in_breaches,
    ("draws", "unavoidable"): in_breaches,
    ("notices", "key"): in_text,
}
"""Columns of the file that hold references inside their value, by table and name."""
