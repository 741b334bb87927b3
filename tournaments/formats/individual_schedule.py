"""平衡编排 (balanced schedules): who sits with whom and against whom, round by round, known before the first one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Sitting:
    """One round by positions, from 1. ``tables``: home, home's partner, away, away's partner; ``rests``: who rests."""

    tables: tuple[tuple[int, int, int, int], ...]
    rests: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often two sit together, or meet, at most; the fewest and the most rests of one person."""

    partners: int
    opponents: int
    rests: tuple[int, int]


def balanced(entries: int, rounds: int) -> tuple[Sitting, ...]:
    """The rounds of so many entries, 4 to 128."""
    sittings = []
    resting = entries % 4
    for nth in range(rounds):
        rests = tuple((nth * resting + each) % entries + 1 for each in range(resting))
        playing = [position for position in range(1, entries + 1) if position not in rests]
        first, *others = playing
        turn = nth % len(others)
        ring = [first, *others[turn:], *others[:turn]]
        pairs = [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]
        sittings.append(Sitting(tuple((*a, *b) for a, b in zip(pairs[::2], pairs[1::2], strict=True)), rests))
    return tuple(sittings)


def counts(schedule: Sequence[Sitting], entries: int) -> Counts:
    """What the rounds come to."""
    together, against = Counter[frozenset[int]](), Counter[frozenset[int]]()
    rests = Counter(position for sitting in schedule for position in sitting.rests)
    for sitting in schedule:
        for home, partner, away, other in sitting.tables:
            together.update([frozenset((home, partner)), frozenset((away, other))])
            met = combinations((home, partner, away, other), 2)
            against.update(frozenset(pair) for pair in met if set(pair) not in ({home, partner}, {away, other}))
    rested = [rests[position] for position in range(1, entries + 1)]
    return Counts(max(together.values()), max(against.values()), (min(rested), max(rested)))
