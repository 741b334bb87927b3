"""The boards of the hall screen: tables in pages, results, the stage as its format draws it, and calls."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import TypeVar

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, standing
from tournaments.bracket.words.names import points
from tournaments.formats.format import BracketPart, Drawing
from tournaments.formats.tie_breaks import TieBreak
from tournaments.states import MatchState
from web.displays.cross_table import CrossTable, Row, cross_tables
from web.displays.drawings import AnyRound, PartRound, Ring, drawn, parts_of, places_played_out, ring_of, ring_tables
from web.displays.present import Present

MOST_TABLES = 16
"""What one page of tables holds with whole names that 15 metres can bear; more tables are shown in pages."""

UNDER_WAY = (MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED)
AHEAD = (MatchState.READY, MatchState.CALLED)
MOST_RESULTS, MOST_CALLS = 6, 12
GRIDS = ((1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (4, 2), (5, 2), (4, 3), (5, 3), (4, 4))
"""How many tables stand across a page of them, and how many rows; those of a last row that is not full share it."""
MOST_COLUMNS, MOST_LINES = 5, 8
"""Rounds of a part that stand beside each other, and matches of such a round."""
GROUPS = ((5, 4), (12, 1))
"""The most teams of a group whose table is shown with everybody against everybody, and how many such tables at once."""
MOST_ROWS = 16
"""What one page of a standing without these holds."""
RINGS = ((8, 4, 12), (12, 5, 8))
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
    all others have ``matches``. ``of``: the round that is shown, where several are on."""

    number: int
    kind: str
    seconds: int
    matches: tuple[MatchView, ...] = ()
    rounds: tuple[tuple[RoundView | PartRound, str], ...] = ()
    ring: Ring | None = None
    groups: tuple[CrossTable, ...] = ()
    table: CrossTable | None = None
    rows: tuple[Row, ...] = ()
    across: int = 1
    down: int = 1
    together: int = 0
    page: int = 1
    pages: int = 1
    of: RoundView | None = None

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
        elif stage.drawing is Drawing.LADDER:  # before all else its order
            seats = _drawings(stage, round_, snapshot.stages)
        elif round_.waits_for_pairing:
            seats = []
        else:
            seats = [_board("tables", tuple(page)) for page in cut(tables(round_), MOST_TABLES)]
        at_tables += [replace(board, of=of) for board in seats]
        if stage.drawing is not Drawing.LADDER:
            drawings += [replace(board, of=of) for board in _drawings(stage, round_, snapshot.stages)]
    at_hand = [match for round_ in rounds for match in tables(round_)]
    others = [_board("results", results(rounds)), _board("calls", calls(snapshot, at_hand))] if rounds else []
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
            ways[part.part is BracketPart.LOSERS].extend(r for r in part.rounds if r.round_number >= round_.number)
        return [_bracket(drawn(page[:MOST_COLUMNS])) for way in ways for page in _pages(way)]
    if stage.drawing is not Drawing.BRACKET:
        # 积分表: of several groups as many at once as find room; one of many teams in pages of rows
        groups, board = cross_tables(stage, stages), _board("standing")
        largest = max((len(table.rows) for table in groups), default=0)
        together = next((count for most, count in GROUPS if largest <= most), 0)
        if together and stage.drawing is Drawing.TABLE:
            return [replace(board, groups=tuple(part), together=len(part)) for part in cut(groups, together)]
        return [replace(board, table=one, rows=tuple(rows)) for one in groups for rows in cut(one.rows, MOST_ROWS)]
    ahead = [r for r in stage.rounds if r.number >= round_.number]
    thirds = {r.id: (r.for_third,) for r in ahead if r.for_third}
    trees = []
    for page in _pages([replace(r, matches=r.of_bracket) for r in ahead]):
        tree = [(replace(r, matches=(*r.matches, *thirds.get(r.id, ()))), way) for r, way in drawn(page)]
        trees.append(_bracket(tree))
    return [
        *trees,
        *map(_bracket, _places([r for r in places_played_out(stage) if r.round_number >= round_.number])),
    ]


def _bracket(rounds: Sequence[tuple[RoundView | PartRound, str]]) -> HallBoard:
    return replace(_board("bracket"), rounds=tuple(rounds))


