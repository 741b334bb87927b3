"""The timetable as the office edits it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from journal.refusals import Problem
from scoring.states import ClockState
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, RoundView, rounds
from tournaments.states import Code


@dataclass(frozen=True)
class PlannedRound:
    """A round with the matches that need a table. ``begun``: its clock was started, so neither time nor table moves."""

    round: RoundView
    begun: bool
    open: tuple[MatchView, ...]

    @property
    def without_table(self) -> int:
        return sum(match.table == 0 for match in self.open)

    @property
    def byes(self) -> int:
        return sum(match.is_bye for match in self.round.matches)


def order_problems(starts: Sequence[datetime], spans: Sequence[timedelta]) -> list[Problem]:
    """Rounds that would start before the one ahead of them is over, at the fields ``round-2``, ``round-3`` …

    ``spans`` are the planned lengths of the rounds, at least one; rounds beyond them are as long as the last.
    """
    return [
        Problem(Code.ROUNDS_OUT_OF_ORDER, f"round-{i + 1}", {"round": i + 1, "before": i})
        for i in range(1, len(starts))
        if starts[i] < starts[i - 1] + spans[min(i, len(spans)) - 1]
    ]


def planned_rounds(tournament: Tournament) -> tuple[PlannedRound, ...]:
    """Every round of the event, first round first: five queries whatever the size."""
    return tuple(
        PlannedRound(r, r.clock.state != ClockState.SET, tuple(m for m in r.played if not m.is_over))
        for r in rounds(tournament)
    )
