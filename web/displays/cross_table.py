"""积分表 as screens print it: the standing of a stage or of each of its groups, and everybody against everybody."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.bracket.queries.match_views import Board, Line, MatchView, TeamLabel
from tournaments.bracket.queries.standings import StageView, StandingRow, going_on, standing
from tournaments.formats.format import Because, Drawing


@dataclass(frozen=True)
class Cell:
    """The team of a row against the team of a column: its own line and the opponent's; no match with itself."""

    match: MatchView | None = None
    own: Line | None = None
    other: Line | None = None


@dataclass(frozen=True)
class Row:
    """A team with its number in the table, its place so far, and its cells in the order of the rows; none where not
    everybody meets everybody. ``goes_on`` to the next stage if nothing changes any more."""

    number: int
    team: TeamLabel
    standing: StandingRow
    cells: tuple[Cell, ...]
    goes_on: bool = False


@dataclass(frozen=True)
class CrossTable:
    """Rows best first once a match is decided, before that as the numbers were drawn. ``group``: from 1, 0 where the
    stage has no groups."""

    stage: StageView
    rows: tuple[Row, ...]
    group: int = 0

    @property
    def has_begun(self) -> bool:
        return any(match.is_over for match in self.stage.matches)

    @property
    def leads_on(self) -> bool:
        """Does it show who goes on?"""
        return any(row.goes_on for row in self.rows)

    @property
    def has_points(self) -> bool:
        """Do places follow from points rather than from matches won?"""
        return Because.POINTS in self.stage.label.shape.criteria

    @property
    def has_draws(self) -> bool:
        """Has a match ended without a winner?"""
        return any(row.standing.drawn for row in self.rows)

    @property
    def has_opponents(self) -> bool:
        """Do the points of the opponents tell equals apart?"""
        return Because.OPPONENTS in self.stage.label.shape.criteria

    @property
    def has_levels(self) -> bool:
        """Is it played for levels?"""
        return self.stage.label.board is Board.LEVELS

    @property
    def has_equals(self) -> bool:
        """Does anything but matches won decide a place?"""
        return any(row.standing.because not in (Because.WINS, Because.POINTS, Because.LEFT) for row in self.rows)


def cross_tables(stage: StageView, stages: Sequence[StageView] = ()) -> tuple[CrossTable, ...]:
    """The table of each group of a drawn stage, or of the whole stage; the ``stages`` say who goes on."""
    found, through = standing(stage), going_on(stage, stages)
    groups = sorted({row.group for row in found})
    return tuple(_cross_table(stage, [row for row in found if row.group == group], group, through) for group in groups)


def _cross_table(stage: StageView, found: list[StandingRow], group: int, through: Collection[int]) -> CrossTable:
    meetings: dict[tuple[int, int], Cell] = {}
    for match in stage.matches:
        home, away = match.lines
        if home.team and away.team:
            meetings[home.team.id, away.team.id] = Cell(match, home, away)
            meetings[away.team.id, home.team.id] = Cell(match, away, home)
    across = [row.team for row in found] if stage.drawing is Drawing.TABLE else []
    rows = (
        Row(n, row.team, row, _cells(row.team, across, meetings), row.team.id in through)
        for n, row in enumerate(found, start=1)
    )
    return CrossTable(stage, tuple(rows), group)


def _cells(team: TeamLabel, teams: list[TeamLabel], meetings: Mapping[tuple[int, int], Cell]) -> tuple[Cell, ...]:
    return tuple(meetings.get((team.id, other.id), Cell()) for other in teams)
