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

from guandan_rules import Entry, Race, RuleSet
from scoring.games import guandan, shuangsheng, win_loss
from scoring.games.entries import EntryError, EntryProblem, GameCode
from scoring.games.game import Game, Score, Scoreboard
from scoring.games.shuangsheng_levels import Climb
from scoring.games.shuangsheng_levels import Entry as ShuangshengEntry
from scoring.games.shuangsheng_rules import ShuangshengRules
from scoring.games.win_loss import Entry as WinLossEntry
from scoring.games.win_loss import Outcome, WinLossRules

__all__ = ["GAMES", "EntryError", "EntryProblem", "Game", "GameCode", "Score", "Scoreboard", "game"]

# each assignment lets mypy compare a module with `Game`, types and all
_GUANDAN: Final[Game[RuleSet, Entry, Race]] = guandan
_SHUANGSHENG: Final[Game[ShuangshengRules, ShuangshengEntry, Climb]] = shuangsheng
_WIN_LOSS: Final[Game[WinLossRules, WinLossEntry, Outcome]] = win_loss

GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = MappingProxyType(
    {found.name: found for found in (_GUANDAN, _SHUANGSHENG, _WIN_LOSS)}
)
"""游戏 by name: ``guandan``, ``shuangsheng``, ``win_loss``."""


def game(name: str) -> Game[Any, Any, Any]:
    """一种游戏 by name (`GAMES`); KeyError for any other."""
    return GAMES[name]
