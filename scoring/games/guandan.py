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
    Measure,
    OrderError,
    Penalty,
    Pending,
    Race,
    RuleSet,
    Side,
    Sides,
    Verdict,
    finish_order,
    may_enter,
    start,
    step,
    verdict,
)
from scoring.games.entries import (
    KIND,
    EntryProblem,
    EntryType,
    Field,
    GameCode,
    Unreadable,
    number_in,
    penalty_type,
    plain_penalty,
)
from scoring.games.game import KIND_FIELD, Asks, EntryForm, EntryResult, FormField, Game, Score, Scoreboard, Terms
from scoring.games.outlook import Outlook, Tribute, outlook, tributes

CARD_LEVELS: Final = range(2, 15)
"""2…A: the ranks of a card that is turned up."""
_ORDER: Final = FormField("order", Asks.FOUR_SEATS)
_FORM: Final = EntryForm("deal", (_ORDER, KIND_FIELD))
_FORM_WITH_CARD: Final = EntryForm("deal", (_ORDER, FormField("turned_up", Asks.LEVEL, required=False), KIND_FIELD))


def raw_deal(order: object, kind: object = DealKind.REGULAR, turned_up: object = None) -> dict[str, object]:
    """一副 as JSON values by its finish order and the level card that was turned up for it, right or wrong."""
    return {"type": "deal", "order": order, "kind": kind} | ({} if turned_up is None else {"turned_up": turned_up})


def _read_order(value: object) -> FinishOrder:
    if not isinstance(value, str):
        raise Unreadable(GameCode.VALUE_WRONG)
    try:
        return finish_order(value)
    except OrderError as wrong:
        raise Unreadable(*wrong.problems) from None


def _levels(state: Race) -> Sides[int | None]:
    return Sides(*(None if state.next_level is None else state.levels[side] for side in Side))


class Guandan(Game[RuleSet, Entry, Race]):
    """Its options are a rule set, its state the level race."""

    name = "guandan"
    entry_types = {
        "deal": EntryType(
            {"order": Field(_read_order), "kind": KIND, "turned_up": Field(number_in(CARD_LEVELS), None)}, Deal
        ),
        "penalty": penalty_type(tuple(EffectKind)),
    }

    def options_of(self, data: Mapping[str, object]) -> RuleSet:
        return RuleSet.from_dict(data)

    def plain_options(self, options: RuleSet) -> dict[str, Any]:
        return options.to_dict()

    def terms(self, options: RuleSet) -> Terms:
        return Terms(options.minutes, options.grace_minutes, options.on_time, options.penalties)

    def form(self, options: RuleSet) -> EntryForm:
        """游次, tapped; with the level card, where one is turned up for each deal."""
        return _FORM_WITH_CARD if options.measure is Measure.POINTS else _FORM

    def plain_entry(self, entry: Entry) -> dict[str, Any]:
        if isinstance(entry, Penalty):
            return plain_penalty(entry)
        return raw_deal(entry.letters, entry.kind.value, entry.turned_up)

    def entry_problems(
        self, options: RuleSet, state: Race, raw: object, *, time_up: bool = False, in_hand: bool | None = None
    ) -> tuple[EntryProblem, ...]:
        """As of every game; where deals are played at the level of the side on stage, no card is turned up for them."""
        problems = super().entry_problems(options, state, raw, time_up=time_up, in_hand=in_hand)
        if options.measure is Measure.POINTS or not isinstance(raw, Mapping) or raw.get("turned_up") is None:
            return problems
        return (*problems, EntryProblem(GameCode.FIELD_UNKNOWN, "turned_up"))

    def refusals(
        self, options: RuleSet, state: Race, kind: DealKind, *, time_up: bool, in_hand: bool | None
    ) -> tuple[Code, ...]:
        return may_enter(options, state, time_up=time_up, in_hand=in_hand, kind=kind)

    def start(self, options: RuleSet) -> Race:
        return start(options)

    def step(self, options: RuleSet, state: Race, entry: Entry) -> Race:
        return step(options, state, entry)

    def result_of(self, before: Race, after: Race) -> EntryResult:
        """打几, 获胜方, 升级 and 过A of the last step, or 积分 with the level card, if it was written down."""
        step = after.steps[-1]
        if after.next_level is None:
            points = (before.points, after.points)
            return EntryResult(step.level, step.winner, _levels(before), _levels(after), points=points)
        return EntryResult(step.level, step.winner, step.before, step.after, step.passed)

    def is_over(self, state: Race) -> bool:
        """过A, a side lost, or 加赛一副 entered."""
        return bool(state.winner or state.extra_winner)

    def scoreboard(self, state: Race) -> Scoreboard:
        """级数、台上 and 积分 of a race; no levels where each deal's level card is turned up."""
        levels = _levels(state)
        scores = (Score(levels[side], state.passed(side), state.points[side]) for side in Side)
        return Scoreboard(Sides(*scores), state.on_stage, state.next_level, state.deals, state.next_level is None)

    def outlook(self, options: RuleSet, state: Race) -> Outlook | None:
        return outlook(options, state)

    def tributes(self, options: RuleSet) -> Mapping[str, Tribute]:
        return tributes(options)

    def verdict(self, options: RuleSet, state: Race, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
        return verdict(options, state, time_up=time_up, in_hand=in_hand)
