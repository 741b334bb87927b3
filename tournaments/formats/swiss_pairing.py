"""瑞士制 (Swiss): who meets whom in the next round, and why.

What is wanted, the weightier first: nobody meets an opponent twice, and a third time only where no second one is left;
nobody rests (轮空) twice; no two teams of a branch meet; with an odd number the lowest of the standing rests, of equal
points whoever has played most, and nobody before his first match; like meets like, so that the sum of the squared
differences of points is the smallest; and among equals neighbours of the standing meet, 1 with 2, 3 with 4 (名次相邻).
What cannot be had is broken as seldom as it can be, and said.

The rounds that follow are looked ahead to (`swiss_ahead`): of the pairings that break nothing more in this round the
best is taken after which no team has to meet another again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain, combinations, islice, takewhile
from math import gcd
from typing import NamedTuple

from tournaments.formats import swiss_ahead as ahead
from tournaments.formats.swiss_ahead import REST, Matching, Pairs, Weighed

MOST = 4096
# up to so many entries every pair is weighed; of more, each entry's so many nearest on either side, the fewest first
ALL_WEIGHED = 256
REACHES = (6, 24, 96)
SCANNED = 8  # times the reach is looked for them


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry as the pairing of a round sees it.

    `points` are whole (scaled, if a draw is half a point), `rank` is the place in the standing before the round, in
    the first round the lot drawn; `branch` 0 is none; `met` says how often it has met which opponent at a table, `byes`
    how often it rested or won without play, `home` how often it has been at home, and `was_home` whether it was when it
    played last.
    """

    entry: int
    points: int
    rank: int
    branch: int = 0
    met: Mapping[int, int] = field(default_factory=dict, hash=False)
    byes: int = 0
    home: int = 0
    was_home: bool = False

    @property
    def played(self) -> int:
        return sum(self.met.values())


class Why(StrEnum):
    SAME_POINTS = "same_points"  # and the next in the standing
    EQUAL_POINTS = "equal_points"  # but not the next
    FLOATED = "floated"  # nobody with the same points was left
    POINTS_DIFFER = "points_differ"  # though somebody was
    # the next in the standing was passed over, because
    REMATCH_AVOIDED = "rematch_avoided"  # they have met
    BRANCH_AVOIDED = "branch_avoided"  # they are of one branch
    NEXT_RESTS = "next_rests"  # he has the bye
    FOR_THE_OTHERS = "for_the_others"  # else the round as a whole would be worse
    FOR_LATER = "for_later"  # else teams would have to meet again in a later round
    # what could not be avoided
    REMATCH = "rematch"
    SAME_BRANCH = "same_branch"
    # of the bye
    BYE_LOWEST = "bye_lowest"
    BYE_ONCE = "bye_once"  # whoever stands lower has rested before, or won without play
    BYE_PLAYED = "bye_played"  # or has played less
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


