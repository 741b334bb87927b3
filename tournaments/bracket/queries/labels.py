"""Names of teams and of the sides of matches, from rows that were read with their people.

单人: who plays for a side where a team is one player is read by annotations; nobody in an event that does not show the
names of its players.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.sides import SEATED, SIDES
from tournaments.models import Match, Player, Result, Team


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


def player_names(teams: Iterable[int]) -> defaultdict[int, tuple[str, ...]]:
    """The names of the players of teams by their ids, in the order of their numbers: one query."""
    names: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    players = Player.objects.filter(team__in=set(teams), left_at=None).order_by("team", "number")
    for team, name in players.values_list("team_id", "name"):
        names[team] += (name,)
    return names


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

_label = lru_cache(maxsize=4096)(TeamLabel)


def team_label(team: Team, person: str = "", partner: TeamLabel | None = None) -> TeamLabel:
    """The name of a team whose branch is loaded, with the ``person`` that `with_people` read."""
    person = person or getattr(team, "person", "")
    return TeamLabel(team.pk, team.branch_id, team.branch.name, team.ordinal, person, partner)


def label_facts(team: TeamLabel | None) -> dict[str, object] | None:
    """A team as the journal names it."""
    return {"id": team.id, "branch": team.branch, "ordinal": team.ordinal} if team else None


def side_label(read: Match | Result, side: str) -> TeamLabel | None:
    """The name of a side of a match, or of a result, that was read with its `PEOPLE`; None where nobody stands."""
    match = read if isinstance(read, Match) else read.match
    team, partner = getattr(read, f"{side}_team"), getattr(match, f"{side}_partner")
    if team is None:
        return None
    beside = team_label(partner, getattr(read, f"{side}_partner_person", "")) if partner else None
    return team_label(team, getattr(read, f"{side}_person", ""), beside)


def label_of_columns(columns: Sequence[Any]) -> TeamLabel | None:
    """Of the columns of `NAMES` for one side."""
    team, partner = columns[: len(columns) // 2], columns[len(columns) // 2 :]
    if not team[0]:
        return None
    return _label(*team, _label(*partner)) if partner[0] else _label(*team)
