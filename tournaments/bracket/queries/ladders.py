"""擂台赛: who stands where, and whom he may challenge at this moment."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from journal.refusals import Problem
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, StandingRow, standing
from tournaments.codes import Code
from tournaments.formats import Ladder
from tournaments.states import SlotKind


@dataclass(frozen=True)
class Rung:
    """A place of a ladder. ``up``: how many places above the one at which the season began for it, negative below,
    0 also of who came late; ``open``: its challenge that is not decided; ``last``: the newest one that is."""

    row: StandingRow
    up: int
    open: MatchView | None
    last: MatchView | None

    @property
    def team(self) -> TeamLabel:
        return self.row.team

    @property
    def place(self) -> int:
        return self.row.place


@dataclass(frozen=True)
class LadderView:
    """A ladder with its season at one moment of the event."""

    stage: StageView
    now: datetime

    @property
    def season(self) -> RoundView:
        return self.stage.rounds[0]

    @property
    def shape(self) -> Ladder:
        assert isinstance(self.stage.label.shape, Ladder)
        return self.stage.label.shape

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """From the top; who has left is not among them."""
        label = self.stage.label
        there = [team.id for team in label.entries if team.id not in label.left]
        start = {team: place for place, team in enumerate(there, start=1)}
        last = {team: match for match in reversed(self.played) for team in _teams(match)}
        open_ = {team: match for match in reversed(self.open) for team in _teams(match)}
        return tuple(
            Rung(row, start.get(team, row.place) - row.place, open_.get(team), last.get(team))
            for row, team in ((row, row.team.id) for row in standing(self.stage))
            if row.place
        )

    @cached_property
    def _by_team(self) -> dict[int, Rung]:
        return {rung.team.id: rung for rung in self.rungs}

    @cached_property
    def open(self) -> tuple[MatchView, ...]:
        """Challenges that are not decided, the oldest first."""
        return tuple(match for match in self.stage.matches if not match.is_over)

    @cached_property
    def played(self) -> tuple[MatchView, ...]:
        """Those that are, the newest first."""
        return tuple(match for match in reversed(self.stage.matches) if match.is_over)

    @property
    def is_past(self) -> bool:
        """Has its last day passed?"""
        return self.season.until is not None and self.now > self.season.until

    def _at_home(self, moment: datetime) -> str:
        """The moment in the zone of the event, as a sentence reads it."""
        return moment.astimezone(self.season.until.tzinfo if self.season.until else None).isoformat()

    @cached_property
    def season_problem(self) -> Problem | None:
        """Why nobody may challenge anybody."""
        if not self.stage.is_drawn or self.now < self.season.starts_at:
            return Problem(Code.SEASON_AHEAD, data={"at": self._at_home(self.season.starts_at)})
        return Problem(Code.SEASON_OVER) if self.season.is_over or self.is_past else None

    def problem(self, challenger: int, challenged: int) -> Problem | None:
        """Why the one may not challenge the other, of whom it is said; None where he may."""
        if self.season_problem:
            return self.season_problem
        lower, upper = self._by_team.get(challenger), self._by_team.get(challenged)
        if lower is None or upper is None:
            return Problem(Code.NOT_ON_LADDER)
        if not 1 <= lower.place - upper.place <= self.shape.reach:
            return Problem(Code.OUT_OF_REACH, data={"reach": self.shape.reach})
        for rung in (lower, upper):
            if rung.open:
                team = {"branch": rung.team.branch, "ordinal": rung.team.ordinal}
                return Problem(Code.CHALLENGE_OPEN, data={"number": rung.open.number, **team})
        met = [m.decided_at for m in self.played if _teams(m) == {challenger, challenged} and m.decided_at]
        again = max(met) + timedelta(days=self.shape.pause_days) if met else self.now
        return Problem(Code.MET_LATELY, data={"at": self._at_home(again)}) if again > self.now else None

    def above(self, challenger: int) -> tuple[tuple[Rung, Problem | None], ...]:
        """Those who stand in reach above that team, the nearest first, and why it may not challenge each."""
        below = self._by_team[challenger].place - 1
        near = self.rungs[max(0, below - self.shape.reach) : below]
        return tuple((rung, self.problem(challenger, rung.team.id)) for rung in reversed(near))


def ladder_of(stages: Sequence[StageView], now: datetime) -> LadderView | None:
    """The newest ladder of the event that is drawn; None where there is none."""
    drawn = [stage for stage in stages if stage.label.is_ladder and stage.is_drawn]
    return LadderView(drawn[-1], now) if drawn else None


def _teams(match: MatchView) -> set[int]:
    return {line.team.id for line in match.lines if line.team and line.slot == SlotKind.TEAM}
