"""A game begins, is closed with its verdict, and is opened again."""

from accounts.models import User
from guandan_rules import Verdict
from journal.recording import action, record
from journal.refusals import WrongState
from journal.states import become
from scoring import sheet_moves
from scoring.models import Sheet
from scoring.places import NOWHERE, Place
from scoring.sheet_moves import locked_row, locked_sheet
from scoring.states import ScoringEvent, SheetState


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
