"""赛制 (a format): from entries and results to matches, rounds, places and what a correction touches.

A format says who meets whom (`plan`: matches whose sides come from a position or from another match). What follows from
that is the same for all and stands in `matches`: `settle` and `handed_on`. It says who stands where (`standing`), how
a screen draws it (`drawing`), and what may become of a result that turns out wrong (`remedies`). Plain values only:
entries are numbers, matches count from 1 within their stage. `FORMATS` (in the package) is the one list of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from tournaments.formats.matches import Outcome, PlannedMatch, Slot
from tournaments.formats.remedies import Remedy


class Drawing(StrEnum):
    """How it is shown: a tree of matches, or everybody against everybody with a table of standings."""

    BRACKET = "bracket"
    TABLE = "table"


class Because(StrEnum):
    """What sets an entry apart from those beside it: how far it came, matches won, the difference of levels, the
    matches among equals, the lot (its position), or that it left the event and has no place."""

    ROUND = "round"
    WINS = "wins"
    DIFFERENCE = "difference"
    MUTUAL = "mutual"
    LOT = "lot"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as a standing reads it. ``entrants``: as `Format.rounds` has it for its round. ``difference``: levels of
    home above away when it ended. ``positions``: those of the two sides, 0 where a side comes from another match."""

    home: Slot
    away: Slot
    outcome: Outcome | None
    entrants: int = 0
    is_third_place: bool = False
    difference: int = 0
    positions: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Placed:
    """One entry of a standing. ``place`` is shared where nothing decides, 0 for whoever left; byes are not counted."""

    entry: int
    place: int
    because: Because
    won: int = 0
    lost: int = 0
    difference: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Record:
    """What people decided in a stage, by match number: ``results``, what has ``begun`` of the matches that may follow
    from the one in question, and who withdrew after which match (0: before the first)."""

    positions: tuple[Slot, ...]
    third_place: bool = False
    results: Mapping[int, Outcome] = field(default_factory=dict)
    begun: frozenset[int] = frozenset()
    withdrawn: Mapping[int, int] = field(default_factory=dict)


class Format(Protocol):
    """A member of `FORMATS`. ``fewest`` and ``most`` entries; ``is_sheet``: positions are lines of a sheet of 2ⁿ, over
    which a draw spreads byes and branches; otherwise they are numbers and nothing more. ``places_stand``: a place that
    is known stays what it is, before the last match."""

    name: str
    drawing: Drawing
    fewest: int
    most: int
    is_sheet: bool
    places_stand: bool

    def size(self, entries: int) -> int:
        """Positions for so many entries; those left over are byes. ValueError outside ``fewest`` to ``most``."""

    def rounds(self, size: int) -> tuple[int, ...]:
        """The rounds of so many positions, each as the number that enters it: 8 is 8进4; 0 where it has no such name
        and goes by its number."""

    def plan(self, size: int, *, third_place: bool = False) -> tuple[PlannedMatch, ...]:
        """Every match by number, a feeder before what it feeds."""

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        """The positions of entries that come best first from an earlier stage."""

    def standing(self, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
        """Who has which place by now, best first; those whose place is open are left out where it is not known."""

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        """What may become of match ``number``, which ``winner`` should have won; none where it can be taken back."""
