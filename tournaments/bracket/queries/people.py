"""单人: who plays for the sides of a match where a team is one player, as annotations; nobody in an event that does not
show the names of its players."""

from typing import Any, Final

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.models import Player, Team


def _person(team: str, event: str) -> Case:
    players = Player.objects.filter(team=OuterRef(team), left_at=None).order_by("number")
    name = Coalesce(Subquery(players.values("name")[:1]), Value(""))
    return Case(
        When(**{f"{event}__seats": 1, f"{event}__boards": 1, f"{event}__names_public": True}, then=name),
        default=Value(""),
    )


PEOPLE: Final = {f"{side}_person": _person(f"{side}_team", "round__stage__tournament") for side in ("home", "away")}
"""Of a match the name of the player of either side; "" of a team of several, or where names are not shown."""
PEOPLE_OF_RESULT: Final = {
    f"{side}_person": _person(f"{side}_team", "match__stage__tournament") for side in ("home", "away")
}
"""The same of a result."""
PERSON: Final = {"person": _person("pk", "branch__tournament")}
"""The same of a team."""


def person_of(team: Team) -> str:
    """Who plays alone for this one team: one query."""
    rows: Any = Team.objects.filter(pk=team.pk).annotate(**PERSON)
    return str(rows.values_list("person", flat=True).first() or "")


def with_people(teams: QuerySet[Team]) -> QuerySet[Team]:
    """The teams with all that their labels say: the branch, and who plays alone."""
    return teams.select_related("branch").annotate(**PERSON)


def team_label(team: Team, person: str = "") -> TeamLabel:
    """The name of a team whose branch is loaded, with the ``person`` that `with_people` read."""
    person = person or getattr(team, "person", "")
    return TeamLabel(team.pk, team.branch_id, team.branch.name, team.ordinal, person)


_TEAM: Final = ("team__id", "team__branch_id", "team__branch__name", "team__ordinal", "person")
NAMES: Final = tuple(f"{side}_{name}" for side in ("home", "away") for name in _TEAM)
"""The columns of a match from which the labels of home and away are made."""
