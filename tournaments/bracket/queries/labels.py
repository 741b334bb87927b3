"""Names of teams and of the sides of matches, from rows that were read with their people."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.models import Match, Result, Team

_label = lru_cache(maxsize=4096)(TeamLabel)


def team_label(team: Team, person: str = "", partner: TeamLabel | None = None) -> TeamLabel:
    """The name of a team whose branch is loaded, with the ``person`` that `people.with_people` read."""
    person = person or getattr(team, "person", "")
    return TeamLabel(team.pk, team.branch_id, team.branch.name, team.ordinal, person, partner)


def side_label(read: Match | Result, side: str) -> TeamLabel | None:
    """The name of a side of a match, or of a result, that was read with its `people`; None where nobody stands."""
    match = read if isinstance(read, Match) else read.match
    team, partner = getattr(read, f"{side}_team"), getattr(match, f"{side}_partner")
    if team is None:
        return None
    beside = team_label(partner, getattr(read, f"{side}_partner_person", "")) if partner else None
    return team_label(team, getattr(read, f"{side}_person", ""), beside)


def label_of_columns(columns: Sequence[Any]) -> TeamLabel | None:
    """Of the columns of `people.NAMES` for one side."""
    team, partner = columns[: len(columns) // 2], columns[len(columns) // 2 :]
    if not team[0]:
        return None
    return _label(*team, _label(*partner)) if partner[0] else _label(*team)
