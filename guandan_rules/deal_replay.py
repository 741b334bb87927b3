"""复盘: a recorded deal walked through step by step; its finish order, or where and why it is no legal deal."""

from dataclasses import dataclass
from typing import Final

from guandan_rules.codes import Code
from guandan_rules.deal_play import StepError, after, report_due
from guandan_rules.deal_state import DealError, dealt
from guandan_rules.deal_steps import DealRecord, Put
from guandan_rules.notation import NotationError, read_lines
from guandan_rules.seats import Seat

WHOLE: Final = 0
"""The place of what no single step or line is to blame for."""


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
