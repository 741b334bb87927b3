"""The boards of the hall screen: tables in pages, results, the bracket from here on, and calls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.format import Drawing
from tournaments.queries.match_views import MatchView, RoundView
from tournaments.queries.standings import StageView
from tournaments.states import MatchState
from web.cross_table import CrossTable, cross_tables
from web.present import Present

MOST_TABLES = 16
"""What one page of tables holds with whole names that 15 metres can bear; more tables are shown in pages."""

UNDER_WAY = (MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED)
MOST_RESULTS, MOST_CALLS, MOST_ENTRANTS = 10, 12, 16
# the most tables that a grid holds, columns × rows
GRIDS = (
    (1, "1x1"), (2, "2x1"), (4, "2x2"), (6, "3x2"), (8, "4x2"), (10, "5x2"), (12, "4x3"), (15, "5x3"),
    (MOST_TABLES, "4x4"),
)  # fmt: skip
MOST_COLUMNS = 4
"""Rounds of a stage with parts that stand beside each other."""
OTHERS = 2
"""Results and calls."""
SECONDS = {"tables": 20, "results": 10, "bracket": 12, "standing": 12, "calls": 12}


@dataclass(frozen=True)
class HallBoard:
    """One picture of the screen. ``kind`` is tables, results, bracket, standing or calls; ``page`` of ``pages`` if it
    is one of several; ``seconds`` it stays in the rotation; the bracket has ``rounds``, the standing a ``table``, all
    others ``matches``."""

    number: int
    kind: str
    seconds: int
    matches: tuple[MatchView, ...] = ()
    rounds: tuple[RoundView, ...] = ()
    table: CrossTable | None = None
    grid: str = ""
    page: int = 1
    pages: int = 1

    @property
    def id(self) -> str:
        """Stays the same while the boards around it come and go."""
        return f"board-{self.kind}-{self.page}"


def hall_boards(found: Present, round_: RoundView | None) -> tuple[HallBoard, ...]:
    """The boards that have something to show, tables first; none before the draw and after the end."""
    if round_ is None:
        return ()
    stage = next(stage for stage in found.stages if round_ in stage.rounds)
    others = (_board("results", results(round_)), _board("calls", calls(found)), *_drawing(stage, round_))
    shown = [*_pages(tables(round_)), *(board for board in others if board.matches or board.rounds or board.table)]
    return tuple(replace(board, number=number) for number, board in enumerate(shown, start=1))


def most_boards(found: Present) -> int:
    """How many boards any round of the event can have: they come and go, a screen keeps its address."""
    groups = max((stage.label.shape.groups for stage in found.stages), default=1)
    return -(-max((len(tables(r)) for r in found.rounds), default=0) // MOST_TABLES) + OTHERS + groups


def _drawing(stage: StageView, round_: RoundView) -> list[HallBoard]:
    """The stage as its format draws it: the tree from this round on, or the table, of each group one."""
    if stage.label.shape.has_parts:
        ahead = tuple(replace(r, matches=r.meetings) for r in stage.rounds if r.number >= round_.number)
        return [_board("bracket", rounds=ahead[:MOST_COLUMNS])]
    if stage.drawing is not Drawing.BRACKET:
        found = cross_tables(stage)
        return [replace(_board("standing"), table=t, page=n, pages=len(found)) for n, t in enumerate(found, start=1)]
    ahead = tuple(r for r in stage.rounds if r.number >= round_.number and r.entrants <= MOST_ENTRANTS)
    ahead = ahead if sum(len(r.matches) for r in ahead) > 1 else ()  # the final alone is a table
    return [_board("bracket", rounds=ahead)]


def _board(kind: str, matches: tuple[MatchView, ...] = (), rounds: tuple[RoundView, ...] = ()) -> HallBoard:
    return HallBoard(0, kind, SECONDS[kind], matches, rounds, grid=grid_of(matches))


def tables(round_: RoundView) -> tuple[MatchView, ...]:
    """The matches to be played by table, those without one last: of the sitting that is on, and what is under way."""
    here = (m for m in round_.played if m.round_id == round_.id or m.state in UNDER_WAY)
    return tuple(sorted(here, key=lambda m: (m.table or 10_000, m.number)))


def grid_of(matches: Sequence[MatchView]) -> str:
    """Columns × rows."""
    return next((name for most, name in GRIDS if len(matches) <= most), GRIDS[-1][1])


def _pages(matches: tuple[MatchView, ...]) -> list[HallBoard]:
    """As few pages as needed, all as full as each other, so that none is crowded for the sake of a last one."""
    count = max(1, -(-len(matches) // MOST_TABLES))
    cut = [matches[n * len(matches) // count : (n + 1) * len(matches) // count] for n in range(count)]
    return [replace(_board("tables", page), page=n, pages=count) for n, page in enumerate(cut, start=1)]


def results(round_: RoundView) -> tuple[MatchView, ...]:
    """The results of the round, the newest first."""
    over = [(m.decided_at, m.number, m) for m in round_.played if m.is_over and m.decided_at and m.reason]
    return tuple(match for *_, match in sorted(over, key=lambda found: found[:2], reverse=True)[:MOST_RESULTS])


def calls(found: Present) -> tuple[MatchView, ...]:
    """点名: the matches whose teams are asked to their tables."""
    called = [m for round_ in found.rounds for m in round_.played if m.state == MatchState.CALLED]
    return tuple(sorted(called, key=lambda m: (m.table or 10_000, m.number))[:MOST_CALLS])
