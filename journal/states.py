"""状态: one way for every state.

A model with a ``state`` field names the table of its steps as ``transitions``; `become` and `become_all` are the only
writers of such a field, and both ask that table. A row is made in whatever state it begins with.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.db.models import Model, QuerySet

from journal.refusals import WrongState

Transitions = Mapping[str, tuple[str, ...]]
"""What each state may become."""


class Stateful(Protocol):
    """A row with a state; its model says what that may become."""

    pk: Any
    state: str
    transitions: Transitions

    def save(self, *, update_fields: list[str]) -> None: ...


WATCHERS: list[Callable[[type, str, str], None]] = []
"""Called with the model, the state before and the state after of every step; the tests compare them with the tables."""


def become(row: Stateful, state: str, **changes: Any) -> None:
    """Take the (locked) row to ``state``, other fields changing with it, and save these fields.

    To stay in a state is no step and always allowed. ``WrongState`` where the row's table has no such step.
    """
    before = str(row.state)
    if state != before:
        if state not in row.transitions[before]:
            raise WrongState(getattr(row, "subject", f"{type(row).__name__.lower()}:{row.pk}"), before)
        _tell(type(row), before, state)
    row.state = state
    for name, value in changes.items():
        setattr(row, name, value)
    row.save(update_fields=["state", *changes])


def become_all(rows: QuerySet[Any], state: str, **changes: Any) -> int:
    """Take those of the rows to ``state`` whose table has that step, in one statement; returns how many there were."""
    model: type[Model] = rows.model
    sources = [before for before, targets in model.transitions.items() if state in targets]  # type: ignore[attr-defined]
    eligible = rows.filter(state__in=sources)
    if WATCHERS:
        for before in eligible.order_by().values_list("state", flat=True).distinct():
            _tell(model, before, state)
    return eligible.update(state=state, **changes)


def _tell(model: type, before: str, after: str) -> None:
    for watcher in WATCHERS:
        watcher(model, before, after)
