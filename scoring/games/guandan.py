"""掼蛋: `guandan_rules` in the shape of `Game`, with no rule of its own.

A deal is ``{"type": "deal", "order": "NWSE", "kind": "regular"}``, 双下 an order of two partners.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from guandan_rules import (
    Code,
    Deal,
    EffectKind,
    Entry,
    FinishOrder,
    OptionProblem,
    OrderError,
    Penalty,
    Race,
    RuleSet,
    RuleSetError,
    Side,
    Sides,
    finish_order,
    fold,
    may_enter,
    named,
    verdict,
)
from scoring.games.entries import (
    KIND,
    EntryError,
    EntryProblem,
    Field,
    GameCode,
    Shape,
    Unreadable,
    penalty_shape,
    plain_penalty,
    read_entry,
)
from scoring.games.game import Score, Standing

__all__ = [
    "default_options",
    "entry_of",
    "entry_problems",
    "fold",
    "name",
    "options_of",
    "options_problems",
    "plain_entry",
    "plain_options",
    "standing",
    "verdict",
]

name: Final = "guandan"


def default_options() -> RuleSet:
    """规则方案 of S000."""
    return named("s000")


def options_of(data: Mapping[str, object], /) -> RuleSet:
    """规则方案 from JSON values; RuleSetError with every problem."""
    return RuleSet.from_dict(data)


def options_problems(data: Mapping[str, object], /) -> tuple[OptionProblem, ...]:
    """Why `data` is no rule set; empty when it is one."""
    try:
        options_of(data)
    except RuleSetError as wrong:
        return wrong.problems
    return ()


def plain_options(options: RuleSet, /) -> dict[str, Any]:
    """规则方案 as JSON values."""
    return options.to_dict()


def _read_order(value: object) -> FinishOrder:
    if not isinstance(value, str):
        raise Unreadable(GameCode.VALUE_WRONG)
    try:
        return finish_order(value)
    except OrderError as wrong:
        raise Unreadable(*wrong.problems) from None


_SHAPES: Final[dict[str, Shape[Entry]]] = {
    "deal": Shape({"order": Field(_read_order), "kind": KIND}, Deal),
    "penalty": Shape(penalty_shape(tuple(EffectKind)).fields, Penalty),
}


def entry_of(raw: object, /) -> Entry:
    """一副 or 处罚 from JSON values; EntryError with every problem."""
    return read_entry(raw, _SHAPES)


def plain_entry(entry: Entry, /) -> dict[str, Any]:
    """一副 or 处罚 as JSON values."""
    if isinstance(entry, Penalty):
        return plain_penalty(entry)
    return {"type": "deal", "order": entry.letters, "kind": entry.kind.value}


def entry_problems(
    options: RuleSet, log: Sequence[Entry], raw: object, /, *, time_up: bool = False, in_hand: bool | None = None
) -> tuple[EntryProblem, ...]:
    """Why `raw` cannot be written now, the clock's reasons being those of `guandan_rules.may_enter`."""
    try:
        entry = entry_of(raw)
    except EntryError as wrong:
        return wrong.problems
    race = fold(options, log)
    if isinstance(entry, Penalty):
        return (EntryProblem(Code.GAME_DECIDED),) if race.winner or race.extra_winner else ()
    codes = may_enter(options, race, time_up=time_up, in_hand=in_hand, kind=entry.kind)
    return tuple(EntryProblem(code) for code in codes)


def standing(state: Race, /) -> Standing:
    """级数、台上 and 积分 of a race."""
    scores = (Score(state.levels[side], state.passed(side), state.points[side]) for side in Side)
    return Standing(Sides(*scores), state.on_stage, state.next_level, state.deals)
