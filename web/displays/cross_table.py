"""积分表 as screens print it: the standing of a stage or of each of its groups, and everybody against everybody."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from tournaments.bracket.queries.match_views import Board, Line, MatchView, TeamLabel
from tournaments.bracket.queries.standings import StageView, StandingRow, going_on, standing
from tournaments.bracket.words.formats import TIE_BREAKS
from tournaments.bracket.words.names import points, signed
from tournaments.formats.format import Drawing
from tournaments.formats.tie_breaks import Number, TieBreak

OF_LEVELS = frozenset({TieBreak.DIFFERENCE, TieBreak.LEVELS})
DRAWN, LOST = "drawn", "lost"


@dataclass(frozen=True)
class Cell:
    """The team of a row against the team of a column, of home and away matches the one at home: its own line and the
    opponent's; no match with itself."""

    match: MatchView | None = None
    own: Line | None = None
    other: Line | None = None


@dataclass(frozen=True)
class Column:
    """What a table of standings counts of each team: a tie-break, or the matches ``drawn`` or ``lost``."""

    name: str
    heading: Promise | str
    is_signed: bool = False

    def number(self, row: StandingRow) -> Number:
        return row.tie_breaks[TieBreak(self.name)] if self.name in row.tie_breaks else getattr(row, self.name)

    def text(self, row: StandingRow) -> str:
        """4.75, or where it is signed +5."""
        return signed(self.number(row)) if self.is_signed else points(self.number(row))


@dataclass(frozen=True)
class Row:
    """A team with its number in the table, its ``place`` in it so far, shared where nothing decides, what the columns
    count of it, and its cells in the order of the rows; none where not everybody meets everybody. ``goes_on`` to the
    next stage if nothing changes any more; ``is_shared``: its place is another's as well."""

    number: int
    place: int
    team: TeamLabel
    standing: StandingRow
    counted: tuple[str, ...]
    cells: tuple[Cell, ...]
    goes_on: bool = False
    is_shared: bool = False


@dataclass(frozen=True)
class CrossTable:
    """Rows best first once a match is decided, before that as the numbers were drawn, which is the order of a ladder.
    ``group``: from 1, 0 where the stage has no groups."""

    stage: StageView
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    group: int = 0

    @property
    def has_begun(self) -> bool:
        return self.stage.label.is_ladder or any(match.is_over for match in self.stage.matches)

    @property
    def leads_on(self) -> bool:
        """Does it show who goes on?"""
        return any(row.goes_on for row in self.rows)

    @property
    def has_points(self) -> bool:
        """Do places follow from points rather than from matches won?"""
        return TieBreak.POINTS in self.stage.label.shape.criteria

    @property
    def has_draws(self) -> bool:
        """Has a match ended without a winner?"""
        return any(row.standing.drawn for row in self.rows)

    @property
    def has_levels(self) -> bool:
        """Is it played for levels, which say something of who stands where?"""
        return self.stage.label.board is Board.LEVELS and not self.stage.label.is_ladder


def cross_tables(stage: StageView, stages: Sequence[StageView] = ()) -> tuple[CrossTable, ...]:
    """The table of each group of a drawn stage, or of the whole stage; the ``stages`` say who goes on."""
    standing_rows, through = standing(stage), going_on(stage, stages)
    meetings: dict[tuple[int, int], Cell] = {}
    for match in stage.matches:
        home, away = match.lines
        if home.team and away.team:
            meetings[home.team.id, away.team.id] = Cell(match, home, away)
            if not stage.label.shape.has_sides:
                meetings[away.team.id, home.team.id] = Cell(match, away, home)
    tables = []
    for group in sorted({row.group for row in standing_rows}):
        in_group = [row for row in standing_rows if row.group == group]
        columns = tuple(_columns(stage, in_group))
        firsts: dict[int, int] = {}
        having = Counter(row.place for row in in_group)
        across = [row.team.id for row in in_group] if stage.drawing is Drawing.TABLE else []
        rows = (
            Row(
                number=n,
                place=firsts.setdefault(row.place, n) if group and row.place else row.place,
                team=row.team,
                standing=row,
                counted=tuple(column.text(row) for column in columns),
                cells=tuple(meetings.get((row.team.id, other), Cell()) for other in across),
                goes_on=row.team.id in through,
                is_shared=bool(row.place) and having[row.place] > 1,
            )
            for n, row in enumerate(in_group, start=1)
        )
        tables.append(CrossTable(stage, tuple(rows), columns, group))
    return tuple(tables)


def _columns(stage: StageView, rows: Sequence[StandingRow]) -> Iterator[Column]:
    """The record of a team, and whatever else the stage goes by that has numbers; none where places follow from rounds
    alone. Levels are shown wherever they are played for."""
    order, of_levels = stage.label.shape.criteria, stage.label.board is Board.LEVELS
    if stage.label.is_ladder:
        yield Column("won", TIE_BREAKS[TieBreak.WINS].column)
        yield from _drawn_and_lost(rows)
    if not order:
        return

    def column(tie_break: TieBreak) -> Column:
        words = TIE_BREAKS[tie_break]
        return Column(tie_break, words.column, words.is_signed)

    if TieBreak.POINTS in order:
        yield column(TieBreak.POINTS)
    yield column(TieBreak.WINS)
    yield from _drawn_and_lost(rows)
    others = [each for each in order if each not in (TieBreak.POINTS, TieBreak.WINS) and TIE_BREAKS[each].column]
    levels = [TieBreak.DIFFERENCE] if of_levels and TieBreak.DIFFERENCE not in order else []
    yield from (column(each) for each in (*others, *levels) if of_levels or each not in OF_LEVELS)


def _drawn_and_lost(rows: Sequence[StandingRow]) -> Iterator[Column]:
    if any(row.drawn for row in rows):
        yield Column(DRAWN, pgettext_lazy("standings", "Drawn"))
    yield Column(LOST, pgettext_lazy("standings", "Lost"))
