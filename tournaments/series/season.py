"""赛季 (season): from the places of several events to one table, each row with the criterion that sets it apart.

Competitors are keys, events are numbers; what they stand for is known above: the same players, or, for 团体总分, a
branch with all its teams. Places are as confirmed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

NOTHING: Final = Fraction(0)


class Criterion(StrEnum):
    """By what competitors are ranked: the points that count, the better places (more firsts, then more seconds …),
    the points of all events, also of those that do not count, and the number of events taken part in."""

    POINTS = "points"
    PLACES = "places"
    ALL_POINTS = "all_points"
    EVENTS = "events"


USUAL: Final = (Criterion.POINTS, Criterion.PLACES, Criterion.ALL_POINTS)

SCALES: Final[dict[str, tuple[int, ...]]] = {
    "knockout": (64, 48, 32, 32, *[16] * 4, *[8] * 8, *[4] * 16),
    "places": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
    "by_one": (*range(16, 0, -1),),
}
"""Scales that go by a name: half for each round of a knockout of 32; steep for the first ten; one less a place."""

BRANCH_SCALES: Final[dict[str, tuple[int, ...]]] = {"six": (7, 5, 4, 3, 2, 1), "eight": (9, 7, 6, 5, 4, 3, 2, 1)}
"""录取前六名, 录取前八名: what sports meetings give for a place of a branch."""


@dataclass(frozen=True, slots=True)
class Outing:
    """A competitor in an event that is confirmed: its ``place`` (0: none), the ``points`` gathered in it, and how many
    are ``sharing`` the place."""

    competitor: str
    event: int
    place: int
    points: Fraction = NOTHING
    sharing: int = 1


@dataclass(frozen=True, slots=True)
class Scoring:
    """计分办法. ``scale``: points for the 1st, 2nd … place, nothing beyond; empty, the points gathered in the events
    themselves. ``best``: how many of the best events count, 0 for all. ``criteria`` in their order. ``each``: how many
    outings of a competitor count in one event, 0 for all. ``shares`` (并列平分): who share the places 5–8 get the mean
    of what these give; else each what the list gives for the 5th."""

    scale: tuple[int, ...] = ()
    best: int = 0
    criteria: tuple[Criterion, ...] = USUAL
    each: int = 1
    shares: bool = False

    def points(self, outing: Outing) -> Fraction:
        """What the outing is worth in the season."""
        if not self.scale:
            return outing.points
        among = outing.sharing if self.shares else 1
        places = self.scale[outing.place - 1 : outing.place - 1 + among] if outing.place else ()
        return Fraction(sum(places), among)


@dataclass(frozen=True, slots=True)
class Score:
    """A place of a row in one event; ``counts``: the event is among the best."""

    event: int
    place: int
    points: Fraction
    counts: bool


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the season's table. ``rank`` is shared where nothing decides. ``because`` tells it from ``beside``, the
    competitor just above it (below the first); None where they are equal in everything, or where nobody is beside."""

    competitor: str
    rank: int
    points: Fraction
    all_points: Fraction
    scores: tuple[Score, ...]
    because: Criterion | None = None
    beside: str = ""

    def times(self, place: int) -> int:
        """How often it had that place."""
        return sum(score.place == place for score in self.scores)

    @property
    def events(self) -> int:
        """In how many it took part."""
        return len({score.event for score in self.scores})

    @property
    def times_by_place(self) -> tuple[int, ...]:
        """How often it was first, second …, down to its worst place."""
        worst = max((score.place for score in self.scores), default=0)
        return tuple(self.times(place) for place in range(1, worst + 1))


MEASURES: Final[dict[Criterion, Callable[[Ranked], tuple[Fraction | int, ...]]]] = {
    Criterion.POINTS: lambda row: (row.points,),
    Criterion.PLACES: lambda row: row.times_by_place,
    Criterion.ALL_POINTS: lambda row: (row.all_points,),
    Criterion.EVENTS: lambda row: (row.events,),
}
"""The more the better, compared from the left."""


def table(outings: Iterable[Outing], scoring: Scoring) -> tuple[Ranked, ...]:
    """赛季积分榜, best first; equals in the order of their keys.

    Of a competitor who stands several times in an event the better places count, as many as ``scoring.each`` says.
    """
    gathered: defaultdict[str, defaultdict[int, list[Outing]]] = defaultdict(lambda: defaultdict(list))
    for outing in outings:
        gathered[outing.competitor][outing.event].append(outing)
    rows = []
    for competitor, by_event in sorted(gathered.items()):
        taken = {}
        for event in sorted(by_event):
            of_event = by_event[event]
            of_event.sort(key=lambda each: (each.place > 0, -each.place, each.points, -each.sharing), reverse=True)
            taken[event] = of_event[: scoring.each or None]
        worth = {event: sum(map(scoring.points, of_event), NOTHING) for event, of_event in taken.items()}
        by_worth = sorted(taken, key=lambda event: (-worth[event], taken[event][0].place, event))
        counting = set(by_worth[: scoring.best or None])
        row = Ranked(
            competitor,
            rank=0,
            points=sum((worth[event] for event in counting), NOTHING),
            all_points=sum(worth.values(), NOTHING),
            scores=tuple(
                Score(event, outing.place, scoring.points(outing), event in counting)
                for event, of_event in taken.items()
                for outing in of_event
            ),
        )
        rows.append(row)
    rows.sort(key=lambda row: [MEASURES[criterion](row) for criterion in scoring.criteria], reverse=True)

    # the rank, and what tells each row from the one above it (the first: from the one below)
    ranked: list[Ranked] = []
    for index, row in enumerate(rows):
        beside = rows[index - 1] if index else next(iter(rows[1:]), None)
        if beside is None:
            ranked.append(replace(row, rank=1))
            continue
        because = next((c for c in scoring.criteria if MEASURES[c](row) != MEASURES[c](beside)), None)
        rank = index + 1 if because or not index else ranked[-1].rank
        ranked.append(replace(row, rank=rank, because=because, beside=beside.competitor))
    return tuple(ranked)


def branch_table(outings: Iterable[Outing], scoring: Scoring) -> tuple[Ranked, ...]:
    """团体总分: the table in which branches are the competitors. A place that is worth nothing is none (录取名次): it
    sets nobody apart, so that all branches without points share the last rank."""
    return table((o if scoring.points(o) else replace(o, place=0) for o in outings), scoring)


def ranks_after_each(
    outings: Sequence[Outing], scoring: Scoring, events: Sequence[int]
) -> dict[str, tuple[int | None, ...]]:
    """名次曲线: the rank of each competitor after each of the events in turn; None before it first took part."""
    tables = [
        {row.competitor: row.rank for row in table((o for o in outings if o.event in events[:count]), scoring)}
        for count in range(1, len(events) + 1)
    ]
    return {
        competitor: tuple(ranks.get(competitor) for ranks in tables)
        for competitor in {outing.competitor for outing in outings}
    }
