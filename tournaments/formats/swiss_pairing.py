"""瑞士移位 (Swiss): who meets whom in the next round, and why.

What is wanted, the weightier first: nobody meets an opponent twice; nobody rests (轮空) twice; no two teams of a branch
meet; with an odd number the lowest of the standing rests; like meets like, so that the sum of the squared differences
of points is the smallest; and among equals neighbours of the standing meet, 1 with 2, 3 with 4 (名次相邻).
What cannot be had is broken as seldom as it can be, and said.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, islice
from math import gcd
from typing import NamedTuple

MOST = 4096
# up to so many entries every pair is weighed; of more, each entry's so many nearest on either side, the fewest first
ALL_WEIGHED = 256
REACHES = (6, 24, 96)
SCANNED = 8  # times the reach is looked for them

# the pairs of numbers below the first that leave the fewest alone, and cost least; (lower, higher, cost) may be paired
Matching = Callable[[int, Sequence[tuple[int, int, int]]], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry as the pairing of a round sees it.

    `points` are whole (scaled, if a draw is half a point), `rank` is the place in the standing before the round, in
    the first round the lot drawn; `branch` 0 is none; `home` says how often it has been at home.
    """

    entry: int
    points: int
    rank: int
    branch: int = 0
    met: frozenset[int] = frozenset()
    had_bye: bool = False
    home: int = 0


class Why(StrEnum):
    SAME_POINTS = "same_points"
    FLOATED = "floated"  # the points differ; nobody was passed over: the better one was left over among equals
    # the next in the standing was passed over, because
    REMATCH_AVOIDED = "rematch_avoided"  # they have met
    BRANCH_AVOIDED = "branch_avoided"  # they are of one branch
    NEXT_RESTS = "next_rests"  # he has the bye
    FOR_THE_OTHERS = "for_the_others"  # else the round as a whole would be worse
    # what could not be avoided
    REMATCH = "rematch"
    SAME_BRANCH = "same_branch"
    # of the bye
    BYE_LOWEST = "bye_lowest"
    BYE_ONCE = "bye_once"  # whoever stands lower has rested before
    BYE_AGAIN = "bye_again"


