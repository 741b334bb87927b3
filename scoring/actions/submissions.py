"""提交: stored before it is judged; what becomes of it, and of those that waited for it; the chief referee's choice."""

from dataclasses import dataclass

from accounts.models import User
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import storable
from scoring.actions.deals import answer_bell, correct_deal, enter_deal, undo_deal
from scoring.locks import locked_row
from scoring.models import Deal, Sheet, Submission
from scoring.situations import entry_of, situation
from scoring.standings import Facts
from scoring.states import DealKind, Operation, ScoringCode, ScoringEvent, SheetState, SubmissionState
from scoring.submissions import Entry, Finding, Judgement, Situation, Stood, invalid_fields, is_same, judge, refused
from scoring.values import Replacement

_STATES = {
    Judgement.DUPLICATE: SubmissionState.DUPLICATE,
    Judgement.CONFLICTING: SubmissionState.CONFLICTING,
    Judgement.WAITING: SubmissionState.WAITING,
    Judgement.REFUSED: SubmissionState.REFUSED,
}


@dataclass(frozen=True)
class Place:
    """Where a sheet is played: the subject of events that are not the sheet's own, what names it in the journal, and
    whether entries are taken (not once the match is over, nor while a ruling is awaited)."""

    subject: str
    facts: Facts
    is_open: bool = True


@action
def submit(sheet: Sheet, entry: Entry, *, by: User, place: Place) -> Submission:
    """提交一条: stored, then judged (``scoring.submissions.judge``), then those that waited for it, as they came.

    The same key again gives the same row and changes nothing; under another content it is refused. Nothing is
    overwritten: a deal that differs from the one that stands is kept as conflicting until the chief referee chooses.
    """
    sheet = locked_row(sheet)
    refuse_if([Problem(ScoringCode.ENTRY_INVALID, name) for name in invalid_fields(entry)])
    known = Submission.objects.filter(sheet=sheet, key=entry.key).first()
    if known is not None or Deal.objects.filter(sheet=sheet, mark=entry.key).exists():
        return _sent_before(known, entry)
    sent = Submission.objects.create(
        sheet=sheet,
        device=entry.device,
        key=entry.key,
        operation=entry.operation,
        number=entry.number,
        builds_on=entry.builds_on,
        body=dict(entry.body),
        state=SubmissionState.WAITING,
        received_at=journal_clock.now(sheet.journal),
        by=by,
    )
    _settle(sheet, place, by=by)
    sent.refresh_from_db()
    return sent


def _sent_before(known: Submission | None, entry: Entry) -> Submission:
    facts = (entry.device, entry.operation, entry.number, entry.builds_on, dict(entry.body))
    if known is None or facts != (known.device, known.operation, known.number, known.builds_on, known.body):
        raise Refused(Problem(ScoringCode.KEY_REUSED, "key"))
    return known


def _settle(sheet: Sheet, place: Place, *, by: User) -> None:
    """Judge all that wait, as they were received, until nothing moves any more. The sheet is locked and fresh."""
    rows = Submission.objects.filter(sheet=sheet, state=SubmissionState.WAITING).select_related("by").order_by("pk")
    while waiting := list(rows.all()):
        now = situation(sheet)
        moves = ((row, _found(now, row, sheet, place)) for row in waiting)
        moved = next(((row, found) for row, found in moves if found.judgement is not Judgement.WAITING), None)
        if moved is None:
            return
        _become(sheet, *moved, place, by=by)
        if len(waiting) > 1:
            sheet = locked_row(sheet)


def _found(now: Situation, row: Submission, sheet: Sheet, place: Place) -> Finding:
    found = judge(now, entry_of(row))
    if not _takes_entries(sheet, place) and found.judgement is not Judgement.DUPLICATE:
        return refused(ScoringCode.SHEET_NOT_OPEN)
    return found


def _takes_entries(sheet: Sheet, place: Place) -> bool:
    return place.is_open and sheet.state == SheetState.OPEN


