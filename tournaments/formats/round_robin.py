"""循环赛 (round robin): everybody of a group meets everybody of it once, by the circle method; one group, or several.

Positions are dealt to the groups one after the other: of three groups the first has positions 1, 4, 7, …, so that byes,
which stand last, never fall into one group. In a group the last position stays where it is, the others move round it;
with an odd number it is empty, and whoever would meet it rests (轮空) for that round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import ClassVar

from tournaments.formats.format import Because, Drawing, Meeting, Placed, Where, group_at
from tournaments.formats.matches import BYE, PlannedMatch, Position, Slot
from tournaments.formats.remedies import Record, Remedy, kept_remedy
from tournaments.formats.table import USUAL, Points, Tally, placed, tallies

FEWEST, LARGEST = 3, 24


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """``groups`` of 3 to 24 entries; ``rounds_played``: no more than so many rounds (0: all), opponents as the lots
    have it; ``criteria`` tell apart who has the same ``points``, the lot comes last."""

    name: ClassVar[str] = "round_robin"
    drawing: ClassVar[Drawing] = Drawing.TABLE
    is_sheet: ClassVar[bool] = False
    places_final: ClassVar[bool] = False
    takes_draws: ClassVar[bool] = True
    has_parts: ClassVar[bool] = False

    groups: int = 1
    rounds_played: int = 0
    points: Points = USUAL
    criteria: tuple[Because, ...] = (Because.WINS, Because.DIFFERENCE, Because.MUTUAL)

    @property
    def fewest(self) -> int:
        return FEWEST * self.groups

    @property
    def most(self) -> int:
        return LARGEST * self.groups

    def size(self, entries: int) -> int:
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"{self.groups} groups take {self.fewest} to {self.most} entries, not {entries}")
        largest = -(-entries // self.groups)
        return (largest + largest % 2) * self.groups

    def rounds(self, size: int) -> tuple[int, ...]:
        every = size // self.groups - 1
        return (0,) * min(self.rounds_played or every, every)

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return _plan(size, self.groups, len(self.rounds(size)))

    def where(self, size: int) -> tuple[Where, ...]:
        return ()

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        """Best first through the groups and back, so that each has its share of the better ones (蛇形)."""
        size = self.size(len(ranking))
        rows = [ranking[start : start + self.groups] for start in range(0, len(ranking), self.groups)]
        turned = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows) if len(row) == self.groups]
        rest = rows[-1] if len(rows[-1]) < self.groups else ()
        return (*(entry for row in turned for entry in row), *rest, *[BYE] * (size - len(ranking)))

    def group_of(self, position: int) -> int:
        """The group of a position, from 1."""
        return group_at(position, self.groups) or 1

    def standing(self, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
        """积分表: of one group, best first. Of several: first everybody who leads his group, then all second ones, …,
        each row of these by what a match brought on average, since groups may differ by one. Whoever left the event
        stands last and has no place."""
        if self.groups == 1:
            return placed(meetings, self.points, self.criteria)
        return _across(self, meetings)

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        """Nothing is built upon a match within the stage: it can be taken back, unless only the record is wrong."""
        return kept_remedy(record, number, winner)


@cache
def circle(size: int) -> tuple[tuple[int, int, int], ...]:
    """对阵 of an even number of positions as (round, home, away), size-1 rounds; sides change, so that nobody is always
    home."""
    found: list[tuple[int, int, int]] = []
    for round_ in range(1, size):
        turned = [(place + round_ - 1) % (size - 1) + 1 for place in range(size - 1)]
        pairs = [(turned[0], size), *zip(turned[1 : size // 2], reversed(turned[size // 2 :]), strict=True)]
        for place, (one, other) in enumerate(pairs, start=1):
            home, away = (other, one) if place == 1 and round_ % 2 == 0 else (one, other)
            found.append((round_, home, away))
    return tuple(found)


@cache
def _plan(size: int, groups: int, rounds: int) -> tuple[PlannedMatch, ...]:
    """By round, in a round group by group."""
    matches: list[PlannedMatch] = []
    for round_, of_round in groupby(circle(size // groups), key=lambda pair: pair[0]):
        pairs = [(home, away) for _, home, away in of_round]
        if round_ > rounds:
            break
        for place, (group, home, away) in enumerate(((g, *pair) for g in range(groups) for pair in pairs), start=1):
            first, second = (Position((local - 1) * groups + group + 1) for local in (home, away))
            matches.append(PlannedMatch(len(matches) + 1, round_, place, first, second))
    return tuple(matches)


def _across(format_: RoundRobin, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
    by_group: dict[int, list[Meeting]] = {group: [] for group in range(1, format_.groups + 1)}
    for meeting in meetings:
        by_group[format_.group_of(meeting.positions[0])].append(meeting)
    found = tallies(meetings, format_.points)
    rows = [
        (row, group, number)
        for group, of_group in by_group.items()
        for number, row in enumerate(placed(of_group, format_.points, format_.criteria), start=1)
    ]
    staying = [(row, group, number) for row, group, number in rows if row.place]
    staying.sort(key=lambda found_: (found_[2], *_on_average(found[found_[0].entry]), found_[1]))
    gone = [(row, group) for row, group, _ in rows if not row.place]
    return (
        *(replace(row, place=place, group=group) for place, (row, group, _) in enumerate(staying, start=1)),
        *(replace(row, group=group) for row, group in gone),
    )


def _on_average(tally: Tally) -> Iterator[Fraction]:
    """Points and levels a match, the most first."""
    played = tally.played or 1
    yield -tally.points / played
    yield Fraction(-tally.difference, played)
