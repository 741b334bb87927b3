"""The timetable as the office edits it."""

from dataclasses import dataclass

from scoring.states import ClockState
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, RoundView, rounds


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


def planned_rounds(tournament: Tournament) -> tuple[PlannedRound, ...]:
    """Every round of the event, first round first: four queries whatever the size."""
    return tuple(
        PlannedRound(r, r.clock.state != ClockState.SET, tuple(m for m in r.played if not m.is_over))
        for r in rounds(tournament)
    )
