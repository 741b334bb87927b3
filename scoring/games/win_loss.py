"""够级的记分 (S003, rules.md §8): a match of two sides of three is entered as its winner; the draw is made above.

An entry is ``{"type": "result", "winner": "home"}``, optionally with ``"order"``, the six seats as the players went out
(头科 first). Seats are ``"1"``…``"6"`` in turn order, partners on every other one, so that 对头 sit three apart. S003
does not say how the order makes a winner, therefore the winner is said and the order is only kept.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Any, Final

from guandan_rules import (
    Awaited,
    Code,
    DealKind,
    EffectKind,
    Facts,
    OptionProblem,
    Penalty,
    Pending,
    Reason,
    Side,
    Sides,
    Verdict,
)
from scoring.games.entries import (
    EntryError,
    EntryProblem,
    Field,
    GameCode,
    Shape,
    Unreadable,
    items_of,
    one_of,
    penalty_shape,
    plain_penalty,
    read_entry,
)
from scoring.games.forms import Asks, EntryForm, FormField
from scoring.games.game import Done, Score, Scoreboard, Terms
from scoring.games.options import flag, number_or_none, problems_of, read_options, refuse_if, text
from scoring.games.outlook import Tribute

name: Final = "win_loss"

_LOSSES: Final = {
    EffectKind.MATCH_LOST: Reason.PENALTY,
    EffectKind.DISQUALIFIED: Reason.DISQUALIFICATION,
}
_EFFECTS: Final = (EffectKind.NOTE, EffectKind.WARNING, *_LOSSES)


class SixSeat(StrEnum):
    """六个座位, in turn order: anticlockwise 反时针 (S003 五, 2)."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    FIFTH = "5"
    SIXTH = "6"

    @property
    def side(self) -> Side:
        """所属一方: the three friends (联邦) sit on every other seat."""
        return Side.HOME if self in (SixSeat.FIRST, SixSeat.THIRD, SixSeat.FIFTH) else Side.AWAY


@dataclass(frozen=True, slots=True, kw_only=True)
class WinLossRules:
    """规则: what is entered beside the winner; RuleSetError lists every problem at once."""

    name: str = "s003"
    order_required: bool = False
    """是否须记六人的名次."""
    minutes: int | None = None
    """限时, whole minutes; None: no clock (S003 names none)."""

    def __post_init__(self) -> None:
        wrong = self.minutes is not None and self.minutes not in range(1, 24 * 60)
        refuse_if([OptionProblem(Code.OUT_OF_RANGE, "minutes")] if wrong else [])


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "name": text,
    "order_required": flag,
    "minutes": number_or_none,
}


@dataclass(frozen=True, slots=True)
class Result:
    """胜方, and the six seats from 头科 to the last if they were written down, else none."""

    winner: Side
    order: tuple[SixSeat, ...] = ()


