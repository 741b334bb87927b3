"""Entries of a game: written, taken back, corrected; and the answer at the bell."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from journal.recording import action
from journal.refusals import Problem, Refused, refuse_if
from journal.texts import reason_problems, storable
from scoring import sheet_moves
from scoring.models import Deal, Sheet, new_mark
from scoring.places import NOWHERE, Place
from scoring.queries import counting_deals, rows, state_of
from scoring.states import ScoringCode, ScoringEvent


@action
def enter(sheet: Sheet, raw: Mapping[str, Any], *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Deal:
    """记一笔: write down what the sheet's game takes as an entry, JSON values as of its ``Game.entry_of``.

    ``seen`` is the number of the sheet's last event that the device knew. Refuses what cannot be, with all reasons; two
    devices at once: the second gets ``WrongState``.
    """
    return sheet_moves.write(sheet_moves.locked_sheet(sheet, seen=seen), raw, place, by=by)


@action
def undo_deal(sheet: Sheet, *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Deal:
    """撤回: strike the last deal. It stays in the record and no longer counts.

    Refused while a penalty stands behind it, which would stand behind nothing: that has to be struck first.
    """
    return sheet_moves.take_back(sheet_moves.locked_sheet(sheet, seen=seen), place, by=by)


@action
def correct_deal(
    sheet: Sheet,
    number: int,
    raw: Mapping[str, Any],
    *,
    by: User,
    reason: str,
    seen: int | None = None,
    mark: str = "",
    place: Place = NOWHERE,
) -> Deal:
    """更正一副 of an open sheet: the old row is struck with the reason, the right one stands in its place.

    It keeps its moment, and its kind and the card turned up unless ``raw`` names one. Refused if a later entry would
    no longer count.
    """
    sheet = sheet_moves.locked_sheet(sheet, seen=seen)
    old = next((deal for deal in counting_deals(sheet) if deal.number == number), None)
    kept = {name: old.entry[name] for name in ("kind", "turned_up") if name in old.entry} if old else {}
    right = kept | dict(raw)
    refuse_if([*sheet_moves.unreadable(sheet, right), *reason_problems(reason)])
    if old is None:
        raise Refused(Problem(ScoringCode.DEAL_UNKNOWN, "number", {"number": number}))
    new = Deal(sheet=sheet, number=number, mark=mark or new_mark(), entered_at=old.entered_at, entered_by=by)
    new.entry = sheet.played.plain_entry(sheet.played.entry_of(right))
    entered = [new if row == old else row for row in rows(sheet)]
    sheet_moves.refuse_unless_legal(sheet, entered, entered.index(new))
    sheet_moves.strike(old, by=by, reason=storable(reason))
    new.save()
    sheet_moves.keep_standing(sheet, state_of(sheet, entered))
    before = {"before_order": old.order} if old.order else {"before_entry": old.entry}
    facts = {**before, "reason": old.struck_reason}
    sheet_moves.note_deal(sheet, ScoringEvent.DEAL_CORRECTED, new, place, by=by, **facts)
    return new


@action
def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Sheet:
    """响铃时是否正在打牌: the referee says whether a deal was in hand at the bell; the rule set says what follows."""
    sheet = sheet_moves.locked_sheet(sheet, seen=seen)
    sheet_moves.answer(sheet, in_hand, place, by=by)
    return sheet
