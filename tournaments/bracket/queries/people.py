"""单人: who plays for the sides of a match where a team is one player, as annotations; nobody in an event that does not
show the names of its players."""

from typing import Any, Final

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.bracket.rules.sides import SEATED, SIDES
from tournaments.models import Player, Team


def _person(team: str, event: str) -> Case:
    players = Player.objects.filter(team=OuterRef(team), left_at=None).order_by("number")
    name = Coalesce(Subquery(players.values("name")[:1]), Value(""))
    return Case(
        When(**{f"{event}__seats": 1, f"{event}__boards": 1, f"{event}__names_public": True}, then=name),
        When(**{f"{event}__changing_partners": True, f"{event}__names_public": True}, then=name),
        default=Value(""),
    )


PEOPLE: Final = {
    f"{column.removesuffix('_team')}_person": _person(column, "round__stage__tournament") for column in SEATED
}
"""Of a match the name of the player of either side, and of who sits beside him; "" of a team of several, or where names
are not shown."""
PEOPLE_OF_RESULT: Final = {
    f"{side}{name}_person": _person(f"{path}{side}{name or '_team'}", "match__stage__tournament")
    for side in SIDES
    for path, name in (("", ""), ("match__", "_partner"))
}
"""The same of a result; who sat beside whom is the match's."""
PERSON: Final = {"person": _person("pk", "branch__tournament")}
"""The same of a team."""


def person_of(team: Team) -> str:
    """Who plays alone for this one team: one query."""
    rows: Any = Team.objects.filter(pk=team.pk).annotate(**PERSON)
    return str(rows.values_list("person", flat=True).first() or "")


def with_people(teams: QuerySet[Team]) -> QuerySet[Team]:
    """The teams with all that their labels say: the branch, and who plays alone."""
    return teams.select_related("branch").annotate(**PERSON)


NAMES: Final = tuple(
    column
    for side in SIDES
    for team, person in ((f"{side}_team", f"{side}_person"), (f"{side}_partner", f"{side}_partner_person"))
    for column in (f"{team}__id", f"{team}__branch_id", f"{team}__branch__name", f"{team}__ordinal", person)
)
"""The columns of a match from which the labels of home and its partner, and of away and its partner, are made."""
