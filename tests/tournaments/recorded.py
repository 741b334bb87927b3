"""What the journal recorded, as a test reads it."""

from journal.models import Event
from tournaments.models import Tournament


def kinds(tournament: Tournament, after: int = 0) -> list[str]:
    """The kinds of all events with a number above ``after``, in order."""
    return list(Event.objects.filter(journal=tournament.journal_id, number__gt=after).values_list("kind", flat=True))


def last_number(tournament: Tournament) -> int:
    tournament.journal.refresh_from_db()
    return tournament.journal.last_number


def last_data(tournament: Tournament) -> dict:
    return Event.objects.filter(journal=tournament.journal_id).order_by("-number")[0].data
