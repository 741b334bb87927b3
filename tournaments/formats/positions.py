"""签位 (positions): the shape of a knockout sheet of 2ⁿ positions.

Owns who plays whom (`plan`) and the placings that are not drawn (`seed_order`, `placed`, `with_byes`, `fold`).
`bracket.Bracket` plays a whole knockout on it, `knockout.Knockout` is the format.
"""

from collections.abc import Sequence
from functools import cache

from tournaments.formats.matches import BYE, LoserOf, Lot, PlannedMatch, Position, Seat, Side, Slot, Source, WinnerOf

FEWEST, MOST = 2, 4096


def sheet_size(entries: int) -> int:
    """Positions (签位) of the smallest sheet for 2 to 4,096 entries. Raises ValueError for other numbers."""
    if not FEWEST <= entries <= MOST:
        raise ValueError(f"a knockout takes {FEWEST} to {MOST} entries, not {entries}")
    return int(1 << (entries - 1).bit_length())


@cache
def plan(
    entries: int, *, third_place: bool = False, survivors: int = 1, drawn_rounds: frozenset[int] = frozenset()
) -> tuple[PlannedMatch, ...]:
    """对阵 of a knockout, by number: round 1 first, the final is 2ⁿ-1, the third-place match (季军赛), if any, 2ⁿ.

    Match `number` stands at index number-1. `drawn_rounds` (from 2 up) are rounds whose opponents are drawn anew
    among the winners. A sheet of two positions has no semi-finals, and so never a third-place match. `survivors`, a
    power of two: the rounds end when so many are left.
    """
    size = sheet_size(entries)
    rounds = size.bit_length() - survivors.bit_length()
    if not drawn_rounds <= frozenset(range(2, rounds + 1)):
        raise ValueError(f"rounds that may be drawn anew are 2 to {rounds}, not {sorted(drawn_rounds)}")
    has_third = third_place and rounds > 1 and survivors == 1
    matches = [
        _planned(size, round_, place, drawn_rounds, has_third, is_last=round_ == rounds)
        for round_ in range(1, rounds + 1)
        for place in range(1, (size >> round_) + 1)
    ]
    if has_third:
        matches.append(PlannedMatch(size, rounds, 2, LoserOf(size - 3), LoserOf(size - 2), place_for=3))
    return tuple(matches)


def first_number(size: int, round_: int) -> int:
    """Number of the first match of a round in a sheet of `size` positions."""
    return size - (size >> (round_ - 1)) + 1


def _planned(
    size: int, round_: int, place: int, drawn_rounds: frozenset[int], has_third: bool, *, is_last: bool
) -> PlannedMatch:
    is_semi = size >> round_ == 2
    side = Side.HOME if place % 2 else Side.AWAY
    onward = None
    if not is_last and round_ + 1 not in drawn_rounds:
        onward = Seat(first_number(size, round_ + 1) + (place - 1) // 2, side)
    return PlannedMatch(
        number=first_number(size, round_) + place - 1,
        round=round_,
        place=place,
        home=_source(size, round_, 2 * place - 1, drawn_rounds),
        away=_source(size, round_, 2 * place, drawn_rounds),
        winner_to=onward,
        loser_to=Seat(size, side) if is_semi and has_third else None,
    )


def _source(size: int, round_: int, line: int, drawn_rounds: frozenset[int]) -> Source:
    if round_ == 1:
        return Position(line)
    if round_ in drawn_rounds:
        return Lot(round_, line)
    return WinnerOf(first_number(size, round_ - 1) + line - 1)


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


def with_byes(order: Sequence[int], size: int | None = None) -> tuple[Slot, ...]:
    """The sheet of entries in their given order: pairs first, then each with a bye; byes meet only where they must."""
    size = size or sheet_size(len(order))
    paired = max(0, 2 * len(order) - size)
    lone: list[Slot] = [slot for entry in order[paired:] for slot in (entry, BYE)]
    return (*order[:paired], *lone, *[BYE] * (size - paired - len(lone)))


def fold(ranking: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Opponents among 2ⁿ entries, best first: first and last, second and last but one. ValueError for other numbers."""
    if len(ranking) != sheet_size(len(ranking)):
        raise ValueError(f"{len(ranking)} entries do not fill a round")
    return tuple(zip(ranking[: len(ranking) // 2], reversed(ranking), strict=False))
