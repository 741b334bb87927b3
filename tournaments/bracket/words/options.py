"""规则方案 in words: what each option of a rule set means, as a paragraph of the regulation; empty where none.

A paragraph whose words depend on the rule set has a function here, under its anchor.
"""

from collections.abc import Callable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from guandan_rules import (
    Effect,
    EffectKind,
    ExtraLevel,
    FailOn,
    FailTo,
    Measure,
    Offence,
    OnTime,
    OpenPoint,
    PassCondition,
    PenaltyRow,
    Place,
    RuleSet,
    Scale,
    Scope,
    TieRule,
    level_name,
)
from journal.words import Words
from tournaments.bracket.words.names import together

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


def _rising(rules: RuleSet) -> str:
    return _(
        "Only the side of the player out 1st rises: by %(double)s levels if his partner is 2nd, by 2 if he is 3rd, by "
        "1 if he is last. The other side stays where it is."
    ) % {"double": rules.gain_12}


def _first_level(rules: RuleSet) -> str:
    return _("Both sides begin at %(level)s, and that is the level of the first deal.") % {
        "level": level_name(rules.first_level)
    }


def _must_play(rules: RuleSet) -> str:
    stops = sorted({*rules.must_play, rules.target_level} & set(range(rules.target_level + 1)))
    levels = pgettext("between", ", ").join(level_name(level) for level in stops)
    return _("No rise goes beyond %(levels)s: every side has to stand there first.") % {"levels": levels}


def _later_deals(rules: RuleSet) -> str:
    if rules.shuffled_by is Place.FIRST:
        return _(
            "Every later deal: two or three thorough shuffles by the one who was 1st, who cuts, too; the one who was "
            "last draws first, and after 1st and 2nd of one side the player after the 1st."
        )
    return _(
        "Every later deal: two or three thorough shuffles by the one who was last; the one who was 1st cuts, and the "
        "last draws first. After 1st and 2nd of one side the player after the 1st draws first."
    )


def _ace_count(_rules: RuleSet) -> str:
    return _("In that count an ace is one, and the player who cut is counted as one himself.")


def _double_shuffler(rules: RuleSet) -> str:
    if rules.shuffled_by is Place.FIRST:
        return ""
    return _("After 1st and 2nd of one side nobody is last: the player after the 1st, who draws first, shuffles.")


def _report(rules: RuleSet) -> str:
    if rules.report_at is None:
        return _("Nobody has to say how many cards he has left.")
    return _("Whoever has %(count)s cards or fewer left after a play says so at once.") % {"count": rules.report_at}


def _return(rules: RuleSet) -> str:
    return _(
        "Whoever takes a card as tribute gives one back: any card of rank %(rank)s or lower; if he has none so low, "
        "his lowest."
    ) % {"rank": level_name(rules.return_at_most)}


def _return_level_card(rules: RuleSet) -> str:
    if rules.return_level_card:
        return _("A level card of such a rank may be returned.")
    return _("A level card may not be returned.")


def _time(rules: RuleSet) -> str:
    if rules.minutes is None:
        return _("There is no limit of time.")
    return _("A match lasts %(minutes)s minutes at most.") % {"minutes": rules.minutes}


def _verdict(rules: RuleSet) -> str:
    if rules.measure is Measure.POINTS:
        return _("At the end the side with more points from its deals wins.")
    return _("At the end the side at the higher level wins.")


def winning_in_short(rules: RuleSet) -> str:
    """级数高者胜，同级先到者胜; empty where points decide."""
    if rules.measure is Measure.POINTS:
        return ""
    return str(TIES_IN_SHORT[rules.tie_rules[0] if rules.tie_rules else TieRule.REFEREE])


def _ties(rules: RuleSet) -> str:
    if not rules.tie_rules:
        return _("If both are equal, the chief referee decides.")
    steps = pgettext("then", "; if that does not decide, ").join(str(TIES[rule]) for rule in rules.tie_rules)
    return _("If both are equal: %(steps)s.") % {"steps": steps}


