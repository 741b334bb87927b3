"""牌点与级数: the ladder of levels, 2…10, J, Q, K, A as 2…14 and, in S001-7 only, 王 as 15 (rules.md §1)."""

from typing import Final

LOWEST: Final = 2
ACE: Final = 14
JOKER_STEP: Final = 15
"""王: the step above A of S001-7; no rank is the level card there, and so there is no wild."""

_NAMES: Final = {**{n: str(n) for n in range(2, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A", JOKER_STEP: "王"}
_LEVELS: Final = {name: level for level, name in _NAMES.items()}


def level_name(level: int) -> str:
    """级数的写法: ``2``…``10``, ``J``, ``Q``, ``K``, ``A`` for 2…14, ``王`` for 15; ValueError for anything else."""
    if level not in _NAMES:
        raise ValueError(f"not a level: {level!r}")
    return _NAMES[level]


def level_of(name: str) -> int:
    """级数: 2…15 for a name as `level_name` writes it, ``T`` being read as 10; ValueError for anything else."""
    text = name.strip().upper()
    if text not in _LEVELS and text != "T":
        raise ValueError(f"not the name of a level: {name!r}")
    return _LEVELS.get(text, 10)
