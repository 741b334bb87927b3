"""A stage as screens draw it beside a tree and a table: 胜者组、败者组、总决赛, and 名次赛 beside a bracket, by their
parts, round by round; and 移位, the tables of a round in a ring, with whoever comes from another table or goes on to
one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TypeVar

from tournaments.bracket.queries.match_views import THIRD, Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.formats.format import BracketPart, Where


@dataclass(frozen=True)
class PartRound:
    """A round of a part, its matches from the top; of matches in which nobody meets nobody none is shown."""

    where: Where
    matches: tuple[MatchView, ...]

    @property
    def entrants(self) -> int:
        return 0

    @property
    def round_number(self) -> int:
        return self.matches[0].round_number

    @property
    def starts_at(self) -> object:
        return self.matches[0].starts_at


AnyRound = TypeVar("AnyRound", bound=PartRound | RoundView)


def drawn(rounds: Sequence[AnyRound]) -> tuple[tuple[AnyRound, str], ...]:
    """Rounds that follow one another, each with how its matches lead to those of the next one: two to one (``pairs``),
    one to one (``straight``), or as no line could show."""
    sizes = [len(r.matches) for r in rounds]
    ways = ["pairs" if n == 2 * after else "straight" if n == after else "" for n, after in pairwise(sizes)]
    return tuple(zip(rounds, [*ways, ""], strict=True))


@dataclass(frozen=True)
class StagePart:
    """A part with its rounds."""

    part: BracketPart
    rounds: tuple[PartRound, ...]

    @property
    def drawn(self) -> tuple[tuple[PartRound, str], ...]:
        return drawn(self.rounds)


def parts_of(stage: StageView) -> tuple[StagePart, ...]:
    """The parts of a stage in the order in which they are shown."""
    by_where: dict[Where, list[MatchView]] = {}
    for round_ in stage.rounds:
        for match in round_.meetings:
            if match.where:
                by_where.setdefault(match.where, []).append(match)
    order = list(BracketPart)
    ways = sorted(by_where, key=lambda where: (order.index(where.part), where.round))
    return tuple(
        StagePart(part, tuple(PartRound(where, tuple(by_where[where])) for where in of_part))
        for part, of_part in groupby(ways, key=lambda where: where.part)
    )


def places_played_out(stage: StageView) -> tuple[PartRound, ...]:
    """名次赛 beside a bracket, but for the third place, which is drawn with it."""
    if stage.label.shape.has_parts:
        return ()
    return tuple(r for part in parts_of(stage) for r in part.rounds if r.where.place != THIRD)


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
