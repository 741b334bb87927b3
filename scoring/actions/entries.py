"""What stands on a sheet: entries of its game, written, taken back, corrected; the answer at the bell; and 处罚
(rules.md §7), given by a referee as the rule set's table has it, struck if it was a mistake."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models import User
from guandan_rules import Effect, EffectKind, Offence, Side
from journal import clock as journal_clock
from journal.recording import action
from journal.refusals import Problem, Refused, WrongState, refuse_if
from journal.texts import reason_problems, storable
from scoring.games.entries import MOST_LEVELS, plain_effects
from scoring.models import Deal, Penalty, Sheet, new_mark
from scoring.places import NOWHERE, Place
from scoring.queries import counting_deals, due, rows, state_of
from scoring.sheet_moves import (
    answer,
    keep_standing,
    locked_sheet,
    note,
    note_deal,
    refuse_unless_legal,
    strike,
    take_back,
    unreadable,
    write,
)
from scoring.states import ClockState, ScoringCode, ScoringEvent


@action
def enter(sheet: Sheet, raw: Mapping[str, Any], *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Deal:
    """记一笔: write down what the sheet's game takes as an entry, JSON values as of its ``Game.entry_of``.

    ``seen`` is the number of the sheet's last event that the device knew. Refuses what cannot be, with all reasons; two
    devices at once: the second gets ``WrongState``.
    """
    return write(locked_sheet(sheet, seen=seen), raw, place, by=by)


@action
def undo_deal(sheet: Sheet, *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Deal:
    """撤回: strike the last deal. It stays in the record and no longer counts.

    Refused while a penalty stands behind it, which would stand behind nothing: that has to be struck first.
    """
    return take_back(locked_sheet(sheet, seen=seen), place, by=by)


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
    sheet = locked_sheet(sheet, seen=seen)
    old = next((deal for deal in counting_deals(sheet) if deal.number == number), None)
    kept = {name: old.entry[name] for name in ("kind", "turned_up") if name in old.entry} if old else {}
    right = kept | dict(raw)
    refuse_if([*unreadable(sheet, right), *reason_problems(reason)])
    if old is None:
        raise Refused(Problem(ScoringCode.DEAL_UNKNOWN, "number", {"number": number}))
    new = Deal(sheet=sheet, number=number, mark=mark or new_mark(), entered_at=old.entered_at, entered_by=by)
    new.entry = sheet.played.plain_entry(sheet.played.entry_of(right))
    entered = [new if row == old else row for row in rows(sheet)]
    refuse_unless_legal(sheet, entered, entered.index(new))
    strike(old, by=by, reason=storable(reason))
    new.save()
    keep_standing(sheet, state_of(sheet, entered))
    before = {"before_order": old.order} if old.order else {"before_entry": old.entry}
    facts = {**before, "reason": old.struck_reason}
    note_deal(sheet, ScoringEvent.DEAL_CORRECTED, new, place, by=by, **facts)
    return new


@action
def answer_bell(sheet: Sheet, in_hand: bool, *, by: User, seen: int | None = None, place: Place = NOWHERE) -> Sheet:
    """响铃时是否正在打牌: the referee says whether a deal was in hand at the bell; the rule set says what follows."""
    sheet = locked_sheet(sheet, seen=seen)
    answer(sheet, in_hand, place, by=by)
    return sheet


MOST_POINTS = 100
IN_LEVELS = (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
IN_POINTS = (EffectKind.POINTS, EffectKind.POINTS_BOTH)


@action
def enter_penalty(
    sheet: Sheet,
    side: str,
    offence: str,
    *,
    by: User,
    effects: Iterable[Effect] | None = None,
    note: str = "",
    seen: int | None = None,
    place: Place = NOWHERE,
) -> Penalty:
    """处罚一方: the penalty stands behind the last deal. Without ``effects`` those due by the table of the rule set for
    this side's next offence of the kind in this game; others are for whoever may rule. ``note`` is for the staff.
    """
    sheet = locked_sheet(sheet, seen=seen)
    chosen = None if effects is None else tuple(effects)
    problems = [] if side in tuple(Side) else [Problem(ScoringCode.SIDE_UNKNOWN, "side")]
    problems += [] if offence in tuple(Offence) else [Problem(ScoringCode.OFFENCE_UNKNOWN, "offence")]
    if not all(_is_in_range(effect) for effect in chosen or ()):
        data = {"levels": MOST_LEVELS, "points": MOST_POINTS}
        problems.append(Problem(ScoringCode.AMOUNT_OUT_OF_RANGE, "effects", data))
    refuse_if([*problems, *reason_problems(note, "note", required=False)])
    if sheet.clock.state == ClockState.SET:
        refuse_if([Problem(ScoringCode.CLOCK_NOT_STARTED)])
    entered = rows(sheet)
    if chosen is None:
        chosen = due(sheet, side, offence, entered)
    penalty = Penalty(
        sheet=sheet,
        after_deal=sum(isinstance(row, Deal) for row in entered),
        side=side,
        offence=offence,
        effects=plain_effects(chosen),
        note=storable(note),
        entered_at=journal_clock.now(sheet.journal),
        entered_by=by,
    )
    plain = {"type": "penalty", "side": side, "offence": offence, "effects": penalty.effects}
    refuse_if(unreadable(sheet, plain))
    refuse_unless_legal(sheet, [*entered, penalty], len(entered))
    penalty.save()
    keep_standing(sheet, state_of(sheet, [*entered, penalty]))
    _note(sheet, ScoringEvent.PENALTY_ENTERED, penalty, place, by=by)
    return penalty


def _is_in_range(effect: Effect) -> bool:
    if effect.kind in IN_LEVELS:
        return 1 <= effect.amount <= MOST_LEVELS
    return abs(effect.amount) <= (MOST_POINTS if effect.kind in IN_POINTS else 0)


def _note(sheet: Sheet, kind: ScoringEvent, penalty: Penalty, place: Place, *, by: User, **more: str) -> None:
    facts = {
        "penalty": penalty.pk,
        "after_deal": penalty.after_deal,
        "side": penalty.side,
        "offence": penalty.offence,
        "effects": penalty.effects,
        "standing": sheet.standing,
    }
    note(sheet, kind, place, by=by, **facts, **more)


@action
def strike_penalty(
    sheet: Sheet,
    penalty_id: int,
    *,
    by: User,
    reason: str,
    seen: int | None = None,
    place: Place = NOWHERE,
) -> Penalty:
    """撤销处罚 with a reason; it stays in the record. Refused if a later entry would no longer count."""
    sheet = locked_sheet(sheet, seen=seen)
    penalty = Penalty.objects.filter(sheet=sheet, pk=penalty_id).first()
    unknown = [Problem(ScoringCode.PENALTY_UNKNOWN, "penalty")] if penalty is None else []
    refuse_if([*unknown, *reason_problems(reason)])
    assert penalty is not None
    if penalty.struck_at is not None:
        raise WrongState(sheet.subject, "changed")
    entered = rows(sheet)
    index = entered.index(penalty)
    refuse_unless_legal(sheet, [*entered[:index], *entered[index + 1 :]], index)
    strike(penalty, by=by, reason=storable(reason))
    keep_standing(sheet, state_of(sheet, [*entered[:index], *entered[index + 1 :]]))
    _note(sheet, ScoringEvent.PENALTY_STRUCK, penalty, place, by=by, reason=penalty.struck_reason)
    return penalty
