"""掼蛋: `guandan_rules` in the shape of `Game`, with no rule of its own.

A deal is ``{"type": "deal", "order": "NWSE", "kind": "regular"}``, 双下 an order of two partners.
"""

from collections.abc import Mapping
from typing import Any, Final

from guandan_rules import (
    Code,
    Deal,
    DealKind,
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
    start,
    step,
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
    kind_of,
    penalty_shape,
    plain_penalty,
    read_entry,
)
from scoring.games.forms import KIND_FIELD, Asks, EntryForm, FormField
from scoring.games.game import Done, Score, Scoreboard, Terms
from scoring.games.outlook import outlook, tributes

__all__ = [
    "default_options",
    "done",
    "entry_of",
    "entry_problems",
    "fold",
    "form",
    "is_over",
    "name",
    "options_of",
    "options_problems",
    "outlook",
    "plain_entry",
    "plain_options",
    "raw_deal",
    "refusals",
    "scoreboard",
    "start",
    "step",
    "terms",
    "tributes",
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
    options: RuleSet, state: Race, raw: object, /, *, time_up: bool = False, in_hand: bool | None = None
) -> tuple[EntryProblem, ...]:
    """Why `raw` cannot be written now, the clock's reasons being those of `guandan_rules.may_enter`."""
    problems: tuple[EntryProblem, ...] = ()
    try:
        if isinstance(entry_of(raw), Penalty):
            return (EntryProblem(Code.GAME_DECIDED),) if is_over(state) else ()
    except EntryError as wrong:
        problems = wrong.problems
    kind = kind_of(raw)
    codes = refusals(options, state, kind, time_up=time_up, in_hand=in_hand) if kind else ()
    return (*problems, *(EntryProblem(code) for code in codes))


def refusals(
    options: RuleSet, state: Race, kind: DealKind, /, *, time_up: bool, in_hand: bool | None
) -> tuple[Code, ...]:
    """再记一副: as `guandan_rules.may_enter` has it."""
    return may_enter(options, state, time_up=time_up, in_hand=in_hand, kind=kind)


def is_over(state: Race, /) -> bool:
    """过A, a side lost, or 加赛一副 entered."""
    return bool(state.winner or state.extra_winner)


def terms(options: RuleSet, /) -> Terms:
    """限时、迟到宽限、响铃 and 处罚表 of the rule set."""
    return Terms(options.minutes, options.grace_minutes, options.on_time, options.penalties)


_FORM: Final = EntryForm("deal", (FormField("order", Asks.FOUR_SEATS), KIND_FIELD))


def form(options: RuleSet, /) -> EntryForm:
    """游次, tapped."""
    return _FORM


def scoreboard(state: Race, /) -> Scoreboard:
    """级数、台上 and 积分 of a race; no levels where each deal's level card is turned up."""
    levels = _levels(state)
    scores = (Score(levels[side], state.passed(side), state.points[side]) for side in Side)
    return Scoreboard(Sides(*scores), state.on_stage, state.next_level, state.deals, state.next_level is None)


def _levels(state: Race) -> Sides[int | None]:
    return Sides(*(None if state.next_level is None else state.levels[side] for side in Side))


def raw_deal(order: object, kind: object = DealKind.REGULAR) -> dict[str, object]:
    """一副 as JSON values by its finish order, right or wrong."""
    return {"type": "deal", "order": order, "kind": kind}


def done(before: Race, after: Race, /) -> Done:
    """打几, 获胜方, 升级 and 过A of the last step, or 积分."""
    step = after.steps[-1]
    if after.next_level is None:
        return Done(None, step.winner, _levels(before), _levels(after), points=(before.points, after.points))
    return Done(step.level, step.winner, step.before, step.after, step.passed)
