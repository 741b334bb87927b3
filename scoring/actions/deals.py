"""Deals: entered, taken back, corrected; and the answer at the bell."""

from datetime import datetime

from accounts.models import User
from guandan_rules import order_problems
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, refuse_if
from journal.texts import storable
from scoring import clocks
from scoring.actions.sheets import begin_sheet
from scoring.locks import locked_sheet
from scoring.logs import keep_standing, refuse_unless_legal
from scoring.models import Deal, Penalty, Sheet, new_mark
from scoring.queries import Row, counting_deals, entry_problems, played, rows
from scoring.standings import Facts
from scoring.states import ClockState, DealKind, ScoringCode, ScoringEvent
from scoring.values import Replacement


@action
def enter_deal(
    sheet: Sheet,
    order: str,
    *,
    by: User,
    seen: int | None = None,
    kind: str = DealKind.REGULAR,
    mark: str = "",
    facts: Facts | None = None,
) -> Deal:
    """记一副: write down a finish order as seat letters in the order in which they went out, e.g. ``WE`` or ``WNES``.

    Three letters are completed by the fourth. ``seen`` is the number of the sheet's last event that the device knew,
    ``mark`` the name of the deal on which later entries build (one is made if it is empty).
    Refuses what cannot be, with all reasons; two devices at once: the second gets ``WrongState``.
    """
    sheet = locked_sheet(sheet, seen=seen)
    sheet = begin_sheet(sheet, by=by, facts=facts) if sheet.waits else sheet
    now = journal_clock.now(sheet.journal)
    entered = rows(sheet)
    wrong = [Problem(code, "order") for code in order_problems(order)]
    refuse_if([*wrong, *_kind_problems(sheet, kind, now, entered)])
    number = sum(isinstance(row, Deal) for row in entered) + 1
    deal = Deal(
        sheet=sheet, number=number, kind=kind, order=order, mark=mark or new_mark(), entered_at=now, entered_by=by
    )
    deal.order = played(deal).letters
    deal.save()
    keep_standing(sheet, [*entered, deal])
    _record(sheet, ScoringEvent.DEAL_ENTERED, deal, by=by, facts={"deal_kind": kind, **(facts or {})})
    return deal


def _kind_problems(sheet: Sheet, kind: str, now: datetime, entered: list[Row]) -> list[Problem]:
    if kind not in DealKind.values:
        return [Problem(ScoringCode.KIND_UNKNOWN, "kind")]
    if sheet.clock.state == ClockState.SET:
        return [Problem(ScoringCode.CLOCK_NOT_STARTED)]
    return [Problem(code) for code in entry_problems(sheet, kind, now, entered)]


def _record(sheet: Sheet, kind: ScoringEvent, deal: Deal, *, by: User, facts: Facts) -> None:
    said = {"deal": deal.number, "order": deal.order, "standing": sheet.standing, **facts}
    record(sheet.journal, kind, sheet.subject, by=by, **said)


@action
def undo_deal(sheet: Sheet, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Deal:
    """撤回: strike the last deal. It stays in the record and no longer counts.

    Refused while a penalty stands behind it, which would stand behind nothing: that has to be struck first.
    """
    sheet = locked_sheet(sheet, seen=seen)
    entered = rows(sheet)
    if not any(isinstance(row, Deal) for row in entered):
        raise Refused(Problem(ScoringCode.NO_DEAL_TO_UNDO))
    deal = entered[-1]
    if isinstance(deal, Penalty):
        raise Refused(Problem(ScoringCode.PENALTY_FOLLOWS))
    _strike(deal, journal_clock.now(sheet.journal), by=by)
    keep_standing(sheet, entered[:-1])
    _record(sheet, ScoringEvent.DEAL_UNDONE, deal, by=by, facts=facts or {})
    return deal


def _strike(deal: Deal, now: datetime, *, by: User, reason: str = "") -> None:
    deal.struck_at, deal.struck_by, deal.struck_reason = now, by, reason
    deal.save(update_fields=["struck_at", "struck_by", "struck_reason"])


@action
def correct_deal(
    sheet: Sheet,
    number: int,
    right: Replacement,
    *,
    by: User,
    reason: str,
    seen: int | None = None,
    facts: Facts | None = None,
) -> Deal:
    """更正一副 of an open sheet: the old row is struck with the reason, the right one stands in its place.

    It keeps its moment, and its kind unless one is given. Refused if a later entry would no longer count.
    """
    sheet = locked_sheet(sheet, seen=seen)
    old = next((deal for deal in counting_deals(sheet) if deal.number == number), None)
    refuse_if([*_correction_problems(right), *reason_problems(reason)])
    if old is None:
        raise Refused(Problem(ScoringCode.DEAL_UNKNOWN, "number", {"number": number}))
    new = Deal(sheet=sheet, number=number, kind=right.kind or old.kind, order=right.order)
    new.order, new.mark = played(new).letters, right.mark or new_mark()
    new.entered_at, new.entered_by = old.entered_at, by
    entered: list[Row] = [new if row == old else row for row in rows(sheet)]
    refuse_unless_legal(sheet, entered, entered.index(new))
    _strike(old, journal_clock.now(sheet.journal), by=by, reason=storable(reason))
    new.save()
    keep_standing(sheet, entered)
    said = {"before_order": old.order, "reason": old.struck_reason, **(facts or {})}
    _record(sheet, ScoringEvent.DEAL_CORRECTED, new, by=by, facts=said)
    return new


def _correction_problems(right: Replacement) -> list[Problem]:
    kind_unknown = bool(right.kind) and right.kind not in DealKind.values
    wrong = [Problem(ScoringCode.KIND_UNKNOWN, "kind")] if kind_unknown else []
    return [*(Problem(code, "order") for code in order_problems(right.order)), *wrong]


@action
def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Sheet:
    """响铃时是否正在打牌: the referee says whether a deal was in hand at the bell; the rule set says what follows."""
    sheet = locked_sheet(sheet, seen=seen)
    if not clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal)):
        raise Refused(Problem(ScoringCode.CLOCK_NOT_OVER))
    sheet.in_hand = in_hand
    sheet.save(update_fields=["in_hand"])
    record(sheet.journal, ScoringEvent.BELL_ANSWERED, sheet.subject, by=by, in_hand=in_hand, **(facts or {}))
    return sheet
