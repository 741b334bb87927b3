"""单人报名: drafts of an event for pairs in which one person stands alone and waits for a partner."""

from dataclasses import dataclass
from itertools import groupby

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import team_label
from tournaments.models import Player, Tournament
from tournaments.states import TeamState

PAIR = 2


@dataclass(frozen=True)
class SingleEntry:
    """Somebody who entered alone, in the order of the annex; ``id`` is his team's."""

    id: int
    team: TeamLabel
    name: str
    gender: str


def singles(tournament: Tournament) -> tuple[SingleEntry, ...]:
    """Of an event whose teams are pairs; none otherwise. One query."""
    if tournament.seats != PAIR:
        return ()
    drafts = Player.objects.filter(team__branch__tournament=tournament, team__state=TeamState.DRAFT, left_at=None)
    ordered = drafts.select_related("team__branch").order_by("team__branch__number", "team__ordinal", "number")
    teams = [list(players) for _, players in groupby(ordered, key=lambda player: player.team_id)]
    return tuple(
        SingleEntry(one.team_id, team_label(one.team), one.name, one.gender) for one, *others in teams if not others
    )
