"""一方 (a side) of a match: a team, or two who entered alone and sit together for that round (每轮换搭档); and 赛位:
how the journal names a match, its round and its sides."""

from typing import Any, Final

from django.db.models import Q

from scoring.places import Place, TeamName
from tournaments.models import Match, Round, Team
from tournaments.states import TO_BE_PLAYED

SIDES: Final = ("home", "away")
SEATED: Final = ("home_team", "home_partner", "away_team", "away_partner")
"""The columns of a match in which those stand who play it."""


def stands_in(team: Any, before: str = "", after: str = "") -> Q:
    """Matches in which that team stands on either side, alone or as a partner; of a query whose path to the match is
    ``before``, and for what of the team is ``after``."""
    condition = Q()
    for column in SEATED:
        condition |= Q(**{f"{before}{column}{after}": team})
    return condition


def side_ids(match: Match, side: str) -> tuple[int, ...]:
    """The ids of who stands there: one team, or two people; nobody of an open side or a bye."""
    keys = (getattr(match, f"{side}_team_id"), getattr(match, f"{side}_partner_id"))
    return tuple(key for key in keys if key is not None)


def seated_ids(match: Match) -> tuple[int, ...]:
    """The ids of all who stand in the match, home's first."""
    return (*side_ids(match, "home"), *side_ids(match, "away"))


def side_of(match: Match, team: int) -> str:
    """On which side that team stands; "" if it does not."""
    return next((side for side in SIDES if team in side_ids(match, side)), "")


def partner_fields(side: str, partner: int | None, position: int | None = None) -> dict[str, Any]:
    """The fields of who sits beside that side."""
    return {f"{side}_partner_id": partner, f"{side}_partner_position": position}


def place_of(match: Match) -> Place:
    """Round, table and teams of a match that was read with them; entries are taken while it is to be played."""
    return Place(
        subject=match.subject,
        entrants=match.round.entrants,
        round=match.round.number,
        sitting=match.round.sitting,
        match=match.pk,
        number=match.number,
        place=match.place,
        place_for=match.place_for,
        table=match.table.number if match.table else 0,
        home=_name(match.home_team, match.home_partner),
        away=_name(match.away_team, match.away_partner),
        is_open=match.state in TO_BE_PLAYED,
    )


def place_of_round(round_: Round) -> Place:
    """A whole round."""
    return Place(round_.subject, round_.entrants, round_.number, round_.sitting)


def _name(team: Team | None, partner: Team | None = None) -> TeamName | None:
    return TeamName(team.pk, team.branch.name, team.ordinal, _name(partner)) if team else None
