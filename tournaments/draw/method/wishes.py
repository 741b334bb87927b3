"""抽签意愿 (wishes): what is asked of a sheet beyond the rules, as far as it can be had, in this order:

1. 种子分开 (``seeds``, best first): the first two stand in different halves, the first four in different quarters, the
   first eight in different eighths, and so on, down to the matches of the first round;
2. ``rounds``: teams of one branch cannot meet before round ``rounds`` + 1;
3. ``rested``: who had a bye last time has none;
4. ``met``: who met in the first round last time does not again.

`misses` says of a sheet how far it goes, `fewest` how far a sheet can go at best. The sheets that go so far are drawn
evenly where such a one turns up in a few runs; else a sheet is mended, exchange by exchange
(``static/draw_check/draw.md``).
"""

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from tournaments.draw.method.chance import Chance
from tournaments.draw.method.sheets import Constraints, Entrant, block_of_rounds, same_branch_pairs

RUNS = 1 << 15
"""So many positions are filled in runs that must reach everything."""
MENDED = 1 << 11
"""So many positions are filled with sheets to be mended, where none of the runs was good enough."""
LOOKS = 3
"""Times the positions of a sheet: so many exchanges are looked at, at most, to mend one kind of miss."""

UNCHANGED = [0, 0, 0, 0, 0]

