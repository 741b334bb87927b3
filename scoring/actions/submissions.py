"""提交: judged as it is stored; what becomes of it, and of those that waited for it; the chief referee's choice.

Every entry names what it builds on: the key of the entry before it on the same device, whatever that was, or the mark
of the deal that the device was shown last. So the order in which entries arrive does not matter: one whose ground is
not known yet waits, and a key stands for the deal on which later entries rest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from accounts.models import User
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.states import become
from journal.texts import reason_problems, storable
from scoring import sheet_moves
from scoring.actions.entries import correct_deal
from scoring.games import GAMES, EntryError, Game, GameCode
from scoring.games.entries import PENALTY
from scoring.games.guandan import Guandan, raw_deal
from scoring.models import KEY_LENGTH, Deal, Sheet, Submission
from scoring.places import Place
from scoring.queries import UNSETTLED
from scoring.states import DealKind, Operation, ScoringCode, ScoringEvent, SheetState, SubmissionState

MOST_DEALS = 999
BEFORE_THE_BELL = (DealKind.REGULAR, DealKind.LATE)
_LOG = ("deals", "penalties")
_CONTENT = ("device", "operation", "number", "builds_on", "body")


@dataclass(frozen=True)
class SentEntry:
    """What a device sends. ``body``: the ``entry`` of a deal, or the ``order`` and ``kind`` of 掼蛋; ``in_hand`` of an
    answer at the bell; nothing of an undo.

    ``number``: the deal it speaks of, for an undo the one undone, for the bell the last one. ``sheet``: the id of the
    sheet it was written on, if the device says so. ``behind``: how many more the device holds.
    """

    device: str
    key: str
    operation: str
    number: int
    builds_on: str = ""
    body: Mapping[str, Any] = field(default_factory=dict)
    sheet: int | None = None
    behind: int = 0

    @property
    def invalid_fields(self) -> tuple[str, ...]:
        """Fields that cannot even be stored as sent."""
        texts = {"device": self.device, "key": self.key, "builds_on": self.builds_on}
        wrong = [name for name, text in texts.items() if len(text) > KEY_LENGTH or not text.isprintable()]
        wrong += [name for name in ("device", "key") if not texts[name]]
        wrong += ["operation"] if self.operation not in Operation.values else []
        return (*wrong, "number") if self.number not in range(MOST_DEALS + 1) else tuple(wrong)


@dataclass(frozen=True)
class Sent:
    """An earlier submission. ``rests``: the mark of the deal on which entries that build on it rest ("": none)."""

    device: str
    operation: str
    number: int
    state: str
    rests: str = ""
    in_hand: bool | None = None


@dataclass(frozen=True)
class Situation:
    """The sheet as an entry meets it: its deals, those undone and replaced, what each rested on, what was sent, and the
    game that says what an entry is."""

    deals: Sequence[Deal] = ()
    undone: frozenset[str] = frozenset()
    replaced: frozenset[str] = frozenset()
    before: Mapping[str, str] = field(default_factory=dict)
    in_hand: bool | None = None
    sent: Mapping[str, Sent] = field(default_factory=dict)
    game: Game[Any, Any, Any] = GAMES[Guandan.name]

    def mark(self, number: int) -> str | None:
        """The mark of deal ``number``, "" before the first; None if there is none."""
        if number == 0:
            return ""
        return self.deals[number - 1].mark if 0 < number <= len(self.deals) else None

    def number(self, mark: str) -> int:
        """The number of the deal that counts under this mark, 0 for "" and for any other."""
        return next((deal.number for deal in self.deals if deal.mark == mark), 0)

    def knows(self, mark: str) -> bool:
        return mark in self.undone or mark in self.replaced or self.number(mark) > 0

    def judge(self, entry: SentEntry | Submission) -> "Finding":
        """判断一条提交 of an open sheet: what becomes of it, by what stands and what was sent before.

        While an entry of the same device is in conflict, its later ones wait; the sheet goes on for the others.
        """
        malformed = _malformed(self, entry)
        if malformed:
            return malformed
        # on what it builds: a deal by its mark ("" before the first), or an entry, which may have been dropped
        sent = self.sent.get(entry.builds_on)
        others = (each for key, each in self.sent.items() if key != entry.key and each.device == entry.device)
        if any(each.state == SubmissionState.CONFLICTING for each in others):
            return WAITING
        unknown = sent is None and entry.builds_on and not self.knows(entry.builds_on)
        if unknown or (sent and sent.state in UNSETTLED):
            return WAITING
        if sent and sent.state == SubmissionState.REFUSED:
            return _refused(ScoringCode.BUILDS_ON_REFUSED)
        dropped = sent if sent and sent.state == SubmissionState.DROPPED else None
        ground = "" if dropped else sent.rests if sent else entry.builds_on
        judges = {Operation.DEAL: _deal, Operation.UNDO: _undo, Operation.BELL: _bell}
        return judges[Operation(entry.operation)](self, entry, ground, dropped)


class Judgement(StrEnum):
    """What becomes of an entry; whatever is to be applied may still be refused by the rules."""

    APPLY = "apply"
    DUPLICATE = "duplicate"
    CONFLICTING = "conflicting"
    WAITING = "waiting"
    REFUSED = "refused"


@dataclass(frozen=True)
class Finding:
    """A judgement with what follows from it: the ground of later entries, or the codes of the refusal and the field."""

    judgement: Judgement
    rests: str = ""
    codes: tuple[StrEnum, ...] = ()
    field: str = ""


WAITING = Finding(Judgement.WAITING)
CONFLICTING = Finding(Judgement.CONFLICTING)


def _refused(*codes: StrEnum, field: str = "") -> Finding:
    return Finding(Judgement.REFUSED, codes=codes, field=field)


def _malformed(now: Situation, entry: SentEntry | Submission) -> Finding | None:
    if entry.operation == Operation.DEAL:
        try:
            plain = now.game.plain_entry(now.game.entry_of(_raw_of(entry)))
        except EntryError as wrong:
            return _refused(*(problem.code for problem in wrong.problems), field=wrong.problems[0].field)
        if plain["type"] == PENALTY:
            return _refused(GameCode.NOT_AN_ENTRY, field="type")
    if entry.operation == Operation.BELL and not isinstance(entry.body.get("in_hand"), bool):
        return _refused(ScoringCode.ENTRY_INVALID, field="in_hand")
    return None


def _raw_of(entry: SentEntry | Submission) -> Any:
    """What a deal says, as the sheet's game reads it; 掼蛋 may be sent as its fields alone."""
    body = entry.body
    if "entry" in body:
        return body["entry"]
    return raw_deal(body.get("order"), body.get("kind", DealKind.REGULAR), body.get("turned_up"))


