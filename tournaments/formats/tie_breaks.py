"""名次依据 (tie-breaks): by what the rows of a table are told apart, one row each with its measure.

A stage chooses of them (`settings`), its table and every forecast are ranked by them (`table`), and they have their
words in `bracket.words.tie_breaks`. One more tie-break is a row here and a row there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, Self, TypeAlias

from tournaments.formats.matches import Slot

Number: TypeAlias = Fraction | int


class Met(NamedTuple):
    """A match as one side counts it: the ``points`` that it took from the opponent, and its ``share`` of the win, a
    half where the match was drawn. ``virtual``: nobody sat down, and a virtual opponent (虚拟对手) with one's own
    points stands there, but no more than so many; None of a match that counts as played. ``opponent`` is None where
    there was none at all, who else bounds those points, too."""

    opponent: int | None
    points: Number
    share: Number
    virtual: Number | None = None


@dataclass(slots=True)
class Tally:
    """What an entry has gathered so far. ``position`` is its lot, 0 for whoever came after the draw; ``difference`` are
    levels above the opponents, ``levels`` those reached; a bye is rest, and no match."""

    entry: int
    position: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Number = 0
    difference: int = 0
    levels: int = 0
    met: list[Met] = field(default_factory=list)
    has_rested: bool = False
    has_left: bool = False

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def rest(self, points: Number) -> None:
        """轮空, which may count as a win."""
        self.points, self.has_rested = self.points + points, True

    def meet(
        self,
        opponent: Slot,
        *,
        points: Number,
        share: Number,
        difference: int = 0,
        levels: int = 0,
        virtual: Number | None = None,
    ) -> None:
        """A match that is over, also one to which the other side did not come."""
        if share == 1:
            self.won += 1
        elif share:
            self.drawn += 1
        else:
            self.lost += 1
        self.points += points
        self.difference += difference
        self.levels += levels
        if isinstance(opponent, int):
            self.met.append(Met(opponent, points, share, virtual))


Measure: TypeAlias = Callable[[Tally, Collection[int], Mapping[int, Tally]], Number]
"""Of a row, among the entries that are equal so far, with the rows of all: the more the better."""


def _head_to_head(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([met.points for met in tally.met if met.opponent in equals])


def _strength(met: Met, tally: Tally, tallies: Mapping[int, Tally]) -> Number:
    bounds = [] if met.opponent is None else [tallies[met.opponent].points]
    return min([*bounds, *([] if met.virtual is None else [tally.points, met.virtual])])


def _buchholz(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([_strength(met, tally, tallies) for met in tally.met])


def _sonneborn_berger(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([_strength(met, tally, tallies) * met.share for met in tally.met if met.share])


class TieBreak(StrEnum):
    """What tells a row of a table from those beside it. Those with a ``measure`` are for a stage to choose from; the
    others say why an entry stands where it does: how far it came, its lot, or that it left the event, and
    its results with it.

    ``of_equals``: it compares only those who are equal in what comes before, so that a row has no value of its own.
    """

    measure: Measure | None
    of_equals: bool

    def __new__(cls, code: str, measure: Measure | None = None, of_equals: bool = False) -> Self:
        member = str.__new__(cls, code)
        member._value_, member.measure, member.of_equals = code, measure, of_equals
        return member

    POINTS = "points", lambda tally, equals, tallies: tally.points
    WINS = "wins", lambda tally, equals, tallies: tally.won
    DIFFERENCE = "difference", lambda tally, equals, tallies: tally.difference
    LEVELS = "levels", lambda tally, equals, tallies: tally.levels
    HEAD_TO_HEAD = "mutual", _head_to_head, True
    BUCHHOLZ = "opponents", _buchholz
    SONNEBORN_BERGER = "sonneborn_berger", _sonneborn_berger
    ROUND = "round"
    LOT = "lot"
    LEFT = "left"
    STRUCK = "struck"


SELECTABLE: Final = tuple(tie_break for tie_break in TieBreak if tie_break.measure)
"""What a stage may go by."""