def _tie_at_start(rules: RuleSet) -> str:
    """What follows when nobody was there first, as at 2 to 2."""
    rest = [rule for rule in rules.tie_rules if rule is not TieRule.FIRST_TO_REACH]
    if TieRule.FIRST_TO_REACH not in rules.tie_rules:
        return ""
    steps = pgettext("then", "; if that does not decide, ").join(str(TIES[r]) for r in rest or [TieRule.REFEREE])
    sentence = _("If nobody reached the level first, as when no deal was finished: %(steps)s.") % {"steps": steps}
    return together(sentence, _extra_deal(rules)) if TieRule.EXTRA_DEAL in rest else sentence


def _extra_deal(rules: RuleSet) -> str:
    if rules.extra_deal.level is ExtraLevel.TWO:
        return _("The extra deal is played at 2.")
    return _("The extra deal is played at the level at which both stand.")


def _target(rules: RuleSet) -> dict[str, str]:
    return {"target": level_name(rules.target_level)}


def _passing_when(rules: RuleSet) -> str:
    return "" if _needs_no_deal(rules) else str(PASSING_WHEN[rules.pass_scope]) % _target(rules)


def _failing(rules: RuleSet) -> str:
    names = _target(rules)
    if not rules.a_fail_limit:
        return _("Whoever does not pass %(target)s tries again, as often as it takes.") % names
    counted = (
        _("Not passing %(target)s %(count)s times in a row")
        if rules.fail_consecutive
        else _("Not passing %(target)s %(count)s times in all")
    ) % {**names, "count": rules.a_fail_limit}
    if rules.a_fail_to is FailTo.LOSE:
        return _("%(counted)s loses the match.") % {"counted": counted}
    return _("%(counted)s sends a side back to %(level)s.") % {
        "counted": counted,
        "level": level_name(int(rules.a_fail_to)),
    }


def _failing_when(rules: RuleSet) -> str:
    if not rules.a_fail_limit:
        return ""
    sentence = str(FAILING_WHEN[rules.fail_scope]) % _target(rules)
    if rules.fail_on is FailOn.ANY:
        return sentence
    only = _("It fails only by being 1st with the partner last.")
    return together(sentence, only)


def _deal_limit(rules: RuleSet) -> str:
    if rules.deal_limit is None:
        is_open = OpenPoint.DEAL_LIMIT in rules.open_points
        return _("The number of deals is not limited.") if is_open else ""
    sentence = _("A match has %(deals)s deals at most.") % {"deals": rules.deal_limit}
    if rules.half_deals is None:
        return sentence
    changed = _("After %(deals)s deals tables are changed.") % {"deals": rules.half_deals}
    return together(sentence, changed)


def _late(rules: RuleSet) -> str:
    if not rules.grace_minutes:
        return _("Whoever is not there when the match starts forfeits it; there is no grace.")
    return _("Whoever is not there %(minutes)s minutes after the start forfeits the match.") % {
        "minutes": rules.grace_minutes
    }


def _penalties(rules: RuleSet) -> str:
    if not rules.penalties:
        return ""
    return _("What the referee gives for an offence; he enters it on the sheet, and it counts like a deal.")


WORDS: Final[dict[str, Callable[[RuleSet], str]]] = {
    "first-level": _first_level,
    "rising": _rising,
    "must-play": _must_play,
    "ace-count": _ace_count,
    "later-deals": _later_deals,
    "double-shuffler": _double_shuffler,
    "report": _report,
    "return": _return,
    "return-level-card": _return_level_card,
    "time": _time,
    "verdict": _verdict,
    "ties": _ties,
    "tie-at-start": _tie_at_start,
    "bell": lambda rules: str(BELL[rules.on_time]),
    "passing-a": lambda rules: str(PASSING[rules.pass_condition]) % _target(rules),
    "passing-a-when": _passing_when,
    "failing-a": lambda rules: "" if _needs_no_deal(rules) else _failing(rules),
    "failing-a-when": lambda rules: "" if _needs_no_deal(rules) else _failing_when(rules),
    "deal-limit": _deal_limit,
    "points": lambda rules: str(SCALES[rules.scale]),
    "late": _late,
    "penalties": _penalties,
}


def _needs_no_deal(rules: RuleSet) -> bool:
    """Being at A is enough, so that nothing is to be said about deals at A."""
    return rules.pass_condition is PassCondition.REACH_A
