"""提交: judged as it is stored; what becomes of it, and of those that waited for it; the chief referee's choice."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from journal import clock as journal_clock
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.statements import Statement
from journal.states import become
from journal.texts import storable
from scoring import sheet_moves
from scoring.actions.deals import correct_deal
from scoring.models import Deal, Sheet, Submission
from scoring.places import Place
from scoring.states import Operation, ScoringCode, ScoringEvent, SheetState, SubmissionState
from scoring.submissions import (
    Entry,
    Finding,
    Judgement,
    Sent,
    Situation,
    Stood,
    invalid_fields,
    is_same,
    judge,
    raw_of,
    refused,
)

_LOG = ("deals", "penalties")
_SENT = Statement(
    lambda ids: Submission.objects.filter(sheet__in=ids).values_list(
        "key", "device", "operation", "number", "state", "deal__mark", "body__in_hand"
    )
)
_STATES = {
    Judgement.DUPLICATE: SubmissionState.DUPLICATE,
    Judgement.CONFLICTING: SubmissionState.CONFLICTING,
    Judgement.REFUSED: SubmissionState.REFUSED,
}


@action
def submit(sheet: Sheet, entry: Entry, *, by: User, place: Place) -> Submission:
    """提交一条: stored, then judged (``scoring.submissions.judge``), then those that waited for it, as they came.

    The same key again gives the same row and changes nothing; under another content it is refused. Nothing is
    overwritten: a deal that differs from the one that stands is kept as conflicting until the chief referee chooses.
    """
    refuse_if([Problem(ScoringCode.ENTRY_INVALID, name) for name in invalid_fields(entry)])
    sheet = sheet_moves.with_rows(sheet, *_LOG) if sheet.is_held else _locked(sheet)
    before = _sent_to(sheet)
    if entry.key in before or any(deal.mark == entry.key for deal in sheet.deals.all()):
        return _repeated(sheet, entry)
    sent = Submission(
        sheet=sheet,
        device=entry.device,
        key=entry.key,
        operation=entry.operation,
        number=entry.number,
        builds_on=entry.builds_on,
        body=dict(entry.body),
        behind=entry.behind,
        state=SubmissionState.WAITING,
        received_at=journal_clock.now(sheet.journal),
        by=by,
    )
    moved = _settle(sheet, before, [*_waiting(sheet, before), sent], place, by=by)
    if sent.pk is None:
        sent.save()  # it waits
    if moved > 1:
        sent.refresh_from_db()  # what followed it may have taken it back
    return sent


def _locked(sheet: Sheet) -> Sheet:
    return sheet_moves.locked_row(sheet, *_LOG)


def _sent_to(sheet: Sheet) -> dict[str, Sent]:
    """All that was sent to the sheet, by its key: read as values, for a long match has a hundred."""
    return {
        key: Sent(device, operation, number, state, rests or "", in_hand)
        for key, device, operation, number, state, rests, in_hand in _SENT.rows([sheet.pk])
    }


def _waiting(sheet: Sheet, sent: Mapping[str, Sent]) -> list[Submission]:
    """Those that wait, as they were received."""
    if all(one.state != SubmissionState.WAITING for one in sent.values()):
        return []
    return list(sheet.submissions.filter(state=SubmissionState.WAITING).order_by("pk"))


def _repeated(sheet: Sheet, entry: Entry) -> Submission:
    known = sheet.submissions.filter(key=entry.key).first()
    facts = (entry.device, entry.operation, entry.number, entry.builds_on, dict(entry.body))
    if known is None or facts != (known.device, known.operation, known.number, known.builds_on, known.body):
        raise Refused(Problem(ScoringCode.KEY_REUSED, "key"))
    known.is_repeat = True
    return known


def _settle(sheet: Sheet, sent: dict[str, Sent], waiting: list[Submission], place: Place, *, by: User) -> int:
    """Judge those that wait, in that order, until nothing moves any more; how many moved.

    The sheet is locked and fresh, ``sent`` all that was sent to it before, and grows by what is judged.
    """
    moved = 0
    while waiting:
        now = _situation(sheet, sent)
        findings = ((row, _found(now, row, sheet, place)) for row in waiting)
        row, finding = next((move for move in findings if move[1].judgement is not Judgement.WAITING), (None, None))
        if row is None or finding is None:
            break
        _become(sheet, row, finding, place, by=by)
        rests, in_hand = row.deal.mark if row.deal else "", row.body.get("in_hand")
        sent[row.key] = Sent(row.device, row.operation, row.number, row.state, rests, in_hand)
        waiting.remove(row)
        moved += 1
        if waiting:
            sheet = _locked(sheet)
    return moved


def _situation(sheet: Sheet, sent: Mapping[str, Sent]) -> Situation:
    """The sheet as an entry meets it now, ``sent`` being all its submissions."""
    deals = sorted(sheet.deals.all(), key=lambda deal: deal.pk)
    counting = sorted((deal for deal in deals if deal.struck_at is None), key=lambda deal: deal.number)
    struck = [deal for deal in deals if deal.struck_at is not None]
    newest: dict[int, str] = {}
    before: dict[str, str] = {}
    for deal in deals:  # each rested on the newest one of the number before it that stood when it was entered
        before[deal.mark] = newest.get(deal.number - 1, "")
        newest[deal.number] = deal.mark
    return Situation(
        deals=tuple(Stood(deal.number, deal.mark, deal.entry) for deal in counting),
        undone=frozenset(deal.mark for deal in struck if not deal.struck_reason),
        replaced=frozenset(deal.mark for deal in struck if deal.struck_reason),
        before=before,
        in_hand=sheet.in_hand,
        sent=sent,
        game=sheet.played,
    )


def _entry_of(row: Submission) -> Entry:
    """A submission as it was sent."""
    return Entry(row.device, row.key, row.operation, row.number, row.builds_on, row.body, row.sheet_id)


def _found(now: Situation, row: Submission, sheet: Sheet, place: Place) -> Finding:
    finding = judge(now, _entry_of(row))
    if not _takes_entries(sheet, place) and finding.judgement is not Judgement.DUPLICATE:
        return refused(ScoringCode.SHEET_NOT_OPEN)
    return finding


def _takes_entries(sheet: Sheet, place: Place) -> bool:
    return place.is_open and sheet.state == SheetState.OPEN


def _become(sheet: Sheet, row: Submission, finding: Finding, place: Place, *, by: User) -> None:
    """Carry out what was found. What moves a sheet refuses before it writes, so a refusal leaves nothing behind."""
    if finding.judgement is not Judgement.APPLY:
        problems = [_plain(Problem(code, finding.field)) for code in finding.codes]
        _note(row, _STATES[finding.judgement], _deal_of(sheet, finding.rests), problems)
        if row.state == SubmissionState.CONFLICTING:
            facts = {"deal": row.number, "operation": row.operation, **place.facts()}
            record(sheet.journal, ScoringEvent.SUBMISSION_CONFLICTED, place.subject, by=row.by, **facts)
        return
    try:
        deal = _apply(sheet, row, finding.rests, place, by=row.by or by)
    except Refused as refusal:
        _note(row, SubmissionState.REFUSED, None, [_plain(problem) for problem in refusal.problems])
    else:
        _note(row, SubmissionState.ACCEPTED, deal, [])


def _note(row: Submission, state: SubmissionState, deal: Deal | None, problems: list[dict[str, Any]]) -> None:
    """What became of it; one that is judged as it comes is stored so at once."""
    if row.pk is not None:
        become(row, state, deal=deal, problems=problems)
        return
    row.state, row.deal, row.problems = state, deal, problems
    row.save()


def _apply(sheet: Sheet, row: Submission, rests: str, place: Place, *, by: User) -> Deal | None:
    """Carry it out; the deal on which later entries rest."""
    if row.operation == Operation.DEAL:
        return sheet_moves.write(sheet, raw_of(_entry_of(row)), place, by=by, mark=row.key)
    if row.operation == Operation.UNDO:
        sheet_moves.take_back(sheet, place, by=by)
    else:
        sheet_moves.answer(sheet, row.body["in_hand"], place, by=by)
    return _deal_of(sheet, rests)


def _deal_of(sheet: Sheet, mark: str) -> Deal | None:
    return next(deal for deal in sheet.deals.all() if deal.mark == mark) if mark else None


def _plain(problem: Problem) -> dict[str, Any]:
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
    row = sheet.submissions.filter(pk=submission_id).first()
    if row is None:
        raise Refused(Problem(ScoringCode.SUBMISSION_UNKNOWN, "submission"))
    refuse_if(reason_problems(reason))
    takable = (SubmissionState.CONFLICTING,) if take else (SubmissionState.CONFLICTING, SubmissionState.WAITING)
    if row.state not in takable:
        raise WrongState(sheet.subject, row.state)
    deal = _take(sheet, row, storable(reason), place, by=by) if take else row.deal
    become(row, SubmissionState.ACCEPTED if take else SubmissionState.DROPPED, deal=deal)
    facts = {"deal": row.number, "operation": row.operation, "taken": take, "reason": storable(reason), **place.facts()}
    record(sheet.journal, ScoringEvent.SUBMISSION_CHOSEN, place.subject, by=by, **facts)
    sheet = _locked(sheet)
    sent = _sent_to(sheet)
    _settle(sheet, sent, _waiting(sheet, sent), place, by=by)
    return row


def _take(sheet: Sheet, row: Submission, reason: str, place: Place, *, by: User) -> Deal | None:
    if not _takes_entries(sheet, place):
        raise WrongState(place.subject, sheet.state)
    now = _situation(sheet, _sent_to(sheet))
    last = len(now.deals)
    if row.operation == Operation.BELL:
        return _apply(sheet, row, now.mark(last) or "", place, by=by)
    if row.operation == Operation.UNDO:
        if row.number != last:
            raise Refused(Problem(ScoringCode.NOT_THE_LAST_DEAL, data={"number": row.number}))
        return _apply(sheet, row, now.mark(row.number - 1) or "", place, by=by)
    if row.number not in range(1, last + 2):
        raise Refused(Problem(ScoringCode.NUMBER_WRONG, "number"))
    if row.number > last:
        return _apply(sheet, row, "", place, by=by)
    stood, entry = now.deals[row.number - 1], _entry_of(row)
    if is_same(now, stood, entry):
        return _deal_of(sheet, stood.mark)
    return correct_deal(sheet, row.number, raw_of(entry), by=by, reason=reason, mark=row.key, place=place)