def pair(
    contenders: Iterable[Contender], *, matching: Matching, later: int = 0, away: Iterable[Contender] = ()
) -> RoundPairing:
    """The pairing of the next round for up to 4,096 entries; who left the event is not among them, and who alone is
    left rests.

    `later` rounds follow, and whoever is `away` in this one plays in them. The same for the same entries, in whatever
    order they come. Raises ValueError for more entries and for an entry that comes twice.
    """
    field = _Field(contenders)
    for reach in (field.size,) if field.size <= ALL_WEIGHED else (*REACHES, field.size):
        weighed = _weighed(field, field.near(reach))
        # the cheapest pairs out of these, the best table first; nobody must be left alone
        pairs = sorted((min(places), max(places)) for places in matching(field.nodes, weighed))
        is_whole = len(pairs) == field.nodes // 2
        if is_whole and (reach == field.size or field.is_as_clean_as_can_be(pairs)):
            everybody = (*field.order, *sorted(away, key=lambda one: one.entry))
            if not later or not 1 < len(everybody) <= ahead.LARGEST:
                return _explained(field, pairs, pairs)
            candidates = ahead.cheapest_first(field.nodes, weighed, pairs, matching)
            return _explained(field, _looked_ahead(field, pairs, candidates, everybody, later), pairs)
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
        rests = sorted((not one.played, one.points, -one.played, -place) for place, one in enumerate(self.order))
        self.bye_height = {-behind: nth for nth, (*_, behind) in enumerate(rests)}
        # one more meeting of two weighs more than fewer ones of all
        times = sorted({times for one in self.order for times in one.met.values()})
        self._weight_of = {0: 0} | {times: (self.nodes // 2 + 1) ** nth for nth, times in enumerate(times)}

    def cost(self, upper: int, lower: int) -> Cost:
        one = self.order[upper]
        if lower == self.size:
            return Cost(bye_again=one.byes, bye_height=self.bye_height[upper])
        other = self.order[lower]
        return Cost(
            rematch=self._weight_of[times_met(one, other)],
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
        pairs = {(place, self.size) for place in range(self.size) if self.nodes > self.size}
        for place, one in enumerate(self.order):
            for others in (range(place + 1, self.size), range(place - 1, -1, -1)):
                unmet = [other for other in others[: SCANNED * reach] if not times_met(one, self.order[other])]
                foreign = (other for other in unmet if not _are_of_one_branch(one, self.order[other]))
                near = chain(unmet[:reach], islice(foreign, reach))
                pairs.update((min(place, other), max(place, other)) for other in near)
        return sorted(pairs)


def times_met(one: Contender, other: Contender) -> int:
    return max(one.met.get(other.entry, 0), other.met.get(one.entry, 0))


def _are_of_one_branch(one: Contender, other: Contender) -> bool:
    return one.branch == other.branch != 0


def _weighed(field: _Field, edges: Sequence[tuple[int, int]]) -> Weighed:
    """The pairs with their costs as whole numbers."""
    costs = [field.cost(*places) for places in edges]
    # one unit of a field weighs more than all pairs can cost in the fields after it
    weights, weight = list[int](), 1
    for most in reversed([max(column) for column in zip(*costs, strict=True)]):
        weights.insert(0, weight)
        weight *= field.nodes // 2 * most + 1
    return [(*places, sum(map(int.__mul__, weights, cost))) for places, cost in zip(edges, costs, strict=True)]


def _looked_ahead(
    field: _Field, cheapest: Pairs, candidates: Iterator[Pairs], everybody: Sequence[Contender], later: int
) -> Pairs:
    """Of the `candidates` that break nothing more than the `cheapest`, the first after which the `later` rounds of
    `everybody` need no further meeting; if none is found, after which as many of them as can be."""
    playing = [*range(len(everybody)), *[REST] * (len(everybody) % 2)]
    here = [*range(field.size), *[REST] * (field.size % 2)]
    somebody_rests = REST in (*here, *playing)
    weight = _broken(field, cheapest)
    games = [(field.order[one], field.order[other]) for one, other in cheapest if other < field.size]
    often = max((times_met(*sides) for sides in games), default=0)
    rests = max((field.order[one].byes for one, other in cheapest if other == field.size), default=0)

    def named(pairs: Pairs) -> Pairs:
        return [(one, REST if other == field.size else other) for one, other in pairs]

    for rounds in range(later, 0, -1):
        for byes in sorted({rests, max(one.byes for one in everybody)}):
            unmet = _unmet(everybody, often, byes if somebody_rests else None)
            if rounds == later and byes == rests and ahead.is_safe(unmet, later):
                return cheapest
            if ahead.schedule([playing] * rounds, ahead.without(unmet, named(cheapest))):
                return cheapest
            plan = ahead.schedule([here, *[playing] * rounds], unmet)
            if plan is None:
                continue
            clean = takewhile(lambda pairs: _broken(field, pairs) <= weight, candidates)
            # of the first candidates, but for the very first, the one after which the later rounds have a schedule
            first_ones = islice(map(named, clean), 1, ahead.CANDIDATES)
            followed = (
                pairs for pairs in first_ones if ahead.schedule([playing] * rounds, ahead.without(unmet, pairs))
            )
            found = next(followed, plan[0])
            seated = [[field.size if place == REST else place for place in two] for two in found]
            return sorted((min(two), max(two)) for two in seated)
    return cheapest


def _broken(field: _Field, pairs: Pairs) -> tuple[int, int]:
    costs = [field.cost(*places) for places in pairs]
    return sum(cost.rematch for cost in costs), sum(cost.bye_again for cost in costs)


def _unmet(everybody: Sequence[Contender], often: int, byes: int | None) -> ahead.Unmet:
    """By place: who has met whom no more than `often`, and who has rested no more often than `byes`; None: nobody
    rests."""
    places = range(len(everybody))
    unmet: dict[int, list[int]] = {
        one: [other for other in places if other != one and times_met(everybody[one], everybody[other]) <= often]
        for one in places
    }
    if byes is not None:
        rest = unmet[REST] = [one for one in places if everybody[one].byes <= byes]
        for one in rest:
            unmet[one].append(REST)
    return unmet


def _explained(field: _Field, matched: Pairs, cheapest: Pairs) -> RoundPairing:
    partner = {place: other for places in matched for place, other in (places, places[::-1])}
    resting = partner.get(field.size)
    free = dict.fromkeys(range(field.size))  # an ordered set
    pairs: list[Pair] = []
    for upper, lower in matched:
        del free[upper]
        if lower == field.size:
            continue
        otherwise = Why.FOR_THE_OTHERS if (upper, lower) in cheapest else Why.FOR_LATER
        pairs.append(_pair(field, (upper, lower), next(iter(free)), resting, otherwise, is_odd=bool(len(pairs) % 2)))
        del free[lower]
    otherwise = Why.FOR_THE_OTHERS if (resting, field.size) in cheapest else Why.FOR_LATER
    return RoundPairing(
        tuple(pairs),
        None if resting is None else _bye(field, resting, otherwise),
        sum(times_met(field.order[upper], field.order[lower]) > 0 for upper, lower in matched if lower < field.size),
        sum(field.cost(*places).same_branch for places in matched),
    )


def _pair(
    field: _Field, places: tuple[int, int], natural: int, resting: int | None, otherwise: Why, *, is_odd: bool
) -> Pair:
    """`natural` is whom the upper one would have met by the standing; `is_odd`: at the second table, the fourth, …"""
    one, other = (field.order[place] for place in places)
    difference = one.points - other.points
    cost, instead_of = field.cost(*places), None
    if not difference:
        why = [Why.SAME_POINTS if natural == places[1] else Why.EQUAL_POINTS]
    else:
        why = [Why.POINTS_DIFFER if field.order[natural].points == one.points else Why.FLOATED]
    why += [Why.REMATCH] * bool(cost.rematch) + [Why.SAME_BRANCH] * cost.same_branch
    if natural != places[1]:
        instead_of, passed_over = field.order[natural].entry, field.cost(places[0], natural)
        if natural == resting:
            why.append(Why.NEXT_RESTS)
        elif passed_over.rematch > cost.rematch:
            why.append(Why.REMATCH_AVOIDED)
        else:
            why.append(Why.BRANCH_AVOIDED if passed_over.same_branch > cost.same_branch else otherwise)
    is_upper_home = (one.home, one.was_home, is_odd) < (other.home, other.was_home, True)
    home, away = (one, other) if is_upper_home else (other, one)
    return Pair(home.entry, away.entry, tuple(why), difference, instead_of)


def _bye(field: _Field, resting: int, otherwise: Why) -> Bye:
    one, lowest, below = field.order[resting], field.order[-1], field.order[resting + 1 :]
    if one.byes:
        why = Why.BYE_AGAIN
    elif not below:
        why = Why.BYE_LOWEST
    elif all(other.byes for other in below):
        why = Why.BYE_ONCE
    else:
        height = field.bye_height
        sooner = (other for place, other in enumerate(field.order) if height[place] < height[resting])
        why = Why.BYE_PLAYED if all(other.byes for other in sooner) else otherwise
    return Bye(one.entry, (why,), lowest.entry if below else None)