Entry = Result | Penalty


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the match stands: nothing, or the winner with the reason and the index of the entry that decided."""

    winner: Side | None = None
    reason: Reason | None = None
    entry: int | None = None
    order: tuple[SixSeat, ...] = ()
    entries: int = 0


def default_options() -> WinLossRules:
    """规则 of S003."""
    return WinLossRules()


def options_of(data: Mapping[str, object], /) -> WinLossRules:
    """规则 from JSON values; RuleSetError with every problem."""
    return read_options(data, _READERS, WinLossRules)


def options_problems(data: Mapping[str, object], /) -> tuple[OptionProblem, ...]:
    """Why `data` are no rules of the game; empty when they are."""
    return problems_of(options_of, data)


def plain_options(options: WinLossRules, /) -> dict[str, Any]:
    """规则 as JSON values."""
    return {"name": options.name, "order_required": options.order_required, "minutes": options.minutes}


def _read_order(value: object) -> tuple[SixSeat, ...]:
    """名次: all six seats, each once, or none at all."""
    items = items_of(value)
    seats = [item for item in items if item in tuple(SixSeat)]
    codes = [GameCode.SEAT_OF_NO_PLAYER] if len(seats) < len(items) else []
    if len({str(seat) for seat in seats}) < len(seats):
        codes.append(GameCode.PLAYER_OUT_TWICE)
    if items and len({str(seat) for seat in seats}) < len(SixSeat):
        codes.append(GameCode.ORDER_INCOMPLETE)
    if codes:
        raise Unreadable(*codes)
    return tuple(one_of(SixSeat)(seat) for seat in seats)


_SHAPES: Final[dict[str, Shape[Entry]]] = {
    "result": Shape({"winner": Field(one_of(Side)), "order": Field(_read_order, ())}, Result),
    "penalty": Shape(penalty_shape(_EFFECTS).fields, Penalty),
}


def entry_of(raw: object, /) -> Entry:
    """胜负 or 处罚 from JSON values; EntryError with every problem."""
    return read_entry(raw, _SHAPES)


def plain_entry(entry: Entry, /) -> dict[str, Any]:
    """胜负 or 处罚 as JSON values."""
    if isinstance(entry, Penalty):
        return plain_penalty(entry)
    return {"type": "result", "winner": entry.winner.value, "order": [seat.value for seat in entry.order]}


def entry_problems(
    options: WinLossRules, state: Outcome, raw: object, /, *, time_up: bool = False, in_hand: bool | None = None
) -> tuple[EntryProblem, ...]:
    """Why `raw` cannot be written now; the bell refuses nothing, a match is played out."""
    problems: list[EntryProblem] = []
    try:
        entry = entry_of(raw)
        if options.order_required and isinstance(entry, Result) and not entry.order:
            problems.append(EntryProblem(GameCode.ORDER_REQUIRED, "order"))
    except EntryError as wrong:
        problems += wrong.problems
    return (*problems, *([EntryProblem(Code.GAME_DECIDED)] if is_over(state) else []))


def refusals(
    options: WinLossRules, state: Outcome, kind: DealKind, /, *, time_up: bool, in_hand: bool | None
) -> tuple[Code, ...]:
    """One result, of no kind but the ordinary one, at any time."""
    if is_over(state):
        return (Code.GAME_DECIDED,)
    return () if kind is DealKind.REGULAR else (Code.EXTRA_DEAL_NOT_DUE,)


def is_over(state: Outcome, /) -> bool:
    """The result is written down, or a side lost by penalty."""
    return state.winner is not None


def terms(options: WinLossRules, /) -> Terms:
    """限时, if there is one; it stops nobody."""
    return Terms(options.minutes)


form: Final = EntryForm("result", (FormField("winner", Asks.SIDE), FormField("order", Asks.SIX_SEATS, required=False)))


def outlook(options: WinLossRules, state: Outcome, /) -> None:
    """None: there is nothing to count ahead."""


def tributes(options: WinLossRules, /) -> dict[str, Tribute]:
    """Empty: 进贡 of 够级 is none of the sheet's business."""
    return {}


def start(options: WinLossRules, /) -> Outcome:
    """Nothing is decided."""
    return Outcome()


def step(options: WinLossRules, state: Outcome, entry: Entry, /) -> Outcome:
    """胜负 after one more entry: the first one that decides counts, later ones change nothing."""
    index, state = state.entries, replace(state, entries=state.entries + 1)
    if state.winner:
        return state
    if isinstance(entry, Result):
        return replace(state, winner=entry.winner, reason=Reason.POINTS, entry=index, order=entry.order)
    losses = [_LOSSES[effect.kind] for effect in entry.effects if effect.kind in _LOSSES]
    return replace(state, winner=entry.side.other, reason=losses[-1], entry=index) if losses else state


def fold(options: WinLossRules, log: Iterable[Entry], /) -> Outcome:
    """胜负 after the whole log."""
    return reduce(lambda state, entry: step(options, state, entry), log, start(options))


def _points(state: Outcome) -> Sides[int]:
    """胜场: 1 for the winner of the match."""
    none = Sides(0, 0)
    return none.put(state.winner, 1) if state.winner else none


def scoreboard(state: Outcome, /) -> Scoreboard:
    """胜场 of both sides; the game has no levels and no stage."""
    points = _points(state)
    played = state.reason is Reason.POINTS
    return Scoreboard(Sides(*(Score(None, points=points[side]) for side in Side)), None, None, int(played))


def verdict(options: WinLossRules, state: Outcome, /, *, time_up: bool, in_hand: bool | None) -> Verdict | Pending:
    """胜负判定: the entered winner, as one match to none (`Reason.POINTS`); after the bell without one, the referee."""
    if state.winner is None or state.reason is None:
        return Pending(Awaited.REFEREE if time_up else Awaited.PLAY_ON)
    facts = Facts(Sides(0, 0), _points(state), Sides(None, None), None, scoreboard(state).deals, state.entry)
    return Verdict(state.winner, state.reason, facts)


def done(before: Outcome, after: Outcome, /) -> Done:
    """胜方, where this entry has decided."""
    return Done(None, None if before.winner else after.winner, _NO_LEVELS, _NO_LEVELS)


_NO_LEVELS: Final[Sides[int | None]] = Sides(None, None)
