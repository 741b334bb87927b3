"""胜负记分: any game of which one result is entered: 够级 (S003, rules.md §8), 象棋, 围棋, 乒乓球, 升级, 斗地主.

An entry is ``{"type": "result", "winner": "home"}``; ``"draw"`` where the options take draws. Where points count it
says ``"points"``: how far the winner was ahead or, in a game to a ``target``, what the loser had, from which those of
the winner follow, who is two ahead. Of 够级 it may hold ``"order"``, the six seats as the players went out (头科
first). Seats are ``"1"``…``"6"`` in turn order, partners on every other one, so that 对头 sit three apart. S003 does
not say how the order makes a winner, therefore the winner is said and the order is only kept.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Final

from guandan_rules import (
    Awaited,
    Code,
    DealKind,
    EffectKind,
    Facts,
    Offence,
    OptionProblem,
    Penalty,
    Pending,
    Reason,
    Side,
    Sides,
    Verdict,
)
from guandan_rules.options import Scale
from guandan_rules.scales import RESULT_POINTS
from scoring.games.entries import (
    EntryError,
    EntryProblem,
    EntryType,
    Field,
    GameCode,
    Unreadable,
    items_of,
    number_in,
    number_or_none,
    one_of,
    penalty_type,
    plain_penalty,
    read_options,
    refuse_if,
    text,
    yes_or_no,
)
from scoring.games.game import Asks, EntryForm, EntryResult, FormField, Game, Score, Scoreboard, Terms

_PLAYED: Final = (Reason.POINTS, Reason.DRAW)
_NO_LEVELS: Final[Sides[int | None]] = Sides(None, None)
_LOSSES: Final = {
    EffectKind.MATCH_LOST: Reason.PENALTY,
    EffectKind.DISQUALIFIED: Reason.DISQUALIFICATION,
}
_EFFECTS: Final = (EffectKind.NOTE, EffectKind.WARNING, *_LOSSES)
_OFFENCES: Final = (Offence.LATE, Offence.ILLEGAL_SIGNAL, Offence.SLOW_PLAY, Offence.OTHER)
"""Those of any game, be it played with cards or without."""
MOST_POINTS: Final = 999
"""So many points nobody is ahead by, or loses with."""
DRAW: Final = "draw"
_NOTHING: Final = Sides(0, 0)


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


class Counted(StrEnum):
    """记什么: the result alone, or points beside it."""

    RESULT = "result"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class WinLossRules:
    """规则: what is entered beside the winner; RuleSetError lists every problem at once."""

    name: str = "s003"
    order_asked: bool = True
    """是否记六人的名次 (够级)."""
    order_required: bool = False
    """是否须记六人的名次."""
    draws: bool = False
    """可否和棋."""
    measure: Counted = Counted.RESULT
    """记比分还是只记胜负."""
    target: int | None = None
    """每局打到几分, two ahead; None: the points are those by which the winner is ahead."""
    scale: Scale = Scale.NONE
    """记分办法 of the standing where results are worth other points than one for a win."""
    minutes: int | None = None
    """限时, whole minutes; None: no clock (S003 names none)."""

    def __post_init__(self) -> None:
        wrong = {
            "minutes": self.minutes is not None and self.minutes not in range(1, 24 * 60),
            "target": self.target is not None and self.target not in range(2, MOST_POINTS),
            "scale": self.scale is not Scale.NONE and self.scale not in RESULT_POINTS,
            "order_required": self.order_required and not self.order_asked,
        }
        refuse_if(OptionProblem(Code.OUT_OF_RANGE, option) for option, is_wrong in wrong.items() if is_wrong)


_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "name": text,
    "order_asked": yes_or_no,
    "order_required": yes_or_no,
    "draws": yes_or_no,
    "measure": Counted,
    "target": number_or_none,
    "scale": Scale,
    "minutes": number_or_none,
}


@dataclass(frozen=True, slots=True)
class Result:
    """胜方 (None: a draw), the six seats from 头科 to the last if they were written down, and what points count."""

    winner: Side | None
    order: tuple[SixSeat, ...] = ()
    points: int | None = None


Entry = Result | Penalty


@dataclass(frozen=True, slots=True)
class WinLossState:
    """Where the match stands: open without a `reason`, else the winner (None: a draw), the reason and the index of the
    entry that decided, with the points of both sides: 1 for the winner where none are counted."""

    winner: Side | None = None
    reason: Reason | None = None
    entry: int | None = None
    order: tuple[SixSeat, ...] = ()
    entries: int = 0
    points: Sides[int] = _NOTHING
    counts_points: bool = False


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


class WinLoss(Game[WinLossRules, Entry, WinLossState]):
    """One result; there is nothing to count ahead, and 进贡 of 够级 is none of the sheet's business."""

    name = "win_loss"
    entry_types = {
        "result": EntryType(
            {
                "winner": Field(lambda value: None if value == DRAW else one_of(Side)(value)),
                "order": Field(_read_order, ()),
                "points": Field(number_in(range(MOST_POINTS + 1)), None),
            },
            Result,
        ),
        "penalty": penalty_type(_EFFECTS),
    }

    def options_of(self, data: Mapping[str, object]) -> WinLossRules:
        return read_options(data, _READERS, WinLossRules)

    def plain_options(self, options: WinLossRules) -> dict[str, Any]:
        return asdict(options)

    def terms(self, options: WinLossRules) -> Terms:
        """限时, if there is one; it stops nobody."""
        return Terms(options.minutes, offences=_OFFENCES, effects=_EFFECTS)

    def form(self, options: WinLossRules) -> EntryForm:
        """胜负, and what the options count beside it."""
        question = "points_ahead" if options.target is None else "points_of_the_loser"
        points = FormField("points", Asks.NUMBER, not options.draws, most=MOST_POINTS, question=question)
        fields = [
            (True, FormField("winner", Asks.RESULT if options.draws else Asks.SIDE)),
            (options.measure is Counted.POINTS, points),
            (options.order_asked, FormField("order", Asks.SIX_SEATS, required=options.order_required)),
        ]
        return EntryForm("result", tuple(field for is_asked, field in fields if is_asked))

    def plain_entry(self, entry: Entry) -> dict[str, Any]:
        if isinstance(entry, Penalty):
            return plain_penalty(entry)
        points = {} if entry.points is None else {"points": entry.points}
        winner = entry.winner.value if entry.winner else DRAW
        return {"type": "result", "winner": winner, "order": [seat.value for seat in entry.order], **points}

    def entry_problems(
        self,
        options: WinLossRules,
        state: WinLossState,
        raw: object,
        *,
        time_up: bool = False,
        in_hand: bool | None = None,
    ) -> tuple[EntryProblem, ...]:
        """What these options do not take, or lack; of a draw no points are asked, for nobody is ahead. The bell refuses
        nothing, a match is played out."""
        decided = [EntryProblem(Code.GAME_DECIDED)] if self.is_over(state) else []
        try:
            result = self.entry_of(raw)
        except EntryError as unreadable:
            return (*unreadable.problems, *decided)
        if isinstance(result, Penalty):
            return tuple(decided)
        counts, draw = options.measure is Counted.POINTS, result.winner is None
        wrong = [
            (draw and not options.draws, GameCode.NO_DRAWS, "winner"),
            (bool(result.order) and not options.order_asked, GameCode.FIELD_UNKNOWN, "order"),
            (options.order_required and not result.order, GameCode.ORDER_REQUIRED, "order"),
            (result.points is not None and not counts, GameCode.FIELD_UNKNOWN, "points"),
            (result.points is None and counts and not draw, GameCode.FIELD_MISSING, "points"),
            (result.points == 0 and counts and not draw and not options.target, GameCode.NOT_AHEAD, "points"),
            (bool(result.points) and draw, GameCode.DRAW_WITH_POINTS, "points"),
        ]
        return (*(EntryProblem(code, field) for is_wrong, code, field in wrong if is_wrong), *decided)

    def refusals(
        self, options: WinLossRules, state: WinLossState, kind: DealKind, *, time_up: bool, in_hand: bool | None
    ) -> tuple[Code, ...]:
        """One result, of no kind but the ordinary one, at any time."""
        if self.is_over(state):
            return (Code.GAME_DECIDED,)
        return () if kind is DealKind.REGULAR else (Code.EXTRA_DEAL_NOT_DUE,)

    def start(self, options: WinLossRules) -> WinLossState:
        return WinLossState(counts_points=options.measure is Counted.POINTS)

    def step(self, options: WinLossRules, state: WinLossState, entry: Entry) -> WinLossState:
        """The first entry that decides counts, later ones change nothing.

        比分: 1 for the winner where no points are counted; the loser's and those two ahead of them, at least the
        target; or those by which the winner is ahead. None of a draw.
        """
        index, state = state.entries, replace(state, entries=state.entries + 1)
        if self.is_over(state):
            return state
        if isinstance(entry, Penalty):
            losses = [_LOSSES[effect.kind] for effect in entry.effects if effect.kind in _LOSSES]
            if not losses:
                return state
            points = _NOTHING if state.counts_points else _NOTHING.put(entry.side.other, 1)
            return replace(state, winner=entry.side.other, reason=losses[-1], entry=index, points=points)
        points = _NOTHING
        if entry.winner and entry.points is None:
            points = points.put(entry.winner, 1)
        elif entry.winner and entry.points is not None and options.target is None:
            points = points.put(entry.winner, entry.points)
        elif entry.winner and entry.points is not None and options.target is not None:
            won = max(options.target, entry.points + 2)
            points = points.put(entry.winner, won).put(entry.winner.other, entry.points)
        reason = Reason.POINTS if entry.winner else Reason.DRAW
        return replace(state, winner=entry.winner, reason=reason, entry=index, order=entry.order, points=points)

    def result_of(self, before: WinLossState, after: WinLossState) -> EntryResult:
        """胜方, where this entry has decided, and the points before and after it where they are counted."""
        points = (before.points, after.points) if after.counts_points else None
        return EntryResult(None, None if self.is_over(before) else after.winner, _NO_LEVELS, _NO_LEVELS, points=points)

    def is_over(self, state: WinLossState) -> bool:
        """The result is written down, or a side lost by penalty."""
        return state.reason is not None

    def scoreboard(self, state: WinLossState) -> Scoreboard:
        """比分 of both sides; the game has no levels and no stage."""
        scores = Sides(*(Score(None, points=state.points[side]) for side in Side))
        return Scoreboard(scores, None, None, int(state.reason in _PLAYED), state.counts_points)

    def verdict(
        self, options: WinLossRules, state: WinLossState, *, time_up: bool, in_hand: bool | None
    ) -> Verdict | Pending:
        """The entered winner (`Reason.POINTS`), or a draw; after the bell without a result, the referee."""
        if state.reason is None:
            return Pending(Awaited.REFEREE if time_up else Awaited.PLAY_ON)
        facts = Facts(_NOTHING, state.points, Sides(None, None), None, self.scoreboard(state).deals, state.entry)
        return Verdict(state.winner, state.reason, facts)
