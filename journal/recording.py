"""How every change is made: ``@action`` opens the transaction, ``record`` writes what happened, the version rises last.

Events are kept in hand until the outermost action ends and are written then, together with the rise of the version
(``UPDATE … RETURNING``), as the last statements before the commit. The journal's row is therefore locked only for an
instant, and versions and numbers are in the order of the commits: a page rendered at version n lacks nothing of n.
A version that many journals share rises behind them, by the kinds of events that its pages show.
"""

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction

from accounts.models import User
from journal import clock
from journal.models import Journal

P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class Happening:
    """An event as receivers see it; ``number`` is 0 until it is written, at the end of the outermost action."""

    journal: Journal
    kind: StrEnum
    subject: str
    by: User | None
    at: datetime
    data: dict[str, Any]
    public: bool
    number: int = 0

    @property
    def row(self) -> int:
        """The id of the row that ``subject`` names: 7 of ``match:7``."""
        return int(self.subject.partition(":")[2])


_recorded: ContextVar[list[Happening] | None] = ContextVar("recorded", default=None)
"""What the outermost action has recorded so far; None outside of any."""
_in_transaction: list[Callable[[Happening], None]] = []
_after_commit: list[Callable[[int, int], None]] = []
_shared: list[Callable[[StrEnum], Collection[str]]] = []


def on_record(receiver: Callable[[Happening], None]) -> None:
    """Register a receiver that runs at the end of the action's transaction; its exception rolls the action back."""
    if receiver not in _in_transaction:
        _in_transaction.append(receiver)


def on_version(receiver: Callable[[int, int], None]) -> None:
    """Register a receiver of (journal id, version) that runs after the commit."""
    if receiver not in _after_commit:
        _after_commit.append(receiver)


def on_kind(names: Callable[[StrEnum], Collection[str]]) -> None:
    """Register which ``SharedVersion``s an event of a kind raises."""
    if names not in _shared:
        _shared.append(names)


def action(function: Callable[P, R]) -> Callable[P, R]:
    """A state change: one transaction, an actor (keyword ``by``), and a record. Actions may call actions.

    A refusal ends them all, the outermost with them; whoever wants to go on after one says so by ``refusable()``.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if "by" not in kwargs:
            raise TypeError(f"{function.__name__}() needs the actor as keyword 'by'")
        if _recorded.get() is not None:
            with transaction.atomic(savepoint=False):  # whoever catches a refusal without a savepoint gets no further
                return function(*args, **kwargs)
        happenings: list[Happening] = []
        token = _recorded.set(happenings)
        try:
            with transaction.atomic():
                result = function(*args, **kwargs)
                # only now: a receiver sees the state after the whole change, and nothing of what was refused inside
                for happening in happenings:
                    for receiver in _in_transaction:
                        receiver(happening)
                _write(happenings)
                return result
        finally:
            _recorded.reset(token)

    run.is_action = True  # type: ignore[attr-defined]
    return run


@contextmanager
def refusable() -> Iterator[None]:
    """Inside an action, what may be refused while the action goes on: its rows and its records are forgotten then."""
    happenings = _recorded.get()
    if happenings is None:
        raise RuntimeError("refusable() is entered inside an action only")
    before = len(happenings)
    try:
        with transaction.atomic():
            yield
    except BaseException:
        del happenings[before:]
        raise


def record(
    journal: Journal, kind: StrEnum, subject: str, *, by: User | None, public: bool = True, **data: Any
) -> Happening:
    """Note an event inside an action. ``data`` must be JSON; it never holds gender, remark or contact."""
    happenings = _recorded.get()
    if happenings is None:
        raise RuntimeError("record() is called inside an action only")
    happening = Happening(journal, kind, subject, by, clock.now(journal), data, public)
    happenings.append(happening)
    return happening


_RAISE_AND_WRITE = """
WITH raised AS (
    UPDATE journal_journal SET version = version + %s, last_number = last_number + %s WHERE id = %s
    RETURNING version, last_number
), written AS (
    INSERT INTO journal_event (journal_id, number, at, by_id, kind, subject, data, public)
    SELECT %s, last_number - %s + i, at, by_id, kind, subject, data, public
    FROM raised, (VALUES {}) AS happening (i, at, by_id, kind, subject, data, public)
) SELECT version, last_number FROM raised
"""
_VALUES = "(%s::int, %s::timestamptz, %s::bigint, %s, %s, %s::jsonb, %s::bool)"
_RAISE_SHARED = """
INSERT INTO journal_sharedversion (name, version) SELECT name, 1 FROM unnest(%s::text[]) AS name
ON CONFLICT (name) DO UPDATE SET version = journal_sharedversion.version + 1
"""


def _write(happenings: list[Happening]) -> None:
    """The last statements before the commit. Journals and shared versions are raised in their order, so that two
    transactions never wait for each other."""
    by_journal: dict[int, list[Happening]] = {}
    for happening in happenings:
        by_journal.setdefault(happening.journal.pk, []).append(happening)
    for pk, own in sorted(by_journal.items()):
        rise = int(any(h.public for h in own))
        values: list[Any] = [rise, len(own), pk, pk, len(own)]
        for i, h in enumerate(own, start=1):
            data = json.dumps(h.data)
            values += [i, h.at, h.by.pk if h.by else None, str(h.kind), h.subject, data, h.public]
        with connection.cursor() as cursor:
            cursor.execute(_RAISE_AND_WRITE.format(", ".join([_VALUES] * len(own))), values)
            version, last = cursor.fetchone()
        for number, happening in enumerate(own, start=last - len(own) + 1):
            happening.number = number
        for receiver in _after_commit if rise else ():
            transaction.on_commit(partial(receiver, pk, version))
    kinds = {happening.kind for happening in happenings}
    shared = {name for kind in kinds for names in _shared for name in names(kind)}
    if shared:
        with connection.cursor() as cursor:
            cursor.execute(_RAISE_SHARED, [sorted(shared)])
