"""A game begins, is closed with its verdict, and is opened again."""

from accounts.models import User
from guandan_rules import Verdict
from journal.actions import action, record
from journal.refusals import WrongState
from scoring import progress
from scoring.locks import locked_row, locked_sheet
from scoring.models import Sheet
from scoring.standings import Facts
from scoring.states import ScoringEvent, SheetState


@action
def begin_sheet(sheet: Sheet, *, by: User | None, facts: Facts | None = None) -> Sheet:
    """开打: the play at this table begins. One that had to wait for its opponents while the clock of its round ran
    gets as extra time what has gone by, so it has its whole time; for all others nothing changes.
    """
    sheet = locked_sheet(sheet)
    progress.begin(sheet, by=by, facts=facts or {})
    return sheet


@action
def close_sheet(
    sheet: Sheet, verdict: Verdict, *, by: User | None, seen: int | None = None, facts: Facts | None = None
) -> Sheet:
    """Close a game with its confirmed verdict; nothing can be entered any more."""
    sheet = locked_sheet(sheet, seen=seen)
    sheet.state = SheetState.CLOSED
    sheet.winner, sheet.reason = verdict.winner or "", verdict.reason
    sheet.save(update_fields=["state", "winner", "reason"])
    record(
        sheet.journal,
        ScoringEvent.SHEET_CLOSED,
        sheet.subject,
        by=by,
        sheet_winner=sheet.winner,
        sheet_reason=sheet.reason,
        **(facts or {}),
    )
    return sheet


@action
def reopen_sheet(sheet: Sheet, *, by: User | None, facts: Facts | None = None) -> Sheet:
    """Open a closed game again for a correction."""
    sheet = locked_row(sheet)
    if sheet.state != SheetState.CLOSED:
        raise WrongState(sheet.subject, sheet.state)
    sheet.state, sheet.winner, sheet.reason = SheetState.OPEN, "", ""
    sheet.save(update_fields=["state", "winner", "reason"])
    record(sheet.journal, ScoringEvent.SHEET_REOPENED, sheet.subject, by=by, **(facts or {}))
    return sheet


@action
def resume_sheet(sheet: Sheet, *, by: User, reason: str, facts: Facts | None = None) -> Sheet:
    """继续: a dispute is accepted and the deals may be corrected; what both sides said so far counts no more."""
    sheet = locked_sheet(sheet)
    record(sheet.journal, ScoringEvent.SHEET_RESUMED, sheet.subject, by=by, reason=reason, **(facts or {}))
    return sheet
