"""签位 (positions): the shape of a knockout sheet of 2ⁿ positions.

Owns who plays whom (`plan`) and the placing that is not drawn (`placed`). `knockout.Knockout` is the format.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations

from tournaments.formats.format import NO_GROUPS
from tournaments.formats.matches import BYE, LoserOf, PlannedMatch, Position, Slot, Source, WinnerOf, with_seats

FEWEST, MOST = 2, 4096
TURNED = 16
"""Of so many groups it is tried to turn three, too; of more, only to change two."""


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


def placed(ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
    """The sheet of entries given best first; the byes go to the best (种子轮空).

    ``groups``: of entries that come from groups (小组). All first ones stand as they are; second ones change places
    among themselves, and so do third ones, …, so that those of one group meet as late as can be (同组分在两个半区), and
    nobody moves farther than that takes. Where only the best of the last ones come (成绩最好的第二名), they have nobody
    to change with, so that first ones change places among themselves, too.
    """
    order = seed_order(len(ranking))
    if groups:
        ranking = _apart(ranking, groups, {rank: line for line, rank in enumerate(order)})
    return tuple(ranking[rank - 1] if rank <= len(ranking) else BYE for rank in order)


def soonest_meeting(positions: Sequence[Slot | None], groups: Mapping[int, int]) -> int:
    """How many entries are left in the earliest round in which two of one group may meet: 2 in the final, …; 0: never.
    ``positions``: the entry of each line of the sheet, anything else for a bye."""
    lines: dict[int, list[int]] = {}
    for line, entry in enumerate(positions):
        if isinstance(entry, int) and entry in groups:
            lines.setdefault(groups[entry], []).append(line)
    soonest = min((_round(*pair) for of in lines.values() for pair in combinations(of, 2)), default=0)
    return (len(positions) >> (soonest - 1)) if soonest else 0


def _round(line: int, other: int) -> int:
    """The round, from 1, in which two lines of a sheet meet; lines count from 0."""
    return (line ^ other).bit_length()


def _tiers(ranking: Sequence[int], groups: Mapping[int, int]) -> Iterable[list[int]]:
    """The indices of all who are first of their groups, of all who are second, …"""
    tiers: dict[int, list[int]] = {}
    of_group: Counter[int] = Counter()
    for index, entry in enumerate(ranking):
        tiers.setdefault(of_group[groups[entry]], []).append(index)
        of_group[groups[entry]] += 1
    return tiers.values()


def _apart(ranking: Sequence[int], groups: Mapping[int, int], lines: Mapping[int, int]) -> list[int]:
    """The ranking with those of equal place in their groups changed about, two or three at a time, as long as that
    helps. ``lines``: of the sheet, from 0, by rank."""
    first, *behind = _tiers(ranking, groups)
    entries = list(ranking)
    natural = {entry: index for index, entry in enumerate(ranking)}

    def cost() -> tuple[list[int], int]:
        """How many pairs of one group meet in each round, the first one first; how far entries were moved."""
        stand: dict[int, list[int]] = {}
        for index, entry in enumerate(entries):
            stand.setdefault(groups[entry], []).append(lines[index + 1])
        rounds = Counter(_round(*pair) for of in stand.values() for pair in combinations(of, 2))
        moved = sum((index - natural[entry]) ** 2 for index, entry in enumerate(entries))
        return [rounds[number] for number in range(1, len(lines).bit_length() + 1)], moved

    least = cost()

    def changed(changes: Sequence[tuple[int, ...]]) -> bool:
        """Has one of these helped? The entries at its indices go on to the next one."""
        nonlocal least
        before = least
        for indices in changes:
            saved = [entries[index] for index in indices]
            for index, entry in zip(indices, (*saved[1:], saved[0]), strict=True):
                entries[index] = entry
            if (tried := cost()) < least:
                least = tried
            else:
                for index, entry in zip(indices, saved, strict=True):
                    entries[index] = entry
        return least < before

    are_all = not behind or len(behind[-1]) == len(first)
    for changing in (behind, [] if are_all else [*behind, first]):
        swaps = [pair for indices in changing for pair in combinations(indices, 2)]
        turns = [three for indices in changing if len(indices) <= TURNED for three in permutations(indices, 3)]
        while changed(swaps) or changed(turns):
            pass
    return entries
