"""Where a log leads, and what a scoreboard shows of that.

States are kept by the text of their log: one that has grown by an entry is folded by that entry alone. Options, entries
and states are values that nothing changes, so whoever asks may have the same one.
"""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from guandan_rules import Offence, Penalty, Side
from scoring.games import GAMES
from scoring.games.entries import PENALTY, given_effects

KEPT: Final = 8192
"""So many states stay in memory, a kilobyte or two each: most of a state is the one before it."""
_AT_ONCE: Final = 100


@lru_cache(maxsize=KEPT)
def options_of_text(game: str, rule_set: str) -> Any:
    """The options of that game from their JSON text."""
    return GAMES[game].options_of(json.loads(rule_set))


@lru_cache(maxsize=KEPT)
def entry_of_text(game: str, text: str) -> Any:
    """An entry of that game from its JSON text; a penalty as it was given, whatever the game allows today."""
    raw = json.loads(text)
    if raw["type"] != PENALTY:
        return GAMES[game].entry_of(raw)
    return Penalty(Side(raw["side"]), Offence(raw["offence"]), given_effects(raw["effects"]))


def state_after(game: str, rule_set: str, log: tuple[str, ...]) -> Any:
    """Where the entries of a ``log`` lead in that order; all of them JSON texts."""
    for known in range(0, len(log), _AT_ONCE):  # a step asks for the one before it: never too many upon each other
        _state(game, rule_set, log[:known])
    return _state(game, rule_set, log)


@lru_cache(maxsize=KEPT)
def _state(game: str, rule_set: str, log: tuple[str, ...]) -> Any:
    played, chosen = GAMES[game], options_of_text(game, rule_set)
    if not log:
        return played.start(chosen)
    return played.step(chosen, _state(game, rule_set, log[:-1]), entry_of_text(game, log[-1]))


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
    shown = GAMES[name].scoreboard(state)
    home, away = shown.scores
    return Standing(
        home.level, away.level, home.passed, away.passed, shown.on_stage or "", shown.deals, home.points, away.points
    )


def first_standing(name: str, options: dict[str, Any]) -> Standing:
    """The scoreboard before the first entry, by the options as JSON values."""
    played = GAMES[name]
    return standing_of(name, played.start(played.options_of(options)))
