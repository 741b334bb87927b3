"""What screens show of matches: values with their names, levels and states."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from guandan_rules import Reason
from guandan_rules.options import Measure, Scale
from scoring.games.win_loss import WinLoss
from tournaments.formats.format import Where
from tournaments.states import FED, MatchState, TableState

THIRD = 3


@dataclass(frozen=True)
class TeamLabel:
    """A team's name: the branch and its ordinal (1 = 一队), or, where a side has one seat, the ``person`` who plays. By
    ``branch_id`` a page marks a followed branch. Of two who entered alone the side is one, with the ``partner``."""

    id: int
    branch_id: int
    branch: str
    ordinal: int
    person: str = ""
    partner: "TeamLabel | None" = None

    @property
    def each(self) -> "tuple[TeamLabel, ...]":
        """The two who sit together, each by itself; a team itself."""
        return (replace(self, partner=None), self.partner) if self.partner else (self,)

    @property
    def branch_ids(self) -> tuple[int, ...]:
        """The branches that ``each`` plays for."""
        return tuple(dict.fromkeys(one.branch_id for one in self.each))


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
    team match the boards that it has won; ``colour``: a code of `NamedGame.colours`, where the game has some;
    ``partner_position``: in the draw of who sits beside it, 0 where that does not follow from it."""

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
    partner_position: int = 0

    @property
    def each(self) -> tuple[TeamLabel, ...]:
        """Who stands there: a team, two who sit together, or nobody."""
        return self.team.each if self.team else ()

    @property
    def positions(self) -> str:
        """Its position, or those of both partners: 3·18."""
        return "·".join(str(number) for number in (self.position, self.partner_position) if number)

    def has(self, team: int) -> bool:
        """Does the team of that id stand there?"""
        return any(one.id == team for one in self.each)

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

    ``left``: who of the four at a table has left the event, so that it was not played (每轮换搭档).

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
    left: frozenset[int] = frozenset()

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
    def until(self) -> datetime | None:
        """The last day that its sides may choose; None once they have, and where they choose none."""
        return self.own_day.until if self.own_day and not self.own_day.agreed_at else None

    @property
    def is_decided(self) -> bool:
        """Did a referee give it to a side? Then its sheet does not say who has won."""
        return self.reason == Reason.DECISION

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
