"""对阵 (matches) as every format knows them: who may stand on a side, where a side comes from, and what follows.

Two rules belong to all formats and stand here alone: `settle`, what follows from two sides without play, and
`handed_on`, what a decided match puts on a side that waits for its winner or loser.

A side of a match is a `Slot`: an entry (its number), or a reason why no entry stands there. The three reasons are
different things: `OPEN` (待定) to be determined, `BYE` (轮空) nobody, known before play, and `NOBODY` nobody, because
both were absent.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeAlias


class Vacant(StrEnum):
    OPEN = "open"
    BYE = "bye"
    NOBODY = "nobody"


OPEN: Final = Vacant.OPEN
BYE: Final = Vacant.BYE
NOBODY: Final = Vacant.NOBODY

Slot: TypeAlias = int | Vacant


class Side(StrEnum):
    HOME = "home"
    AWAY = "away"


class Reason(StrEnum):
    """Why a match has its outcome, as far as a bracket cares; how a played match was won is the sheet's matter."""

    PLAYED = "played"
    DECISION = "decision"
    FORFEIT = "forfeit"
    WITHDRAWAL = "withdrawal"
    DISQUALIFICATION = "disqualification"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"
    WALKOVER = "walkover"
    DRAWN = "drawn"


LEAVES_THE_EVENT = frozenset({Reason.WITHDRAWAL, Reason.DISQUALIFICATION})
WITHOUT_PLAY = LEAVES_THE_EVENT | {Reason.FORFEIT, Reason.BOTH_ABSENT, Reason.BYE, Reason.WALKOVER}
"""Nobody sat down, or what was played does not count."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`winner` is an entry, `NOBODY` when both were absent, or `BYE` when two byes met. Where it is DRAWN nobody has
    won: `winner` is home, who goes where a winner goes in a format that moves on after a draw."""

    winner: Slot
    loser: Slot
    reason: Reason

    @property
    def handed_down(self) -> Slot:
        """Who goes where the loser goes (third place): nobody, once the loser has left the event."""
        return NOBODY if self.reason in LEAVES_THE_EVENT else self.loser


@dataclass(frozen=True, slots=True)
class Position:
    number: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    match: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    match: int


@dataclass(frozen=True, slots=True)
class SecondChance:
    """The loser of a match, if he stood at home and so has lost for the first time; nobody (轮空) otherwise."""

    match: int


@dataclass(frozen=True, slots=True)
class Lot:
    """Lot `number` of a round that has its own draw over the winners of the round before (S003: 四组抽签决定对手)."""

    round: int
    number: int


Fed: TypeAlias = WinnerOf | LoserOf | SecondChance
Source: TypeAlias = Position | Fed | Lot


@dataclass(frozen=True, slots=True)
class MatchSide:
    match: int
    side: Side


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """Match `number` of the sheet, the `place`-th of its round.

    A seat is None where nothing follows, or where the draw of the next round decides. ``place_for``: the place that it
    is played for, 3 of a 季军战; None of a match of the bracket. ``partners``: who sits beside
    home and beside away, where everybody enters alone.
    """

    number: int
    round: int
    place: int
    home: Source
    away: Source
    winner_to: MatchSide | None = None
    loser_to: MatchSide | None = None
    place_for: int | None = None
    partners: tuple[Source, Source] | None = None


def handed_on(source: Fed, outcome: Outcome | None, pair: tuple[Slot, Slot]) -> Slot:
    """What stands on a side that waits for a match between ``pair``; `OPEN` while that is not decided.

    Beside a bye nobody will lose, whoever comes.
    """
    if isinstance(source, WinnerOf):
        return outcome.winner if outcome else OPEN
    if outcome is None:
        return BYE if BYE in pair else OPEN
    has_second = isinstance(source, LoserOf) or outcome.winner != pair[0]
    return outcome.handed_down if has_second else BYE


def with_seats(planned: Sequence[PlannedMatch]) -> tuple[PlannedMatch, ...]:
    """The matches with the seats to which their winners and losers go, as the sources of later matches say."""
    winners, losers = {}, {}
    for match in planned:
        for side, source in ((Side.HOME, match.home), (Side.AWAY, match.away)):
            if isinstance(source, WinnerOf):
                winners[source.match] = MatchSide(match.number, side)
            elif isinstance(source, LoserOf | SecondChance):
                losers[source.match] = MatchSide(match.number, side)
    return tuple(replace(m, winner_to=winners.get(m.number), loser_to=losers.get(m.number)) for m in planned)


def at_position(positions: Sequence[Slot], number: int) -> Slot:
    """Who stands there, from 1; behind the last one nobody (轮空)."""
    return positions[number - 1] if number <= len(positions) else BYE


@dataclass(frozen=True, slots=True)
class Seated:
    """A planned match as it stands before the first card: its two sides, what follows from them without play, and the
    ``partners`` of both where it has some."""

    match: PlannedMatch
    pair: tuple[Slot, Slot]
    outcome: Outcome | None
    partners: tuple[Slot, Slot] | None = None


def seated(planned: Iterable[PlannedMatch], positions: Sequence[Slot]) -> tuple[Seated, ...]:
    """Every match with the entries of ``positions`` seated and byes taken along; a feeder stands before what it feeds.

    Linear in the number of matches.
    """
    by_number: dict[int, Seated] = {}

    def slot(source: Source) -> Slot:
        match source:
            case Position(number):
                return at_position(positions, number)
            case Lot():
                return OPEN
        feeder = by_number[source.match]
        return handed_on(source, feeder.outcome, feeder.pair)

    for match in planned:
        pair = slot(match.home), slot(match.away)
        beside = (slot(match.partners[0]), slot(match.partners[1])) if match.partners else None
        by_number[match.number] = Seated(match, pair, settle(*pair), beside)
    return tuple(by_number.values())


def settle(home: Slot, away: Slot, absent: Container[Slot] = ()) -> Outcome | None:
    """What follows from the two sides without play; None while a side is open or where two entries are there to play.

    轮空: the other side advances, which is not a win. 双方缺席: where no entry is left, nobody advances, and whoever
    meets `NOBODY` advances by walkover. `absent` holds the entries that withdrew before this match: against them the
    other side advances.
    """
    if home is OPEN or away is OPEN:
        return None
    home_is_there = isinstance(home, int) and home not in absent
    away_is_there = isinstance(away, int) and away not in absent
    if home_is_there and away_is_there:
        return None
    if home_is_there:
        return Outcome(home, away, _reason_against(away))
    if away_is_there:
        return Outcome(away, home, _reason_against(home))
    if home is BYE and away is BYE:
        return Outcome(BYE, BYE, Reason.BYE)
    return Outcome(NOBODY, BYE if BYE in (home, away) else NOBODY, Reason.BOTH_ABSENT)


def _reason_against(missing: Slot) -> Reason:
    if missing is BYE:
        return Reason.BYE
    return Reason.WALKOVER if missing is NOBODY else Reason.WITHDRAWAL
