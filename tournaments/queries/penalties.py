"""Penalties of a game, as lines of its sheet, and what the table of the rule set has for the next one."""

from guandan_rules import Effect, Offence, Race, RuleSet, Side, Step, effects_due
from scoring.models import Penalty
from scoring.queries import effects_of
from tournaments.queries.play import EffectView, OffenceChoice, PenaltyLine


def effect_views(effects: tuple[Effect, ...]) -> tuple[EffectView, ...]:
    """Effects as screens show them."""
    return tuple(EffectView(effect.kind.value, effect.amount) for effect in effects)


def penalty_line(penalty: Penalty, done: Step | None = None) -> PenaltyLine:
    """A penalty with the levels after it; ``done``: its step, None for a struck one."""
    return PenaltyLine(
        id=penalty.pk,
        after_deal=penalty.after_deal,
        side=penalty.side,
        offence=penalty.offence,
        effects=effect_views(effects_of(penalty)),
        note=penalty.note,
        home=done.after.home if done else 0,
        away=done.after.away if done else 0,
        entered_at=penalty.entered_at,
        entered_by=str(penalty.entered_by) if penalty.entered_by else "",
        struck=penalty.struck_at is not None,
        reason=penalty.struck_reason,
    )


def offence_choices(rules: RuleSet, race: Race) -> tuple[OffenceChoice, ...]:
    """处罚表: the offences of the rule set in their order, then the others, with what is due for either side."""
    listed = list(dict.fromkeys([*(row.offence for row in rules.penalties), *Offence]))
    return tuple(_choice(rules, race, offence) for offence in listed)


def _choice(rules: RuleSet, race: Race, offence: Offence) -> OffenceChoice:
    home, away = (race.offences(side, offence) for side in Side)
    due = [effect_views(effects_due(rules.penalties, offence, times + 1)) for times in (home, away)]
    return OffenceChoice(offence.value, home, away, *due)
