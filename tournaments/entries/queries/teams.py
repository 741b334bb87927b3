"""Branches with their teams and players' names, as everybody may read them: never gender, remark or contact."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Q

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.entries.fields import PUBLIC_OF_TEAM
from tournaments.entries.names import likeness, mark_of, masked
from tournaments.models import Player, Team, Tournament
from tournaments.states import TeamState


@dataclass(frozen=True)
class LineUp:
    """A team that was entered, with the names of those who play now: namesakes of a branch with
    the mark that tells them apart (大, 小), which alone of a remark everybody may read."""

    label: TeamLabel
    players: tuple[str, ...]
    withdrawn: bool
    own: Mapping[str, str] = field(default_factory=dict)
    """What the team says of itself, by the fields that everybody may read."""

    @property
    def own_texts(self) -> tuple[str, ...]:
        return tuple(filter(None, self.own.values()))


@dataclass(frozen=True)
class BranchLineUps:
    """A branch with its teams by ordinal; ``number`` is its place in the annex."""

    id: int
    number: int
    name: str
    quota: int
    teams: tuple[LineUp, ...]


def branch_line_ups(
    tournament: Tournament, branches: Collection[int] | None = None, *, unmasked: bool = False
) -> tuple[BranchLineUps, ...]:
    """All branches, or those of these ids, in the order of the annex: three queries. Names are masked where they are
    not public, but for the office, which reads them ``unmasked``."""
    shown = str if unmasked or tournament.names_public else masked
    meant = tournament.branches.all() if branches is None else tournament.branches.filter(pk__in=branches)
    of_branches = Q(branch__tournament=tournament) if branches is None else Q(branch__in=branches)
    of_teams = Q(team__branch__tournament=tournament) if branches is None else Q(team__branch__in=branches)
    players: defaultdict[int, list[str]] = defaultdict(list)
    playing = Player.objects.filter(of_teams, left_at=None).order_by("number")
    people = list(playing.values_list("team_id", "name", "remark", "team__branch_id"))
    alike = Counter((branch, likeness(name)) for _team, name, _remark, branch in people)
    for team, name, remark, branch in people:
        mark = mark_of(remark) if alike[branch, likeness(name)] > 1 else ""
        players[team].append(f"{shown(name)}（{mark}）" if mark else shown(name))
    rows = list(meant.order_by("number").values_list("pk", "number", "name", "quota"))
    names = {pk: name for pk, _number, name, _quota in rows}
    teams: defaultdict[int, list[LineUp]] = defaultdict(list)
    entered = Team.objects.filter(of_branches).exclude(state=TeamState.DRAFT).order_by("ordinal")
    own = [row.column for row in PUBLIC_OF_TEAM]
    for pk, branch, ordinal, state, *texts in entered.values_list("pk", "branch_id", "ordinal", "state", *own):
        is_alone = tournament.plays_alone and tournament.names_public
        label = TeamLabel(pk, branch, names[branch], ordinal, next(iter(players[pk]), "") if is_alone else "")
        by_field = {row.name: text for row, text in zip(PUBLIC_OF_TEAM, texts, strict=True)}
        teams[branch].append(LineUp(label, tuple(players[pk]), state == TeamState.WITHDRAWN, by_field))
    return tuple(BranchLineUps(*row, tuple(teams[row[0]])) for row in rows)


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
    branches = tournament.branches.annotate(entered=entered).values_list("pk", "name", "quota", "entered")
    return tuple(BranchCount(*row) for row in branches.order_by("number"))
