"""Where a side of a match comes from: the columns of its row, and the source as a format has it. Nobody else reads the
kinds of one as those of the other."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.db.models import F
from django.db.models.functions import Coalesce

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
from tournaments.models import Match
from tournaments.states import SourceKind

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
