"""循环赛 (round robin): everybody of a group meets everybody of it once, by the circle method; one group, or several.

Positions are dealt to the groups one after the other: of three groups the first has positions 1, 4, 7, …, so that byes,
which stand last, never fall into one group. In a group the last position stays where it is, the others move round it;
with an odd number it is empty, and whoever would meet it rests (轮空) for that round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from tournaments.formats.format import Drawing, Format, Meeting, Placed
from tournaments.formats.matches import BYE, PlannedMatch, Position, Slot
from tournaments.formats.remedies import Record, Remedy, kept_remedy
from tournaments.formats.rests import Rest, valued
from tournaments.formats.table import USUAL, Points, standing
from tournaments.formats.tie_breaks import TieBreak

FEWEST, LARGEST = 3, 24


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """``groups`` of 3 to 24 entries; ``rounds_played``: no more than so many rounds (0: all), opponents as the lots
    have it; ``rest``: as in a movement; ``criteria`` tell apart who has the same ``points``, the lot comes last."""

    name = "round_robin"
    drawing = Drawing.TABLE
    takes_draws = True

    groups: int = 1
    rounds_played: int = 0
    points: Points = USUAL
    rest: Rest = Rest.USUAL
    rest_points: int = 0
    criteria: tuple[TieBreak, ...] = (TieBreak.WINS, TieBreak.DIFFERENCE, TieBreak.HEAD_TO_HEAD)

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

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        """Best first through the groups and back, so that each has its share of the better ones (蛇形)."""
        size = self.size(len(ranking))
        rows = [ranking[start : start + self.groups] for start in range(0, len(ranking), self.groups)]
        turned = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows) if len(row) == self.groups]
        rest = rows[-1] if len(rows[-1]) < self.groups else ()
        return (*(entry for row in turned for entry in row), *rest, *[BYE] * (size - len(ranking)))

    def standing(self, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
        """积分表 of the group, or of all groups: first everybody who leads one, then all second ones, …"""
        return standing(self, valued(meetings, self.rest, self.rest_points), self.points)

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        """Nothing is built upon a match within the stage: it can be taken back, unless only the record is wrong."""
        return kept_remedy(record, number, winner)


@cache
def circle(size: int) -> tuple[tuple[int, int, int], ...]:
    """对阵 of an even number of positions as (round, home, away), size-1 rounds; sides change, so that nobody is always
    home."""
    matches: list[tuple[int, int, int]] = []
    for round_ in range(1, size):
        turned = [(place + round_ - 1) % (size - 1) + 1 for place in range(size - 1)]
        pairs = [(turned[0], size), *zip(turned[1 : size // 2], reversed(turned[size // 2 :]), strict=True)]
        for place, (one, other) in enumerate(pairs, start=1):
            home, away = (other, one) if place == 1 and round_ % 2 == 0 else (one, other)
            matches.append((round_, home, away))
    return tuple(matches)


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
