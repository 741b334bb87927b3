"""A game begins, both sides confirm it or do not, it is closed with its verdict, opened again, or corrected."""

from collections.abc import Mapping

from accounts.models import User
from guandan_rules import Side, Verdict
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if
from journal.states import become
from journal.texts import reason_problems, storable
from scoring import sheet_moves
from scoring.models import Confirmation, Deal, Sheet
from scoring.places import NOWHERE, Place
from scoring.queries import counting_deals, state_of
from scoring.sheet_moves import keep_standing, locked_row, locked_sheet, note_deal, strike
from scoring.states import ScoringCode, ScoringEvent, SheetState


@action
def answer_sheet(
    sheet: Sheet, side: str, *, agrees: bool, note: str, by: User, seen: int, place: Place
) -> Confirmation:
    """一方确认或不同意 the sheet as of its event ``seen``; once more the same is the same.

    ``note`` says why, for the staff. The event is recorded of the ``place``, not of the sheet, whose last event stays
    the one that was seen.
    """
    sheet = locked_sheet(sheet, seen=seen)
    wrong = [] if side in tuple(Side) else [Problem(ScoringCode.SIDE_UNKNOWN, "side")]
    refuse_if([*wrong, *reason_problems(note, "note", required=False)])
    confirmation, new = Confirmation.objects.get_or_create(
        sheet=sheet,
        side=side,
        seen=seen,
        agrees=agrees,
        defaults={"note": storable(note), "at": journal_clock.now(sheet.journal), "by": by},
    )
    if new:
        kind = ScoringEvent.SHEET_AGREED if agrees else ScoringEvent.SHEET_DISPUTED
        record(sheet.journal, kind, place.subject, by=by, side=side, **place.facts())
    return confirmation


@action
def begin_sheet(sheet: Sheet, *, by: User | None, place: Place = NOWHERE) -> Sheet:
    """开打: the play at this table begins. One that had to wait for its opponents while the clock of its round ran
    gets as extra time what has gone by, so it has its whole time; for all others nothing changes.
    """
    sheet = locked_sheet(sheet)
    sheet_moves.begin(sheet, place, by=by)
    return sheet


@action
def close_sheet(
    sheet: Sheet,
    verdict: Verdict,
    *,
    by: User | None,
    seen: int | None = None,
    ruling: str = "",
    place: Place = NOWHERE,
) -> Sheet:
    """Close a game with its confirmed verdict; nothing can be entered any more. ``ruling``: why, of a dispute."""
    sheet = locked_sheet(sheet, seen=seen)
    become(sheet, SheetState.CLOSED, winner=verdict.winner or "", reason=verdict.reason)
    facts = {"sheet_winner": sheet.winner, "sheet_reason": sheet.reason, **place.facts()}
    facts |= {"ruling": ruling} if ruling else {}
    record(sheet.journal, ScoringEvent.SHEET_CLOSED, sheet.subject, by=by, **facts)
    return sheet


@action
def reopen_sheet(sheet: Sheet, *, by: User | None, place: Place = NOWHERE) -> Sheet:
    """Open a closed game again for a correction."""
    sheet = locked_row(sheet)
    if sheet.state == SheetState.OPEN:
        raise WrongState(sheet.subject, sheet.state)
    become(sheet, SheetState.OPEN, winner="", reason="")
    record(sheet.journal, ScoringEvent.SHEET_REOPENED, sheet.subject, by=by, **place.facts())
    return sheet


@action
def resume_sheet(sheet: Sheet, *, by: User, reason: str, place: Place = NOWHERE) -> Sheet:
    """继续: a dispute is accepted and the deals may be corrected; what both sides said so far counts no more."""
    sheet = locked_sheet(sheet)
    record(sheet.journal, ScoringEvent.SHEET_RESUMED, sheet.subject, by=by, reason=reason, **place.facts())
    return sheet


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
    corrected = []
    for old in counting_deals(sheet):
        if old.number in orders:
            strike(old, by=by, reason=storable(reason))
            entry = old.entry | {"order": orders[old.number]}
            same = {"sheet": sheet, "number": old.number, "entered_at": old.entered_at}
            corrected.append((old, Deal.objects.create(**same, entry=entry, entered_by=by)))
    sheet = Sheet.objects.select_related("clock", "journal").get(pk=sheet.pk)
    keep_standing(sheet, state_of(sheet))
    sheet.winner, sheet.reason = str(verdict.winner or ""), verdict.reason.value
    sheet.save(update_fields=["winner", "reason"])
    for old, new in corrected:
        facts = {"before_order": old.order, "reason": old.struck_reason}
        note_deal(sheet, ScoringEvent.DEAL_CORRECTED, new, place, by=by, **facts)
    return sheet