def _deal(now: Situation, entry: SentEntry | Submission, ground: str, dropped: Sent | None) -> Finding:
    """Next in the row it is applied; else it is compared with what stands, provided that it rests on the same deal."""
    if dropped is None:
        if ground and not now.number(ground):
            return CONFLICTING
        if entry.number != now.number(ground) + 1:
            return _refused(ScoringCode.NUMBER_WRONG, field="number")
        if entry.number > len(now.deals):
            return Finding(Judgement.APPLY)
    stood = now.deals[entry.number - 1] if 0 < entry.number <= len(now.deals) else None
    if stood is None or not _is_same(now, stood, entry):
        return CONFLICTING
    return Finding(Judgement.DUPLICATE, rests=stood.mark)


def _is_same(now: Situation, stood: Deal, entry: SentEntry | Submission) -> bool:
    """The same entry. One made before the bell, or finished before it and entered late, says the same; and so does
    one that does not name the card turned up."""
    plain = now.game.plain_entry(now.game.entry_of(_raw_of(entry)))
    named = {} if "turned_up" in plain and "turned_up" in stood.entry else {"turned_up": None}
    one, other = (
        {**each, **named, **({"kind": DealKind.REGULAR} if each.get("kind") in BEFORE_THE_BELL else {})}
        for each in (plain, stood.entry)
    )
    return one == other


