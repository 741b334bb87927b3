"""签位 (positions): the shape of a knockout sheet of 2ⁿ positions.

Owns who plays whom (`plan`) and the placing that is not drawn (`placed`). `knockout.Knockout` is the format.
"""

from collections.abc import Sequence
from functools import cache

from tournaments.formats.matches import BYE, LoserOf, PlannedMatch, Position, Slot, Source, WinnerOf, with_seats

FEWEST, MOST = 2, 4096


def sheet_size(entries: int) -> int:
    """Positions (签位) of the smallest sheet for 2 to 4,096 entries. Raises ValueError for other numbers."""
    if not FEWEST <= entries <= MOST:
        raise ValueError(f"a knockout takes {FEWEST} to {MOST} entries, not {entries}")
    return int(1 << (entries - 1).bit_length())


@cache
def plan(
    entries: int, *, third_place: bool = False, survivors: int = 1, places_to: int = 0, consolation: bool = False
) -> tuple[PlannedMatch, ...]:
    """对阵 of a knockout, by number: in each round its matches, then those that are played for a place, the best first.

    Whoever loses goes on to play for the best place that is left to him, if that is the third and ``third_place`` says
    so, one from the fifth to ``places_to``, or, of the ``consolation``, the best for who loses in round 1. `survivors`,
    a power of two: the rounds end when so many are left; without a champion no place is played for.
    """
    size = sheet_size(entries)

    def is_played(place: int) -> bool:
        if place == size // 2 + 1 and consolation:
            return True
        return third_place if place == 3 else place <= places_to

    matches: list[PlannedMatch] = []
    # who plays on in the round, by the best place that they play for
    playing: dict[int, list[Source]] = {1: [Position(number) for number in range(1, size + 1)]}
    for round_ in range(1, size.bit_length() - survivors.bit_length() + 1):
        going_on: dict[int, list[Source]] = {}
        of_round = 0
        for first, sources in sorted(playing.items()):
            numbers = range(len(matches) + 1, len(matches) + len(sources) // 2 + 1)
            for number, home, away in zip(numbers, sources[::2], sources[1::2], strict=True):
                of_round += 1
                place_for = first if first > 1 else None
                matches.append(PlannedMatch(number, round_, of_round, home, away, place_for=place_for))
            second = first + len(numbers)
            if len(numbers) > 1:
                going_on[first] = [WinnerOf(number) for number in numbers]
                if survivors == 1 and is_played(second):
                    going_on[second] = [LoserOf(number) for number in numbers]
        playing = going_on
    return with_seats(matches)


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
