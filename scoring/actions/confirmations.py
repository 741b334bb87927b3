"""双方确认: what each side says of the sheet that it saw."""

from dataclasses import dataclass

from accounts.models import User
from guandan_rules import Side
from journal import clock as journal_clock
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, refuse_if
from journal.texts import storable
from scoring.models import Confirmation, Sheet
from scoring.places import Place
from scoring.sheet_moves import locked_sheet
from scoring.states import ScoringCode, ScoringEvent


@dataclass(frozen=True)
class Answer:
    """A side agrees to what it saw, or does not; ``note`` says why, for the staff."""

    side: str
    agrees: bool
    note: str = ""


@action
def answer_sheet(sheet: Sheet, answer: Answer, *, by: User, seen: int, place: Place) -> Confirmation:
    """一方确认或不同意 the sheet as of its event ``seen``; once more the same is the same.

    The event is recorded of the ``place``, not of the sheet, whose last event stays the one that was seen.
    """
    sheet = locked_sheet(sheet, seen=seen)
    wrong = [] if answer.side in tuple(Side) else [Problem(ScoringCode.SIDE_UNKNOWN, "side")]
    refuse_if([*wrong, *reason_problems(answer.note, "note", required=False)])
    confirmation, new = Confirmation.objects.get_or_create(
        sheet=sheet,
        side=answer.side,
        seen=seen,
        agrees=answer.agrees,
        defaults={"note": storable(answer.note), "at": journal_clock.now(sheet.journal), "by": by},
    )
    if new:
        kind = ScoringEvent.SHEET_AGREED if answer.agrees else ScoringEvent.SHEET_DISPUTED
        record(sheet.journal, kind, place.subject, by=by, side=answer.side, **place.facts())
    return confirmation
