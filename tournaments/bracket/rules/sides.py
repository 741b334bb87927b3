"""一方 (a side) of a match: who stands there (a team, or two who entered alone and sit together for that round,
每轮换搭档), how the journal names it (赛位), and where it comes from.

Nobody else reads the kinds of a source, as the columns of a row have them, as those of a format.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db.models import F, Q
from django.db.models.functions import Coalesce

from scoring.places import Place, TeamName
from tournaments.bracket.rules.formats import first_of
from tournaments.formats.matches import (
    Fed,
    LoserOf,
    Lot,
    PlannedMatch,
    Position,
    SecondChance,
    Side,
    Source,
    WinnerOf,
    with_seats,
)
from tournaments.models import Match, Round, Team
from tournaments.states import TO_BE_PLAYED, SourceKind

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


_FED: Final[dict[str, type[Fed]]] = {
    SourceKind.WINNER: WinnerOf,
    SourceKind.LOSER: LoserOf,
    SourceKind.CHANCE: SecondChance,
}
_KINDS: Final[dict[type[Source], Any]] = {
    Position: SourceKind.POSITION,
    Lot: SourceKind.LOT,
    **{fed: kind for kind, fed in _FED.items()},
}


def source_fields(side: str, source: Source, key: Callable[[int], int]) -> dict[str, Any]:
    """The fields of that side; ``key`` gives the id of a match by its number in the stage."""
    fields = {"kind": _KINDS[type(source)], "match_id": None, "position": None}
    match source:
        case Position(number):
            fields["position"] = number
        case WinnerOf(number) | LoserOf(number) | SecondChance(number):
            fields["match_id"] = key(number)
    return {f"{side}_source_{name}": value for name, value in fields.items()}


def planned_by(rows: Sequence[Match]) -> tuple[PlannedMatch, ...]:
    """The plan by which a stage was drawn, of all its matches by number, read with their rounds: numbers and rounds
    count from 1 within the stage, as a format has them."""
    first = rows[0].round.number - 1
    numbers = {row.pk: number for number, row in enumerate(rows, start=1)}
    planned = []
    for row in rows:
        of = row.round.number - first
        sources: list[Source] = []
        for side in Side:
            kind = getattr(row, f"{side}_source_kind")
            if kind == SourceKind.POSITION:
                sources.append(Position(getattr(row, f"{side}_source_position")))
            elif kind == SourceKind.LOT:
                sources.append(Lot(of, 2 * row.place - (side is Side.HOME)))
            else:
                sources.append(_FED[kind](numbers[getattr(row, f"{side}_source_match_id")]))
        home, away = sources
        planned.append(PlannedMatch(numbers[row.pk], of, row.place, home, away, place_for=row.place_for))
    return with_seats(planned)


def _source_number(side: str) -> Coalesce:
    return Coalesce(F(f"{side}_source_position"), F(f"{side}_source_match__number"), 0)


NUMBERS: Final = {
    "first_number": first_of("stage", Match),
    "home_source_number": _source_number("home"),
    "away_source_number": _source_number("away"),
}
"""What a query of matches reads beside their rows: the first number of the stage, and the numbers of the positions, or
of the matches, from which the sides come, 0 of a lot."""


def fed_side(target: Match, feeder: Match, *, is_winner: bool) -> tuple[str, Fed]:
    """The side of ``target`` that waits for the winner, or the loser, of ``feeder``, and how it is fed."""
    for side in Side:
        kind = getattr(target, f"{side}_source_kind")
        if getattr(target, f"{side}_source_match_id") == feeder.pk and (kind == SourceKind.WINNER) == is_winner:
            return side, _FED[kind](feeder.number)
    raise ValueError(f"match {feeder.number} does not feed match {target.number}")
