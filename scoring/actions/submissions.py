"""提交: stored before it is judged; what becomes of it, and of those that waited for it; the chief referee's choice."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from journal import clock as journal_clock
from journal.actions import action, record, refusable
from journal.reasons import reason_problems
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import storable
from scoring import progress
from scoring.actions.deals import correct_deal
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
    refuse_if([Problem(ScoringCode.ENTRY_INVALID, name) for name in invalid_fields(entry)])
    sheet = _locked(sheet)
    earlier = list(sheet.submissions.all())
    known = next((row for row in earlier if row.key == entry.key), None)
    if known is not None or any(deal.mark == entry.key for deal in sheet.deals.all()):
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
    if _settle(sheet, [*earlier, sent], place, by=by) > 1:
        sent.refresh_from_db()  # what followed it may have taken it back
    return sent


def _locked(sheet: Sheet) -> Sheet:
    return locked_row(sheet, "deals", "penalties", "submissions")


def _sent_before(known: Submission | None, entry: Entry) -> Submission:
    facts = (entry.device, entry.operation, entry.number, entry.builds_on, dict(entry.body))
    if known is None or facts != (known.device, known.operation, known.number, known.builds_on, known.body):
        raise Refused(Problem(ScoringCode.KEY_REUSED, "key"))
    known.is_repeat = True
    return known


def _settle(sheet: Sheet, sent: Sequence[Submission], place: Place, *, by: User) -> int:
    """Judge all of ``sent`` that wait, as they were received, until nothing moves any more; how many moved.

    The sheet is locked and fresh, ``sent`` all that was sent to it.
    """
    waiting = [row for row in sent if row.state == SubmissionState.WAITING]
    moved = 0
    while waiting:
        now = situation(sheet, sent)
        findings = ((row, _found(now, row, sheet, place)) for row in waiting)
        row, found = next((move for move in findings if move[1].judgement is not Judgement.WAITING), (None, None))
        if row is None or found is None:
            break
        _become(sheet, row, found, place, by=by)
        waiting.remove(row)
        moved += 1
        if waiting:
            sheet = _locked(sheet)
    return moved


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
            with refusable():
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
        return progress.enter(sheet, row.body["order"], by=by, kind=kind, mark=row.key, facts=place.facts)
    if row.operation == Operation.UNDO:
        progress.take_back(sheet, by=by, facts=place.facts)
    else:
        progress.answer_bell(sheet, row.body["in_hand"], by=by, facts=place.facts)
    return _deal_of(sheet, rests)


def _deal_of(sheet: Sheet, mark: str) -> Deal | None:
    return next(deal for deal in sheet.deals.all() if deal.mark == mark) if mark else None


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
    sheet = _locked(sheet)
    row = next((row for row in sheet.submissions.all() if row.pk == submission_id), None)
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
    sheet = _locked(sheet)
    _settle(sheet, list(sheet.submissions.all()), place, by=by)
    return row


def _take(sheet: Sheet, row: Submission, reason: str, place: Place, *, by: User) -> Deal | None:
    if not _takes_entries(sheet, place):
        raise WrongState(place.subject, sheet.state)
    now = situation(sheet, sheet.submissions.all())
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
