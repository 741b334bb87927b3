"""更正 of a game that is closed: what the sheet should have said, and a sheet that is set aside."""

from collections.abc import Mapping

from accounts.models import User
from guandan_rules import Verdict
from journal.reasons import reason_problems
from journal.recording import action
from journal.refusals import WrongState, refuse_if
from journal.texts import storable
from scoring.models import Deal, Sheet
from scoring.places import NOWHERE, Place
from scoring.queries import counting_deals, state_of
from scoring.sheet_moves import keep_standing, locked_row, note_deal, strike
from scoring.states import ScoringEvent, SheetState


@action
def correct_closed_sheet(
    sheet: Sheet,
    orders: Mapping[int, str],
    verdict: Verdict,
    *,
    by: User,
    reason: str,
    place: Place = NOWHERE,
) -> Sheet:
    """更正已结束的一局: other finish orders for deals of a closed sheet (by number), and the verdict that follows.

    Each old row is struck with the reason, its new one keeps number, kind and moment. What stands behind the end of the
    game stays on the sheet and does not count.
    """
    refuse_if(reason_problems(reason))
    sheet = locked_row(sheet)
    if sheet.state != SheetState.CLOSED:
        raise WrongState(sheet.subject, sheet.state)
    corrected = [
        (deal, _replaced(deal, orders[deal.number], by, reason))
        for deal in counting_deals(sheet)
        if deal.number in orders
    ]
    sheet = Sheet.objects.select_related("clock", "journal").get(pk=sheet.pk)
    keep_standing(sheet, state_of(sheet))
    sheet.winner, sheet.reason = str(verdict.winner or ""), verdict.reason.value
    sheet.save(update_fields=["winner", "reason"])
    for old, new in corrected:
        facts = {"before_order": old.order, "reason": old.struck_reason}
        note_deal(sheet, ScoringEvent.DEAL_CORRECTED, new, place, by=by, **facts)
    return sheet


def _replaced(old: Deal, order: str, by: User, reason: str) -> Deal:
    strike(old, by=by, reason=storable(reason))
    entry = old.entry | {"order": order}
    return Deal.objects.create(
        sheet=old.sheet, number=old.number, entry=entry, entered_at=old.entered_at, entered_by=by
    )
