"""单人报名: drafts of an event for pairs in which one person stands alone and waits for a partner."""

from dataclasses import dataclass

from tournaments.models import Player, Team, Tournament
from tournaments.queries.match_views import TeamLabel
from tournaments.queries.matches import team_label
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
    """Of an event whose teams are pairs; none otherwise. Two queries."""
    if tournament.seats != PAIR:
        return ()
    drafts = Team.objects.filter(branch__tournament=tournament, state=TeamState.DRAFT).select_related("branch")
    players: dict[int, list[Player]] = {}
    for player in Player.objects.filter(team__in=drafts, left_at=None).order_by("number"):
        players.setdefault(player.team_id, []).append(player)
    return tuple(
        SingleEntry(team.pk, team_label(team), players[team.pk][0].name, players[team.pk][0].gender)
        for team in drafts.order_by("branch__number", "ordinal")
        if len(players.get(team.pk, ())) == 1
    )
