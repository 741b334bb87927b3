"""赛位: where a sheet or a clock stands in an event, as the journal names it. Names alone, nothing private."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class TeamName:
    """A team as a record names it; ``ordinal`` 1 reads 一队. ``partner``: who sits beside one that entered alone."""

    id: int
    branch: str
    ordinal: int
    partner: "TeamName | None" = None

    def facts(self) -> dict[str, Any]:
        """A record names no partner where there is none."""
        named = {"id": self.id, "branch": self.branch, "ordinal": self.ordinal}
        return named | {"partner": self.partner.facts()} if self.partner else named


@dataclass(frozen=True)
class Place:
    """``subject`` is that of events which are not the sheet's own; ``round``, ``entrants`` and
    ``sitting`` name the round, ``place`` counts from its top; without a ``match`` it is the place of a whole round.
    ``is_open``: are entries taken? Not once the match is over, nor while a ruling is awaited.
    """

    subject: str = ""
    entrants: int = 0
    round: int = 0
    sitting: int = 1
    match: int = 0
    number: int = 0
    place: int = 0
    place_for: int | None = None
    table: int = 0
    home: TeamName | None = None
    away: TeamName | None = None
    is_open: bool = True

    def facts(self) -> dict[str, Any]:
        """What every event recorded here says of it."""
        later = {"sitting": self.sitting} if self.sitting > 1 else {}
        if not self.match:
            return {"round": self.round, "entrants": self.entrants, **later} if self.round else {}
        facts = asdict(self) | {"home": self.home and self.home.facts(), "away": self.away and self.away.facts()}
        del facts["subject"], facts["is_open"], facts["sitting"]
        return facts | later


NOWHERE = Place()
"""A sheet outside any event."""
