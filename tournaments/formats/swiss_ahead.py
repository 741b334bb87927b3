"""Looking ahead in a Swiss: can the rounds that are left be played without anybody meeting twice, and after which
pairing of this round?

A field in which everybody may still meet half of the others, in each round that is left, needs none of it: whatever is
paired, the next round has a pairing too (Dirac). So this is for few entries and many rounds.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from random import Random
from typing import TypeAlias

REST = -1
"""Who meets it has the bye."""
LARGEST = 32  # entries to which a look ahead is given
TAKEN = 24  # one step in so many may take an opponent whom another round has
STEPS = 60  # times the seats of a schedule are taken before it is given up
CANDIDATES = 16  # pairings of this round are looked at

Pair: TypeAlias = tuple[int, int]
Pairs: TypeAlias = list[Pair]
Weighed: TypeAlias = Sequence[tuple[int, int, int]]
"""(lower, higher, cost) may be paired."""
Matching: TypeAlias = Callable[[int, Weighed], Iterable[Pair]]
"""The pairs of numbers below the first that leave the fewest alone, and cost least."""
Unmet: TypeAlias = Mapping[int, Collection[int]]
"""Whom each may still meet, once."""


def is_safe(unmet: Unmet, rounds: int) -> bool:
    """Has every round a pairing, whatever the ones before were? ``rounds`` are those after the next one."""
    return 2 * (min(map(len, unmet.values())) - rounds) >= len(unmet)


def schedule(rounds: Sequence[Collection[int]], unmet: Unmet) -> list[Pairs] | None:
    """Pairs for each of the rounds, of which it is said who plays, so that nobody meets twice; None if none are found.

    A walk by chance, always the same one: whoever lacks an opponent takes one whom he has not met, and who is left over
    by that lacks one next. What exists is nearly always found; the tests hold it against a search of all.
    """
    often = defaultdict[int, int](int)
    for playing in rounds:
        for one in playing:
            often[one] += 1
    if any(times > len(unmet[one]) for one, times in often.items()):
        return None
    chance, opponent = Random(0), [dict[int, int]() for _ in rounds]
    met_in: dict[Pair, int] = {}
    lacking = [(of, one) for of, playing in enumerate(rounds) for one in playing]
    for _ in range(STEPS * (len(lacking) + 50)):
        if not lacking:
            return [sorted({(min(two), max(two)) for two in of.items()}) for of in opponent]
        nth = chance.randrange(len(lacking))
        lacking[nth], lacking[-1] = lacking[-1], lacking[nth]
        of, one = lacking[-1]
        if one in opponent[of]:
            lacking.pop()
            continue
        others = [other for other in unmet[one] if other in rounds[of]]
        free = [other for other in others if (min(one, other), max(one, other)) not in met_in]
        if not others:
            return None
        other = chance.choice(free if free and chance.randrange(TAKEN) else others)
        pair = (min(one, other), max(one, other))
        parted = [(met_in[pair], one)] if pair in met_in else []
        parted += [(of, other)] if other in opponent[of] else []
        for round_, left in parted:
            alone = opponent[round_].pop(left)
            del opponent[round_][alone]
            del met_in[min(left, alone), max(left, alone)]
            lacking += [(round_, left), (round_, alone)]
        opponent[of][one], opponent[of][other], met_in[pair] = other, one, of
    return None


def cheapest_first(nodes: int, weighed: Weighed, first: Pairs, matching: Matching) -> Iterator[Pairs]:
    """Every pairing, the cheapest first, from that ``first`` one on (Murty)."""
    cost = {(one, other): cost for one, other, cost in weighed}
    heap = [(sum(cost[two] for two in first), 0, first, 0, frozenset[Pair]())]
    count = 0
    while heap:
        _, _, pairs, fixed, without = heappop(heap)
        yield sorted(pairs)
        for nth in range(fixed, len(pairs)):
            stay, barred = pairs[:nth], without | {pairs[nth]}
            seated = {one for two in stay for one in two}
            edges = [row for row in weighed if not seated & {*row[:2]} and row[:2] not in barred]
            more = sorted((min(two), max(two)) for two in matching(nodes, edges))
            if len(stay) + len(more) == nodes // 2:
                count += 1
                total = sum(cost[two] for two in (*stay, *more))
                heappush(heap, (total, count, stay + more, nth, barred))


def without(unmet: Unmet, pairs: Pairs) -> Unmet:
    """After those pairs have met."""
    opponent = {one: other for two in pairs for one, other in (two, two[::-1])}
    return {one: [other for other in others if opponent.get(one) != other] for one, others in unmet.items()}
