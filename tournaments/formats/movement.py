"""移位赛 (movement): nobody goes out; after each half whoever won goes on to the next table, whoever lost stays.

S001-5: 得分高者换到相邻桌子, 1号桌高分组换到2号桌, 依次类推; from the last table to the first. Who has scored the same
moves if he stood at home. With an odd number the last table has one side only, who rests (轮空) and goes on to the
first; so there are as many lots as entries, and it is the last table that rests in every half. Where neither side came
(双方缺席) nobody is handed on, and both are out of the halves that follow.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.formats.format import BracketPart, Drawing, Format, Meeting, Placed, Where
from tournaments.formats.matches import LoserOf, PlannedMatch, Position, Source, WinnerOf, with_seats
from tournaments.formats.table import USUAL, Points, standing
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.formats.unplayed import Rest, valued

FEWEST, MOST = 4, 1024


@dataclass(frozen=True, slots=True)
class Movement(Format):
    """``halves``: how often they sit down, with a change of tables between; ``rest``: what a half without an opponent
    is worth where deals count points, ``rest_points`` of `Rest.FIXED`."""

    name = "movement"
    drawing = Drawing.RING
    fewest = FEWEST
    most = MOST
    takes_draws = True
    keeps_tables = True

    halves: int = 2
    points: Points = USUAL
    rest: Rest = Rest.USUAL
    rest_points: int = 0
    criteria: tuple[TieBreak, ...] = (TieBreak.POINTS, TieBreak.WINS, TieBreak.BUCHHOLZ)

    def rounds(self, size: int) -> tuple[int, ...]:
        return (0,) * self.halves

    def section(self, round_: int) -> Where | None:
        """上半场 and 下半场, or 第 n 节."""
        part = BracketPart.HALF if self.halves == 2 else BracketPart.SECTION
        return Where(part, round_) if self.halves > 1 else None

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return _plan((size + 1) // 2, self.halves)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """积分表 over all halves."""
        return standing(self, valued(meetings, self.rest, self.rest_points), self.points, decisions)


@cache
def _plan(tables: int, halves: int) -> tuple[PlannedMatch, ...]:
    matches: list[PlannedMatch] = []
    for half in range(1, halves + 1):
        before = (half - 2) * tables
        for table in range(1, tables + 1):
            home: Source = Position(2 * table - 1)
            away: Source = Position(2 * table)
            if half > 1:
                home, away = LoserOf(before + table), WinnerOf(before + (table - 2) % tables + 1)
            matches.append(PlannedMatch(len(matches) + 1, half, table, home, away))
    return with_seats(matches)
