"""What keeps a name from standing in a team: that of a substitute, one that is corrected, those of a team that comes
back."""

from collections.abc import Collection, Sequence

from journal.refusals import Problem
from tournaments.codes import Code
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.forms import Registered, is_same_person, one_name_problem, same_name_doubt
from tournaments.entries.names import likeness
from tournaments.models import Player, Team
from tournaments.states import TeamState


def newcomer_problems(came: PlayerEntry, elsewhere: Sequence[Registered], where: str = "name") -> list[Problem]:
    """The name is one, and nobody of another branch has it with the same e-mail. At the field ``where``."""
    problem = one_name_problem(came.name, where)
    return (
        [problem]
        if problem
        else [
            Problem(Code.IN_ANOTHER_BRANCH, where, {"name": came.name, "branch": r.branch, "ordinal": r.ordinal})
            for r in elsewhere
            if is_same_person(came, r)
        ]
    )


def newcomer_doubts(team: Team, came: PlayerEntry, where: str = "name", but: Collection[Player] = ()) -> list[Problem]:
    """一人只能参加一支队伍: the name has another place of the branch that takes part, ``but`` for these."""
    others = Player.objects.filter(team__branch=team.branch, left_at=None).exclude(team__state=TeamState.WITHDRAWN)
    others = others.exclude(pk__in=[one.pk for one in but])
    return [
        same_name_doubt(where, came, team.ordinal, other.name, other.team.ordinal)
        for other in others.select_related("team").order_by("team__ordinal", "number")
        if likeness(other.name) == likeness(came.name)
    ][:1]