@dataclass(frozen=True, slots=True)
class Pair:
    """`difference` is in points. `instead_of` is whom the better placed of the two would have met by the standing."""

    home: int
    away: int
    why: tuple[Why, ...]
    difference: int
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """`instead_of` is the lowest of the standing, if he does not rest."""

    entry: int
    why: tuple[Why, ...]
    instead_of: int | None = None


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The best table first: that of the best placed entry, then that of the best placed of the rest."""

    pairs: tuple[Pair, ...]
    bye: Bye | None
    rematches: int
    same_branch: int


class Cost(NamedTuple):
    """What a pair, or a bye, costs: one unit of a field weighs more than all that the later fields may sum up to."""

    rematch: int = 0
    bye_again: int = 0
    same_branch: int = 0
    bye_height: int = 0
    difference: int = 0
    distance: int = 0


def pair(contenders: Iterable[Contender], *, matching: Matching) -> RoundPairing:
    """The pairing of the next round for up to 4,096 entries; who left the event is not among them, and who alone is
    left rests.

    The same for the same entries, in whatever order they come. Raises ValueError for more entries and for an entry that
    comes twice.
    """
    field = _Field(contenders)
    for reach in (field.size,) if field.size <= ALL_WEIGHED else (*REACHES, field.size):
        pairs = _matched(field, field.near(reach), matching)
        if pairs is not None and (reach == field.size or field.is_as_clean_as_can_be(pairs)):
            return _explained(field, pairs)
    raise AssertionError("where anybody may meet anybody, nobody is left alone")


class _Field:
    """The entries by their places 0 … n-1, the best first. The place n is the bye, if n is odd."""

    def __init__(self, contenders: Iterable[Contender]) -> None:
        self.order = sorted(contenders, key=lambda one: (-one.points, one.rank, one.entry))
        self.size = len(self.order)
        if self.size > MOST:
            raise ValueError(f"a Swiss round takes up to {MOST} entries, not {self.size}")
        if len({one.entry for one in self.order}) < self.size:
            raise ValueError("an entry comes twice")
        self.nodes = self.size + self.size % 2
        self._unit = gcd(*(self.order[0].points - one.points for one in self.order)) or 1

    def cost(self, upper: int, lower: int) -> Cost:
        one = self.order[upper]
        if lower == self.size:
            return Cost(bye_again=int(one.had_bye), bye_height=self.size - 1 - upper)
        other = self.order[lower]
        return Cost(
            rematch=int(_have_met(one, other)),
            same_branch=int(_are_of_one_branch(one, other)),
            difference=((one.points - other.points) // self._unit) ** 2,
            distance=(lower - upper - 1) ** 2,
        )

    def is_as_clean_as_can_be(self, pairs: Iterable[tuple[int, int]]) -> bool:
        """Nothing is broken but that a branch which has more than half of the entries meets itself."""
        costs = [self.cost(*places) for places in pairs]
        largest = max(Counter(one.branch for one in self.order if one.branch).values(), default=0)
        broken = sum(cost.rematch + cost.bye_again for cost in costs)
        return not broken and sum(cost.same_branch for cost in costs) == max(0, (2 * largest - self.size) // 2)

    def near(self, reach: int) -> list[tuple[int, int]]:
        """The pairs of everybody with the `reach` nearest above and below whom he has not met, and of other branches.

        With a reach of all entries it is every pair, and the bye is for everybody at any reach.
        """
        if reach >= self.size:
            return list(combinations(range(self.nodes), 2))
        pairs = {places for place in range(self.size) for places in self._nearest(place, reach)}
        return sorted(pairs.union((place, self.size) for place in range(self.size) if self.nodes > self.size))

    def _nearest(self, place: int, reach: int) -> Iterator[tuple[int, int]]:
        one = self.order[place]
        for others in (range(place + 1, self.size), range(place - 1, -1, -1)):
            unmet = [other for other in others[: SCANNED * reach] if not _have_met(one, self.order[other])]
            foreign = (other for other in unmet if not _are_of_one_branch(one, self.order[other]))
            for other in chain(unmet[:reach], islice(foreign, reach)):
                yield min(place, other), max(place, other)


def _have_met(one: Contender, other: Contender) -> bool:
    return other.entry in one.met or one.entry in other.met


def _are_of_one_branch(one: Contender, other: Contender) -> bool:
    return one.branch == other.branch != 0


def _matched(field: _Field, edges: Sequence[tuple[int, int]], matching: Matching) -> list[tuple[int, int]] | None:
    """The cheapest pairs out of these that leave nobody alone, the best table first; None if there are none."""
    costs = [field.cost(*places) for places in edges]
    # one unit of a field weighs more than all pairs can cost in the fields after it
    weights, weight = list[int](), 1
    for most in reversed([max(column) for column in zip(*costs, strict=True)]):
        weights.insert(0, weight)
        weight *= field.nodes // 2 * most + 1
    weighed = [(*places, sum(map(int.__mul__, weights, cost))) for places, cost in zip(edges, costs, strict=True)]
    pairs = sorted((min(places), max(places)) for places in matching(field.nodes, weighed))
    return pairs if len(pairs) == field.nodes // 2 else None


def _explained(field: _Field, matched: Sequence[tuple[int, int]]) -> RoundPairing:
    partner = {place: other for places in matched for place, other in (places, places[::-1])}
    resting = partner.get(field.size)
    free = dict.fromkeys(range(field.size))  # an ordered set
    pairs: list[Pair] = []
    for upper, lower in matched:
        del free[upper]
        if lower == field.size:
            continue
        pairs.append(_pair(field, upper, lower, next(iter(free)), resting, len(pairs)))
        del free[lower]
    costs = [field.cost(*places) for places in matched]
    return RoundPairing(
        tuple(pairs),
        None if resting is None else _bye(field, resting),
        sum(cost.rematch for cost in costs),
        sum(cost.same_branch for cost in costs),
    )


def _pair(field: _Field, upper: int, lower: int, natural: int, resting: int | None, table: int) -> Pair:
    one, other = field.order[upper], field.order[lower]
    difference = one.points - other.points
    cost = field.cost(upper, lower)
    why = [Why.FLOATED if difference else Why.SAME_POINTS]
    why += [Why.REMATCH] * cost.rematch + [Why.SAME_BRANCH] * cost.same_branch
    instead_of = None
    if natural != lower:
        instead_of, passed_over = field.order[natural].entry, field.cost(upper, natural)
        if natural == resting:
            why.append(Why.NEXT_RESTS)
        elif passed_over.rematch:
            why.append(Why.REMATCH_AVOIDED)
        else:
            why.append(Why.BRANCH_AVOIDED if passed_over.same_branch else Why.FOR_THE_OTHERS)
    is_upper_home = (one.home, table % 2) < (other.home, 1)
    home, away = (one, other) if is_upper_home else (other, one)
    return Pair(home.entry, away.entry, tuple(why), difference, instead_of)


def _bye(field: _Field, resting: int) -> Bye:
    one, lowest, below = field.order[resting], field.order[-1], field.order[resting + 1 :]
    if one.had_bye:
        why = Why.BYE_AGAIN
    elif not below:
        why = Why.BYE_LOWEST
    else:
        why = Why.BYE_ONCE if all(other.had_bye for other in below) else Why.FOR_THE_OTHERS
    return Bye(one.entry, (why,), lowest.entry if below else None)
