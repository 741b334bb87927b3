"""The boards of the hall screen: tables in pages, results, the stage as its format draws it, and calls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

from tournaments.bracket.queries.match_views import MatchView, RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.formats.format import BracketPart, Drawing
from tournaments.states import MatchState
from web.displays.cross_table import CrossTable, Row, cross_tables
from web.displays.parts import PartRound, parts_of, places_played_out
from web.displays.present import Present
from web.displays.ring import Ring, ring_of, ring_tables

MOST_TABLES = 16
"""What one page of tables holds with whole names that 15 metres can bear; more tables are shown in pages."""

UNDER_WAY = (MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED)
MOST_RESULTS, MOST_CALLS = 10, 12
# the most tables that a grid of columns × rows holds
GRIDS = (
    (1, "1x1"), (2, "2x1"), (4, "2x2"), (6, "3x2"), (8, "4x2"), (10, "5x2"), (12, "4x3"), (15, "5x3"),
    (MOST_TABLES, "4x4"),
)  # fmt: skip
MOST_COLUMNS, MOST_LINES = 5, 8
"""Rounds of a part that stand beside each other, and matches of such a round."""
GROUPS = ((5, 4), (8, 2), (12, 1))
"""The most teams of a group whose table is shown with everybody against everybody, and how many such tables at once."""
MOST_ROWS = 24
"""What one page of a standing without these holds."""
RINGS = ((8, 4, 12), (12, 5, 8), (16, 6, 12), (20, 8, 18))
"""The most tables of a ring, how many of them stand along its top, and how many rows of the standing find room in it;
more tables are shown in arcs."""
OTHERS = 2
"""Results and calls."""
Shown = TypeVar("Shown")
SECONDS = {"tables": 20, "ring": 20, "results": 10, "bracket": 12, "standing": 12, "calls": 12}


@dataclass(frozen=True)
class HallBoard:
    """One picture of the screen. ``kind`` is tables, ring, results, bracket, standing or calls; ``page`` of ``pages``
    if it is one of several; ``seconds`` it stays in the rotation; the bracket has ``rounds``, the standing ``groups``
    (as many of them ``together`` as find room) or ``rows`` of the ``table``, which a ``ring`` has in its middle too;
    all others have ``matches``. ``of``: the round that is shown, where several are on; ``is_tree``: each two matches
    of a round lead to one of the next."""

    number: int
    kind: str
    seconds: int
    matches: tuple[MatchView, ...] = ()
    rounds: tuple[RoundView | PartRound, ...] = ()
    ring: Ring | None = None
    groups: tuple[CrossTable, ...] = ()
    table: CrossTable | None = None
    rows: tuple[Row, ...] = ()
    grid: str = ""
    together: int = 0
    page: int = 1
    pages: int = 1
    of: RoundView | None = None
    is_tree: bool = False

    @property
    def id(self) -> str:
        """Stays the same while the boards around it come and go."""
        return f"board-{self.kind}-{self.page}"


def hall_boards(snapshot: Present, rounds: Sequence[RoundView]) -> tuple[HallBoard, ...]:
    """The boards that have something to show, tables first; none before the draw and after the end."""
    at_tables, drawings = [], []
    for round_ in rounds:
        stage = next(stage for stage in snapshot.stages if round_ in stage.rounds)
        of = round_ if len(rounds) > 1 else None
        if stage.drawing is Drawing.RING:
            seats = _rings(stage, round_, snapshot.stages)
        else:
            seats = [_board("tables", tuple(page)) for page in cut(tables(round_), MOST_TABLES)]
        at_tables += [replace(board, of=of) for board in seats]
        drawings += [replace(board, of=of) for board in _drawings(stage, round_, snapshot.stages)]
    others = [_board("results", results(rounds)), _board("calls", calls(snapshot))] if rounds else []
    shown = [*_paged(at_tables), *(board for board in others if board.matches), *_paged(drawings)]
    return tuple(replace(board, number=number) for number, board in enumerate(shown, start=1))


def most_boards(snapshot: Present) -> int:
    """More boards than the rounds of an hour can have: they come and go, a screen keeps its address."""
    pages = sum(
        -(-max(len(tables(r)) for r in stage.rounds) // MOST_TABLES) for stage in snapshot.stages if stage.rounds
    )
    positions = max((stage.label.size for stage in snapshot.stages), default=0)
    return pages + OTHERS + len(snapshot.stages) * max(MOST_COLUMNS, positions)


def _drawings(stage: StageView, round_: RoundView, stages: Sequence[StageView]) -> list[HallBoard]:
    """The stage as its format draws it: the tree from this round on and what is played for places beside it, its parts,
    or the standing."""
    if stage.label.shape.has_parts:
        # 胜者组 up to the finals, and 败者组: their rounds from here on, as far as they find room
        ways: tuple[list[PartRound], list[PartRound]] = [], []
        for part in parts_of(stage):
            rounds = [r for r in part.rounds if r.round_number >= round_.number and len(r.matches) <= MOST_LINES]
            ways[part.part is BracketPart.LOSERS].extend(rounds)
        return [replace(_board("bracket"), rounds=tuple(way[:MOST_COLUMNS])) for way in ways if way]
    if stage.drawing is not Drawing.BRACKET:
        return _standings(cross_tables(stage, stages), stage.drawing)
    trees = _trees([r for r in stage.rounds if r.number >= round_.number])
    places = [r for r in places_played_out(stage) if r.round_number >= round_.number and len(r.matches) <= MOST_LINES]
    beside = [replace(_board("bracket"), rounds=tuple(page)) for page in cut(places, MOST_COLUMNS) if page]
    return [*(replace(_board("bracket"), rounds=tree, is_tree=True) for tree in trees), *beside]


def _trees(rounds: Sequence[RoundView]) -> list[tuple[RoundView, ...]]:
    """The tree from its first round on, in as many parts as its lines need, and what follows from all of them."""
    if sum(len(r.matches) for r in rounds) <= 1:
        return []  # the final alone is a table
    count = -(-len(rounds[0].of_bracket) // MOST_LINES)
    if count == 1:
        return [tuple(replace(r, matches=(*r.of_bracket, *filter(None, [r.for_third]))) for r in rounds)]
    shared = [(r, cut(r.of_bracket, -(-len(r.of_bracket) // count))) for r in rounds if len(r.of_bracket) >= count]
    parts = [tuple(replace(r, matches=tuple(pages[n])) for r, pages in shared) for n in range(count)]
    return [*parts, *_trees(rounds[len(shared) :])]


def _standings(groups: Sequence[CrossTable], drawing: Drawing) -> list[HallBoard]:
    """积分表: of several groups as many at once as find room; one of many teams in pages of rows."""
    board, largest = _board("standing"), max((len(table.rows) for table in groups), default=0)
    together = next((count for most, count in GROUPS if largest <= most), 0) if drawing is Drawing.TABLE else 0
    if together:
        return [
            replace(board, groups=tuple(part), together=min(together, len(groups))) for part in cut(groups, together)
        ]
    return [replace(board, table=table, rows=tuple(rows)) for table in groups for rows in cut(table.rows, MOST_ROWS)]


def _rings(stage: StageView, round_: RoundView, stages: Sequence[StageView]) -> list[HallBoard]:
    """移位: the tables of the round as a ring, the first of the standing in it; of more tables arcs of the ring."""
    (table,), (most, *_) = cross_tables(stage, stages), RINGS[-1]
    boards, first = [], 0
    for arc in cut(ring_tables(stage, round_), most):
        across, rows = next((across, rows) for most, across, rows in RINGS if len(arc) <= most)
        ring = ring_of(arc, stage, round_, min(across, -(-len(arc) // 2)))
        boards.append(replace(_board("ring"), ring=ring, table=table, rows=table.rows[first : first + rows]))
        first += rows
    return boards


def _board(kind: str, matches: tuple[MatchView, ...] = ()) -> HallBoard:
    grid = next((name for most, name in GRIDS if len(matches) <= most), GRIDS[-1][1])
    return HallBoard(0, kind, SECONDS[kind], matches, grid=grid)


def _paged(boards: Sequence[HallBoard]) -> list[HallBoard]:
    """The boards as pages, counted within each kind."""
    kinds = [board.kind for board in boards]
    return [
        replace(board, page=kinds[: number + 1].count(board.kind), pages=kinds.count(board.kind))
        for number, board in enumerate(boards)
    ]


def cut(items: Sequence[Shown], most: int) -> list[Sequence[Shown]]:
    """As few pages as needed, all as full as each other, so that none is crowded for the sake of a last one."""
    count = max(1, -(-len(items) // most))
    return [items[n * len(items) // count : (n + 1) * len(items) // count] for n in range(count)]


def tables(round_: RoundView) -> tuple[MatchView, ...]:
    """The matches to be played by table, those without one last: of the sitting that is on, and what is under way."""
    here = (m for m in round_.played if m.round_id == round_.id or m.state in UNDER_WAY)
    return tuple(sorted(here, key=lambda m: (m.table or 10_000, m.number)))


def results(rounds: Sequence[RoundView]) -> tuple[MatchView, ...]:
    """The results of these rounds, the newest first."""
    played = chain.from_iterable(round_.played for round_ in rounds)
    over = [(m.decided_at, m.number, m) for m in played if m.is_over and m.decided_at and m.reason]
    return tuple(match for *_, match in sorted(over, key=lambda row: row[:2], reverse=True)[:MOST_RESULTS])


def calls(snapshot: Present) -> tuple[MatchView, ...]:
    """点名: the matches whose teams are asked to their tables."""
    called = [m for round_ in snapshot.rounds for m in round_.played if m.state == MatchState.CALLED]
    return tuple(sorted(called, key=lambda m: (m.table or 10_000, m.number))[:MOST_CALLS])
