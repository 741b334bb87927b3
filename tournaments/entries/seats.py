"""座位: where the players of a side sit, by how many a side has. Knows no database."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from guandan_rules import Seat
from journal.refusals import Problem
from scoring.games.win_loss import SixSeat, WinLoss
from tournaments.codes import Code

FEWEST, USUAL, MOST = 1, 2, 3
MOST_RESERVES: Final = 4

P = TypeVar("P")

SEATS_OF: Final[dict[int, dict[str, tuple[str, ...]]]] = {
    1: {"home": (Seat.N.value,), "away": (Seat.S.value,)},
    2: {"home": (Seat.N.value, Seat.S.value), "away": (Seat.W.value, Seat.E.value)},
    3: {
        "home": tuple(seat.value for seat in SixSeat if seat.side == "home"),
        "away": tuple(seat.value for seat in SixSeat if seat.side == "away"),
    },
}
"""单人 face each other, 双人 sit N and S against W and E, 三人 on every other of six seats (S003 五, 2)."""


def seats_problems(seats: int, game: str) -> list[Problem]:
    """Do so many sit on each side in that game? 掼蛋 and 双升 are two against two, elsewhere the event says it."""
    if seats not in SEATS_OF:
        return [Problem(Code.VALUE_INVALID, "seats")]
    return [] if seats == USUAL or game == WinLoss.name else [Problem(Code.GAME_OF_TWO, "seats")]


def seated(people: Sequence[P], side: str, seats: int) -> list[tuple[P, str]]:
    """The players of that side by their number, each with his seat; whoever is too many has none ("")."""
    letters = [*SEATS_OF[seats][side], *[""] * len(people)]
    return list(zip(people, letters, strict=False))


def lined_up(people: Sequence[P], seats: int, is_here: Callable[[P], bool]) -> list[P]:
    """出场: who plays, then the reserves, each by their number. Those who are there play before those who are not; of
    more than a side has seats, the first ones."""
    play = sorted(people, key=lambda one: not is_here(one))[:seats]
    return [*(one for one in people if one in play), *(one for one in people if one not in play)]


def are_enough(people: int, here: int, seats: int) -> bool:
    """到齐: of so many people of a team so many are there; as many as a side has seats, or all that it has, are enough.
    A team without people never is."""
    return 0 < min(people, seats) <= here
