"""三种游戏的记分: 掼蛋, 双升 and 够级 in one shape, so that a sheet can hold any of them (`game.Game`).

How a sheet holds one: it names the game beside its frozen options (``sheet.game``, ``sheet.rule_set`` by
`Game.plain_options`), and keeps its log as rows of JSON data, each a `Game.plain_entry`, numbered and struck like deals
today. Writing one: refuse what `Game.entry_problems` finds, given the log, the raw entry, whether the bell has rung and
the answer then; store it; keep `Game.scoreboard` of the `Game.fold` for the scoreboard. Closing: `Game.verdict`, in the
vocabulary of `guandan_rules` for every game. Best of several games, and who meets whom, is the tournament's business.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from scoring.games.entries import EntryError, EntryProblem, GameCode
from scoring.games.game import Game, Score, Scoreboard
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from scoring.games.win_loss import WinLoss

__all__ = ["GAMES", "EntryError", "EntryProblem", "Game", "GameCode", "Score", "Scoreboard"]

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType(
    {each.name: each for each in (Guandan(), Shuangsheng(), WinLoss())}
)
"""游戏 by name: ``guandan``, ``shuangsheng``, ``win_loss``."""
