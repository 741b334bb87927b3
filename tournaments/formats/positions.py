"""签位 (positions): the shape of a knockout sheet of 2ⁿ positions.

Owns who plays whom (`plan`) and the placing that is not drawn (`placed`). `knockout.Knockout` is the format.
"""

from collections.abc import Sequence
from functools import cache

from tournaments.formats.matches import BYE, LoserOf, PlannedMatch, Position, Slot, WinnerOf, with_seats

FEWEST, MOST = 2, 4096


def sheet_size(entries: int) -> int:
    """Positions (签位) of the smallest sheet for 2 to 4,096 entries. Raises ValueError for other numbers."""
    if not FEWEST <= entries <= MOST:
        raise ValueError(f"a knockout takes {FEWEST} to {MOST} entries, not {entries}")
    return int(1 << (entries - 1).bit_length())


@cache
def plan(entries: int, *, third_place: bool = False, survivors: int = 1) -> tuple[PlannedMatch, ...]:
    """对阵 of a knockout, by number: round 1 first, the final is 2ⁿ-1, the third-place match (季军赛), if any, 2ⁿ.

    Match `number` stands at index number-1. A sheet of two positions has no semi-finals, and so never a third-place
    match. `survivors`, a power of two: the rounds end when so many are left.
    """
    size = sheet_size(entries)
    rounds = size.bit_length() - survivors.bit_length()

    matches: list[PlannedMatch] = []
    for round_ in range(1, rounds + 1):
        for place in range(1, (size >> round_) + 1):
            home, away = (
                Position(line) if round_ == 1 else WinnerOf(first_number(size, round_ - 1) + line - 1)
                for line in (2 * place - 1, 2 * place)
            )
            matches.append(PlannedMatch(len(matches) + 1, round_, place, home, away))
    if third_place and rounds > 1 and survivors == 1:
        matches.append(PlannedMatch(size, rounds, 2, LoserOf(size - 3), LoserOf(size - 2), place_for=3))
    return with_seats(matches)


def first_number(size: int, round_: int) -> int:
    """Number of the first match of a round in a sheet of `size` positions."""
    return size - (size >> (round_ - 1)) + 1


def seed_order(entries: int) -> tuple[int, ...]:
    """Which rank stands on each position: 1 meets the last, 1 and 2 can meet only in the final, and so on down."""
    ranks = [1]
    while len(ranks) < sheet_size(entries):
        total = 2 * len(ranks) + 1
        ranks = [rank for high in ranks for rank in (high, total - high)]
    return tuple(ranks)


def placed(ranking: Sequence[int]) -> tuple[Slot, ...]:
    """The sheet of entries given best first; the byes go to the best (种子轮空)."""
    return tuple(ranking[rank - 1] if rank <= len(ranking) else BYE for rank in seed_order(len(ranking)))
