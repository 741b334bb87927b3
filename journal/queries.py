"""Readings of the journal."""

from django.db.models import Max

from journal.models import Event, Journal


def last_event_number(journal: Journal, subject: str) -> int:
    """The number of the last event of that subject, 0 if there is none: what a confirmation carries as ``seen``."""
    found = Event.objects.filter(journal=journal, subject=subject).aggregate(last=Max("number"))["last"]
    return int(found or 0)