Positions = list[int | None]
Pairs = tuple[tuple[int, int], ...]
Cost = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Ids of teams; ``rounds`` is 1 where the first round is all that is asked."""

    seeds: tuple[int, ...] = ()
    rounds: int = 1
    rested: tuple[int, ...] = ()
    met: Pairs = ()

    def __bool__(self) -> bool:
        return len(self.seeds) > 1 or self.rounds > 1 or bool(self.rested or self.met)


@dataclass(frozen=True, slots=True)
class Missed:
    """Where a sheet falls short: pairs of seeds in one part, pairs of a branch that may meet too early, teams that rest
    again, pairs that meet again."""

    seeds: Pairs = ()
    rounds: Pairs = ()
    rested: tuple[int, ...] = ()
    met: Pairs = ()

    @property
    def counts(self) -> tuple[int, int, int, int]:
        return len(self.seeds), len(self.rounds), len(self.rested), len(self.met)


def missed(positions: Sequence[int | None], teams: Iterable[Entrant], wishes: Wishes, groups: int = 1) -> Missed:
    """What of the wishes the sheet, or the draw into ``groups``, does not fulfil; pairs and teams in the order of the
    seeds, branches and lists.

    Position p belongs to group (p - 1) mod ``groups``. As many seeds as there are groups are kept apart, the best
    first, then as many again; who met last time is kept apart.
    """
    size = len(positions)
    where = {team: place for place, team in enumerate(positions) if team is not None}
    if groups > 1:
        group = {team: place % groups for team, place in where.items()}
        return Missed(
            seeds=tuple(
                (one, other)
                for (i, one), (j, other) in combinations(enumerate(wishes.seeds), 2)
                if i // groups == j // groups and group[one] == group[other]
            ),
            met=tuple((one, other) for one, other in wishes.met if group[one] == group[other]),
        )
    block = block_of_rounds(size, wishes.rounds)
    beside: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for team in sorted(teams) if wishes.rounds > 1 else ():
        beside[team.branch, where[team.id] // block].append(team.id)
    return Missed(
        seeds=tuple(
            (one, other)
            for (_, one), (rank, other) in combinations(enumerate(wishes.seeds, start=1), 2)
            if where[one] // _block_of_seed(size, rank) == where[other] // _block_of_seed(size, rank)
        ),
        rounds=tuple((one, other) for together in sorted(beside) for one, other in combinations(beside[together], 2)),
        rested=tuple(team for team in wishes.rested if positions[where[team] ^ 1] is None),
        met=tuple((one, other) for one, other in wishes.met if where[one] == where[other] ^ 1),
    )


def fewest(teams: Sequence[Entrant], size: int, wishes: Wishes) -> tuple[int, int, int, int]:
    """As few as numbers allow: no sheet misses less. That one reaches it is not said."""
    parts = size // block_of_rounds(size, wishes.rounds)
    within = 0
    for count in Counter(team.branch for team in teams).values() if wishes.rounds > 1 else ():
        share, more = divmod(count, parts)
        within += more * comb(share + 1, 2) + (parts - more) * comb(share, 2)
    byes = size - len(teams)
    return 0, within, max(0, byes - (len(teams) - len(wishes.rested))), 0


class Mending(ABC):
    """Positions whose teams change places, each time for fewer misses; byes stay where they are. ``misses`` counts the
    first-round pairs of a branch and the four wishes, ``least`` is where there is nothing left to do."""

    misses: list[int]

    def __init__(self, positions: Positions, teams: Sequence[Entrant], least: Sequence[int], *, stride: int) -> None:
        self.positions, self.least, self.stride = positions, least, stride
        self.branches = {team.id: team.branch for team in teams}
        self.where = {team: place for place, team in enumerate(positions) if team is not None}
        self.sizes = Counter(self.branches.values())

    @abstractmethod
    def cost(self, place: int) -> Cost:
        """What the team there is part of, in the order of ``misses``."""

    @abstractmethod
    def _may_exchange(self, place: int, other: int, one: int, two: int) -> bool:
        """Do the rules let team ``one`` of ``place`` and ``two`` of ``other`` change places?"""

    @abstractmethod
    def _put(self, place: int, other: int, one: int, two: int) -> None:
        """Entrant ``one`` from ``place`` to ``other``, and ``two`` the other way."""

    def mend(self, chance: Chance) -> None:
        """One kind of miss after the other, the pairs first: every position from the first, again while that changes
        anything. Where a team is part of such a miss it changes places with the first that helps, from a drawn
        position on; if none does, with the first that leaves this kind and those before it as they are. For each kind
        at most so many exchanges are looked at."""
        for kind in range(len(self.misses)):
            looks, changed = LOOKS * len(self.positions), True
            while changed and looks:
                changed = False
                for place in range(len(self.positions)):
                    is_to_mend = looks and self.misses[kind] > self.least[kind] and self.positions[place] is not None
                    if is_to_mend and self.cost(place)[kind] > 0:
                        looked, moved = self._move(place, kind, chance.below(len(self.positions)), looks)
                        looks, changed = looks - looked, changed or moved

    def _move(self, place: int, kind: int, start: int, looks: int) -> tuple[int, bool]:
        """How many exchanges were looked at, and whether one was made."""
        size, harmless = len(self.positions), -1
        for step in range(min(size, looks)):
            other = (start + step * self.stride) % size
            change = self._change(place, other)
            if change is not None and change < UNCHANGED:
                self._exchange(place, other, change)
                return step + 1, True
            if change is not None and harmless < 0 and not any(change[: kind + 1]):
                harmless = other
        if harmless >= 0:
            self._exchange(place, harmless, self._change(place, harmless) or UNCHANGED)
        return min(size, looks), harmless >= 0

    def _change(self, place: int, other: int) -> list[int] | None:
        """What an exchange of the two teams adds to ``misses``; None where it may not be made."""
        one, two = self.positions[place], self.positions[other]
        if one is None or two is None or place == other or not self._may_exchange(place, other, one, two):
            return None
        before = self.cost(place), self.cost(other)
        self._put(place, other, one, two)
        after = self.cost(place), self.cost(other)
        self._put(place, other, two, one)
        return [a + b - c - d for a, b, c, d in zip(*after, *before, strict=True)]

    def _exchange(self, place: int, other: int, change: list[int]) -> None:
        one, two = self.positions[place], self.positions[other]
        assert one is not None
        assert two is not None
        self._put(place, other, one, two)
        self.misses = [number + more for number, more in zip(self.misses, change, strict=True)]


class SheetMending(Mending):
    """A sheet of 2ⁿ positions."""

    def __init__(
        self,
        positions: Positions,
        teams: Sequence[Entrant],
        conditions: Constraints,
        wishes: Wishes,
        least: Sequence[int],
    ) -> None:
        super().__init__(positions, teams, least, stride=len(positions) // 2 + 1)  # now in one half, now in the other
        self.asked, self.wishes = conditions, wishes
        self.ranks = {team: rank for rank, team in enumerate(wishes.seeds, start=1)}
        self.parts = [_block_of_seed(len(positions), rank) for rank in range(len(wishes.seeds) + 1)]
        self.rested = frozenset(wishes.rested)
        self.met = frozenset(wishes.met) | {(other, one) for one, other in wishes.met}
        self.half, self.block = len(positions) // 2, block_of_rounds(len(positions), wishes.rounds)
        self.above = Counter(self.branches[team] for team, place in self.where.items() if place < self.half)
        self.beside = Counter((place // self.block, self.branches[team]) for team, place in self.where.items())
        pairs = len(same_branch_pairs(positions, teams)) if conditions.separate_first_round else 0
        self.misses = [pairs, *missed(positions, teams, wishes).counts]

    def cost(self, place: int) -> Cost:
        team, opponent = self.positions[place], self.positions[place ^ 1]
        assert team is not None
        branch = self.branches[team]
        first = self.asked.separate_first_round and opponent is not None and self.branches[opponent] == branch
        seeds = 0
        if rank := self.ranks.get(team):
            # parts are powers of two: two places lie in one if they differ in nothing but the digits below it
            where, parts = self.where, self.parts
            for its_rank, other in enumerate(self.wishes.seeds, start=1):
                part = parts[its_rank] if its_rank > rank else parts[rank]
                seeds += (place ^ where[other]) < part
            seeds -= 1  # itself
        return (
            int(first),
            seeds,
            self.beside[place // self.block, branch] - 1 if self.wishes.rounds > 1 else 0,
            int(opponent is None and team in self.rested),
            int((team, opponent) in self.met),
        )

    def _may_exchange(self, place: int, other: int, one: int, two: int) -> bool:
        """Do the branches stay split over the halves as evenly as numbers allow?"""
        crosses = (place < self.half) != (other < self.half)
        if not (self.asked.opposite_halves and crosses) or self.branches[one] == self.branches[two]:
            return True
        down, up = (one, two) if place < self.half else (two, one)
        return self._is_even(self.branches[down], -1) and self._is_even(self.branches[up], 1)

    def _is_even(self, branch: int, change: int) -> bool:
        return abs(2 * (self.above[branch] + change) - self.sizes[branch]) <= 1

    def _put(self, place: int, other: int, one: int, two: int) -> None:
        for team, out, into in ((one, place, other), (two, other, place)):
            branch = self.branches[team]
            self.above[branch] += (into < self.half) - (out < self.half)
            self.beside[out // self.block, branch] -= 1
            self.beside[into // self.block, branch] += 1
            self.positions[into], self.where[team] = team, into


def _block_of_seed(size: int, rank: int) -> int:
    """How many positions a part has in which no better seed stands beside the one of that rank: 2 at least."""
    return max(2, size >> (rank - 1).bit_length())
