"""The result of a match that counts no more."""

from journal import clock
from tournaments.models import Match, Result


def withdraw_result(match: Match) -> Result | None:
    """The (locked) match's result counts no more and stays readable; without saving the match."""
    old = match.result
    if old is not None:
        old.withdrawn_at = clock.now(match.stage.tournament.journal)
        old.save(update_fields=["withdrawn_at"])
    match.result = None
    return old
