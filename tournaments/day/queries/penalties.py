"""Penalties of a game, as lines of its sheet, and what the table of the rule set has for the next one."""

from collections.abc import Sequence

from guandan_rules import Effect, Side, effects_due
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult, Terms
from scoring.models import Penalty
from scoring.queries import Row
from tournaments.day.queries.sheet_views import EffectView, OffenceChoice, PenaltyLine


def effect_views(effects: tuple[Effect, ...]) -> tuple[EffectView, ...]:
    """Effects as screens show them."""
    return tuple(EffectView(effect.kind.value, effect.amount) for effect in effects)


def penalty_line(penalty: Penalty, change: EntryResult | None = None) -> PenaltyLine:
    """A penalty with the levels or points after it; ``change``: what it did, None for a struck one."""
    return PenaltyLine(
        id=penalty.pk,
        after_deal=penalty.after_deal,
        side=penalty.side,
        offence=penalty.offence,
        effects=effect_views(given_effects(penalty.effects)),
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
        due = [effect_views(effects_due(table, offence, times + 1)) for times in (home, away)]
        choices.append(OffenceChoice(offence.value, home, away, *due))
    return tuple(choices)
