"""赛位: how the journal names a match, its round and its teams."""

from scoring.places import Place, TeamName
from tournaments.models import Match, Round, Team
from tournaments.states import TO_BE_PLAYED


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
