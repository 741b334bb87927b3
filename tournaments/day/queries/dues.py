"""处罚表: what a side's next offence costs, and what a person gives for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from guandan_rules import WITHOUT_CONSEQUENCE, Effect, EffectKind
from journal.refusals import Problem, Refused
from scoring.states import ScoringCode
from tournaments.day.queries.sheet_views import EffectView, SheetView, SideView

ENDING = (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)
MEASURED = (EffectKind.OPPONENTS_UP, EffectKind.OFFENDER_DOWN)
NOTED = (EffectView(EffectKind.NOTE.value, 0),)


@dataclass(frozen=True)
class Due:
    """What a side's next offence of a kind costs, the ``times``-th in this game: ``by_table`` what the rule set's table
    has for it, else it is noted, which has no consequence and needs no table."""

    value: str
    offence: str
    times: int
    effects: tuple[EffectView, ...]
    by_table: bool


def penalties_due(view: SheetView, *, may_end: bool) -> list[tuple[SideView, tuple[Due, ...]]]:
    """处罚表 for either side, as far as the person may give it: who may not end a match only notes such an offence."""
    return [(side, tuple(_dues(view, side.side, may_end=may_end))) for side in view.sides]


def _dues(view: SheetView, side: str, *, may_end: bool) -> Iterator[Due]:
    for choice in view.offences:
        times, effects = (choice.away_times, choice.away) if side == "away" else (choice.home_times, choice.home)
        by_table = bool(effects) and (may_end or not any(effect.kind in ENDING for effect in effects))
        due_effects = effects if by_table else NOTED
        yield Due(f"{side}:{choice.offence}", choice.offence, times + 1, due_effects, by_table)


def given_effects(
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
