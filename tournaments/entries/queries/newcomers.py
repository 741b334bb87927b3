"""What keeps a name from standing in a team: that of a substitute, or one that is corrected."""

from collections.abc import Collection, Sequence

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.forms import Registered, is_same_person, one_name_problem
from tournaments.entries.names import likeness
from tournaments.models import Player, Team


def newcomer_problems(
    team: Team, came: PlayerEntry, elsewhere: Sequence[Registered], where: str = "name", but: Collection[Player] = ()
) -> list[Problem]:
    """一人只能参加一支队伍: the name is one, and stands in no other place that takes part, ``but`` for these. At the
    field ``where``."""
    problem = one_name_problem(came.name, where)
    if problem:
        return [problem]
    others = Player.objects.filter(team__branch=team.branch, left_at=None).exclude(pk__in=[one.pk for one in but])
    for other in others.select_related("team"):
        if likeness(other.name) == likeness(came.name):
            code = Code.TWICE_IN_TEAM if other.team_id == team.pk else Code.IN_TWO_TEAMS
            return [Problem(code, where, {"name": came.name, "ordinal": other.team.ordinal, "other": other.name})]
    return [
        Problem(Code.IN_ANOTHER_BRANCH, where, {"name": came.name, "branch": r.branch, "ordinal": r.ordinal})
        for r in elsewhere
        if is_same_person(came, r)
    ]
