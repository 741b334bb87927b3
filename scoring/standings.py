"""What a scoreboard shows of a sheet: a plain value, cached on the sheet and rebuilt by the same fold."""

from dataclasses import asdict, dataclass
from typing import Any

from guandan_rules import Side
from scoring.games import game


@dataclass(frozen=True)
class Standing:
    """Levels 2…14 of both sides (None: it is not played for levels), who passed A, the side on stage ("" before the
    first deal), the deals counted, and the points of deals and penalties."""

    home: int | None = 2
    away: int | None = 2
    home_passed: bool = False
    away_passed: bool = False
    stage: str = ""
    deals: int = 0
    home_points: int = 0
    away_points: int = 0

    def level(self, side: str) -> int | None:
        return self.home if side == Side.HOME else self.away

    def points(self, side: str) -> int:
        return self.home_points if side == Side.HOME else self.away_points

    def passed(self, side: str) -> bool:
        return self.home_passed if side == Side.HOME else self.away_passed

    @property
    def ahead(self) -> int:
        """Home above away: in levels, A passed being one more, or in points where there are none."""
        if self.home is None or self.away is None:
            return self.home_points - self.away_points
        return self.home + self.home_passed - self.away - self.away_passed

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def standing_of(name: str, state: Any) -> Standing:
    """The scoreboard of a state of the game of that name."""
    shown = game(name).scoreboard(state)
    home, away = shown.scores
    return Standing(
        home.level, away.level, home.passed, away.passed, shown.on_stage or "", shown.deals, home.points, away.points
    )


def first_standing(name: str, options: dict[str, Any]) -> Standing:
    """The scoreboard before the first entry, by the options as JSON values."""
    played = game(name)
    return standing_of(name, played.start(played.options_of(options)))
