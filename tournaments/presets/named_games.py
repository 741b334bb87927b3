"""项目: the games that an office chooses from: one of `scoring.games` with options, and how it is usually held."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from guandan_rules.options import Scale
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from scoring.games.win_loss import Counted, WinLoss, WinLossRules
from tournaments.entries.seats import USUAL


@dataclass(frozen=True)
class NamedGame:
    """``options`` of the ``game``; ``seats`` a side and ``best_of`` games a match where nothing else is said; the
    ``colours`` of home, who moves first, and away, where the sides have some."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int = USUAL
    best_of: int = 1
    colours: tuple[str, str] = ("", "")

    @property
    def has_deals(self) -> bool:
        """Is it written down deal by deal, and not as one result?"""
        return self.game != WinLoss.name


def _entered(name: str, *, seats: int = USUAL, best_of: int = 1, **options: Any) -> NamedGame:
    """Any game of which the result is entered."""
    usual = {"name": name, "order_asked": False, "draws": False}
    return NamedGame(WinLoss.name, {**usual, **options}, seats, best_of)


GUANDAN: Final = Guandan.name
POINTS: Final = Counted.POINTS.value
NAMED_GAMES: Final[Mapping[str, NamedGame]] = {
    GUANDAN: NamedGame(Guandan.name),
    "shuangsheng": NamedGame(Shuangsheng.name),
    "guandan_result": _entered("guandan_result", measure=POINTS),
    "gouji": NamedGame(WinLoss.name, {"name": WinLossRules().name}, seats=3),
    "shengji": _entered("shengji", measure=POINTS),
    "doudizhu": _entered("doudizhu", measure=POINTS, draws=True),
    "xiangqi": replace(
        _entered("xiangqi", seats=1, draws=True, scale=Scale.WIN_2_DRAW_1.value), colours=("red_side", "black_side")
    ),
    "weiqi": replace(_entered("weiqi", seats=1), colours=("black_stones", "white_stones")),
    "pingpang": _entered("pingpang", seats=1, best_of=5, measure=POINTS, target=11),
    "other": _entered("other", draws=True),
}
"""项目 by key, in the order in which they are offered."""

OFFERED: Final[Mapping[str, tuple[str, ...]]] = {
    WinLoss.name: ("draws", "measure", "target"),
}
"""What an office chooses of a game beside its name, by option; of others their rules say everything."""


def has_colours(game: str, rule_set: Mapping[str, Any]) -> bool:
    """Is the game that is played by these options one of 红黑 or 黑白, in which a draw is 和棋?"""
    return bool(NAMED_GAMES[named_game(game, rule_set)].colours[0])


def named_game(game: str, rule_set: Mapping[str, Any]) -> str:
    """The key of the game that is played by these options."""
    if game != WinLoss.name:
        return game
    name = rule_set.get("name")
    return next((key for key, named in NAMED_GAMES.items() if named.options.get("name") == name), "other")