def _undo(now: Situation, entry: SentEntry | Submission, ground: str, dropped: Sent | None) -> Finding:
    """The last deal is taken back; one that was taken back already, or was dropped, is gone as this device wants it."""
    if dropped is not None:
        gone = dropped.operation == Operation.DEAL and dropped.number == entry.number
        before = now.mark(entry.number - 1) if gone else None
        return CONFLICTING if before is None else Finding(Judgement.DUPLICATE, rests=before)
    if not ground:
        return _refused(ScoringCode.NO_DEAL_TO_UNDO)
    before = now.before.get(ground, "")
    if ground in now.undone:
        return Finding(Judgement.DUPLICATE, rests=before)
    number = now.number(ground)
    if number and number != entry.number:
        return _refused(ScoringCode.NUMBER_WRONG, field="number")
    return Finding(Judgement.APPLY, rests=before) if number and number == len(now.deals) else CONFLICTING


def _bell(now: Situation, entry: SentEntry | Submission, ground: str, dropped: Sent | None) -> Finding:
    """A device that built on the answer that stands may change it; another answer without knowing of it conflicts."""
    rests = ground if dropped is None else (now.mark(len(now.deals)) or "")
    answer, known = entry.body["in_hand"], now.sent.get(entry.builds_on)
    if now.in_hand is None:
        return Finding(Judgement.APPLY, rests=rests)
    if answer == now.in_hand:
        return Finding(Judgement.DUPLICATE, rests=rests)
    knew = known is not None and known.operation == Operation.BELL and known.in_hand == now.in_hand
    return Finding(Judgement.APPLY, rests=rests) if knew else CONFLICTING


@action
def submit(sheet: Sheet, entry: SentEntry, *, by: User, place: Place) -> Submission:
    """提交一条: stored, then judged, then those that waited for it, as they came.

    The same key again gives the same row and changes nothing; under another content it is refused. Nothing is
    overwritten: a deal that differs from the one that stands is kept as conflicting until the chief referee chooses.
    """
    refuse_if([Problem(ScoringCode.ENTRY_INVALID, name) for name in entry.invalid_fields])
    sheet = sheet_moves.with_rows(sheet, *_LOG) if sheet.is_held else sheet_moves.locked_row(sheet, *_LOG)
    before = _sent_to(sheet)
    if entry.key in before or any(deal.mark == entry.key for deal in sheet.deals.all()):
        known = sheet.submissions.filter(key=entry.key).first()
        if known is None or any(getattr(known, name) != getattr(entry, name) for name in _CONTENT):
            raise Refused(Problem(ScoringCode.KEY_REUSED, "key"))
        known.is_repeat = True
        return known
    facts = {"key": entry.key, "behind": entry.behind, "received_at": journal_clock.now(sheet.journal), "by": by}
    content = {name: getattr(entry, name) for name in _CONTENT}
    sent = Submission(sheet=sheet, state=SubmissionState.WAITING, **facts, **content)
    moved = _settle(sheet, before, [sent], place, by=by)
    if sent.pk is None:
        sent.save()  # it waits
    if moved > 1:
        sent.refresh_from_db()  # what followed it may have taken it back
    return sent


def _sent_to(sheet: Sheet) -> dict[str, Sent]:
    """All that was sent to the sheet, by its key: read as values, for a long match has a hundred."""
    rows = sheet.submissions.values_list("key", "device", "operation", "number", "state", "deal__mark", "body__in_hand")
    return {
        key: Sent(device, operation, number, state, rests or "", in_hand)
        for key, device, operation, number, state, rests, in_hand in rows
    }


