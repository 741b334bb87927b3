"""赛制 (a format): from entries and results to matches, rounds, places and what a correction touches.

A format is a value: its class says how matches follow from one another, its fields (赛制设置) are what an event may
choose of it (`Knockout(third_place=True)`). It says who meets whom (`plan`: matches whose sides come from a position or
from another match). What follows from that is the same for all and stands in `matches`: `settle` and `handed_on`. It
says who stands where (`standing`), how a screen draws it (`drawing`), and what may become of a result that turns out
wrong (`remedies`). Plain values only: entries are numbers, matches count from 1 within their stage. `FORMATS` (in the
package) is the one list of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, Final

from tournaments.formats.matches import BYE, Outcome, PlannedMatch, Position, Slot
from tournaments.formats.remedies import Bracket, Remedy, kept_remedy, remedies
from tournaments.formats.tie_breaks import Decision, Number, TieBreak


class Drawing(StrEnum):
    """How it is shown: a tree of matches, everybody against everybody with a table of standings for each group, the
    rounds one after the other, with a table where places follow from points, the tables of the hall as a ring, or the
    order that challenges change."""

    BRACKET = "bracket"
    TABLE = "table"
    ROUNDS = "rounds"
    RING = "ring"
    LADDER = "ladder"


class BracketPart(StrEnum):
    """分组 of a format whose matches fall into parts: 胜者组、败者组、总决赛; beside a bracket, the matches
    that are played for a place (季军战). A round that is one of two (上半场, 下半场), of several (第 n 节), or a whole
    season (赛季)."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    PLACE = "place"
    HALF = "half"
    SECTION = "section"
    SEASON = "season"


@dataclass(frozen=True, slots=True)
class Where:
    """A match by its part, and the round of that, from 1. Of `PLACE`: ``place`` is the place that it is played for, the
    best of those that its teams can come to, and ``last`` the last of them."""

    part: BracketPart
    round: int = 1
    place: int | None = None
    last: int | None = None


