"""名次依据 (tie-breaks): by what the rows of a table are told apart, one row each with its measure.

A stage chooses of them (`settings`), its table and every forecast are ranked by them (`table`), and they have their
words in `bracket.words.formats`. One more tie-break is a row here and a row there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple, Self, TypeAlias

from tournaments.formats.matches import Slot

Number: TypeAlias = Fraction | int
AFTER_THE_DRAW: Final = 1 << 32


class Met(NamedTuple):
    """A match as one side counts it: the ``points`` that it took from the opponent, and its ``share`` of the win, a
    half where the match was drawn. ``virtual``: nobody sat down, and a virtual opponent (虚拟对手) with one's own
    points stands there, but with no more than the opponent who did not come, or where there was none (``opponent`` is
    None) than so many; None of a match that counts as played."""

    opponent: int | None
    points: Number
    share: Number
    virtual: Number | None = None


@dataclass(slots=True)
class Tally:
    """What an entry has gathered so far. ``position`` is its lot, 0 for whoever came after the draw; ``difference`` are
    levels above the opponents, ``levels`` those reached, ``penalties`` how many were given; a bye is rest, and no
    match."""

    entry: int
    position: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Number = 0
    difference: int = 0
    levels: int = 0
    penalties: int = 0
    met: list[Met] = field(default_factory=list)
    has_rested: bool = False
    has_left: bool = False

    @property
    def lot(self) -> int:
        """Its position; who came after the draw has none and stands behind."""
        return self.position or AFTER_THE_DRAW + self.entry

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
        penalties: int = 0,
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
        self.penalties += penalties
        if isinstance(opponent, int):
            self.met.append(Met(opponent, points, share, virtual))


Measure: TypeAlias = Callable[[Tally, Collection[int], Mapping[int, Tally]], Number]
"""Of a row, among the entries that are equal so far, with the rows of all."""


def _head_to_head(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([met.points for met in tally.met if met.opponent in equals])


def _strength(met: Met, tally: Tally, tallies: Mapping[int, Tally]) -> Number:
    bound = met.virtual or 0 if met.opponent is None else tallies[met.opponent].points
    return bound if met.virtual is None else min(tally.points, bound)


def _buchholz(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([_strength(met, tally, tallies) for met in tally.met])


def _sonneborn_berger(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return sum([_strength(met, tally, tallies) * met.share for met in tally.met if met.share])


def _lot(tally: Tally, equals: Collection[int], tallies: Mapping[int, Tally]) -> Number:
    return tally.lot


class TieBreak(StrEnum):
    """What tells a row of a table from those beside it. Those with a ``measure`` are for a stage to choose from; the
    others say why an entry stands where it does: how far it came, what challenges made of it, that it left the event,
    and its results with it, or of those who are equal in everything what was decided (`DECISIONS`).

    ``of_equals``: it compares only those who are equal in what comes before, so that a row has no value of its own.
    ``is_fewest``: the fewer the better, otherwise the more. `LOT` is the number of the draw: stages that were drawn
    before equals were decided about go by it at last, no other.
    """

    measure: Measure | None
    of_equals: bool
    is_fewest: bool

    def __new__(
        cls, code: str, measure: Measure | None = None, of_equals: bool = False, is_fewest: bool = False
    ) -> Self:
        member = str.__new__(cls, code)
        member._value_, member.measure, member.of_equals, member.is_fewest = code, measure, of_equals, is_fewest
        return member

    POINTS = "points", lambda tally, equals, tallies: tally.points
    WINS = "wins", lambda tally, equals, tallies: tally.won
    DIFFERENCE = "difference", lambda tally, equals, tallies: tally.difference
    LEVELS = "levels", lambda tally, equals, tallies: tally.levels
    HEAD_TO_HEAD = "mutual", _head_to_head, True
    BUCHHOLZ = "opponents", _buchholz
    SONNEBORN_BERGER = "sonneborn_berger", _sonneborn_berger
    PENALTIES = "penalties", lambda tally, equals, tallies: tally.penalties, False, True
    LOT = "lot", _lot, False, True
    ROUND = "round"
    CHALLENGES = "challenges"
    EQUAL = "equal"
    SHARED = "shared"
    PLAY_OFF = "play_off"
    DRAWN = "drawn"
    LEFT = "left"
    STRUCK = "struck"


SELECTABLE: Final = tuple(each for each in TieBreak if each.measure and each is not TieBreak.LOT)
"""What the office may choose for a stage."""
DECISIONS: Final = (TieBreak.SHARED, TieBreak.PLAY_OFF, TieBreak.DRAWN)
"""并列、加赛、抽签: what may be decided of entries that are equal in everything."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided of ``entries``, which counts while these and no others are equal in everything: they share the
    place, or stand in this order. ``how`` is one of `DECISIONS`."""

    entries: tuple[int, ...]
    how: TieBreak

    def is_of(self, equals: Collection[int]) -> bool:
        return frozenset(self.entries) == frozenset(equals)
