"""双升 in the regulation: what its options decide about levels and the end of a match, after S002."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Effect, level_name
from scoring.games.shuangsheng_rules import Band, ShuangshengRules
from tournaments.bracket.words.names import together
from tournaments.bracket.words.options import BELL, effect_words, tie_steps


def counting(rules: ShuangshengRules, minutes: int | None) -> dict[str, str]:
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
