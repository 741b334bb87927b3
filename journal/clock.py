"""The only clock of the domain apps: real time, or a rehearsal's own."""

from datetime import datetime

from django.db import connection
from django.db.models import Case, DateTimeField, DurationField, ExpressionWrapper, F, Value, When
from django.utils import timezone

from journal.models import Journal


def now(journal: Journal) -> datetime:
    """The present moment (aware, UTC) of this journal. Only a rehearsal's differs from the real one."""
    real = timezone.now()
    if not journal.rehearsal or journal.shown_at is None or journal.anchored_at is None:
        return real
    return journal.shown_at + (real - journal.anchored_at) * journal.pace


def now_of(journal: str) -> Case:
    """The same in a query: the present moment of the journal to which the lookup ``journal`` leads from a row."""
    real = Value(timezone.now(), output_field=DateTimeField())
    shown, anchored, pace = (f"{journal}__{name}" for name in ("shown_at", "anchored_at", "pace"))
    since = ExpressionWrapper((real - F(anchored)) * F(pace), output_field=DurationField())
    # only a rehearsal's has a time of its own (the database holds to it)
    has_own = When(**{f"{shown}__isnull": False, f"{anchored}__isnull": False}, then=F(shown) + since)
    return Case(has_own, default=real, output_field=DateTimeField())


def of_the_database() -> datetime:
    """The present moment (aware, UTC) as the database server has it."""
    with connection.cursor() as cursor:
        cursor.execute("select clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def set_rehearsal_time(journal: Journal, shown_at: datetime, *, pace: float = 0.0) -> None:
    """Let a rehearsal's time show ``shown_at`` from here on, ``pace`` times as fast as the real one (0: still)."""
    if not journal.rehearsal:
        raise ValueError("only a rehearsal has its own time")
    journal.shown_at, journal.anchored_at, journal.pace = shown_at, timezone.now(), pace
    journal.save(update_fields=["shown_at", "anchored_at", "pace"])
