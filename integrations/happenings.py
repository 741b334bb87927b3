"""What programs are told of an event of the public journal: over the API, and by webhooks."""

from typing import Any

from tournaments.chronicle.queries.history import HistoryItem

TOLD = frozenset(
    (
        "round", "sitting", "entrants", "table", "deal", "number", "order", "kind", "level", "winner", "reason", "side",
        "home", "away", "before", "after", "version", "minutes", "stage", "offence", "effects", "team", "format",
        "champion", "runner_up", "passed", "points", "from", "to", "tables", "rounds",
    )
)  # fmt: skip
"""What a program is told of an event; names of people and what was written in a text are not among it."""


def webhook_payload(item: HistoryItem) -> dict[str, Any]:
    """One event of the journal as a program receives it."""
    data = {name: value for name, value in item.data.items() if name in TOLD}
    return {"number": item.number, "at": item.at, "by": item.by, "kind": item.kind, "match": item.match, "data": data}
