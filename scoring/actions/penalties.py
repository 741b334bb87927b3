"""处罚 (rules.md §7): given by a referee as the rule set's table has it, struck if it was a mistake."""

from collections.abc import Iterable

from accounts.models import User
from guandan_rules import Effect, EffectKind, Offence, Side
from journal import clock as journal_clock
from journal.recording import action
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import reason_problems, storable
from scoring.games.entries import MOST_LEVELS, plain_effects
from scoring.models import Deal, Penalty, Sheet
from scoring.places import NOWHERE, Place
from scoring.queries import due, rows, state_of
from scoring.sheet_moves import keep_standing, locked_sheet, note, refuse_unless_legal, strike, unreadable
from scoring.states import ClockState, ScoringCode, ScoringEvent

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
