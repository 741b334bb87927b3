"""自己约日子: the matches of a branch, by round, and what its sides have to say of their days."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.models import Branch
from tournaments.states import MatchState, SlotKind

OPEN = (MatchState.READY, MatchState.CALLED)


@dataclass(frozen=True)
class BranchMatch:
    """A match of a branch; ``sides``: home or away as far as the branch plays there, both where it meets itself."""

    match: MatchView
    round: RoundView
    sides: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """May its day still be agreed on?"""
        return self.match.state in OPEN

    @property
    def may_withdraw(self) -> bool:
        """May the branch take its challenge back? Until a day is agreed on."""
        own = self.match.own_day
        is_own = bool(own and own.challenged_at and not own.agreed_at) and "away" in self.sides
        return is_own and self.match.state == MatchState.READY

    @property
    def is_asked(self) -> bool:
        """Does a proposal of the other side wait for the branch?"""
        own = self.match.own_day
        return bool(self.is_open and own and own.proposed_by and own.proposed_by not in self.sides)


def branch_matches(rounds: Iterable[RoundView], branch: Branch) -> tuple[BranchMatch, ...]:
    """All matches that the branch plays in these rounds, as far as both sides are known, in their order."""
    of_branch = []
    for round_ in rounds:
        for match in round_.played:
            lines = {"home": match.home, "away": match.away}
            teams = {side: line.team for side, line in lines.items() if line.slot == SlotKind.TEAM}
            sides = tuple(side for side, team in teams.items() if team and team.branch_id == branch.pk)
            if sides and len(teams) == len(lines):
                of_branch.append(BranchMatch(match, round_, sides))
    return tuple(of_branch)
