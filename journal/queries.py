"""Readings of the journal."""

from collections.abc import Collection

from django.db.models import Max

from journal.models import Event, Journal, SharedVersion


def last_event_number(journal: Journal, subject: str) -> int:
    """The number of the last event of that subject, 0 if there is none: what a confirmation carries as ``seen``."""
    last = Event.objects.filter(journal=journal, subject=subject).aggregate(last=Max("number"))["last"]
    return int(last or 0)


def last_number_of(journal: Journal, *kinds: str) -> int:
    """The number of the last event of those kinds, whatever its subject; 0 if there is none."""
    last = Event.objects.filter(journal=journal, kind__in=kinds).aggregate(last=Max("number"))["last"]
    return int(last or 0)


def last_event_numbers(journal: Journal, subjects: Collection[str]) -> dict[str, int]:
    """The same for several subjects with one query; a subject without events is left out."""
    events = Event.objects.filter(journal=journal, subject__in=subjects).order_by()
    return dict(events.values_list("subject").annotate(last=Max("number")))


def shared_version(name: str) -> int:
    """The version that many journals share; 0 before anything has raised it. One query."""
    return SharedVersion.objects.filter(name=name).values_list("version", flat=True).first() or 0
