"""Where a log leads, kept by its text: one that has grown by an entry is folded by that entry alone.

Options, entries and states are values that nothing changes, so whoever asks may have the same one.
"""

import json
from functools import lru_cache
from typing import Any, Final

from guandan_rules import Offence, Penalty, Side
from scoring.games import GAMES
from scoring.games.entries import PENALTY, given_effects

KEPT: Final = 8192
"""So many states stay in memory, a kilobyte or two each: most of a state is the one before it."""
_AT_ONCE: Final = 100


@lru_cache(maxsize=KEPT)
def options(game: str, rule_set: str) -> Any:
    """The options of that game from their JSON text."""
    return GAMES[game].options_of(json.loads(rule_set))


@lru_cache(maxsize=KEPT)
def entry(game: str, text: str) -> Any:
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
    played, chosen = GAMES[game], options(game, rule_set)
    return played.step(chosen, _state(game, rule_set, log[:-1]), entry(game, log[-1])) if log else played.start(chosen)
