"""单人: who plays for the sides of a match where a side has one seat, as annotations; nobody in an event that does not
show the names of its players."""

from typing import Final

from django.db.models import Case, OuterRef, Subquery, Value, When
from django.db.models.functions import Coalesce

from tournaments.models import Player


def _person(team: str, event: str) -> Case:
    players = Player.objects.filter(team=OuterRef(team), left_at=None).order_by("number")
    name = Coalesce(Subquery(players.values("name")[:1]), Value(""))
    return Case(When(**{f"{event}__seats": 1, f"{event}__names_public": True}, then=name), default=Value(""))


PEOPLE: Final = {f"{side}_person": _person(f"{side}_team", "round__stage__tournament") for side in ("home", "away")}
"""Of a match the name of the player of either side; "" where a side has more seats than one, or names are not shown."""
PERSON: Final = {"person": _person("pk", "branch__tournament")}
"""The same of a team."""
_TEAM: Final = ("team__id", "team__branch_id", "team__branch__name", "team__ordinal", "person")
NAMES: Final = tuple(f"{side}_{name}" for side in ("home", "away") for name in _TEAM)
"""The columns of a match from which the labels of home and away are made."""
