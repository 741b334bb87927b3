"""报名表 as the journal remembers that it was saved."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from journal.recording import record
from tournaments.codes import TournamentEvent
from tournaments.models import Branch, Team, Tournament
from tournaments.states import TeamState


def player_names(team: Team, seats: int) -> tuple[str, ...]:
    """By their number; "" for who is missing."""
    names = {player.number: player.name for player in team.players.all() if player.left_at is None}
    return tuple(names.get(number, "") for number in range(1, seats + 1))


def record_saved(
    tournament: Tournament, branches: Sequence[Branch], *, by: User | None, draft: bool, public: bool
) -> None:
    """The forms of these branches are others now; each says which teams are entered."""
    named: dict[int, list[dict[str, Any]]] = {branch.pk: [] for branch in branches}
    entered = Team.objects.filter(branch__in=branches, state=TeamState.ENTERED).prefetch_related("players")
    for team in entered.order_by("ordinal"):
        named[team.branch_id].append(
            {"team": team.pk, "ordinal": team.ordinal, "players": list(player_names(team, tournament.seats))}
        )
    for branch in branches:
        record(
            tournament.journal,
            TournamentEvent.ENTRY_SAVED,
            branch.subject,
            by=by,
            public=public,
            branch=branch.name,
            draft=draft,
            teams=named[branch.pk],
        )
