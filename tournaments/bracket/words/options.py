"""规则方案 in words: what each value of an option means; the paragraphs of the regulation are in `rule_sentences`."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from guandan_rules import (
    Effect,
    EffectKind,
    Measure,
    Offence,
    OnTime,
    PassCondition,
    PenaltyRow,
    RuleSet,
    Scale,
    Scope,
    TieRule,
)
from journal.words import Words

# target: the level at which the match ends, A nearly everywhere
PASSING: dict[str, Promise] = Words() | {
    PassCondition.FIRST_ONLY: gettext_lazy(
        "%(target)s is passed by being out 1st; the partner may be last. "
        "Whoever passes %(target)s has won, and the match ends at once."
    ),
    PassCondition.PARTNER_NOT_LAST: gettext_lazy(
        "%(target)s is passed by being out 1st with the partner not last. "
        "Whoever passes %(target)s has won, and the match ends at once."
    ),
    PassCondition.FIRST_AND_SECOND: gettext_lazy(
        "%(target)s is passed by being out 1st and 2nd. Whoever passes %(target)s has won, and the match ends at once."
    ),
    PassCondition.REACH_A: gettext_lazy("Whoever reaches %(target)s has won, and the match ends at once."),
}
PASSING_OFFERED: dict[str, Promise] = Words() | {
    PassCondition.FIRST_ONLY: gettext_lazy("First out is enough; the partner may be last"),
    PassCondition.PARTNER_NOT_LAST: gettext_lazy("First out, and the partner is not last"),
    PassCondition.FIRST_AND_SECOND: gettext_lazy("First and second out"),
    PassCondition.REACH_A: gettext_lazy("Reaching A is enough"),
}
PASSING_WHEN: dict[str, Promise] = Words() | {
    Scope.OWN_A: gettext_lazy("%(target)s can be passed only in a deal that is played at one's own %(target)s."),
    Scope.ANY_DEAL: gettext_lazy("%(target)s can be passed in any deal that a side wins while it stands there."),
}
PASSING_WHEN_OFFERED: dict[str, Promise] = Words() | {
    Scope.OWN_A: gettext_lazy("Only in a deal played at one's own A"),
    Scope.ANY_DEAL: gettext_lazy("In any deal won while standing at A"),
}
FAILING_WHEN: dict[str, Promise] = Words() | {
    Scope.OWN_A: gettext_lazy("Only a deal played at one's own %(target)s counts as an attempt."),
    Scope.ANY_DEAL: gettext_lazy("Every deal that a side plays while it stands at %(target)s counts as an attempt."),
}
BELL: dict[str, Promise] = Words() | {
    OnTime.FINISH_DEAL: gettext_lazy("When the time is up, the deal in hand is played out and counts."),
    OnTime.STOP_NOW: gettext_lazy("When the time is up, play stops at once and the deal in hand does not count."),
    OnTime.REFEREE: gettext_lazy(
        "When the time is up, the chief referee says at the table whether the deal in hand is played out."
    ),
}
TIES: dict[str, Promise] = Words() | {
    TieRule.FIRST_TO_REACH: gettext_lazy("the side that reached that level first wins"),
    TieRule.ON_STAGE: gettext_lazy("the side on stage, which won the last deal, wins"),
    TieRule.LEADS_NEXT_DEAL: gettext_lazy("the side that would lead in the next deal wins"),
    TieRule.EXTRA_DEAL: gettext_lazy("one extra deal is played, and the side of the player out 1st wins"),
    TieRule.DRAW: gettext_lazy("the match is a draw"),
    TieRule.REFEREE: gettext_lazy("the chief referee decides"),
}
TIES_IN_SHORT: dict[str, Promise] = Words() | {
    TieRule.FIRST_TO_REACH: gettext_lazy("The higher level wins, at equal levels the side there first"),
    TieRule.ON_STAGE: gettext_lazy("The higher level wins, at equal levels the side on stage"),
    TieRule.LEADS_NEXT_DEAL: gettext_lazy("The higher level wins, at equal levels the side that leads next"),
    TieRule.EXTRA_DEAL: gettext_lazy("The higher level wins, at equal levels an extra deal decides"),
    TieRule.DRAW: gettext_lazy("The higher level wins, equal levels are a draw"),
    TieRule.REFEREE: gettext_lazy("The higher level wins, at equal levels the chief referee decides"),
}
SCALES: dict[str, Promise | str] = Words() | {
    Scale.NONE: "",
    Scale.LEVELS_28: gettext_lazy("A match is worth 28 points: 14 each, shifted by the level difference."),
    Scale.LEVELS_26: gettext_lazy("A match is worth 26 points: 13 each, shifted by the level difference."),
    Scale.DEAL_421: gettext_lazy(
        "The winners of a deal get 4 points for 1st and 2nd, 2 for 1st and 3rd, 1 for 1st and last."
    ),
    Scale.DEAL_321: gettext_lazy(
        "The winners of a deal get 3 points for 1st and 2nd, 2 for 1st and 3rd, 1 for 1st and last."
    ),
    Scale.WIN_3_LOSS_1: gettext_lazy("A match won is worth 3 points, a match lost 1."),
    Scale.WIN_2_DRAW_1: gettext_lazy("A match won is worth 2 points, a draw 1, a match lost none."),
    Scale.WIN_1_DRAW_HALF: gettext_lazy("A match won is worth 1 point, a draw half a point, a match lost none."),
}
OFFENCES: dict[str, Promise] = Words() | {
    Offence.LATE: pgettext_lazy("offence", "Late for the match"),
    Offence.HIDDEN_CARD: pgettext_lazy("offence", "A card hidden"),
    Offence.ILLEGAL_SIGNAL: pgettext_lazy("offence", "Forbidden signals"),
    Offence.OUT_OF_TURN: pgettext_lazy("offence", "Drawing out of turn"),
    Offence.WRONG_COUNT: pgettext_lazy("offence", "A wrong number of cards"),
    Offence.SLOW_PLAY: pgettext_lazy("offence", "Slow play"),
    Offence.SLOW_LEAD: pgettext_lazy("offence", "No lead within 30 seconds"),
    Offence.SLOW_FOLLOW: pgettext_lazy("offence", "No card within 30 seconds, the trick led by another"),
    Offence.REPORTED_AGAIN: pgettext_lazy("offence", "Remaining cards reported again and again"),
    Offence.ASKED_AGAIN: pgettext_lazy("offence", "Remaining cards asked for once more"),
    Offence.OTHER: pgettext_lazy("offence", "Anything else"),
}
EFFECTS: dict[str, Promise] = Words() | {
    EffectKind.NOTE: gettext_lazy("it is noted"),
    EffectKind.WARNING: gettext_lazy("warning"),
    EffectKind.OPPONENTS_UP: gettext_lazy("opponents up %(amount)s"),
    EffectKind.OFFENDER_DOWN: gettext_lazy("offenders down %(amount)s"),
    EffectKind.POINTS: gettext_lazy("points: %(amount)s"),
    EffectKind.POINTS_BOTH: gettext_lazy("points of both sides: %(amount)s"),
    EffectKind.STAGE_TO_OPPONENTS: gettext_lazy("opponents on stage"),
    EffectKind.DEAL_VOID: gettext_lazy("the deal is void"),
    EffectKind.LOWEST_CARD: gettext_lazy("the lowest card of the hand counts as played"),
    EffectKind.PASSED: gettext_lazy("it counts as a pass"),
    EffectKind.MATCH_LOST: gettext_lazy("the match is lost"),
    EffectKind.DISQUALIFIED: gettext_lazy("disqualified"),
}


def offence_words(row: PenaltyRow) -> str:
    """隐藏牌张（第 3 次起）."""
    name = str(OFFENCES[row.offence])
    if row.from_count == 1:
        return name
    return _("%(offence)s, from offence no. %(count)s on") % {"offence": name, "count": row.from_count}


def effect_words(effect: Effect) -> str:
    """对方升 1 级."""
    return str(EFFECTS[effect.kind]) % {"amount": effect.amount}


def tie_steps(tie_rules: Iterable[TieRule]) -> str:
    """先到者胜；仍不能决定的，…: one rule after the other."""
    return pgettext("then", "; if that does not decide, ").join(str(TIES[rule]) for rule in tie_rules)


def winning_in_short(rules: RuleSet) -> str:
    """级数高者胜，同级先到者胜; empty where points decide."""
    if rules.measure is Measure.POINTS:
        return ""
    return str(TIES_IN_SHORT[rules.tie_rules[0] if rules.tie_rules else TieRule.REFEREE])
