"""What the options of a rule set say in the regulation, a sentence each: of 掼蛋, none about levels where the points of
the deals decide; of 双升 about levels and the end of a match, after S002."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import (
    Effect,
    ExtraLevel,
    FailOn,
    FailTo,
    Measure,
    PassCondition,
    Place,
    RuleSet,
    Scale,
    Sides,
    TieRule,
    level_name,
)
from guandan_rules.scales import FORFEIT_28, MIDDLE, RESULT_POINTS, WITHDRAWAL_28, level_points
from scoring.games.shuangsheng_rules import Band, ShuangshengRules
from tournaments.bracket.words.names import together
from tournaments.bracket.words.options import BELL, FAILING_WHEN, PASSING, PASSING_WHEN, SCALES, effect_words, tie_steps
from tournaments.bracket.words.sentences import Sentences

RULES: Final = Sentences()
NOT_SAID: Final = ("name", "open_points", "tie_breaks", "half_deals")
"""Options that decide nothing at a table: 名次依据 and the change of tables are settings of the format."""


def option_words(rules: RuleSet, *, is_of_games: bool = False) -> dict[str, str]:
    """Anchor → paragraph of the regulation, for each that depends on the rule set; empty where it says nothing.
    ``is_of_games``: the time is that of each of several games of a match."""
    words = RULES.of(rules)
    if is_of_games and rules.minutes is not None:
        words["time"] = _("A game lasts %(minutes)s minutes at most.") % {"minutes": rules.minutes}
    return words


def _climbs(rules: RuleSet) -> bool:
    return rules.measure is Measure.LEVELS


@RULES.about("guandan", "measure")
def _guandan(rules: RuleSet) -> str:
    if _climbs(rules):
        return _(
            "Four people play, two against two, with two packs of cards, 108 in all. Whoever gets rid of his hand "
            "sooner rises further, and the levels that a side has climbed decide the match."
        )
    return _(
        "Four people play, two against two, with two packs of cards, 108 in all. Whoever gets rid of his hand sooner "
        "gets more points, and the points of the deals decide the match."
    )


@RULES.about("first-level", "first_level", "measure")
def _first_level(rules: RuleSet) -> str:
    sentence = _("Both sides begin at %(level)s, and that is the level of the first deal.")
    return sentence % {"level": level_name(rules.first_level)} if _climbs(rules) else ""


@RULES.about("rising", "gain_12", "measure")
def _rising(rules: RuleSet) -> str:
    sentence = _(
        "Only the side of the player out 1st rises: by %(double)s levels if his partner is 2nd, by 2 if he is 3rd, "
        "by 1 if he is last. The other side stays where it is."
    )
    return sentence % {"double": rules.gain_12} if _climbs(rules) else ""


@RULES.about("must-play", "must_play", "target_level", "measure")
def _must_play(rules: RuleSet) -> str:
    stops = sorted({*rules.must_play, rules.target_level} & set(range(rules.target_level + 1)))
    sentence = _("No rise goes beyond %(levels)s: every side has to stand there first.")
    levels = pgettext("between", ", ").join(level_name(level) for level in stops)
    return sentence % {"levels": levels} if _climbs(rules) else ""


@RULES.about("level-card", "measure")
def _level_card(rules: RuleSet) -> str:
    if _climbs(rules):
        return _(
            "The level cards are the eight cards of the rank to which the side that won the last deal has climbed; "
            "in the first deal those of the first level."
        )
    return _("The level cards are the eight cards of the rank that is turned up before each deal.")


@RULES.about("first-deal", "first_level", "measure")
def _first_deal(rules: RuleSet) -> str:
    sentence = _(
        "First deal: one side shuffles, the other cuts and turns up a card; a joker or the %(level)s of hearts is "
        "turned again. Counting anticlockwise from the player who cut, the rank of that card tells who draws "
        "first. Whoever draws the turned card leads."
    )
    if _climbs(rules):
        return sentence % {"level": level_name(rules.first_level)}
    return _(
        "First deal: one side shuffles, the other cuts and turns up a card; a joker is turned again. Counting "
        "anticlockwise from the player who cut, the rank of that card tells who draws first. Whoever draws the turned "
        "card leads."
    )


@RULES.about("ace-count")
def _ace_count(_rules: RuleSet) -> str:
    return _("In that count an ace is one, and the player who cut is counted as one himself.")


@RULES.about("later-deals", "shuffled_by")
def _later_deals(rules: RuleSet) -> str:
    if rules.shuffled_by is Place.FIRST:
        return _(
            "Every later deal: two or three thorough shuffles by the one who was 1st, who cuts, too; the one who was "
            "last draws first, and after 1st and 2nd of one side the player after the 1st."
        )
    return _(
        "Every later deal: two or three thorough shuffles by the one who was last; the one who was 1st cuts, and "
        "the last draws first. After 1st and 2nd of one side the player after the 1st draws first."
    )


@RULES.about("double-shuffler", "shuffled_by")
def _double_shuffler(rules: RuleSet) -> str:
    sentence = _("After 1st and 2nd of one side nobody is last: the player after the 1st, who draws first, shuffles.")
    return "" if rules.shuffled_by is Place.FIRST else sentence


@RULES.about("report", "report_at")
def _report(rules: RuleSet) -> str:
    if rules.report_at is None:
        return _("Nobody has to say how many cards he has left.")
    return _("Whoever has %(count)s cards or fewer left after a play says so at once.") % {"count": rules.report_at}


@RULES.about("return", "return_at_most")
def _return(rules: RuleSet) -> str:
    sentence = _(
        "Whoever takes a card as tribute gives one back: any card of rank %(rank)s or lower; if he has none so "
        "low, his lowest."
    )
    return sentence % {"rank": level_name(rules.return_at_most)}


@RULES.about("return-level-card", "return_level_card")
def _return_level_card(rules: RuleSet) -> str:
    allowed, forbidden = _("A level card of such a rank may be returned."), _("A level card may not be returned.")
    return allowed if rules.return_level_card else forbidden


@RULES.about("time", "minutes")
def _time(rules: RuleSet) -> str:
    if rules.minutes is None:
        return _("There is no limit of time.")
    return _("A match lasts %(minutes)s minutes at most.") % {"minutes": rules.minutes}


@RULES.about("verdict", "measure")
def _verdict(rules: RuleSet) -> str:
    levels, points = (
        _("At the end the side at the higher level wins."),
        _("At the end the side with more points from its deals wins."),
    )
    return levels if _climbs(rules) else points


@RULES.about("ties", "tie_rules")
def _ties(rules: RuleSet) -> str:
    if not rules.tie_rules:
        return _("If both are equal, the chief referee decides.")
    return _("If both are equal: %(steps)s.") % {"steps": tie_steps(rules.tie_rules)}


@RULES.about("tie-at-start", "tie_rules", "measure")
def _tie_at_start(rules: RuleSet) -> str:
    """When nobody was there first, as at 2 to 2."""
    if TieRule.FIRST_TO_REACH not in rules.tie_rules or not _climbs(rules):
        return ""
    rest = [rule for rule in rules.tie_rules if rule is not TieRule.FIRST_TO_REACH] or [TieRule.REFEREE]
    sentence = _("If nobody reached the level first, as when no deal was finished: %(steps)s.")
    return sentence % {"steps": tie_steps(rest)}


@RULES.about("extra-deal", "extra_deal", "tie_rules", "measure")
def _extra_deal(rules: RuleSet) -> str:
    if TieRule.EXTRA_DEAL not in rules.tie_rules or not _climbs(rules):
        return ""
    at_two = rules.extra_deal.level is ExtraLevel.TWO
    two, theirs = (
        _("The extra deal is played at 2."),
        _("The extra deal is played at the level at which both stand."),
    )
    return two if at_two else theirs


@RULES.about("bell", "on_time", "minutes")
def _bell(rules: RuleSet) -> str:
    return "" if rules.minutes is None else str(BELL[rules.on_time])


def _target(rules: RuleSet) -> dict[str, str]:
    """过A, 过王: the level at which the match ends, in words."""
    return {"target": level_name(rules.target_level)}


@RULES.about("passing-a", "pass_condition", "target_level", "measure")
def _passing(rules: RuleSet) -> str:
    return str(PASSING[rules.pass_condition]) % _target(rules) if _climbs(rules) else ""


def _is_passed(rules: RuleSet) -> bool:
    """Where being at A is enough nothing is to be said about deals at A."""
    return _climbs(rules) and rules.pass_condition is not PassCondition.REACH_A


@RULES.about("passing-a-when", "pass_scope", "target_level", "pass_condition", "measure")
def _passing_when(rules: RuleSet) -> str:
    return str(PASSING_WHEN[rules.pass_scope]) % _target(rules) if _is_passed(rules) else ""


@RULES.about("failing-a", "a_fail_limit", "a_fail_to", "target_level", "pass_condition", "measure")
def _failing(rules: RuleSet) -> str:
    if not _is_passed(rules):
        return ""
    if not rules.a_fail_limit:
        return _("Whoever does not pass %(target)s tries again, as often as it takes.") % _target(rules)
    values = {**_target(rules), "count": rules.a_fail_limit}
    if rules.a_fail_to is FailTo.LOSE:
        return _("Not passing %(target)s %(count)s times loses the match.") % values
    level = level_name(int(rules.a_fail_to))
    return _("Not passing %(target)s %(count)s times sends a side back to %(level)s.") % {**values, "level": level}


@RULES.about("failing-a-count", "fail_consecutive", "a_fail_limit", "target_level", "pass_condition", "measure")
def _failing_count(rules: RuleSet) -> str:
    if not _is_passed(rules) or not rules.a_fail_limit:
        return ""
    in_a_row = _("The failures have to come one after the other: a deal in between that is none begins the count anew.")
    in_all = _("All failures of the match count, also with other deals between them.")
    return in_a_row if rules.fail_consecutive else in_all


@RULES.about(
    "failing-a-when", "fail_scope", "fail_on", "a_fail_limit", "target_level", "pass_condition", "measure"
)  # fmt: skip
def _failing_when(rules: RuleSet) -> str:
    if not _is_passed(rules) or not rules.a_fail_limit:
        return ""
    only = "" if rules.fail_on is FailOn.ANY else _("It fails only by being 1st with the partner last.")
    return together(str(FAILING_WHEN[rules.fail_scope]) % _target(rules), only)


@RULES.about("deal-limit", "deal_limit")
def _deal_limit(rules: RuleSet) -> str:
    if rules.deal_limit is None:
        return _("The number of deals is not limited.")
    return _("A match has %(deals)s deals at most; what is played beyond them does not count.") % {
        "deals": rules.deal_limit
    }


@RULES.about("points", "scale")
def _points(rules: RuleSet) -> str:
    words, middle = str(SCALES[rules.scale]), MIDDLE.get(rules.scale)
    if middle is None:
        return words
    shares = (level_points(rules.scale, Sides(difference, 0)) for difference in range(middle + 1))
    table = pgettext("between", ", ").join(f"{n} = {share.home} : {share.away}" for n, share in enumerate(shares))
    return together(words, _("By the difference: %(table)s.") % {"table": table})


@RULES.about("forfeit", "scale")
def _forfeit(rules: RuleSet) -> str:
    """What is credited for a match that is not played to its end (`scales.award_points`)."""
    if rules.scale is not Scale.LEVELS_28:
        return ""
    sentence = _(
        "Whoever does not come, or gives up during the match, gets %(forfeit)s; whoever withdraws before the match, "
        "or loses it by a penalty, %(withdrawal)s."
    )
    return sentence % {
        "forfeit": f"{FORFEIT_28[1]} : {FORFEIT_28[0]}",
        "withdrawal": f"{WITHDRAWAL_28[1]} : {WITHDRAWAL_28[0]}",
    }


@RULES.about("bye", "bye_points", "scale")
def _bye(rules: RuleSet) -> str:
    sentence = _("A team without an opponent gets %(points)s points.")
    counts = rules.bye_points is not None and rules.scale in RESULT_POINTS
    return sentence % {"points": rules.bye_points} if counts else ""


@RULES.about("late", "grace_minutes")
def _late(rules: RuleSet) -> str:
    if not rules.grace_minutes:
        return _("Whoever is not there when the match starts forfeits it; there is no grace.")
    sentence = _("Whoever is not there %(minutes)s minutes after the start forfeits the match.")
    return sentence % {"minutes": rules.grace_minutes}


@RULES.about("penalties", "penalties")
def _penalties(rules: RuleSet) -> str:
    sentence = _("What the referee gives for an offence; he enters it on the sheet, and it counts like a deal.")
    return sentence if rules.penalties else ""


def shuangsheng_counting(rules: ShuangshengRules, minutes: int | None) -> dict[str, str]:
    """Anchor → sentence, in the order of the chapter; empty where the options say nothing. ``minutes``: of a match."""
    deals = _("A match has %(deals)s deals at most.") % {"deals": rules.deal_limit} if rules.deal_limit else ""
    clock = _("A match lasts %(minutes)s minutes at most.") % {"minutes": minutes} if minutes else ""
    levels = _(
        "Both sides begin at %(first)s and climb to %(target)s. A side that defends with success rises, by what the "
        "attackers have won: %(bands)s."
    ) % {
        "first": level_name(rules.first_level),
        "target": level_name(rules.target_level),
        "bands": pgettext("between two parts", "; ").join(map(_band, rules.bands)),
    }
    taking = _(
        "With %(points)s points the attackers take the deal, and with every %(more)s more they rise by a level."
    ) % {"points": rules.take_at, "more": rules.points_a_level}
    must_play = sorted({*rules.must_play, rules.target_level})
    stops = _("No rise goes beyond %(levels)s: every side has to stand there first.") % {
        "levels": pgettext("between", ", ").join(map(level_name, must_play))
    }
    by_defending = _("Only a side that defends there with success gets past.") if rules.leave_by_defending else ""
    falls = [
        _(
            "A side at %(at)s goes back to %(to)s when the attackers take the deal and the bottom with a card of that "
            "rank."
        )
        % {"at": level_name(fall.at), "to": level_name(fall.to)}
        for fall in rules.falls
    ]
    wrong = _("What follows from a wrong play: of the defenders, %(defenders)s; of the attackers, %(attackers)s.") % {
        "defenders": _effects(rules.defenders_wrong),
        "attackers": _effects(rules.attackers_wrong),
    }
    ties = _("If both are equal: %(steps)s.") % {"steps": tie_steps(rules.tie_rules)} if rules.tie_rules else ""
    return {
        "length": together(deals, clock),
        "bell": str(BELL[rules.on_time]) if minutes else "",
        "levels": levels,
        "taking": taking,
        "stops": together(stops, by_defending),
        "falls": together(*falls),
        "wrong": wrong,
        "decided": together(_("At the end the side at the higher level wins."), ties),
    }


def _band(band: Band) -> str:
    values = {"points": band.up_to, "gain": band.gain}
    if band.up_to == 0:
        return ngettext("for no points %(gain)s level", "for no points %(gain)s levels", band.gain) % values
    phrase = ngettext("up to %(points)s points %(gain)s level", "up to %(points)s points %(gain)s levels", band.gain)
    return phrase % values


def _effects(effects: Sequence[Effect]) -> str:
    return pgettext("between effects", ", ").join(map(effect_words, effects)) or _("nothing")
