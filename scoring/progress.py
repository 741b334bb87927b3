"""How a sheet moves on: its play begins, a deal is written down or taken back, the bell is answered.

Every function takes an open sheet that is locked and fresh (``scoring.locks``), changes it and its rows, and records.
``Refused`` carries every reason.
"""

from accounts.models import User
from guandan_rules import DealKind as PlayedKind
from guandan_rules import Race, finish_order, may_enter, order_problems
from journal import clock as journal_clock
from journal.actions import record
from journal.refusals import Problem, Refused, refuse_if
from scoring import clocks
from scoring.logs import keep_standing
from scoring.models import Deal, Penalty, Sheet, new_mark
from scoring.queries import next_race, race, rows, rule_set
from scoring.standings import Facts
from scoring.states import ClockState, DealKind, ScoringCode, ScoringEvent


def begin(sheet: Sheet, *, by: User | None, facts: Facts) -> None:
    """开打: a sheet that had to wait gets as extra time what has gone by of its round's clock; others stay as is."""
    if not sheet.waits:
        return
    sheet.extra += clocks.elapsed(sheet.clock, journal_clock.now(sheet.journal))
    sheet.waits = False
    sheet.save(update_fields=["extra", "waits"])
    minutes = int(sheet.extra.total_seconds() // 60)
    record(sheet.journal, ScoringEvent.SHEET_STARTED, sheet.subject, by=by, minutes=minutes, **facts)


def enter(sheet: Sheet, order: str, *, by: User, kind: str, mark: str, facts: Facts) -> Deal:
    """记一副: the next deal; its ``step`` says what it did."""
    begin(sheet, by=by, facts=facts)
    entered = rows(sheet)
    before = race(sheet, entered)
    wrong = [Problem(code, "order") for code in order_problems(order)]
    refuse_if([*wrong, *_kind_problems(sheet, kind, before)])
    deal = sheet.deals.create(
        number=sum(isinstance(row, Deal) for row in entered) + 1,
        kind=kind,
        order=finish_order(order).letters,
        mark=mark or new_mark(),
        entered_at=journal_clock.now(sheet.journal),
        entered_by=by,
    )
    after = next_race(sheet, before, deal)
    deal.step = after.steps[-1]
    keep_standing(sheet, after)
    record_deal(sheet, ScoringEvent.DEAL_ENTERED, deal, by=by, facts={"deal_kind": kind, **facts})
    return deal


def _kind_problems(sheet: Sheet, kind: str, found: Race) -> list[Problem]:
    if kind not in DealKind.values:
        return [Problem(ScoringCode.KIND_UNKNOWN, "kind")]
    if sheet.clock.state == ClockState.SET:
        return [Problem(ScoringCode.CLOCK_NOT_STARTED)]
    time_up = clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal))
    codes = may_enter(rule_set(sheet), found, time_up=time_up, in_hand=sheet.in_hand, kind=PlayedKind(kind))
    return [Problem(code) for code in codes]


def take_back(sheet: Sheet, *, by: User, facts: Facts) -> Deal:
    """撤回 the last deal: it is struck; not while a penalty stands behind it, which would stand behind nothing."""
    entered = rows(sheet)
    if not any(isinstance(row, Deal) for row in entered):
        raise Refused(Problem(ScoringCode.NO_DEAL_TO_UNDO))
    deal = entered[-1]
    if isinstance(deal, Penalty):
        raise Refused(Problem(ScoringCode.PENALTY_FOLLOWS))
    strike(deal, by=by)
    keep_standing(sheet, race(sheet, entered[:-1]))
    record_deal(sheet, ScoringEvent.DEAL_UNDONE, deal, by=by, facts=facts)
    return deal


def strike(deal: Deal, *, by: User, reason: str = "") -> None:
    """The deal counts no more and stays readable; without a reason it was undone by the referee."""
    deal.struck_at, deal.struck_by, deal.struck_reason = journal_clock.now(deal.sheet.journal), by, reason
    deal.save(update_fields=["struck_at", "struck_by", "struck_reason"])


def record_deal(sheet: Sheet, kind: ScoringEvent, deal: Deal, *, by: User, facts: Facts) -> None:
    """What became of a deal, and the standing that it leads to."""
    said = {"deal": deal.number, "order": deal.order, "standing": sheet.standing, **facts}
    record(sheet.journal, kind, sheet.subject, by=by, **said)


def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, facts: Facts) -> None:
    """响铃时是否正在打牌; refused before the bell."""
    if not clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal)):
        raise Refused(Problem(ScoringCode.CLOCK_NOT_OVER))
    sheet.in_hand = in_hand
    sheet.save(update_fields=["in_hand"])
    record(sheet.journal, ScoringEvent.BELL_ANSWERED, sheet.subject, by=by, in_hand=in_hand, **facts)
