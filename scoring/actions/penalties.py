"""处罚 (rules.md §7): given by a referee as the rule set's table has it, struck if it was a mistake."""

from collections.abc import Iterable

from accounts.models import User
from guandan_rules import Effect, EffectKind, Offence, Side
from journal import clock as journal_clock
from journal.actions import action, record
from journal.reasons import reason_problems
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from scoring.games.entries import MOST_LEVELS, plain_effects
from scoring.locks import locked_sheet
from scoring.logs import keep_standing, refuse_unless_legal
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import due, race, rows
from scoring.standings import Facts
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
    facts: Facts | None = None,
) -> Penalty:
    """处罚一方: the penalty stands behind the last deal. Without ``effects`` those due by the table of the rule set for
    this side's next offence of the kind in this game; others are for whoever may rule. ``note`` is for the staff.
    """
    sheet = locked_sheet(sheet, seen=seen)
    chosen = None if effects is None else tuple(effects)
    refuse_if([*_problems(side, offence, chosen or ()), *reason_problems(note, "note", required=False)])
    if sheet.clock.state == ClockState.SET:
        refuse_if([Problem(ScoringCode.CLOCK_NOT_STARTED)])
    entered = rows(sheet)
    if chosen is None:
        chosen = due(sheet, Side(side), Offence(offence), entered)
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
    refuse_unless_legal(sheet, [*entered, penalty], len(entered))
    penalty.save()
    keep_standing(sheet, race(sheet, [*entered, penalty]))
    _record(sheet, ScoringEvent.PENALTY_ENTERED, penalty, by=by, facts=facts or {})
    return penalty


def _problems(side: str, offence: str, effects: tuple[Effect, ...]) -> list[Problem]:
    problems = []
    if side not in tuple(Side):
        problems.append(Problem(ScoringCode.SIDE_UNKNOWN, "side"))
    if offence not in tuple(Offence):
        problems.append(Problem(ScoringCode.OFFENCE_UNKNOWN, "offence"))
    if not all(_is_in_range(effect) for effect in effects):
        data = {"levels": MOST_LEVELS, "points": MOST_POINTS}
        problems.append(Problem(ScoringCode.AMOUNT_OUT_OF_RANGE, "effects", data))
    return problems


def _is_in_range(effect: Effect) -> bool:
    if effect.kind in IN_LEVELS:
        return 1 <= effect.amount <= MOST_LEVELS
    return abs(effect.amount) <= (MOST_POINTS if effect.kind in IN_POINTS else 0)


def _record(sheet: Sheet, kind: ScoringEvent, penalty: Penalty, *, by: User, facts: Facts) -> None:
    said: Facts = {
        "penalty": penalty.pk,
        "after_deal": penalty.after_deal,
        "side": penalty.side,
        "offence": penalty.offence,
        "effects": penalty.effects,
        "standing": sheet.standing,
    }
    record(sheet.journal, kind, sheet.subject, by=by, **said, **facts)


@action
def strike_penalty(
    sheet: Sheet,
    penalty_id: int,
    *,
    by: User,
    reason: str,
    seen: int | None = None,
    facts: Facts | None = None,
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
    penalty.struck_at, penalty.struck_by = journal_clock.now(sheet.journal), by
    penalty.struck_reason = storable(reason)
    penalty.save(update_fields=["struck_at", "struck_by", "struck_reason"])
    keep_standing(sheet, race(sheet, [*entered[:index], *entered[index + 1 :]]))
    said = {"reason": penalty.struck_reason, **(facts or {})}
    _record(sheet, ScoringEvent.PENALTY_STRUCK, penalty, by=by, facts=said)
    return penalty
