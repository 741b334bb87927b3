"""What an event is planned with, beside its stages and rounds: the teams that are expected, the hours of a day, and how
often everybody plays at least."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.forecast.timetable import Session, sessions_of

END_OF_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class Plan:
    """``teams``: 0 if nobody knows yet. ``start``, ``latest`` and ``breaks`` of a match day in minutes after midnight;
    ``latest`` 0: as long as it takes. ``least``: 保底场数, what the draw must not go below."""

    teams: int = 0
    start: int = 540
    latest: int = 0
    breaks: tuple[Session, ...] = ()
    least: int = 1

    @classmethod
    def of(cls, column: Mapping[str, Any]) -> "Plan":
        """As `Tournament.plan` keeps it; what it does not say is as usual."""
        known = {name: column[name] for name in ("teams", "start", "latest", "least") if name in column}
        return cls(**known, breaks=tuple((begin, end) for begin, end in column.get("breaks", ())))

    def column(self) -> dict[str, Any]:
        plain = {"teams": self.teams, "start": self.start, "latest": self.latest, "least": self.least}
        return {**plain, "breaks": [list(each) for each in self.breaks]}

    @property
    def sessions(self) -> tuple[Session, ...]:
        return sessions_of(self.start, self.breaks, self.latest or END_OF_DAY)
