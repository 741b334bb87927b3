"""移位 as screens draw it: the tables of a round in a ring, with whoever comes from another table or goes on to one."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView


@dataclass(frozen=True)
class Seat:
    """A side at a table: the table where it sat in the round before (``came``), and the one where it sits in the next
    (``goes``), which may be the same; 0 where there is no such round, or nobody knows yet. ``rests``: in the next it
    has no opponent."""

    line: Line
    table: int
    came: int
    goes: int
    rests: bool

    @property
    def moved(self) -> bool:
        return self.came not in (0, self.table)

    @property
    def moves(self) -> bool:
        return self.goes not in (0, self.table)


@dataclass(frozen=True)
class RingTable:
    """A table by its number, with both sides; without one, where one of them rests."""

    number: int
    match: MatchView
    seats: tuple[Seat, Seat]


@dataclass(frozen=True)
class Ring:
    """The tables of a round clockwise: along the top, down the right, back along the bottom, up the left. ``is_last``:
    nobody moves after it."""

    round: RoundView
    top: tuple[RingTable, ...]
    right: tuple[RingTable, ...]
    bottom: tuple[RingTable, ...]
    left: tuple[RingTable, ...]
    is_last: bool

    @property
    def sides(self) -> tuple[tuple[str, tuple[RingTable, ...]], ...]:
        """By the names of their classes, in the order of the tables."""
        return ("along", self.top), ("down", self.right), ("back", self.bottom), ("up", self.left)

    @property
    def tables(self) -> tuple[RingTable, ...]:
        return self.top + self.right + self.bottom + self.left

    @property
    def last_number(self) -> int:
        return max(table.number for table in self.tables)


def ring(stage: StageView, round_: RoundView, across: int) -> Ring:
    """That round of the stage, ``across`` tables along its top and its bottom."""
    return ring_of(ring_tables(stage, round_), stage, round_, across)


def ring_of(tables: Sequence[RingTable], stage: StageView, round_: RoundView, across: int) -> Ring:
    """Some tables of the round, closed to a ring."""
    top, rest = tuple(tables[:across]), tables[across:]
    upright = max(0, len(rest) - across)
    right, bottom = (upright + 1) // 2, (upright + 1) // 2 + across
    is_last = round_.number == stage.rounds[-1].number
    return Ring(round_, top, tuple(rest[:right]), tuple(rest[right:bottom]), tuple(rest[bottom:]), is_last)


def ring_tables(stage: StageView, round_: RoundView) -> tuple[RingTable, ...]:
    """Every table of the round by its place."""
    before, after = (_tables_of(stage, round_.number + by) for by in (-1, 1))
    resting = {line.team.id for m in _meetings(stage, round_.number + 1) if m.is_bye for line in m.lines if line.team}
    tables = []
    for match in round_.meetings:
        number = _number(match)
        home, away = (
            Seat(line, number, before.get(team, 0), after.get(team, 0), team in resting)
            for line in match.lines
            for team in [line.team.id if line.team else 0]
        )
        tables.append(RingTable(number, match, (home, away)))
    return tuple(tables)


def _tables_of(stage: StageView, number: int) -> dict[int, int]:
    """Where every team sits in that round, by its id."""
    return {line.team.id: _number(match) for match in _meetings(stage, number) for line in match.lines if line.team}


def _meetings(stage: StageView, number: int) -> list[MatchView]:
    return [match for round_ in stage.rounds if round_.number == number for match in round_.meetings]


def _number(match: MatchView) -> int:
    """The table as the hall has it; until it is given one, the place in the ring; 0 where one side rests."""
    return 0 if match.is_bye else match.table or match.place
