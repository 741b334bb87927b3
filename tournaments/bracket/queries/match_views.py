"""What screens show of matches: values with their names, levels and states."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from guandan_rules.options import Measure, Scale
from scoring.games.win_loss import WinLoss
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.formats.format import Format, Where
from tournaments.formats.tie_breaks import Decision
from tournaments.presets.named_games import GUANDAN
from tournaments.states import FED, MatchState, SlotKind, SourceKind, TableState

THIRD = 3


@dataclass(frozen=True)
class TeamLabel:
    """A team's name: the branch and its ordinal (1 = 一队), or, where a side has one seat, the ``person`` who plays. By
    ``branch_id`` a page marks a followed branch."""

    id: int
    branch_id: int
    branch: str
    ordinal: int
    person: str = ""


@dataclass(frozen=True)
class SourceLabel:
    """Where a side comes from: a `SourceKind`, the ``number`` of the position or match (0 of a lot), and whether that
    match awaits a ruling."""

    kind: str
    number: int
    disputed: bool = False

    @property
    def is_match(self) -> bool:
        return self.kind in FED


class Board(StrEnum):
    """记分牌: what is played for and so stands beside a side: its level, the points of its deals, the score that was
    entered as a whole, or nothing."""

    LEVELS = "levels"
    POINTS = "points"
    SCORE = "score"
    NOTHING = "nothing"

    @classmethod
    def of(cls, game: str, measure: str | None) -> "Board":
        """The board of a game of that name by what its rule set measures."""
        counts_points = measure == Measure.POINTS
        if game == WinLoss.name:
            return cls.SCORE if counts_points else cls.NOTHING
        return cls.POINTS if counts_points else cls.LEVELS

    @property
    def shows_points(self) -> bool:
        return self in (Board.POINTS, Board.SCORE)

    @property
    def is_entered(self) -> bool:
        """Is the result written down at once, and no deals?"""
        return self in (Board.SCORE, Board.NOTHING)


@dataclass(frozen=True)
class Line:
    """One side of a match. ``outcome`` is won, drawn, lost or ""; ``level`` is None where no deal was played, and while
    it is contested; ``score``, where the board shows points: those of its deals so far, None as with levels, and of a
    team match the boards that it has won; ``colour``: a code of `NamedGame.colours`, where the game has some."""

    slot: str
    team: TeamLabel | None
    source: SourceLabel
    position: int
    level: int | None
    passed: bool
    on_stage: bool
    games: int
    outcome: str
    score: int | float | None = None
    colour: str = ""

    @property
    def is_scored(self) -> bool:
        """Has it a level or points to show?"""
        return self.level is not None or self.score is not None


@dataclass(frozen=True)
class OwnDay:
    """约定 of a match whose sides choose their day: when it is played at the latest (``until``), what they have agreed
    on, and what the side ``proposed_by`` (home, away; "" neither) proposes; when away challenged home, on a ladder."""

    until: datetime
    agreed_at: datetime | None
    agreed_place: str
    proposed_at: datetime | None
    proposed_place: str
    proposed_by: str
    challenged_at: datetime | None = None


@dataclass(frozen=True)
class MatchView:
    """A match with its two lines, its table and how it ended. ``doing`` is what is going on at its table, of which
    ``deal`` is the number of the deal being played (0: none), and ``agreed`` how many sides have confirmed its result.

    ``extra`` is what the table has beyond the clock of its round: ``scoring.clocks.read`` takes both. ``difference``:
    levels that home ended above away, over all games; passing A counts as one more level. ``contested``: two phones
    differ on a deal, so no level is certain until the chief referee has chosen. ``points``: home's and away's by the
    ``scale`` of the stage, None where the result alone counts, and while it is open; ``board``: what its sides show;
    ``where``: its part, where the format has parts, or it is played for a place; ``has_games``: it is played in games
    by deals, and not in the first one alone; ``penalties`` of home and away, where places go by them; ``is_struck``: a
    team of it has left, and it counts for nobody. ``own_day``: where its sides choose the day; ``starts_at`` is what
    they have agreed on, before that the start of its round.

    ``boards`` of a team match (团体赛), which stands at no table itself; a board knows its number among them,
    ``nth_board``, and that of its ``team_match``.
    """

    id: int
    number: int
    place: int
    round_id: int
    round_number: int
    sitting: int
    entrants: int
    starts_at: datetime
    state: str
    table: int
    home: Line
    away: Line
    winner: str
    reason: str
    note: str
    doing: TableState
    agreed: int
    deal: int
    decided_at: datetime | None
    extra: timedelta
    difference: int
    contested: bool
    points: tuple[Fraction, Fraction] | None
    scale: str = Scale.NONE
    board: Board = Board.LEVELS
    where: Where | None = None
    has_games: bool = False
    is_struck: bool = False
    penalties: tuple[int, int] = (0, 0)
    nth_board: int = 0
    team_match: int = 0
    boards: tuple["MatchView", ...] = ()
    own_day: OwnDay | None = None

    def __hash__(self) -> int:
        """Of a few fields, for what is drawn of a match is kept by it, and most matches stay as they were."""
        return hash((self.id, self.doing, self.agreed, self.deal))

    @property
    def lines(self) -> tuple[Line, Line]:
        return self.home, self.away

    @property
    def tables(self) -> tuple[int, ...]:
        """Those at which it is played, the first one first."""
        return tuple(sorted(match.table for match in self.boards or (self,) if match.table))

    @property
    def agreed_at(self) -> datetime | None:
        """When its sides have agreed to play it, where they choose their day."""
        return self.own_day.agreed_at if self.own_day else None

    @property
    def leads_on(self) -> bool:
        """晋级: whoever wins it comes to the next round of a knockout."""
        return self.entrants > 2 and not self.place_for and not self.nth_board

    @property
    def place_for(self) -> int | None:
        """The place that it is played for; None of a match of the bracket."""
        return self.where.place if self.where else None

    def place_of(self, *, won: bool) -> int:
        """The place of whoever wins, or loses, it and goes on to no other match; 0 of a match of the bracket."""
        return self.place_for + (0 if won else self.entrants // 2) if self.place_for else 0

    @property
    def is_bye(self) -> bool:
        return self.state == MatchState.BYE

    @property
    def is_live(self) -> bool:
        return self.state == MatchState.PLAYING

    @property
    def is_disputed(self) -> bool:
        """待裁定."""
        return self.state == MatchState.DISPUTED

    @property
    def awaits_ruling(self) -> bool:
        """待裁定, of the result or of a deal."""
        return self.is_disputed or self.contested

    @property
    def is_over(self) -> bool:
        return self.state == MatchState.OVER

    @cached_property
    def won_by(self) -> TeamLabel | None:
        for line in self.lines:
            if line.outcome == "won":
                return line.team
        return None

    @property
    def goes_on(self) -> TeamLabel | None:
        """Who comes out of it: who has won, or has the bye."""
        return (self.home.team or self.away.team) if self.is_bye else self.won_by


@dataclass(frozen=True)
class StageLabel:
    """阶段 of a round: its place in the event, its format as it is set (``shape``), its positions (0 before its draw),
    and how many come to it (0: registration) from which ``first_place`` on of the stage ``source`` (its id), placed by
    rank or ``by_lot``; how its matches are counted (``board``), and which of `presets.named_games` is played;
    ``decisions`` about teams that are equal in everything, the newest first. Of team matches boards are counted, and
    ``at_table`` is what a board shows. Of a ladder that is drawn its ``entries`` from the top as its season began, late
    ones at the bottom, and which of them have ``left``."""

    id: int
    number: int
    shape: Format
    size: int
    places: int
    first_place: int
    source: int | None
    by_lot: bool
    scale: str = Scale.NONE
    board: Board = Board.LEVELS
    game: str = GUANDAN
    decisions: tuple[Decision, ...] = ()
    at_table: Board = Board.LEVELS
    entries: tuple[TeamLabel, ...] = ()
    left: frozenset[int] = frozenset()

    @property
    def is_ladder(self) -> bool:
        """Do its matches come by challenges, in a season?"""
        return self.shape.season_days > 0

    @property
    def is_drawn(self) -> bool:
        return self.size > 0

    @property
    def last_place(self) -> int:
        return self.first_place + self.places - 1

    @property
    def format(self) -> str:
        """The name of its format."""
        return self.shape.name


@dataclass(frozen=True)
class RoundView:
    """A round with its matches from the top; ``entrants`` 32 reads 32进16; ``scoring.clocks.read`` reads ``clock``.

    ``section``: what it is of the whole (上半场). One that is played in several ``sittings`` has all their matches, and
    id, start and clock of the one that is on. ``until``: by when its matches are played, where their sides choose the
    day, for which they have ``own_days``. A season lasts until it is closed, and its matches stand as they were
    decided.
    """

    id: int
    stage: StageLabel
    number: int
    entrants: int
    starts_at: datetime
    clock: Clock
    matches: tuple[MatchView, ...]
    sitting: int = 1
    sittings: tuple["RoundView", ...] = ()
    section: Where | None = None
    until: datetime | None = None
    own_days: int = 0
    closed_at: datetime | None = None

    @property
    def is_drawn(self) -> bool:
        """Are its matches known, or its season open?"""
        return self.stage.is_drawn

    @property
    def round_number(self) -> int:
        return self.number

    @property
    def where(self) -> Where | None:
        """The part that all its matches belong to; None where they belong to several, or to none."""
        parts = {match.where for match in self.matches} or {self.section}
        return parts.pop() if len(parts) == 1 else None

    @property
    def wheres(self) -> tuple[Where, ...]:
        """By these it is named: its one part, or all where the format has parts (胜者组第 2 轮、败者组第 1 轮)."""
        if self.stage.shape.has_parts:
            return tuple(dict.fromkeys(match.where for match in self.matches if match.where))
        return (self.where,) if self.where else ()

    @property
    def parts(self) -> tuple["RoundView", ...]:
        """Its sittings, or itself where it is played at once."""
        return self.sittings or (self,)

    @property
    def begins_at(self) -> datetime:
        """The start of its first sitting; a match has its own start."""
        return self.parts[0].starts_at

    @property
    def on(self) -> "RoundView":
        """The sitting that is on, or comes next."""
        return next(part for part in self.parts if part.id == self.id)

    @property
    def halves(self) -> tuple[tuple[MatchView, ...], tuple[MatchView, ...]]:
        middle = (len(self.of_bracket) + 1) // 2
        return self.of_bracket[:middle], self.of_bracket[middle:]

    @property
    def of_bracket(self) -> tuple[MatchView, ...]:
        """Without those that are played for a place, beside the bracket."""
        return tuple(m for m in self.matches if not m.place_for)

    @property
    def for_third(self) -> MatchView | None:
        """三四名决赛, which is drawn with the bracket."""
        return next((m for m in self.matches if m.place_for == THIRD), None)

    @property
    def at_tables(self) -> tuple[MatchView, ...]:
        """What is played at tables, and byes: the boards of team matches, or the matches."""
        return tuple(table for match in self.matches for table in match.boards or (match,))

    @property
    def in_need_of_tables(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.at_tables if not match.is_bye)

    @property
    def played(self) -> tuple[MatchView, ...]:
        return tuple(m for m in self.matches if not m.is_bye)

    @property
    def meetings(self) -> tuple[MatchView, ...]:
        """All matches but those in which nobody meets nobody."""
        return tuple(m for m in self.matches if any(line.slot != SlotKind.BYE for line in m.lines))

    @property
    def waits_for_pairing(self) -> bool:
        """Do its opponents follow from the standing, and are not found yet?"""
        return not self.stage.is_ladder and all(
            line.source.kind == SourceKind.LOT and line.slot == SlotKind.OPEN for m in self.matches for line in m.lines
        )

    @property
    def waits_for_lots(self) -> bool:
        """Do lots say who meets in it, and are not drawn yet?"""
        return self.stage.shape.draws_rounds and self.waits_for_pairing

    @property
    def is_live(self) -> bool:
        return self.clock.state in (ClockState.RUNNING, ClockState.PAUSED) and not self.is_over

    @property
    def is_over(self) -> bool:
        if self.stage.is_ladder:
            return self.closed_at is not None and all(m.is_over for m in self.matches)
        return bool(self.matches) and all(m.is_over or m.is_bye for m in self.matches)
