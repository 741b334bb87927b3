"""What a scoreboard shows of a sheet: a plain value, cached on the sheet and rebuilt by the same fold."""

from dataclasses import asdict, dataclass
from typing import Any

from guandan_rules import Race, Side

Facts = dict[str, Any]
"""What the caller of an action adds to the record: names of the match and its teams, never anything private."""


@dataclass(frozen=True)
class Standing:
    """Levels 2…14 of both sides, who passed A, the side on stage ("" before the first deal), the deals counted."""

    home: int = 2
    away: int = 2
    home_passed: bool = False
    away_passed: bool = False
    stage: str = ""
    deals: int = 0

    def level(self, side: str) -> int:
        return self.home if side == Side.HOME else self.away

    def passed(self, side: str) -> bool:
        return self.home_passed if side == Side.HOME else self.away_passed

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Standing":
        return cls(**data)


def standing_of(race: Race) -> Standing:
    """The scoreboard of a race."""
    return Standing(
        home=race.level(Side.HOME),
        away=race.level(Side.AWAY),
        home_passed=race.passed(Side.HOME),
        away_passed=race.passed(Side.AWAY),
        stage=race.on_stage or "",
        deals=race.deals,
    )
