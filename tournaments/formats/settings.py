"""赛制设置 (settings of a format) as JSON values, and what reads each of them into a field of its class."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from tournaments.formats.individual import Partners
from tournaments.formats.ladder import Moves
from tournaments.formats.table import Points
from tournaments.formats.tie_breaks import SELECTABLE, TieBreak
from tournaments.formats.unplayed import Rest, Withdrawn

MOST = 64
MOST_DAYS = 366
FIRST_PLAYED_OUT: Final = 5
NUMBERS: Final = {
    "groups": (1, MOST),
    "legs": (1, 2),
    "rounds_played": (0, MOST),
    "survivors": (1, MOST),
    "places_to": (0, MOST),
    "finals": (0, 2),
    "halves": (1, MOST),
    "rest_points": (0, 1000),
    "reach": (1, MOST),
    "pause_days": (0, MOST_DAYS),
    "season_days": (1, MOST_DAYS),
}
"""The settings that are numbers, with the lowest and the highest; the office's form offers them so."""
FLAGS: Final = ("consolation", "lots_each_round", "virtual_opponents")
"""Those that are on or off."""
FOR_NEW: Final[Mapping[str, Mapping[str, Any]]] = {
    "swiss": {"virtual_opponents": True},
    "round_robin": {"withdrawn": Withdrawn.STRUCK_UNDER_HALF.value},
}
"""With what a new stage of a format begins, where its class keeps the rule of stages that were drawn before."""


class SettingsError(ValueError):
    """``names`` of the settings that the format does not know, or whose value it cannot take."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def _number(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return read


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _survivors(value: Any) -> int:
    number = _number(*NUMBERS["survivors"])(value)
    if number & (number - 1):
        raise ValueError
    return number


def _places_to(value: Any) -> int:
    """The first two places are those of the final, the third and fourth the event's choice."""
    number = _number(*NUMBERS["places_to"])(value)
    if 0 < number < FIRST_PLAYED_OUT:
        raise ValueError
    return number


def _criteria(value: Any) -> tuple[TieBreak, ...]:
    criteria = tuple(TieBreak(name) for name in value)
    chosen = criteria[:-1] if criteria[-1:] == (TieBreak.LOT,) else criteria
    if not chosen or len(set(chosen)) < len(chosen) or not set(chosen) <= set(SELECTABLE):
        raise ValueError
    return criteria


READERS: Final[dict[str, Callable[[Any], Any]]] = {
    **{name: _number(*ends) for name, ends in NUMBERS.items()},
    **dict.fromkeys(("third_place", *FLAGS), _flag),
    "survivors": _survivors,
    "places_to": _places_to,
    "points": lambda value: Points(**{name: Fraction(str(points)) for name, points in value.items()}),
    "criteria": _criteria,
    "rest": Rest,
    "partners": Partners,
    "withdrawn": Withdrawn,
    "moves": Moves,
}
