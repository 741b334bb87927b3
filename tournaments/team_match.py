"""团体赛: a match of teams at several boards (台) at once, and who has won it. Knows no database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

MOST_BOARDS: Final = 6


class BoardsEqual(StrEnum):
    """What decides when both sides have won as many boards: 净胜 over all boards and then the first board, the first
    board alone, or nothing. Where the first board was drawn the second one counts, and so on."""

    DIFFERENCE = "difference"
    FIRST_BOARD = "first_board"
    DRAWN = "drawn"


class DecidedBy(StrEnum):
    """By what a team match was decided; EQUAL: by nothing, and nobody has won."""

    BOARDS = "boards"
    DIFFERENCE = "difference"
    FIRST_BOARD = "first_board"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What came of a board: ``winner`` home, away or "" (nobody), ``difference`` levels or points of home above away.
    ``is_drawn``: nobody has won it, and it counts half for each; else a board without a winner counts for neither."""

    winner: str = ""
    difference: int = 0
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decided team match: ``winner`` home, away or "" (nobody), the boards won by each, a drawn one half, and the
    ``difference`` of levels or points over all boards that were played."""

    winner: str
    decided_by: DecidedBy
    home: Fraction
    away: Fraction
    difference: int


def boards_won(results: Iterable[BoardResult | None]) -> tuple[Fraction, Fraction]:
    """By home and by away so far; None is a board that is not over."""
    over = [result for result in results if result is not None]
    drawn = Fraction(sum(result.is_drawn for result in over), 2)
    home, away = (sum(result.winner == side for result in over) for side in ("home", "away"))
    return home + drawn, away + drawn


def verdict(results: Sequence[BoardResult | None], equal: BoardsEqual, *, stop_early: bool) -> Verdict | None:
    """Of the boards in their order, None for one that is not over. None while the match goes on: until all boards are
    over, or with ``stop_early`` until a side has won more than half of them."""
    home, away = boards_won(results)
    over = [result for result in results if result is not None]
    is_won = stop_early and 2 * max(home, away) > len(results)
    if not is_won and len(over) < len(results):
        return None
    difference = sum(result.difference for result in over)
    first = next((result.winner for result in over if result.winner), "")
    ways = [(_ahead(home - away), DecidedBy.BOARDS)]
    if equal == BoardsEqual.DIFFERENCE:
        ways.append((_ahead(difference), DecidedBy.DIFFERENCE))
    if equal != BoardsEqual.DRAWN:
        ways.append((first, DecidedBy.FIRST_BOARD))
    winner, decided_by = next((way for way in ways if way[0]), ("", DecidedBy.EQUAL))
    return Verdict(winner, decided_by, home, away, difference)


def _ahead(lead: Fraction | int) -> str:
    """Which side has the lead of home above away; "": neither."""
    return "home" if lead > 0 else "away" if lead < 0 else ""