def _become(sheet: Sheet, row: Submission, found: Finding, place: Place, *, by: User) -> None:
    if found.judgement is Judgement.APPLY:
        try:
            row.deal = _apply(sheet, row, found.rests, place, by=row.by or by)
            row.state = SubmissionState.ACCEPTED
        except Refused as refusal:
            row.state, row.problems = SubmissionState.REFUSED, [_plain(problem) for problem in refusal.problems]
    else:
        row.state = _STATES[found.judgement]
        row.deal = _deal_of(sheet, found.rests)
        row.problems = [_plain(Problem(code, found.field)) for code in found.codes]
    row.save(update_fields=["state", "deal", "problems"])
    if row.state == SubmissionState.CONFLICTING:
        said = {"deal": row.number, "operation": row.operation, **place.facts}
        record(sheet.journal, ScoringEvent.SUBMISSION_CONFLICTED, place.subject, by=row.by, **said)


def _apply(sheet: Sheet, row: Submission, rests: str, place: Place, *, by: User) -> Deal | None:
    """Carry it out; the deal on which later entries rest."""
    if row.operation == Operation.DEAL:
        kind = row.body.get("kind", DealKind.REGULAR)
        return enter_deal(sheet, row.body["order"], by=by, kind=kind, mark=row.key, facts=place.facts)
    if row.operation == Operation.UNDO:
        undo_deal(sheet, by=by, facts=place.facts)
    else:
        answer_bell(sheet, row.body["in_hand"], by=by, facts=place.facts)
    return _deal_of(sheet, rests)


def _deal_of(sheet: Sheet, mark: str) -> Deal | None:
    return Deal.objects.get(sheet=sheet, mark=mark) if mark else None


def _plain(problem: Problem) -> Facts:
    return {"code": problem.code.value, "field": problem.field, "data": problem.data}


@action
def choose_submission(
    sheet: Sheet, submission_id: int, *, by: User, take: bool, reason: str, place: Place
) -> Submission:
    """裁判长选定 one of two versions: ``take`` the submission, then the sheet is corrected to it, or drop it.

    Later deals stay if they still count, else it is refused. What the device sent after it is judged again. An entry
    that only waits can be dropped, not taken.
    """
    sheet = locked_row(sheet)
    row = Submission.objects.filter(sheet=sheet, pk=submission_id).select_related("by").first()
    if row is None:
        raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "submission"))
    refuse_if(reason_problems(reason))
    takable = (SubmissionState.CONFLICTING,) if take else (SubmissionState.CONFLICTING, SubmissionState.WAITING)
    if row.state not in takable:
        raise WrongState(sheet.subject, row.state)
    if take:
        row.deal = _take(sheet, row, storable(reason), place, by=by)
    row.state = SubmissionState.ACCEPTED if take else SubmissionState.DROPPED
    row.save(update_fields=["state", "deal"])
    said = {"deal": row.number, "operation": row.operation, "taken": take, "reason": storable(reason), **place.facts}
    record(sheet.journal, ScoringEvent.SUBMISSION_CHOSEN, place.subject, by=by, **said)
    _settle(locked_row(sheet), place, by=by)
    return row


def _take(sheet: Sheet, row: Submission, reason: str, place: Place, *, by: User) -> Deal | None:
    if not _takes_entries(sheet, place):
        raise WrongState(place.subject, sheet.state)
    now = situation(sheet)
    if row.operation == Operation.BELL:
        return _apply(sheet, row, now.mark(len(now.deals)) or "", place, by=by)
    if row.operation == Operation.UNDO:
        if row.number != len(now.deals):
            raise Refused(Problem(ScoringCode.NOT_THE_LAST_DEAL, data={"number": row.number}))
        return _apply(sheet, row, now.mark(row.number - 1) or "", place, by=by)
    return _take_deal(sheet, row, now.deals, reason, place, by=by)


def _take_deal(
    sheet: Sheet, row: Submission, deals: tuple[Stood, ...], reason: str, place: Place, *, by: User
) -> Deal | None:
    if row.number > len(deals) + 1 or row.number < 1:
        raise Refused(Problem(ScoringCode.NUMBER_WRONG, "number"))
    if row.number == len(deals) + 1:
        return _apply(sheet, row, "", place, by=by)
    stood = deals[row.number - 1]
    if is_same(stood, entry_of(row)):
        return _deal_of(sheet, stood.mark)
    right = Replacement(row.body["order"], row.body.get("kind", DealKind.REGULAR), row.key)
    return correct_deal(sheet, row.number, right, by=by, reason=reason, facts=place.facts)
