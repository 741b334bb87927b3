"""Deals: entered, taken back, corrected; and the answer at the bell."""

from accounts.models import User
from guandan_rules import order_problems
from journal.actions import action
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, refuse_if
from journal.texts import storable
from scoring import progress
from scoring.locks import locked_sheet
from scoring.logs import keep_standing, refuse_unless_legal
from scoring.models import Deal, Sheet, new_mark
from scoring.queries import Row, counting_deals, played, race, rows
from scoring.standings import Facts
from scoring.states import DealKind, ScoringCode, ScoringEvent
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
    return progress.enter(locked_sheet(sheet, seen=seen), order, by=by, kind=kind, mark=mark, facts=facts or {})


@action
def undo_deal(sheet: Sheet, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Deal:
    """撤回: strike the last deal. It stays in the record and no longer counts.

    Refused while a penalty stands behind it, which would stand behind nothing: that has to be struck first.
    """
    return progress.take_back(locked_sheet(sheet, seen=seen), by=by, facts=facts or {})


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
    progress.strike(old, by=by, reason=storable(reason))
    new.save()
    keep_standing(sheet, race(sheet, entered))
    said = {"before_order": old.order, "reason": old.struck_reason, **(facts or {})}
    progress.record_deal(sheet, ScoringEvent.DEAL_CORRECTED, new, by=by, facts=said)
    return new


def _correction_problems(right: Replacement) -> list[Problem]:
    kind_unknown = bool(right.kind) and right.kind not in DealKind.values
    wrong = [Problem(ScoringCode.KIND_UNKNOWN, "kind")] if kind_unknown else []
    return [*(Problem(code, "order") for code in order_problems(right.order)), *wrong]


@action
def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, seen: int | None = None, facts: Facts | None = None) -> Sheet:
    """响铃时是否正在打牌: the referee says whether a deal was in hand at the bell; the rule set says what follows."""
    sheet = locked_sheet(sheet, seen=seen)
    progress.answer_bell(sheet, in_hand, by=by, facts=facts or {})
    return sheet
