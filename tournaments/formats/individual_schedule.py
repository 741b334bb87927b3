"""每轮换搭档 (changing partners): who sits with whom, and against whom, in each round of a balanced schedule.

`individual_schedules.txt` beside this module has one schedule for each number of entries. In none of them do two people
sit together twice, and in however few of its rounds they meet as opponents as seldom as could be had: they are known
designs (whist tournaments) where there are any, and were computed once for all others
(docs/decisions/0069-changing-partners.md). What a schedule comes to is counted here, not believed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice, product
from pathlib import Path
from typing import Final, TypeAlias

FEWEST: Final = 4
MOST: Final = 64
SEATED: Final = 4
"""At each table."""

Four: TypeAlias = tuple[int, int, int, int]
"""Home, home's partner, away, away's partner."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where in a round, as positions from 1; each of them sits at one table or rests (轮空)."""

    tables: tuple[Four, ...]
    rests: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often, at most, two of the schedule sit together (``partners``) and meet (``opponents``), and the fewest and
    most ``rests`` of one of them."""

    partners: int
    opponents: int
    rests: tuple[int, int]


def balanced(entries: int, rounds: int) -> tuple[Sitting, ...]:
    """So many rounds for that many entries. After twelve of them, with up to 17 entries after as many as there are
    partners, it begins again. KeyError outside `FEWEST` to `MOST`."""
    return tuple(islice(cycle(_schedules()[entries]), rounds))


def counts(schedule: Iterable[Sitting], entries: int) -> Counts:
    """What that schedule comes to for positions 1 to ``entries``."""
    together, against = Counter[frozenset[int]](), Counter[frozenset[int]]()
    rests = Counter(dict.fromkeys(range(1, entries + 1), 0))
    for sitting in schedule:
        rests.update(sitting.rests)
        for home, home_partner, away, away_partner in sitting.tables:
            pairs = (home, home_partner), (away, away_partner)
            together.update(frozenset(pair) for pair in pairs)
            against.update(frozenset(both) for both in product(*pairs))
    most_together, most_against = (max(of.values(), default=0) for of in (together, against))
    return Counts(most_together, most_against, (min(rests.values()), max(rests.values())))


@cache
def _schedules() -> dict[int, tuple[Sitting, ...]]:
    """A line of the file is a round: the number of entries, a colon, and the positions, table by table."""
    schedules: dict[int, tuple[Sitting, ...]] = {}
    for line in Path(__file__).with_name("individual_schedules.txt").read_text("ascii").splitlines():
        entries, _, positions = line.partition(":")
        sitting = _sitting(int(entries), [int(position) for position in positions.split()])
        schedules[int(entries)] = (*schedules.get(int(entries), ()), sitting)
    return schedules


def _sitting(entries: int, seated: Sequence[int]) -> Sitting:
    fours = zip(*[iter(seated)] * SEATED, strict=True)
    return Sitting(tuple(fours), tuple(sorted({*range(1, entries + 1)} - {*seated})))
