"""双升/扒鸡窝的记分 (S002, rules.md §8): two sides climb from 2 to A by who defended and the attackers' points.

A deal is ``{"type": "deal", "defenders": "home", "points": 85}`` and, where it happened, ``"bottom": true`` (the
attackers took the bottom with a play that holds the level card), ``"wrong_play": ["away"]`` and ``"kind"``. Who
defended is always said, although it mostly follows: where nobody shows a trump, and after 造反, it does not (S002 亮主
3, 5).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from guandan_rules import (
    Awaited,
    Code,
    DealKind,
    Facts,
    LossReason,
    OnTime,
    Penalty,
    Pending,
    Reason,
    Side,
    Sides,
    TieRule,
    Verdict,
)
from scoring.games.entries import (
    KIND,
    EntryType,
    Field,
    GameCode,
    Unreadable,
    items_of,
    number_in,
    one_of,
    penalty_type,
    plain_penalty,
    read_options,
    yes_or_no,
)
from scoring.games.game import KIND_FIELD, Asks, EntryForm, EntryResult, FormField, Game, Score, Scoreboard, Terms
from scoring.games.shuangsheng_rules import (
    EFFECTS,
    READERS,
    Climb,
    DefendedDeal,
    Entry,
    ShuangshengRules,
    plain,
    start,
    step,
)

POINT: Final = 5
"""分牌 count 5 or 10, and the bottom whole multiples of them (S002 扣底)."""
MOST_POINTS: Final = 120 + 80 * 64
"""抓分方最多的得分: eight cards of 10 in the bottom, times 64 for 五拖, the last multiple that S002 names."""
LOSSES: Final = {LossReason.PENALTY: Reason.PENALTY, LossReason.DISQUALIFIED: Reason.DISQUALIFICATION}
"""理由 of a match lost by penalty."""
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


@dataclass(frozen=True, slots=True)
class Bell:
    """比赛时间到 (rules.md §3): what it refuses and leaves open, as `guandan_rules` has it for its own deals.

    The clock as a game sees it: the rule, whether it has rung, the answer then, and if the last deal is entered.
    """

    on_time: OnTime
    time_up: bool
    in_hand: bool | None
    last_entered: bool

    @property
    def awaits(self) -> Awaited | None:
        """还在等什么 once the bell has rung; None when the game may be settled."""
        if self.on_time is OnTime.STOP_NOW or self.last_entered:
            return None
        if self.in_hand is None:
            return Awaited.REFEREE if self.on_time is OnTime.REFEREE else Awaited.DEAL_IN_HAND_QUESTION
        return Awaited.LAST_DEAL if self.in_hand else None

    def refuses(self, kind: DealKind) -> tuple[Code, ...]:
        """Every reason against a deal of that kind now; an extra deal is no part of these games."""
        if kind is DealKind.EXTRA:
            return (Code.EXTRA_DEAL_NOT_DUE,)
        if kind is DealKind.REGULAR:
            return (Code.AFTER_THE_BELL,) if self.time_up else ()
        codes = [] if self.time_up else [Code.BEFORE_THE_BELL]
        if kind is DealKind.IN_HAND and self.on_time is OnTime.STOP_NOW:
            codes.append(Code.STOPPED_AT_THE_BELL)
        elif kind is DealKind.IN_HAND and self.time_up and not self.in_hand:
            codes.append(Code.BELL_QUESTION_OPEN if self.in_hand is None else Code.NO_DEAL_IN_HAND)
        if self.last_entered and (self.time_up or kind is DealKind.IN_HAND):
            codes.append(Code.LAST_DEAL_ENTERED)
        return tuple(codes)


def _read_sides(value: object) -> tuple[Side, ...]:
    """Some of the two sides, each once."""
    sides = [one_of(Side)(item) for item in items_of(value)]
    if len(set(sides)) < len(sides):
        raise Unreadable(GameCode.VALUE_WRONG)
    return tuple(side for side in Side if side in sides)


class Shuangsheng(Game[ShuangshengRules, Entry, Climb]):
    """Its state is the climb of both sides. S002 knows no tribute and no table of penalties; what a deal does depends
    on the points, so that nothing can be counted ahead."""

    name = "shuangsheng"
    entry_types = {
        "deal": EntryType(
            {
                "defenders": Field(one_of(Side)),
                "points": Field(number_in(range(0, MOST_POINTS + 1, POINT), GameCode.NOT_CARD_POINTS)),
                "bottom": Field(yes_or_no, False),
                "wrong_play": Field(_read_sides, ()),
                "kind": KIND,
            },
            DefendedDeal,
        ),
        "penalty": penalty_type(EFFECTS),
    }

    def options_of(self, data: Mapping[str, object]) -> ShuangshengRules:
        return read_options(data, READERS, ShuangshengRules)

    def plain_options(self, options: ShuangshengRules) -> dict[str, Any]:
        return plain(options)

    def terms(self, options: ShuangshengRules) -> Terms:
        return Terms(options.minutes, on_time=options.on_time, effects=EFFECTS)

    def form(self, options: ShuangshengRules) -> EntryForm:
        """谁守庄, and what the attackers took."""
        return _FORM

    def plain_entry(self, entry: Entry) -> dict[str, Any]:
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

    def refusals(
        self, options: ShuangshengRules, state: Climb, kind: DealKind, *, time_up: bool, in_hand: bool | None
    ) -> tuple[Code, ...]:
        """By the end of the game, by the number of deals, or by the bell."""
        codes = [Code.GAME_DECIDED] if self.is_over(state) else []
        if options.deal_limit is not None and state.deals >= options.deal_limit:
            codes.append(Code.DEAL_LIMIT_REACHED)
        return (*codes, *Bell(options.on_time, time_up, in_hand, state.last_entered).refuses(kind))

    def start(self, options: ShuangshengRules) -> Climb:
        return start(options)

    def step(self, options: ShuangshengRules, state: Climb, entry: Entry) -> Climb:
        return step(options, state, entry)

    def result_of(self, before: Climb, after: Climb) -> EntryResult:
        """打几, 升级 and 过A of the last step; who has won a deal is a matter of degree, so nobody is named."""
        step = after.steps[-1]
        level = before.next_level if isinstance(step.entry, DefendedDeal) else None
        return EntryResult(level, None, step.before, step.after, after.passed_a if step.counted else None)

    def is_over(self, state: Climb) -> bool:
        """过A, or a side lost."""
        return state.winner is not None

    def scoreboard(self, state: Climb) -> Scoreboard:
        scores = (Score(state.levels[side], state.passed_a is side) for side in Side)
        return Scoreboard(Sides(*scores), state.on_stage, state.next_level, state.deals)

    def verdict(
        self, options: ShuangshengRules, state: Climb, *, time_up: bool, in_hand: bool | None
    ) -> Verdict | Pending:
        """A passed, a side lost, or the higher level after the last deal or the bell; then the tie rules."""
        if state.winner:
            last = max(step.index for step in state.steps if step.counted)
            return Verdict(state.winner, LOSSES[state.loss] if state.loss else Reason.PASSED_A, _facts(state, last))
        if options.deal_limit is not None and state.deals >= options.deal_limit:
            return _settled(options, state, Reason.LEVEL_AT_LIMIT)
        if not time_up:
            return Pending(Awaited.PLAY_ON)
        awaits = Bell(options.on_time, time_up, in_hand, state.last_entered).awaits
        return Pending(awaits) if awaits else _settled(options, state, Reason.LEVEL_AT_TIME)


def _settled(rules: ShuangshengRules, climb: Climb, reason: Reason) -> Verdict | Pending:
    """级数高者胜, then the tie rules in their order."""
    home, away = climb.levels
    if home != away:
        return Verdict(Side.HOME if home > away else Side.AWAY, reason, _facts(climb))
    first, second = (-1 if index is None else index for index in climb.raised_at)
    for rule in rules.tie_rules:
        if rule is TieRule.FIRST_TO_REACH and first != second:
            side = Side.HOME if first < second else Side.AWAY
            return Verdict(side, Reason.FIRST_TO_REACH, _facts(climb, climb.raised_at[side]))
        if rule is TieRule.ON_STAGE and climb.on_stage:
            return Verdict(climb.on_stage, Reason.ON_STAGE, _facts(climb))
        if rule is TieRule.DRAW:
            return Verdict(None, Reason.DRAW, _facts(climb))
        if rule is TieRule.REFEREE:
            break
    return Pending(Awaited.REFEREE)


def _facts(climb: Climb, entry: int | None = None) -> Facts:
    return Facts(climb.levels, Sides(0, 0), climb.raised_at, climb.on_stage, climb.deals, entry)
