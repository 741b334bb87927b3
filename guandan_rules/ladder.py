"""级数的阶梯: 2…10, J, Q, K, A as 2…14 and, in S001-7 only, 王 as 15; and what every race up it shares (rules.md §1).

掼蛋 and 双升 alike: where both sides stand, how far a rise leads, and what a penalty does (rules.md §7, §8).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, Self

from guandan_rules.penalties import Effect, EffectKind
from guandan_rules.seats import Side, Sides

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


NOTHING: Final = Sides(0, 0)
NEVER: Final[Sides[int | None]] = Sides(None, None)


class LossReason(StrEnum):
    """为何判负 without the opponents having passed A."""

    FAILED_A = "failed_a"
    PENALTY = "penalty"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Ladder:
    """双方的级数 after the entries so far."""

    levels: Sides[int]
    points: Sides[int] = NOTHING
    """各副积分与罚分 (rules.md §4, §7); 0:0 in games that count none."""
    raised_at: Sides[int | None] = NEVER
    """Index of the entry that last changed each side to its present level; None: it never changed."""
    on_stage: Side | None = None
    """台上: the side whose level is played next, unless the coming deal decides it anew; None before the first."""
    passed_a: Side | None = None
    """过A的一方; at A without having passed it is not passed."""
    lost: Side | None = None
    loss: LossReason | None = None
    deals: int = 0
    """已打副数, the extra deal not counted."""
    steps: tuple[Any, ...] = ()

    @property
    def winner(self) -> Side | None:
        """胜方 if the log alone has ended the game: A passed, or the other side lost."""
        return self.lost.other if self.lost else self.passed_a

    def changed_at(self, levels: Sides[int], index: int) -> Sides[int | None]:
        """`raised_at` after the entry with that index, which led to these levels."""
        return Sides(*(self.raised_at[s] if levels[s] == self.levels[s] else index for s in Side))

    def penalised(self, side: Side, effect: Effect, opponents_level: int) -> Self:
        """处罚 of `side` with one effect; notes, warnings and void deals change nothing.

        `opponents_level` is where a rise by `effect.amount` leads the other side.
        """
        levels, points, amount = self.levels, self.points, effect.amount
        changes: dict[str, Any] = {}
        match effect.kind:
            case EffectKind.OPPONENTS_UP:
                changes = {"levels": levels.put(side.other, opponents_level)}
            case EffectKind.OFFENDER_DOWN:
                changes = {"levels": levels.put(side, max(LOWEST, levels[side] - amount))}
            case EffectKind.POINTS:
                changes = {"points": points.put(side, points[side] + amount)}
            case EffectKind.POINTS_BOTH:
                changes = {"points": Sides(points.home + amount, points.away + amount)}
            case EffectKind.STAGE_TO_OPPONENTS:
                changes = {"on_stage": side.other}
            case EffectKind.MATCH_LOST:
                changes = {"lost": side, "loss": LossReason.PENALTY}
            case EffectKind.DISQUALIFIED:
                changes = {"lost": side, "loss": LossReason.DISQUALIFIED}
        return replace(self, **changes)


def raised(level: int, gain: int, target: int, must_play: Iterable[int]) -> int:
    """必打: the level after a rise by `gain`, never past a level that must be played, nor past the target."""
    return min(level + gain, target, *(stop for stop in must_play if stop > level))
