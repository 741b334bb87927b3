"""A match as a row, by the number that an address names."""

from journal.joins import Joined
from tournaments.models import Match

_WITH_EVENT = Joined(Match, "round", "stage", "stage__tournament", "stage__tournament__journal")


def match_of_event(slug: str, number: int) -> Match | None:
    """The match of that number of an event, with the event; None where there is none. One query."""
    return next(_WITH_EVENT.where('"it__stage__tournament".slug = %s and "it".number = %s', slug, number), None)
