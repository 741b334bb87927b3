"""Branches with their teams and players' names, as everybody may read them: never gender, remark or contact."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q

from tournaments.entries.names import masked
from tournaments.models import Player, Team, Tournament
from tournaments.queries.match_views import TeamLabel
from tournaments.states import TeamState


@dataclass(frozen=True)
class LineUp:
    """A team that was entered, with the names of those who play now."""

    label: TeamLabel
    players: tuple[str, ...]
    withdrawn: bool


@dataclass(frozen=True)
class BranchLineUps:
    """A branch with its teams by ordinal; ``number`` is its place in the annex."""

    id: int
    number: int
    name: str
    quota: int
    teams: tuple[LineUp, ...]


def branch_line_ups(tournament: Tournament, *, whole: bool = False) -> tuple[BranchLineUps, ...]:
    """All branches in the order of the annex: three queries. Names are masked where they are not public, but for the
    office, which reads them ``whole``."""
    shown = str if whole or tournament.names_public else masked
    players = Player.objects.filter(left_at=None).order_by("number").only("team_id", "number", "name")
    teams = Team.objects.exclude(state=TeamState.DRAFT).order_by("ordinal")
    found = tournament.branches.only("tournament_id", "number", "name", "quota").prefetch_related(
        Prefetch("teams", teams.prefetch_related(Prefetch("players", players)))
    )
    return tuple(
        BranchLineUps(
            branch.pk,
            branch.number,
            branch.name,
            branch.quota,
            tuple(
                LineUp(
                    TeamLabel(team.pk, branch.pk, branch.name, team.ordinal),
                    tuple(shown(player.name) for player in team.players.all()),
                    team.state == TeamState.WITHDRAWN,
                )
                for team in branch.teams.all()
            ),
        )
        for branch in found
    )


def team_counts(tournaments: Sequence[Tournament]) -> Counter[int]:
    """How many teams are entered, by the id of each event: one query."""
    entered = Team.objects.filter(branch__tournament__in=tournaments, state=TeamState.ENTERED).order_by()
    return Counter(dict(entered.values_list("branch__tournament").annotate(n=Count("pk"))))


@dataclass(frozen=True)
class BranchCount:
    """A branch with the number of its entered teams."""

    id: int
    name: str
    quota: int
    teams: int


def branch_counts(tournament: Tournament) -> tuple[BranchCount, ...]:
    """All branches in the order of the annex: one query."""
    entered = Count("teams", filter=Q(teams__state=TeamState.ENTERED))
    found = tournament.branches.annotate(entered=entered).values_list("pk", "name", "quota", "entered")
    return tuple(BranchCount(*row) for row in found.order_by("number"))