def beside_bracket(place_for: int | None, entrants: int) -> Where | None:
    """The part of a match that is played for that place, in a round that so many enter; None of a match of the
    bracket."""
    return Where(BracketPart.PLACE, place=place_for, last=place_for + entrants - 1) if place_for else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match as a standing reads it; pairs are home's and away's.

    ``round`` of the stage, from 1; ``entrants``: as `Format.rounds` has it for that round; ``place_for``: as
    `PlannedMatch` has it. ``difference``: levels of home above away when it ended, ``levels`` themselves;
    ``penalties`` that count; ``points``: what a scale made of it, None where the result alone counts. ``positions``:
    those of the two sides, 0 where a side comes from another match. ``partners``: who sat beside home and beside away,
    where everybody enters alone, and the ``partner_positions``; ``left``: who of all four has left the event, so that
    it was not played.
    """

    home: Slot
    away: Slot
    outcome: Outcome | None
    entrants: int = 0
    place_for: int | None = None
    difference: int = 0
    positions: tuple[int, int] = (0, 0)
    levels: tuple[int, int] = (0, 0)
    penalties: tuple[int, int] = (0, 0)
    points: tuple[Fraction, Fraction] | None = None
    round: int = 0
    partners: tuple[Slot, Slot] | None = None
    partner_positions: tuple[int, int] = (0, 0)
    left: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        """Of a few fields: a standing is kept by all its meetings."""
        return hash((self.home, self.away, self.round))


@dataclass(frozen=True, slots=True)
class Placed:
    """One entry of a standing. ``place`` is shared where nothing decides, 0 for whoever left; byes are not counted.
    ``group``: 0 where there are none. ``tie_breaks``: what the row has in each that compares more than equals; empty
    where places follow from rounds."""

    entry: int
    place: int
    decided_by: TieBreak
    won: int = 0
    lost: int = 0
    difference: int = 0
    drawn: int = 0
    points: Fraction = Fraction(0)
    group: int = 0
    tie_breaks: Mapping[TieBreak, Number] = field(default_factory=dict)

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


NO_GROUPS: Final[Mapping[int, int]] = MappingProxyType({})


def group_at(position: int, groups: int) -> int:
    """The group of a position, from 1: positions are dealt to the ``groups`` one by one. 0 where there is only one."""
    return (position - 1) % groups + 1 if groups > 1 else 0


class Format(ABC):
    """A member of `FORMATS`; its classes are frozen dataclasses.

    ``is_sheet``: positions are lines of a sheet of 2ⁿ, over which a draw spreads byes and branches; otherwise they are
    numbers. ``places_final``: a place that is known stays what it is, before the last match. ``takes_draws``: a match
    may end without a winner. ``has_parts``: its matches fall into parts, which `where` names. ``keeps_tables``: the
    place of a match in its round is the number of its table, whoever rests. ``is_pairs``: positions are the sides of
    the first round and nothing beyond it. ``is_fed``: matches feed each other; otherwise a result can be taken back,
    unless only the record is wrong, since nothing is built upon it within the stage, or since pairings and challenges
    that were published stay: it counts from the next one on. ``changes_partners``: everybody enters alone, with another
    partner in each round.
    """

    name: ClassVar[str]
    drawing: ClassVar[Drawing] = Drawing.ROUNDS
    is_sheet: ClassVar[bool] = False
    places_final: ClassVar[bool] = False
    takes_draws: ClassVar[bool] = False
    has_parts: ClassVar[bool] = False
    keeps_tables: ClassVar[bool] = False
    is_pairs: ClassVar[bool] = False
    is_fed: ClassVar[bool] = True
    changes_partners: ClassVar[bool] = False

    @property
    @abstractmethod
    def fewest(self) -> int:
        """The fewest entries that it takes."""

    @property
    @abstractmethod
    def most(self) -> int:
        """The most entries that it takes."""

    @property
    def criteria(self) -> tuple[TieBreak, ...]:
        """名次依据: by what entries of a table are told apart, in this order; empty where places follow from rounds."""
        return ()

    @property
    def groups(self) -> int:
        """Into how many groups positions are dealt, position by position; 1 where there are none."""
        return 1

    @property
    def is_drawn_in_pairs(self) -> bool:
        """Do two positions beside each other meet in the first round?"""
        return self.is_sheet or self.is_pairs

    @property
    def draws_rounds(self) -> bool:
        """Are lots drawn for the opponents of later rounds, once the round before is over?"""
        return False

    @property
    def season_days(self) -> int:
        """赛季: so many days its one round lasts, in which matches come by challenges and none is planned; 0 where they
        are."""
        return 0

    @property
    def has_sides(self) -> bool:
        """主客场: does everybody meet everybody once as home and once as away?"""
        return False

    def size(self, entries: int) -> int:
        """Positions for so many entries, one for each of them unless the format needs more; those left over are byes.
        ValueError for numbers that it cannot take."""
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"{self.name} takes {self.fewest} to {self.most} entries, not {entries}")
        return entries

    @abstractmethod
    def rounds(self, size: int) -> tuple[int, ...]:
        """The rounds of so many positions, each as the number that enters it: 8 is 8进4; 0 where it has no such name
        and goes by its number."""

    @abstractmethod
    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        """Every match by number, a feeder before what it feeds."""

    def where(self, size: int) -> tuple[Where, ...]:
        """The part of each match of the plan, in the order of their numbers; empty where there are none."""
        return tuple(self.section(match.round) for match in self.plan(size)) if self.has_sections else ()  # type: ignore[misc]

    def section(self, round_: int) -> Where | None:
        """What that round is of the whole, from 1: 上半场, 第 3 节; None where a round is one of many."""
        return None

    @property
    def has_sections(self) -> bool:
        return self.section(1) is not None

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        """The positions of entries that come best first from an earlier stage, in whose ``groups`` they were: a sheet
        keeps those of one group apart for as long as it can."""
        return tuple(ranking)

    def at_tables(self, entries: int) -> tuple[int, ...]:
        """The positions of so many entries, table by table of the first round: two that follow each other meet there,
        unless one of them has a bye."""
        size = self.size(entries)
        byes = {position for position, slot in enumerate(self.placed(range(1, entries + 1)), start=1) if slot == BYE}
        of_first = [match for match in self.plan(size) if match.round == 1]
        sides = [side for match in of_first for side in (match.home, match.away, *(match.partners or ()))]
        seated = [side.number for side in sides if isinstance(side, Position)]
        return tuple(p for p in dict.fromkeys([*seated, *range(1, size + 1)]) if p <= size and p not in byes)

    @abstractmethod
    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """Who has which place by now, best first; those whose place is open are left out where it is not known.
        ``decisions``: about those who are equal in everything, where places follow from a table."""

    @property
    def may_strike(self) -> bool:
        """May the results of an entry that leaves count for nobody?"""
        return False

    def struck(self, meetings: Sequence[Meeting]) -> frozenset[int]:
        """The entries that have left, and whose matches count for nobody (成绩不计)."""
        return frozenset()

    def remedies(self, bracket: Bracket, number: int, winner: int) -> tuple[Remedy, ...]:
        """What may become of match ``number``, which ``winner`` should have won; none where it can be taken back."""
        return (remedies if self.is_fed else kept_remedy)(bracket, number, winner)