def _settle(sheet: Sheet, sent: dict[str, Sent], new: list[Submission], place: Place, *, by: User) -> int:
    """Judge those that wait, as they were received, then the ``new`` ones, until nothing moves; how many moved.

    The sheet is locked and fresh, ``sent`` all that was sent to it before, and grows by what is judged.
    """
    moved, waiting = 0, new
    if any(each.state == SubmissionState.WAITING for each in sent.values()):
        waiting = [*sheet.submissions.filter(state=SubmissionState.WAITING).order_by("pk"), *new]
    while waiting:
        now = _situation(sheet, sent)
        for row in waiting:
            finding = now.judge(row)
            is_open = place.is_open and sheet.state == SheetState.OPEN
            if not is_open and finding.judgement is not Judgement.DUPLICATE:
                finding = _refused(ScoringCode.SHEET_NOT_OPEN)
            if finding.judgement is not Judgement.WAITING:
                break
        else:
            break
        _carry_out(sheet, row, finding, place, by=by)
        rests, in_hand = row.deal.mark if row.deal else "", row.body.get("in_hand")
        sent[row.key] = Sent(row.device, row.operation, row.number, row.state, rests, in_hand)
        waiting.remove(row)
        moved += 1
        if waiting:
            sheet = sheet_moves.locked_row(sheet, *_LOG)
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
        deals=counting,
        undone=frozenset(deal.mark for deal in struck if not deal.struck_reason),
        replaced=frozenset(deal.mark for deal in struck if deal.struck_reason),
        before=before,
        in_hand=sheet.in_hand,
        sent=sent,
        game=sheet.played,
    )


def _carry_out(sheet: Sheet, row: Submission, finding: Finding, place: Place, *, by: User) -> None:
    """What becomes of it. What moves a sheet refuses before it writes, so a refusal leaves nothing behind."""
    deal, problems = None, [Problem(code, finding.field) for code in finding.codes]
    if finding.judgement is Judgement.APPLY:
        state = SubmissionState.ACCEPTED
        try:
            deal = _apply(sheet, row, finding.rests, place, by=row.by or by)
        except Refused as refusal:
            state, problems = SubmissionState.REFUSED, list(refusal.problems)
    else:
        state, deal = SubmissionState(finding.judgement.value), _deal_of(sheet, finding.rests)
    plain = [{"code": problem.code.value, "field": problem.field, "data": problem.data} for problem in problems]
    if row.pk is None:  # judged as it comes, and so stored at once
        row.state, row.deal, row.problems = state, deal, plain
        row.save()
    else:
        become(row, state, deal=deal, problems=plain)
    if state == SubmissionState.CONFLICTING:
        facts = {"deal": row.number, "operation": row.operation, **place.facts()}
        record(sheet.journal, ScoringEvent.SUBMISSION_CONFLICTED, place.subject, by=row.by, **facts)


def _apply(sheet: Sheet, row: Submission, rests: str, place: Place, *, by: User) -> Deal | None:
    """Carry it out; the deal on which later entries rest."""
    if row.operation == Operation.DEAL:
        return sheet_moves.write(sheet, _raw_of(row), place, by=by, mark=row.key)
    if row.operation == Operation.UNDO:
        sheet_moves.take_back(sheet, place, by=by)
    else:
        sheet_moves.answer(sheet, row.body["in_hand"], place, by=by)
    return _deal_of(sheet, rests)


def _deal_of(sheet: Sheet, mark: str) -> Deal | None:
    return next(deal for deal in sheet.deals.all() if deal.mark == mark) if mark else None


@action
def choose_submission(
    sheet: Sheet, submission_id: int, *, by: User, take: bool, reason: str, place: Place
) -> Submission:
    """裁判长选定 one of two versions: ``take`` the submission, then the sheet is corrected to it, or drop it.

    Later deals stay if they still count, else it is refused. What the device sent after it is judged again. An entry
    that only waits can be dropped, not taken.
    """
    sheet = sheet_moves.locked_row(sheet, *_LOG)
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
    sheet = sheet_moves.locked_row(sheet, *_LOG)
    _settle(sheet, _sent_to(sheet), [], place, by=by)
    return row


def _take(sheet: Sheet, row: Submission, reason: str, place: Place, *, by: User) -> Deal | None:
    if not place.is_open or sheet.state != SheetState.OPEN:
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
    stood = now.deals[row.number - 1]
    if _is_same(now, stood, row):
        return stood
    return correct_deal(sheet, row.number, _raw_of(row), by=by, reason=reason, mark=row.key, place=place)
