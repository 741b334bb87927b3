"""更正 of a game that is closed: what the sheet should have said, and a sheet that is set aside."""

from collections.abc import Mapping

from accounts.models import User
from guandan_rules import Verdict
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import WrongState, refuse_if
from journal.texts import storable
from scoring.locks import locked_row
from scoring.logs import keep_standing
from scoring.models import Deal, Sheet
from scoring.queries import counting_deals, race
from scoring.standings import Facts
from scoring.states import ScoringEvent, SheetState


@action
def correct_closed_sheet(
    sheet: Sheet,
    orders: Mapping[int, str],
    verdict: Verdict,
    *,
    by: User,
    reason: str,
    facts: Facts | None = None,
) -> Sheet:
    """更正已结束的一局: other finish orders for deals of a closed sheet (by number), and the verdict that follows.

    Each old row is struck with the reason, its new one keeps number, kind and moment. What stands behind the end of the
    game stays on the sheet and does not count.
    """
    refuse_if(reason_problems(reason))
    sheet = locked_row(sheet)
    if sheet.state != SheetState.CLOSED:
        raise WrongState(sheet.subject, sheet.state)
    corrected = [(deal, _replaced(deal, orders[deal.number], by, reason)) for deal in _named(sheet, orders)]
    sheet = Sheet.objects.select_related("clock", "journal").get(pk=sheet.pk)
    keep_standing(sheet, race(sheet))
    sheet.winner, sheet.reason = str(verdict.winner or ""), verdict.reason.value
    sheet.save(update_fields=["winner", "reason"])
    for old, new in corrected:
        record(
            sheet.journal,
            ScoringEvent.DEAL_CORRECTED,
            sheet.subject,
            by=by,
            deal=new.number,
            order=new.order,
            before_order=old.order,
            reason=old.struck_reason,
            standing=sheet.standing,
            **(facts or {}),
        )
    return sheet


def _named(sheet: Sheet, orders: Mapping[int, str]) -> list[Deal]:
    return [deal for deal in counting_deals(sheet) if deal.number in orders]


def _replaced(old: Deal, order: str, by: User, reason: str) -> Deal:
    old.struck_at, old.struck_by, old.struck_reason = journal_clock.now(old.sheet.journal), by, storable(reason)
    old.save(update_fields=["struck_at", "struck_by", "struck_reason"])
    return Deal.objects.create(
        sheet=old.sheet, number=old.number, kind=old.kind, order=order, entered_at=old.entered_at, entered_by=by
    )
