"""处罚: those of a game as lines of its sheet, what a side's next offence costs, and what a person gives for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from guandan_rules import COUNTED_TOGETHER, WITHOUT_CONSEQUENCE, Effect, EffectKind, Side, effects_due
from journal.refusals import Problem, Refused
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult, Terms
from scoring.models import Penalty
from scoring.queries import Row
from scoring.states import ScoringCode
from tournaments.day.queries.sheet_views import OffenceChoice, PenaltyLine, SheetView, SideView

ENDING = (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)
MEASURED = (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
NOTED = (Effect(EffectKind.NOTE),)


def penalty_line(penalty: Penalty, change: EntryResult | None = None) -> PenaltyLine:
    """A penalty with the levels or points after it; ``change``: what it did, None for a struck one."""
    return PenaltyLine(
        id=penalty.pk,
        after_deal=penalty.after_deal,
        side=penalty.side,
        offence=penalty.offence,
        effects=given_effects(penalty.effects),
        note=penalty.note,
        home=change.shown[1].home if change else 0,
        away=change.shown[1].away if change else 0,
        entered_at=penalty.entered_at,
        entered_by=str(penalty.entered_by) if penalty.entered_by else "",
        struck=penalty.struck_at is not None,
        reason=penalty.struck_reason,
    )


def offence_choices(terms: Terms, entered: Sequence[Row]) -> tuple[OffenceChoice, ...]:
    """处罚表: the offences of the rule set in their order, then the others that the game knows, with what is due for
    either side."""
    table = terms.penalties
    committed = [(row.side, row.offence) for row in entered if isinstance(row, Penalty)]
    choices = []
    for offence in dict.fromkeys([*(row.offence for row in table), *terms.offences]):
        home, away = (committed.count((side.value, offence.value)) for side in Side)
        if offence in COUNTED_TOGETHER:
            home = away = home + away
        due = [effects_due(table, offence, times + 1) for times in (home, away)]
        choices.append(OffenceChoice(offence.value, home, away, *due))
    return tuple(choices)


@dataclass(frozen=True)
class Due:
    """What a side's next offence of a kind costs, the ``times``-th in this game: ``by_table`` what the rule set's table
    has for it, else it is noted, which has no consequence and needs no table."""

    value: str
    offence: str
    times: int
    effects: tuple[Effect, ...]
    by_table: bool


def penalties_due(view: SheetView, *, may_end: bool) -> list[tuple[SideView, tuple[Due, ...]]]:
    """处罚表 for either side, as far as the person may give it: who may not end a match only notes such an offence."""
    by_side = []
    for side in view.sides:
        dues = []
        for choice in view.offences:
            is_home = side.side == "home"
            times, effects = (choice.home_times, choice.home) if is_home else (choice.away_times, choice.away)
            by_table = bool(effects) and (may_end or not any(effect.kind in ENDING for effect in effects))
            key, cost = f"{side.side}:{choice.offence}", effects if by_table else NOTED
            dues.append(Due(key, choice.offence, times + 1, cost, by_table))
        by_side.append((side, tuple(dues)))
    return by_side


def effects_to_give(
    view: SheetView | None, penalty: str, kind: str, amount: int, *, may_rule: bool, may_end: bool
) -> list[Effect] | None:
    """The effects of a ``penalty`` (side:offence) for ``enter_penalty``; None: those of the table.

    ``kind`` is given instead of what is due, with ``amount`` levels where it has any: one without consequence, or any
    by whoever may rule. Refused for another kind, and for an offence that the sheet does not list.
    """
    if kind:
        if kind not in (tuple(EffectKind) if may_rule else WITHOUT_CONSEQUENCE):
            raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "effect"))
        return [Effect(EffectKind(kind), amount if kind in MEASURED else 0)]
    listed = penalties_due(view, may_end=may_end) if view else []
    chosen = next((due for _side, dues in listed for due in dues if due.value == penalty), None)
    if chosen is None:
        raise Refused(Problem(ScoringCode.OFFENCE_UNKNOWN, "penalty"))
    return None if chosen.by_table else [Effect(EffectKind.NOTE)]
