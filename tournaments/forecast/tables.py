"""积分表 of a forecast: added up in whole numbers, which is many times faster than `formats.table` and held to it by a
test; and the rounds of a Swiss, where the nearest who have not met meet: the real pairing weighs the whole round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile
from typing import Final

from tournaments.formats.format import Because
from tournaments.formats.matches import BYE, Slot
from tournaments.formats.round_robin import RoundRobin


@dataclass(slots=True)
class Record:
    """What an entry has gathered; ``lot`` is its position, ``met`` its opponents with the points that it took."""

    lot: int
    points: int = 0
    won: int = 0
    difference: int = 0
    met: list[tuple[int, int]] = field(default_factory=list)
    rested: bool = False

    def rest(self, points: int) -> None:
        """轮空, which may count as a win."""
        self.points, self.rested = self.points + points, True

    def meet(self, other: int, *, won: bool, difference: int) -> None:
        self.points, self.won = self.points + won, self.won + won
        self.difference += difference
        self.met.append((other, int(won)))


Records = Mapping[int, Record]

MEASURES: Final[dict[Because, Callable[[Record, Records], int]]] = {
    Because.POINTS: lambda record, records: record.points,
    Because.WINS: lambda record, records: record.won,
    Because.DIFFERENCE: lambda record, records: record.difference,
    Because.OPPONENTS: lambda record, records: sum([records[other].points for other, _ in record.met]),
}
"""What a forecast goes by, and `Because.MUTUAL`."""


def ranked(entries: Iterable[int], criteria: Sequence[Because], records: Records) -> list[int]:
    """Best first, by the criteria in their order, the lot last."""
    before = [*takewhile(lambda because: because is not Because.MUTUAL, criteria)]

    def measured(entry: int) -> list[int]:
        return [MEASURES[because](records[entry], records) for because in before]

    order = sorted(entries, key=lambda entry: records[entry].lot)
    order.sort(key=measured, reverse=True)
    if len(before) == len(criteria):
        return order
    equals = ([*equal] for _, equal in groupby(order, key=measured))
    return [entry for equal in equals for entry in _by_their_own(equal, criteria[len(before) + 1 :], records)]


def _by_their_own(equal: list[int], criteria: Sequence[Because], records: Records) -> list[int]:
    """By the matches among the equals, then by the criteria that are left."""
    if len(equal) == 1:
        return equal
    among = frozenset(equal)

    def mutual(entry: int) -> int:
        return sum(points for other, points in records[entry].met if other in among)

    order = sorted(equal, key=mutual, reverse=True)
    return [entry for _, still in groupby(order, key=mutual) for entry in ranked(still, criteria, records)]


def across(format_: RoundRobin, records: Records) -> list[int]:
    """Of several groups: everybody who leads his group, then all second ones, …, among these by the average match."""
    groups: dict[int, list[int]] = {}
    for entry, record in records.items():
        groups.setdefault(format_.group_of(record.lot), []).append(entry)

    def rows() -> Iterator[tuple[int, float, float, int, int]]:
        for group, entries in groups.items():
            for place, entry in enumerate(ranked(entries, format_.criteria, records)):
                record = records[entry]
                played = len(record.met) or 1
                yield place, -record.points / played, -record.difference / played, group, entry

    return [entry for *_, entry in sorted(rows())]


def paired(ranking: Sequence[int], records: Records) -> list[tuple[Slot, Slot]]:
    """From the top, each with the next whom it has not met; of an odd number the lowest who has not rested rests."""
    free = list(ranking)
    rests: list[tuple[Slot, Slot]] = []
    if len(free) % 2:
        resting = next((entry for entry in reversed(free) if not records[entry].rested), free[-1])
        free.remove(resting)
        rests = [(resting, BYE)]
    tables: list[tuple[Slot, Slot]] = []
    while free:
        one = free.pop(0)
        met = {other for other, _ in records[one].met}
        other = next((entry for entry in free if entry not in met), free[0])
        free.remove(other)
        tables.append((one, other))
    return [*tables, *rests]