def _pages(rounds: Sequence[AnyRound]) -> list[list[AnyRound]]:
    """Rounds that lead into each other, in as many parts as their lines need, and what follows from all of them."""
    if sum(len(r.matches) for r in rounds) <= 1:
        return []  # the final alone is a table
    count = -(-max(len(r.matches) for r in rounds) // MOST_LINES)
    if count == 1:
        return [list(rounds)]
    cut_up = [(r, shares(r.matches, count)) for r in rounds if len(r.matches) >= count]
    parts = [[replace(r, matches=tuple(pages[n])) for r, pages in cut_up] for n in range(count)]
    return [*parts, *_pages([r for r in rounds if len(r.matches) < count])]


def _places(rounds: Sequence[PartRound]) -> list[list[tuple[PartRound, str]]]:
    """名次赛: 9–16, 9–12 and the match for place 9 lead into each other, and as many such trees as find room stand
    beside each other."""
    pages: list[list[tuple[PartRound, str]]] = []
    by_place = sorted((r for r in rounds if len(r.matches) <= MOST_LINES), key=_first_place)
    for tree in (drawn(list(of_place)) for _, of_place in groupby(by_place, _first_place)):
        if not pages or len(pages[-1]) + len(tree) > MOST_COLUMNS:
            pages.append([])
        pages[-1].extend(tree)
    return pages


def _first_place(round_: PartRound) -> int:
    return round_.where.place or 0


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
    across, down = next((grid for grid in GRIDS if len(matches) <= grid[0] * grid[1]), GRIDS[-1])
    return HallBoard(0, kind, SECONDS[kind], matches, across=across, down=down)


def _paged(boards: Sequence[HallBoard]) -> list[HallBoard]:
    """The boards as pages, counted within each kind."""
    kinds = [board.kind for board in boards]
    return [
        replace(board, page=kinds[: number + 1].count(board.kind), pages=kinds.count(board.kind))
        for number, board in enumerate(boards)
    ]


def cut(items: Sequence[Shown], most: int) -> list[Sequence[Shown]]:
    """As few pages as needed, all as full as each other, so that none is crowded for the sake of a last one."""
    return shares(items, max(1, -(-len(items) // most)))


def shares(items: Sequence[Shown], count: int) -> list[Sequence[Shown]]:
    """So many parts, all as long as each other or nearly so."""
    return [items[n * len(items) // count : (n + 1) * len(items) // count] for n in range(count)]


def tables(round_: RoundView) -> tuple[MatchView, ...]:
    """The matches to be played by table, those without one last: of the sitting that is on, and what is under way."""
    here = (m for m in round_.in_need_of_tables if m.round_id == round_.id or m.state in UNDER_WAY)
    return tuple(sorted(here, key=lambda m: (m.table or 10_000, m.number)))


def results(rounds: Sequence[RoundView]) -> tuple[MatchView, ...]:
    """The results of these rounds, the newest first."""
    played = chain.from_iterable(round_.played for round_ in rounds)
    over = [(m.decided_at, m.number, m) for m in played if m.is_over and m.decided_at and m.reason]
    return tuple(match for *_, match in sorted(over, key=lambda row: row[:2], reverse=True)[:MOST_RESULTS])


def calls(snapshot: Present, at_hand: Sequence[MatchView]) -> tuple[MatchView, ...]:
    """点名: the matches whose teams are asked to their tables; without those ``at_hand`` while their own board says so
    at every table."""
    called = [m for round_ in snapshot.rounds for m in round_.at_tables if m.state == MatchState.CALLED]
    if all(match.state == MatchState.CALLED for match in at_hand):
        called = [match for match in called if match not in at_hand]
    return tuple(sorted(called, key=lambda m: (m.table or 10_000, m.number))[:MOST_CALLS])


def so_far(snapshot: Present, rounds: Sequence[RoundView]) -> dict[int, tuple[str, str]]:
    """By the ids of matches that are paired by the standing, and not begun: the points of both sides."""
    shown: dict[int, tuple[str, str]] = {}
    for stage in snapshot.stages:
        if stage.drawing is not Drawing.ROUNDS or TieBreak.POINTS not in stage.label.shape.criteria:
            continue
        points_of = {row.team.id: points(row.points) for row in standing(stage)}
        open_ = [m for r in rounds if r in stage.rounds for m in r.played if m.state in AHEAD and m.round_number > 1]
        for match in open_:
            home, away = (" · ".join(points_of.get(one.id, "") for one in line.each) for line in match.lines)
            shown[match.id] = home, away
    return shown
