"""签到 by branch: everybody who plays in the present round, under the name of the branch that sent him."""

from dataclasses import dataclass

from tournaments.bracket.queries.round_views import RoundView
from tournaments.day.queries.desk import round_desk
from tournaments.day.queries.desk_tables import TableRow
from tournaments.day.queries.sheet_parts import sides_of
from tournaments.day.queries.sheet_views import SideView
from tournaments.models import Tournament


@dataclass(frozen=True)
class Arrival:
    """A team at its match; ``is_open`` while its players may be ticked or unticked."""

    row: TableRow
    side: SideView

    @property
    def is_open(self) -> bool:
        return self.row.takes_check_ins

    @property
    def has_begun(self) -> bool:
        """Its match is played or was, so its players are there, ticked or not."""
        return not self.is_open and (self.row.match.is_live or self.row.deals > 0)

    @property
    def missing(self) -> tuple[int, ...]:
        """Ids of the players not ticked yet, in the order of their seats."""
        return tuple(p.id for p in self.side.playing if not p.present) if self.is_open else ()


@dataclass(frozen=True)
class BranchArrivals:
    """A branch with its teams of this round; ``number`` is its place in the annex."""

    number: int
    name: str
    teams: tuple[Arrival, ...]

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(player for team in self.teams for player in team.missing)

    @property
    def is_complete(self) -> bool:
        return all(team.side.is_present or team.has_begun for team in self.teams)


@dataclass(frozen=True)
class Arrivals:
    """The round and its branches, in the order of the annex."""

    round: RoundView
    branches: tuple[BranchArrivals, ...]

    def shown(self, number: int | None, name: str) -> tuple[BranchArrivals, ...]:
        """The branch of that number (all: None), those with ``name`` in their own name or in a player's (all: "")."""
        chosen = []
        for branch in self.branches:
            names = [branch.name, *(player.name for team in branch.teams for player in team.side.players)]
            is_called = any(name.casefold() in known.casefold() for known in names)
            chosen += [branch] if is_called and number in (None, branch.number) else []
        return tuple(chosen)

    def match_of(self, player: int) -> int | None:
        """The number of the match at which that player is expected in this round."""
        for branch in self.branches:
            for team in branch.teams:
                if any(p.id == player for p in team.side.players):
                    return team.row.match.number
        return None


def arrivals(tournament: Tournament) -> Arrivals | None:
    """Everybody of the present round; None before the draw. A fixed number of queries."""
    desk = round_desk(tournament)
    if desk is None:
        return None
    teams: dict[int, list[Arrival]] = {}
    sides = sides_of(tournament, [row.match for row in desk.played])
    for row in desk.played:
        for side in (one for both in sides[row.match.id] for one in both.each):
            if side.team is not None:
                teams.setdefault(side.team.branch_id, []).append(Arrival(row, side))
    known = tournament.branches.order_by("number").values_list("pk", "number", "name")
    branches = []
    for pk, number, name in known:
        if pk in teams:
            in_order = sorted(teams[pk], key=lambda arrival: arrival.side.team.ordinal if arrival.side.team else 0)
            branches.append(BranchArrivals(number, name, tuple(in_order)))
    return Arrivals(desk.round, tuple(branches))
