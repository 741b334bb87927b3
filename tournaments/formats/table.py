"""积分表 (table): who stands where among those who meet in rounds, by an ordered list of criteria, each row with the
criterion that sets it apart.

Points are `Fraction`s: what a match gives by its result (`Points`), or what a scale makes of it (`Meeting.points`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from tournaments.formats.format import Because, Meeting, Placed
from tournaments.formats.matches import LEAVES_THE_EVENT, Reason

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Points:
    """胜、平、负、轮空的积分 where no scale counts them."""

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = NOTHING
    bye: Fraction = NOTHING


USUAL: Final = Points()
"""A match won is a point."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What an entry has gathered. ``met``: its opponents, with the points that it took from each match."""

    entry: int
    position: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Fraction = NOTHING
    difference: int = 0
    levels: int = 0
    met: tuple[tuple[int, Fraction], ...] = ()
    has_left: bool = False

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


Measure = Callable[[Tally, Collection[int], Mapping[int, Tally]], Fraction | int]


def _opponents(tally: Tally, among: Collection[int], tallies: Mapping[int, Tally]) -> Fraction:
    return sum((tallies[opponent].points for opponent, _ in tally.met), NOTHING)


def _mutual(tally: Tally, among: Collection[int], tallies: Mapping[int, Tally]) -> Fraction:
    return sum((points for opponent, points in tally.met if opponent in among), NOTHING)


MEASURES: Final[dict[Because, Measure]] = {
    Because.POINTS: lambda tally, among, tallies: tally.points,
    Because.WINS: lambda tally, among, tallies: tally.won,
    Because.DIFFERENCE: lambda tally, among, tallies: tally.difference,
    Because.LEVELS: lambda tally, among, tallies: tally.levels,
    Because.MUTUAL: _mutual,
    Because.OPPONENTS: _opponents,
}
"""小分: the more the better. What is equal in all that a stage asks for goes by the lot, which is the position."""


def tallies(meetings: Iterable[Meeting], points: Points) -> dict[int, Tally]:
    """Every entry that stands somewhere, by entry; a bye counts nothing but its points."""
    found: dict[int, _Gathered] = defaultdict(_Gathered)
    for meeting in meetings:
        for side, slot in enumerate((meeting.home, meeting.away)):
            if isinstance(slot, int):
                found[slot].add(meeting, side, points)
    return {entry: gathered.tally(entry) for entry, gathered in found.items()}


class _Gathered:
    """The sums of one entry while they grow."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.points = NOTHING
        self.met: list[tuple[int, Fraction]] = []
        self.position, self.has_left = 0, False

    def add(self, meeting: Meeting, side: int, points: Points) -> None:
        self.position = self.position or meeting.positions[side]
        outcome = meeting.outcome
        if outcome is None:
            return
        own, other = (meeting.home, meeting.away)[side], (meeting.away, meeting.home)[side]
        if outcome.reason is Reason.BYE:
            self.points += points.bye
            return
        self.has_left |= outcome.loser == own and outcome.reason in LEAVES_THE_EVENT
        if outcome.reason is Reason.DRAWN:
            self.counts["drawn"] += 1
            given = points.draw
        else:
            self.counts["won" if outcome.winner == own else "lost"] += 1
            given = points.win if outcome.winner == own else points.loss
        given = meeting.points[side] if meeting.points else given
        self.points += given
        self.counts["difference"] += -meeting.difference if side else meeting.difference
        self.counts["levels"] += meeting.levels[side]
        if isinstance(other, int):
            self.met.append((other, given))

    def tally(self, entry: int) -> Tally:
        return Tally(
            entry, self.position, points=self.points, met=tuple(self.met), has_left=self.has_left, **self.counts
        )  # fmt: skip


def placed(meetings: Sequence[Meeting], points: Points, criteria: Sequence[Because]) -> tuple[Placed, ...]:
    """积分表, best first. Whoever left the event stands last and has no place; their matches count for the others."""
    found = tallies(meetings, points)
    staying = [entry for entry, tally in found.items() if not tally.has_left]
    gone = sorted((tally for tally in found.values() if tally.has_left), key=_lot)
    ordered = _ordered(staying, criteria, found)
    rows = [row_of(found[entry], place, because, found) for place, (entry, because) in enumerate(ordered, start=1)]
    return (*rows, *(row_of(tally, 0, Because.LEFT, found) for tally in gone))


def row_of(tally: Tally, place: int, because: Because, tallies: Mapping[int, Tally], group: int = 0) -> Placed:
    """The line of an entry."""
    return Placed(
        entry=tally.entry,
        place=place,
        because=because,
        won=tally.won,
        lost=tally.lost,
        difference=tally.difference,
        drawn=tally.drawn,
        points=tally.points,
        group=group,
        opponents=_opponents(tally, (), tallies),
    )


def _lot(tally: Tally) -> tuple[bool, int, int]:
    """By its position; who came after the draw has none and stands behind."""
    return not tally.position, tally.position, tally.entry


def _ordered(
    entries: Iterable[int], criteria: Sequence[Because], tallies: Mapping[int, Tally]
) -> Iterator[tuple[int, Because]]:
    """Best first, each with the first criterion that tells it from everybody else."""
    equal = list(entries)
    if not criteria:
        yield from ((entry, Because.LOT) for entry in sorted(equal, key=lambda entry: _lot(tallies[entry])))
        return
    first, *others = criteria
    among = frozenset(equal)

    def measure(entry: int) -> Fraction | int:
        return MEASURES[first](tallies[entry], among, tallies)

    for _, still in groupby(sorted(equal, key=measure, reverse=True), key=measure):
        same = list(still)
        if len(same) == 1:
            yield same[0], first
        else:
            yield from _ordered(same, others, tallies)
