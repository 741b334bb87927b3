"""Stages and rounds as screens show them, with their matches."""

from dataclasses import dataclass
from datetime import datetime

from guandan_rules.options import Scale
from scoring.models import Clock
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import THIRD, Board, MatchView, TeamLabel
from tournaments.formats.format import Format, Where
from tournaments.formats.tie_breaks import Decision
from tournaments.presets.named_games import GUANDAN
from tournaments.states import SlotKind, SourceKind


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
    def ends_at(self) -> datetime:
        """Its last start: where sides choose the day, the end of the last one they may choose."""
        return max(part.until or part.starts_at for part in self.parts)

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
