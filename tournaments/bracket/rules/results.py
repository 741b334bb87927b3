"""Results of a match: one version after the other, of which the newest counts."""

from typing import Any

from journal import clock
from tournaments.models import Match, Result


def new_result(match: Match, **columns: Any) -> Result:
    """The next version, of the match's two sides, at the event's present moment; the match is not saved."""
    return Result.objects.create(
        match=match,
        version=match.results.count() + 1,
        home_team_id=match.home_team_id,
        away_team_id=match.away_team_id,
        **{"at": clock.now(match.stage.tournament.journal)} | columns,
    )


def withdraw_result(match: Match) -> Result | None:
    """The (locked) match's result counts no more and stays readable; without saving the match."""
    old = match.result
    if old is not None:
        old.withdrawn_at = clock.now(match.stage.tournament.journal)
        old.save(update_fields=["withdrawn_at"])
    match.result = None
    return old
