"""规则方案 in words: what each option of a rule set means, as a paragraph of the regulation."""

from collections.abc import Iterable

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


def tie_steps(tie_rules: Iterable[TieRule]) -> str:
    """先到者胜；仍不能决定的，…: one rule after the other."""
    return pgettext("then", "; if that does not decide, ").join(str(TIES[rule]) for rule in tie_rules)


def winning_in_short(rules: RuleSet) -> str:
    """级数高者胜，同级先到者胜; empty where points decide."""
    if rules.measure is Measure.POINTS:
        return ""
    return str(TIES_IN_SHORT[rules.tie_rules[0] if rules.tie_rules else TieRule.REFEREE])


def option_words(rules: RuleSet) -> dict[str, str]:
    """Anchor → paragraph of the regulation, for each that depends on the rule set; empty where it says nothing."""
    return _deal_words(rules) | _end_words(rules) | _target_words(rules)


def _deal_words(rules: RuleSet) -> dict[str, str]:
    """How a deal is shuffled, played and counted."""
    stops = sorted({*rules.must_play, rules.target_level} & set(range(rules.target_level + 1)))
    words = {
        "first-level": _("Both sides begin at %(level)s, and that is the level of the first deal.")
        % {"level": level_name(rules.first_level)},
        "rising": _(
            "Only the side of the player out 1st rises: by %(double)s levels if his partner is 2nd, by 2 if he is 3rd, "
            "by 1 if he is last. The other side stays where it is."
        )
        % {"double": rules.gain_12},
        "must-play": _("No rise goes beyond %(levels)s: every side has to stand there first.")
        % {"levels": pgettext("between", ", ").join(level_name(level) for level in stops)},
        "ace-count": _("In that count an ace is one, and the player who cut is counted as one himself."),
        "report": _("Nobody has to say how many cards he has left."),
        "return": _(
            "Whoever takes a card as tribute gives one back: any card of rank %(rank)s or lower; if he has none so "
            "low, his lowest."
        )
        % {"rank": level_name(rules.return_at_most)},
        "return-level-card": _("A level card may not be returned."),
    }
    if rules.shuffled_by is Place.FIRST:
        words["later-deals"] = _(
            "Every later deal: two or three thorough shuffles by the one who was 1st, who cuts, too; the one who was "
            "last draws first, and after 1st and 2nd of one side the player after the 1st."
        )
        words["double-shuffler"] = ""
    else:
        words["later-deals"] = _(
            "Every later deal: two or three thorough shuffles by the one who was last; the one who was 1st cuts, and "
            "the last draws first. After 1st and 2nd of one side the player after the 1st draws first."
        )
        words["double-shuffler"] = _(
            "After 1st and 2nd of one side nobody is last: the player after the 1st, who draws first, shuffles."
        )
    if rules.report_at is not None:
        words["report"] = _("Whoever has %(count)s cards or fewer left after a play says so at once.") % {
            "count": rules.report_at
        }
    if rules.return_level_card:
        words["return-level-card"] = _("A level card of such a rank may be returned.")
    return words


def _end_words(rules: RuleSet) -> dict[str, str]:
    """How long a match lasts, what decides it at its end, and what else it may be lost by."""
    words = {
        "time": _("There is no limit of time."),
        "bell": str(BELL[rules.on_time]),
        "deal-limit": _("The number of deals is not limited.") if OpenPoint.DEAL_LIMIT in rules.open_points else "",
        "verdict": _("At the end the side at the higher level wins."),
        "ties": _("If both are equal, the chief referee decides."),
        "tie-at-start": "",
        "points": str(SCALES[rules.scale]),
        "late": _("Whoever is not there when the match starts forfeits it; there is no grace."),
        "penalties": _("What the referee gives for an offence; he enters it on the sheet, and it counts like a deal.")
        if rules.penalties
        else "",
    }
    if rules.minutes is not None:
        words["time"] = _("A match lasts %(minutes)s minutes at most.") % {"minutes": rules.minutes}
    if rules.deal_limit is not None:
        limit = _("A match has %(deals)s deals at most.") % {"deals": rules.deal_limit}
        halves = _("After %(deals)s deals tables are changed.") % {"deals": rules.half_deals}
        words["deal-limit"] = together(limit, halves if rules.half_deals is not None else "")
    if rules.measure is Measure.POINTS:
        words["verdict"] = _("At the end the side with more points from its deals wins.")
    if rules.tie_rules:
        words["ties"] = _("If both are equal: %(steps)s.") % {"steps": tie_steps(rules.tie_rules)}
    if TieRule.FIRST_TO_REACH in rules.tie_rules:  # and when nobody was there first, as at 2 to 2
        rest = [rule for rule in rules.tie_rules if rule is not TieRule.FIRST_TO_REACH]
        words["tie-at-start"] = _("If nobody reached the level first, as when no deal was finished: %(steps)s.") % {
            "steps": tie_steps(rest or [TieRule.REFEREE])
        }
        if TieRule.EXTRA_DEAL in rest:
            is_at_two = rules.extra_deal.level is ExtraLevel.TWO
            at_two = _("The extra deal is played at 2.")
            at_theirs = _("The extra deal is played at the level at which both stand.")
            words["tie-at-start"] = together(words["tie-at-start"], at_two if is_at_two else at_theirs)
    if rules.grace_minutes:
        words["late"] = _("Whoever is not there %(minutes)s minutes after the start forfeits the match.") % {
            "minutes": rules.grace_minutes
        }
    return words


def _target_words(rules: RuleSet) -> dict[str, str]:
    """过A: how the level at which the match ends is passed, and what follows for whoever does not pass it.

    Where being at A is enough nothing is to be said about deals at A.
    """
    target = {"target": level_name(rules.target_level)}
    words = {
        "passing-a": str(PASSING[rules.pass_condition]) % target,
        "passing-a-when": "",
        "failing-a": "",
        "failing-a-when": "",
    }
    if rules.pass_condition is PassCondition.REACH_A:
        return words
    words["passing-a-when"] = str(PASSING_WHEN[rules.pass_scope]) % target
    if not rules.a_fail_limit:
        words["failing-a"] = _("Whoever does not pass %(target)s tries again, as often as it takes.") % target
        return words
    counted = (
        _("Not passing %(target)s %(count)s times in a row")
        if rules.fail_consecutive
        else _("Not passing %(target)s %(count)s times in all")
    ) % {**target, "count": rules.a_fail_limit}
    if rules.a_fail_to is FailTo.LOSE:
        words["failing-a"] = _("%(counted)s loses the match.") % {"counted": counted}
    else:
        level = level_name(int(rules.a_fail_to))
        words["failing-a"] = _("%(counted)s sends a side back to %(level)s.") % {"counted": counted, "level": level}
    attempts = str(FAILING_WHEN[rules.fail_scope]) % target
    only = "" if rules.fail_on is FailOn.ANY else _("It fails only by being 1st with the partner last.")
    words["failing-a-when"] = together(attempts, only)
    return words
