"""What each team of a finished event came to, reckoned once from its matches and kept (``models.Placing``)."""

from collections import Counter
from typing import Any

from django.db.models import Exists, OuterRef

from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import place_of_each, stages_of
from tournaments.models import Placing, Tournament
from tournaments.states import TournamentState


def keep_placings(tournament: Tournament) -> None:
    """Instead of those that were kept when its awards were confirmed before."""
    stages = stages_of(rounds(tournament))
    played = [
        (one.id, line.outcome if match.is_over else "")
        for stage in stages
        for match in stage.matches
        for line in match.lines
        for one in line.each
    ]
    outcomes = Counter(played)
    places = place_of_each(stages)
    Placing.objects.filter(team__branch__tournament=tournament).delete()
    Placing.objects.bulk_create(
        Placing(
            team_id=team,
            place=places.get(team, 0),
            **{outcome: outcomes[team, outcome] for outcome in ("won", "drawn", "lost")},
        )
        for team in {team for team, _outcome in played}
    )


def keep_missing(**_signal: Any) -> None:
    """For ``post_migrate``: the events that were over before placings were kept."""
    placings = Placing.objects.filter(team__branch__tournament=OuterRef("pk"))
    for tournament in Tournament.objects.filter(~Exists(placings), state=TournamentState.FINISHED):
        keep_placings(tournament)
