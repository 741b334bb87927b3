"""What a sheet is drawn by, and what is kept of it: positions, from the top, and the teams in the order of the list."""

from collections.abc import Sequence
from dataclasses import replace

from journal.refusals import Problem
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.formats.format import Format
from tournaments.models import Stage, Team
from tournaments.states import BranchesApart


def constraints(stage: Stage, teams: int, branches_apart: str) -> drawing.Constraints:
    """What the stage's format, and the choice of `BranchesApart`, ask of a draw of so many teams."""
    format_, apart = format_of(stage), BranchesApart(branches_apart)
    rules = drawing.Constraints(apart == BranchesApart.HALVES, apart != BranchesApart.NONE)
    if format_.is_sheet:
        return replace(rules, rounds=max(1, apart.rounds))
    if format_.is_pairs:
        return replace(rules, opposite_halves=False, pairs=format_.size(teams))
    return replace(rules, numbers=format_.size(teams), groups=format_.groups)


def positions_of(numbers: Sequence[int | None], teams: Sequence[Team]) -> list[int | None]:
    """The ids of the teams at the positions of a sheet, which has them by their number in the closed list."""
    return [teams[number - 1].pk if number else None for number in numbers]


def teams_in_order(ids: Sequence[int]) -> list[Team]:
    """The teams of a closed list, with their branches."""
    by_id = with_people(Team.objects.all()).in_bulk(list(ids))
    return [by_id[pk] for pk in ids if pk in by_id]


def number_problems(format_: Format, teams: int, planned: int) -> list[Problem]:
    """Too few or too many teams for the format, or fewer rounds planned than they need."""
    if teams < format_.fewest:
        return [Problem(Code.TOO_FEW_TEAMS, data={"teams": teams, "fewest": format_.fewest})]
    if teams > format_.most:
        return [Problem(Code.TOO_MANY_TEAMS, data={"teams": teams, "most": format_.most})]
    needed = len(format_.rounds(format_.size(teams)))
    if planned < needed:
        data = {"teams": teams, "needed": needed, "planned": planned, "missing": needed - planned}
        return [Problem(Code.TOO_FEW_ROUNDS, data=data)]
    return []
