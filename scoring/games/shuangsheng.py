"""双升/扒鸡窝的记分 (S002, rules.md §8): two sides climb from 2 to A by who defended and the attackers' points.

A deal is ``{"type": "deal", "defenders": "home", "points": 85}`` and, where it happened, ``"bottom": true`` (the
attackers took the bottom with a play that holds the level card), ``"wrong_play": ["away"]`` and ``"kind"``. Who
defended is always said, although it mostly follows: where nobody shows a trump, and after 造反, it does not (S002 亮主
3, 5).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from guandan_rules import (
    Awaited,
    Code,
    DealKind,
    Facts,
    LossReason,
    OptionProblem,
    Penalty,
    Pending,
    Reason,
    Side,
    Sides,
    TieRule,
    Verdict,
)
from scoring.games.bell import Bell
from scoring.games.entries import (
    KIND,
    EntryError,
    EntryProblem,
    Field,
    GameCode,
    Shape,
    Unreadable,
    items_of,
    kind_of,
    one_of,
    penalty_shape,
    plain_penalty,
    read_entry,
    whole_number,
    yes_or_no,
)
from scoring.games.forms import KIND_FIELD, Asks, EntryForm, FormField
from scoring.games.game import Done, Score, Scoreboard, Terms
from scoring.games.options import problems_of, read_options
from scoring.games.outlook import Tribute
from scoring.games.shuangsheng_levels import Climb, Deal, Entry, fold, start, step
from scoring.games.shuangsheng_rules import EFFECTS, READERS, ShuangshengRules, plain

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
    "refusals",
    "scoreboard",
    "start",
    "step",
    "terms",
    "tributes",
    "verdict",
]

name: Final = "shuangsheng"

POINT: Final = 5
"""分牌 count 5 or 10, and the bottom whole multiples of them (S002 扣底)."""
MOST_POINTS: Final = 120 + 80 * 64
"""抓分方最多的得分: eight cards of 10 in the bottom, times 64 for 五拖, the last multiple that S002 names."""


def default_options() -> ShuangshengRules:
    """规则 of S002."""
    return ShuangshengRules()


def options_of(data: Mapping[str, object], /) -> ShuangshengRules:
    """规则 from JSON values; RuleSetError with every problem."""
    return read_options(data, READERS, ShuangshengRules)


def options_problems(data: Mapping[str, object], /) -> tuple[OptionProblem, ...]:
    """Why `data` are no rules of the game; empty when they are."""
    return problems_of(options_of, data)


def plain_options(options: ShuangshengRules, /) -> dict[str, Any]:
    """规则 as JSON values."""
    return plain(options)


def _read_points(value: object) -> int:
    points = whole_number(value)
    if points not in range(0, MOST_POINTS + 1, POINT):
        raise Unreadable(GameCode.NOT_CARD_POINTS)
    return points


def _read_sides(value: object) -> tuple[Side, ...]:
    """Some of the two sides, each once."""
    sides = [one_of(Side)(item) for item in items_of(value)]
    if len(set(sides)) < len(sides):
        raise Unreadable(GameCode.VALUE_WRONG)
    return tuple(side for side in Side if side in sides)


_SHAPES: Final[dict[str, Shape[Entry]]] = {
    "deal": Shape(
        {
            "defenders": Field(one_of(Side)),
            "points": Field(_read_points),
            "bottom": Field(yes_or_no, False),
            "wrong_play": Field(_read_sides, ()),
            "kind": KIND,
        },
        Deal,
    ),
    "penalty": Shape(penalty_shape(EFFECTS).fields, Penalty),
}


def entry_of(raw: object, /) -> Entry:
    """一副 or 处罚 from JSON values; EntryError with every problem."""
    return read_entry(raw, _SHAPES)


def plain_entry(entry: Entry, /) -> dict[str, Any]:
    """一副 or 处罚 as JSON values."""
    if isinstance(entry, Penalty):
        return plain_penalty(entry)
    return {
        "type": "deal",
        "defenders": entry.defenders.value,
        "points": entry.points,
        "bottom": entry.bottom,
        "wrong_play": [side.value for side in entry.wrong_play],
        "kind": entry.kind.value,
    }


def entry_problems(
    options: ShuangshengRules, state: Climb, raw: object, /, *, time_up: bool = False, in_hand: bool | None = None
) -> tuple[EntryProblem, ...]:
    """Why `raw` cannot be written now; a penalty is refused by the end of the game only."""
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
    options: ShuangshengRules, state: Climb, kind: DealKind, /, *, time_up: bool, in_hand: bool | None
) -> tuple[Code, ...]:
    """再记一副: refused by the end of the game, by the number of deals, or by the bell."""
    codes = [Code.GAME_DECIDED] if is_over(state) else []
    if options.deal_limit is not None and state.deals >= options.deal_limit:
        codes.append(Code.DEAL_LIMIT_REACHED)
    return (*codes, *Bell(options.on_time, time_up, in_hand, state.last_entered).refuses(kind))


def is_over(state: Climb, /) -> bool:
    """过A, or a side lost."""
    return state.winner is not None


def terms(options: ShuangshengRules, /) -> Terms:
    """限时 and what the bell leaves; S002 has no table of penalties."""
    return Terms(options.minutes, on_time=options.on_time, effects=EFFECTS)


_FORM: Final = EntryForm(
    "deal",
    (
        FormField("defenders", Asks.SIDE),
        FormField("points", Asks.NUMBER, most=MOST_POINTS, step=POINT),
        FormField("bottom", Asks.YES_NO, required=False),
        FormField("wrong_play", Asks.SIDES, required=False),
        KIND_FIELD,
    ),
)


def form(options: ShuangshengRules, /) -> EntryForm:
    """谁守庄, and what the attackers took."""
    return _FORM


def outlook(options: ShuangshengRules, state: Climb, /) -> None:
    """None: what a deal does depends on the points."""


def tributes(options: ShuangshengRules, /) -> dict[str, Tribute]:
    """Empty: 双升 has no tribute."""
    return {}


def scoreboard(state: Climb, /) -> Scoreboard:
    """级数 and 台上 of both sides."""
    scores = (Score(state.levels[side], state.passed_a is side) for side in Side)
    return Scoreboard(Sides(*scores), state.on_stage, state.next_level, state.deals)


def verdict(options: ShuangshengRules, state: Climb, /, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
    """胜负判定: A passed, a side lost, or the higher level after the last deal or the bell; then the tie rules."""
    if state.winner:
        return _ended(state, state.winner)
    if options.deal_limit is not None and state.deals >= options.deal_limit:
        return _settled(options, state, Reason.LEVEL_AT_LIMIT)
    if not time_up:
        return Pending(Awaited.PLAY_ON)
    awaits = Bell(options.on_time, time_up, in_hand, state.last_entered).awaits
    return Pending(awaits) if awaits else _settled(options, state, Reason.LEVEL_AT_TIME)


LOSSES: Final = {LossReason.PENALTY: Reason.PENALTY, LossReason.DISQUALIFIED: Reason.DISQUALIFICATION}
"""理由 of a match lost by penalty."""


def _ended(climb: Climb, winner: Side) -> Verdict:
    last = max(step.index for step in climb.steps if step.counted)
    return Verdict(winner, LOSSES[climb.loss] if climb.loss else Reason.PASSED_A, _facts(climb, last))


def _settled(rules: ShuangshengRules, climb: Climb, reason: Reason) -> Verdict | Pending:
    """级数高者胜, then the tie rules in their order."""
    home, away = climb.levels
    if home != away:
        return Verdict(Side.HOME if home > away else Side.AWAY, reason, _facts(climb))
    return next(
        (verdict_ for rule in rules.tie_rules if (verdict_ := _TIE_RULES[rule](climb))), Pending(Awaited.REFEREE)
    )


def _by_first_to_reach(climb: Climb) -> Verdict | None:
    home, away = (-1 if index is None else index for index in climb.raised_at)
    if home == away:
        return None
    side = Side.HOME if home < away else Side.AWAY
    return Verdict(side, Reason.FIRST_TO_REACH, _facts(climb, climb.raised_at[side]))


def _by_stage(climb: Climb) -> Verdict | None:
    return Verdict(climb.on_stage, Reason.ON_STAGE, _facts(climb)) if climb.on_stage else None


_TIE_RULES: Final[dict[TieRule, Callable[[Climb], Verdict | Pending | None]]] = {
    TieRule.FIRST_TO_REACH: _by_first_to_reach,
    TieRule.ON_STAGE: _by_stage,
    TieRule.DRAW: lambda climb: Verdict(None, Reason.DRAW, _facts(climb)),
    TieRule.REFEREE: lambda _: Pending(Awaited.REFEREE),
}


def _facts(climb: Climb, entry: int | None = None) -> Facts:
    return Facts(climb.levels, Sides(0, 0), climb.raised_at, climb.on_stage, climb.deals, entry)


def done(before: Climb, after: Climb, /) -> Done:
    """打几, 升级 and 过A of the last step; who has won a deal is a matter of degree, so nobody is named."""
    step = after.steps[-1]
    level = before.next_level if isinstance(step.entry, Deal) else None
    return Done(level, None, step.before, step.after, after.passed_a if step.counted else None)
