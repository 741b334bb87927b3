"""一个阶段 (a leg): a format with so many entries, and what it brings them, asked of the format that will play it."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from tournaments.formats import made
from tournaments.formats.format import Format
from tournaments.formats.individual import Individual
from tournaments.formats.knockout import Redraw
from tournaments.formats.matches import (
    BYE,
    Lot,
    PlannedMatch,
    Position,
    Seated,
    SecondChance,
    Slot,
    at_position,
    seated,
)


@dataclass(frozen=True)
class Leg:
    """A stage as it would be made: a format of `FORMATS` for so many ``entries``, with ``settings`` by name."""

    name: str
    entries: int
    settings: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def format(self) -> Format:
        return made(self.name, dict(self.settings))

    @property
    def takes(self) -> bool:
        """Whether the format takes so many entries."""
        return self.format.fewest <= self.entries <= self.format.most

    @cached_property
    def size(self) -> int:
        return self.format.size(self.entries)

    @cached_property
    def positions(self) -> tuple[Slot, ...]:
        """Entries 1, 2, … as they would stand if they came in that order."""
        return self.format.placed(range(1, self.entries + 1))

    @cached_property
    def planned(self) -> tuple[tuple[PlannedMatch, ...], ...]:
        """The plan, round by round."""
        rounds = groupby(self.format.plan(self.size), key=lambda match: match.round)
        return tuple(tuple(of_round) for _, of_round in rounds)

    @cached_property
    def matches(self) -> tuple[int, ...]:
        """场数 of each round, byes not counted, a second final counted as if it were played."""
        if isinstance(self.format, Individual):
            return tuple(len(sitting.tables) for sitting in self.format.schedule(self.size))
        rounds = Counter(seating.match.round for seating in self._seated if BYE not in seating.pair)
        byes = self.size - self.entries
        drawn = {seating.match.round for seating in self._seated if isinstance(seating.match.home, Lot)}
        return tuple(
            rounds[number] - (byes if number in drawn else 0)
            for number in range(1, len(self.format.rounds(self.size)) + 1)
        )

    @property
    def perhaps(self) -> int:
        """Matches among these that are played only if they are needed."""
        return sum(isinstance(seating.match.home, SecondChance) for seating in self._seated)

    @property
    def least(self) -> int:
        """保底场数: the matches that every entry has, however it plays and whatever its lot.

        Where opponents follow from the standing everybody sits in every round, and rests once at most; where who loses
        is out and lots are drawn for the others, nobody is sure of a second one; on a ladder nobody is of any.
        """
        if isinstance(self.format, Redraw):
            return 1
        if isinstance(self.format, Individual):
            rests = sum(len(sitting.rests) for sitting in self.format.schedule(self.size))
            return len(self.matches) - -(-rests // self.entries)
        if any(isinstance(seating.match.home, Lot) for seating in self._seated):
            return len(self.matches) - (self.entries < self.size)
        # what an entry that comes to a match is sure to play from there on, the later matches being known first
        sure: dict[int, int] = {}
        for seating in reversed(self._seated):
            match = seating.match
            won, lost = (sure[seat.match] if seat else 0 for seat in (match.winner_to, match.loser_to))
            if isinstance(match.home, SecondChance):
                sure[match.number] = 0
            else:
                sure[match.number] = won if BYE in seating.pair else 1 + min(won, lost)
        begins: Counter[Slot] = Counter()
        for seating in self._seated:
            for source in (seating.match.home, seating.match.away):
                if isinstance(source, Position):
                    begins[at_position(self.positions, source.number)] += sure[seating.match.number]
        return min((matches for entry, matches in begins.items() if entry is not BYE), default=0)

    @cached_property
    def _seated(self) -> tuple[Seated, ...]:
        return seated(self.format.plan(self.size), self.positions)
