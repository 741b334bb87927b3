"""一副牌怎么走: why a step of a deal is refused (every reason), what it leads to, and which steps there are; and 复盘,
a recorded deal walked through step by step.

S000 附件3 一（二）3, 二（四）–（七); rules.md §6.

报牌: the play that leaves `RuleSet.report_at` cards or fewer is to be announced, once; `Put.report` says that it was.
A report that is not due is refused; a missing one is not, since the play itself stands: `DealState.unreported` names
who owes one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from guandan_rules.cards import Card, packed, unpacked, wild_of
from guandan_rules.codes import Code, CodeError
from guandan_rules.deal_state import (
    Cards,
    DealError,
    DealRecord,
    DealState,
    DealStep,
    Hands,
    Pass,
    Pay,
    Phase,
    Put,
    Return,
    dealt,
    led_by,
)
from guandan_rules.kinds import Kind, Reading, beats
from guandan_rules.notation import NotationError, read_lines
from guandan_rules.plays import Play, all_leads, all_responses, leads, responses
from guandan_rules.readings import reading_problems, readings
from guandan_rules.seats import Seat
from guandan_rules.tribute import pay_problems, payable, return_problems, returnable

_NEXT: Final = {seat: seat.next for seat in Seat}
WHOLE: Final = 0
"""The place of what no single step or line is to blame for."""


class StepError(CodeError):
    """A step that is refused; `problems` holds every reason."""


def step_problems(state: DealState, step: DealStep) -> tuple[Code, ...]:
    """Every reason why `step` cannot be taken in `state`; empty when it can."""
    match step:
        case Put():
            return _put_problems(state, step, _meant(state, step))
        case Pass():
            problems = _turn_problems(state, step.seat)
            return (Code.MUST_LEAD,) if not problems and state.to_beat is None else problems
        case Pay():
            return _pay_problems(state, step)
        case _:
            return _return_problems(state, step)


def after(state: DealState, step: DealStep) -> DealState:
    """The state after `step`; StepError with every problem."""
    if isinstance(step, Put):
        meant = _meant(state, step)
        _refuse(_put_problems(state, step, meant))
        return _after_put(state, step, meant[0])
    _refuse(step_problems(state, step))
    match step:
        case Pass():
            return _after_pass(state, step)
        case Pay():
            return _after_pay(state, step)
        case _:
            return _after_return(state, step)


def _refuse(problems: tuple[Code, ...]) -> None:
    if problems:
        raise StepError(problems)


def legal_plays(state: DealState, *, suited: bool = False) -> list[Play]:
    """What the player whose turn it is may put down: one play a reading, or with `suited` every set of cards."""
    if state.turn is None:
        return []
    hand = state.hand(state.turn)
    if state.to_beat is None:
        return (all_leads if suited else leads)(hand, state.level)
    return (all_responses if suited else responses)(hand, state.level, state.to_beat)


def legal_steps(state: DealState, *, suited: bool = False) -> tuple[DealStep, ...]:
    """Every step that may be taken: payments, returns, plays (`legal_plays`, read and reported as due), passing."""
    if state.turn is not None:
        puts = (Put(state.turn, play.cards, play.reading) for play in legal_plays(state, suited=suited))
        passes = () if state.to_beat is None else (Pass(state.turn),)
        return (*(replace(put, report=report_due(state, put)) for put in puts), *passes)
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.TRIBUTE:
        return tuple(Pay(seat, card) for seat in state.owing for card in payable(state.hand(seat), state.level))
    return tuple(
        Return(seat, card) for seat in state.owing for card in returnable(state.rule_set, state.hand(seat), state.level)
    )


def default_reading(cards: Iterable[Card], level: int | None) -> Reading | None:
    """牌型 of cards put down without a word: the only reading, or the higher full house (rules.md §5).

    The latter for two pairs with one wild; None when the cards are no play, or their player must say which.
    """
    all_cards = tuple(cards)
    return _default(readings(all_cards, level), all_cards, level)


def report_due(state: DealState, put: Put) -> bool:
    """报牌 (S000 附件3 二（七）): whether this play is the one to announce; once only, as S004 has it."""
    left = len(state.hand(put.seat)) - len(put.cards)
    return 0 < left <= (state.rule_set.report_at or 0) and put.seat not in state.reported


def _turn_problems(state: DealState, seat: Seat) -> tuple[Code, ...]:
    if state.phase is not Phase.PLAY:
        return (Code.DEAL_OVER,) if state.phase is Phase.OVER else (Code.TRIBUTE_OPEN,)
    if seat in state.finish:
        return (Code.OUT_ALREADY,)
    return () if seat is state.turn else (Code.NOT_YOUR_TURN,)


def _meant(state: DealState, put: Put) -> tuple[Reading, ...]:
    """What the cards may be meant as: one reading if it is clear, every one if it is not, none if they are no play."""
    possible = readings(put.cards, state.level)
    clear = put.reading if put.reading in possible else None
    if put.reading is None:
        clear = _default(possible, put.cards, state.level)
    return possible if clear is None else (clear,)


def _put_problems(state: DealState, put: Put, meant: tuple[Reading, ...]) -> tuple[Code, ...]:
    """出牌: the turn, the cards against the hand, what they are declared as and what they have to beat, the report."""
    codes = [*_turn_problems(state, put.seat)]
    hand = state.hand(put.seat)
    if any(put.cards.count(card) > hand.count(card) for card in put.cards):
        codes.append(Code.NOT_HELD)
    if not meant:
        codes += reading_problems(put.cards, state.level)
    elif put.reading is None and len(meant) > 1:
        codes.append(Code.READING_NEEDED)
    elif put.reading is not None and put.reading not in meant:
        codes.append(Code.NOT_A_READING)
    if meant and state.to_beat is not None and not any(beats(state.to_beat, reading) for reading in meant):
        codes.append(Code.NOT_BEATING)
    if put.report and not report_due(state, put):
        codes.append(Code.REPORT_NOT_DUE)
    return tuple(codes)


def _default(possible: tuple[Reading, ...], cards: Cards, level: int | None) -> Reading | None:
    if len(possible) == 1:
        return possible[0]
    wilds = sum(card == wild_of(level) for card in cards)
    houses = wilds == 1 and all(reading.kind is Kind.FULL_HOUSE for reading in possible)
    return max(possible, key=lambda reading: reading.key, default=None) if houses else None


def _pay_problems(state: DealState, pay: Pay) -> tuple[Code, ...]:
    """贡牌: the phase, the payer, and the card against his whole hand."""
    hand = state.hand(pay.seat)
    codes = [] if pay.card in hand else [Code.NOT_HELD]
    if state.phase is not Phase.TRIBUTE or state.coming is None:
        return (Code.DEAL_OVER if state.phase is Phase.OVER else Code.NO_TRIBUTE_DUE, *codes)
    if pay.seat not in state.coming.payers:
        return (Code.NOT_A_PAYER, *codes)
    if pay.seat not in state.owing:
        return (Code.PAID_ALREADY, *codes)
    return (*codes, *pay_problems(pay.card, hand, state.level))


def _return_problems(state: DealState, step: Return) -> tuple[Code, ...]:
    """还牌: the phase, the receiver, and the card against his whole hand."""
    hand = state.hand(step.seat)
    codes = [] if step.card in hand else [Code.NOT_HELD]
    if state.phase is not Phase.RETURN or state.coming is None:
        return (_NO_RETURN[state.phase], *codes)
    if step.seat not in state.coming.receivers:
        return (Code.NOT_A_RECEIVER, *codes)
    if step.seat not in state.owing:
        return (Code.RETURNED_ALREADY, *codes)
    return (*codes, *return_problems(state.rule_set, step.card, hand, state.level))


_NO_RETURN: Final = {
    Phase.TRIBUTE: Code.TRIBUTE_OPEN,
    Phase.PLAY: Code.NO_RETURN_DUE,
    Phase.OVER: Code.DEAL_OVER,
}


def _after_put(state: DealState, put: Put, reading: Reading) -> DealState:
    rest = list(state.hand(put.seat))
    for card in put.cards:
        rest.remove(card)
    finish = state.finish if rest else (*state.finish, put.seat)
    turn = _NEXT[put.seat]
    while turn in finish:
        turn = _NEXT[turn]
    over = len(finish) == 3 or (len(finish) == 2 and finish[0].partner is finish[1])
    return replace(
        state,
        hands=_with(state.hands, {put.seat: tuple(rest)}),
        phase=Phase.OVER if over else Phase.PLAY,
        turn=None if over else turn,
        to_beat=None if over else reading,
        owner=None if over else put.seat,
        finish=finish,
        reported=(*state.reported, put.seat) if put.report else state.reported,
    )


def _after_pass(state: DealState, step: Pass) -> DealState:
    """过牌: the next player in, or, once it has come round to who put last, he leads; if he is out, his partner does.

    借风 (S000 附件3 二（五）): on the way round everybody still in has passed, the partner too.
    """
    owner, seat = state.owner, _NEXT[step.seat]
    while seat is not owner and seat in state.finish:
        seat = _NEXT[seat]
    if seat is not owner:
        return replace(state, turn=seat)
    return replace(state, turn=seat.partner if seat in state.finish else seat, to_beat=None, owner=None)


def _after_pay(state: DealState, pay: Pay) -> DealState:
    """贡牌: once all have paid, the cards change hands and the returns are due."""
    state = replace(state, pays=(*state.pays, pay))
    if not state.payments:
        return state
    card = {step.seat: step.card for step in state.pays}
    hands = state.hands
    for payment in state.payments:
        hands = _moved(hands, card[payment.payer], payment.payer, payment.receiver)
    return replace(state, hands=hands, phase=Phase.RETURN)


def _after_return(state: DealState, step: Return) -> DealState:
    """还牌: shown together; then the payer whose card 上游 took leads (S000 附件3 二（六）1–2)."""
    state = replace(state, returns=(*state.returns, step))
    if state.owing:
        return state
    card = {one.seat: one.card for one in state.returns}
    hands = state.hands
    for payment in state.payments:
        hands = _moved(hands, card[payment.receiver], payment.receiver, payment.payer)
    return led_by(replace(state, hands=hands), state.payments[0].payer)


def _moved(hands: Hands, card: Card, giver: Seat, taker: Seat) -> Hands:
    held = dict(zip(Seat, hands, strict=True))
    rest = list(held[giver])
    rest.remove(card)
    return _with(hands, {giver: tuple(rest), taker: unpacked(packed((*held[taker], card)))})


def _with(hands: Hands, changed: Mapping[Seat, Cards]) -> Hands:
    return tuple(changed.get(seat, hand) for seat, hand in zip(Seat, hands, strict=True))


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """One reason: `step` counts the steps from 1, `line` the lines of the text (0 where there is none)."""

    code: Code
    step: int = WHOLE
    line: int = WHOLE


@dataclass(frozen=True, slots=True)
class Replay:
    """复盘的结果: a legal, finished deal has no `problems`, and then `finish` is its finish order."""

    finish: tuple[Seat, ...]
    """游次: two partners or all four; of a deal that goes wrong or breaks off, those out until then."""
    problems: tuple[ReplayProblem, ...] = ()
    missed_reports: tuple[int, ...] = ()
    """未报牌 (S000 附件3 二（七）): the steps, from 1, that should have been announced; no reason to refuse them."""


def replay(deal: DealRecord | str) -> Replay:
    """复盘 of a deal or of its text: every reason for which it is refused, at the first step that is illegal.

    A text that cannot be read has the problems of all its lines; a deal that ends too early is `DEAL_UNFINISHED`.
    """
    if isinstance(deal, DealRecord):
        record, lines = deal, (WHOLE,) * len(deal.steps)
    else:
        try:
            record, lines = read_lines(deal)
        except NotationError as error:
            return Replay((), tuple(ReplayProblem(problem.code, line=problem.line) for problem in error.problems))

    try:
        state = dealt(record.rule_set, record.level, record.hands, record.before)
    except DealError as error:
        return Replay((), tuple(ReplayProblem(code) for code in error.problems))
    missed: list[int] = []
    for number, step in enumerate(record.steps, 1):
        if isinstance(step, Put) and not step.report and report_due(state, step):
            missed.append(number)
        try:
            state = after(state, step)
        except StepError as error:
            problems = tuple(ReplayProblem(code, number, lines[number - 1]) for code in error.problems)
            return Replay(state.finish, problems, tuple(missed))
    if state.order is None:
        return Replay(state.finish, (ReplayProblem(Code.DEAL_UNFINISHED),), tuple(missed))
    return Replay(state.order.seats, (), tuple(missed))
