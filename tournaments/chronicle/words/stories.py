"""Words for how a match went: the deals at which it turned, and the whole in a sentence."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Side
from tournaments.bracket.words.names import rank
from tournaments.chronicle.queries.stories import Moment, Story, Turn

ACE = 14
FAR_BEHIND = 0.3
"""Whoever won after such a chance has come from behind."""


def percent(chance: float | None) -> str:
    """A chance as people say it: 48%; 0% and 100% only where it is certain."""
    if chance is None:
        return ""
    return f"{round(chance) * 100 if chance in (0, 1) else min(max(round(chance * 100), 1), 99)}%"


def stood_words(story: Story, moment: Moment) -> str:
    """8 : 5, the levels as ranks of cards."""
    shown = (rank(min(stood, ACE)) if story.levels else str(stood) for stood in moment.stood)
    return " : ".join(shown)


def turn_words(story: Story, moment: Moment, before: Moment, home: str, away: str) -> str:
    """第 5 副：甲队双下，反超，9 : 7；胜算由 48% 变为 81%。"""
    names = {Side.HOME.value: home, Side.AWAY.value: away}
    clauses = []
    if not moment.is_deal:
        clauses.append(_("penalty for %(team)s") % {"team": names[moment.side]})
    elif moment.side:  # there are games that name nobody for a deal
        won = _("%(team)s wins double") if moment.is_double else _("%(team)s wins")
        clauses.append(won % {"team": names[moment.side]})

    # what it turned, for the side that is named before it, or for the other by its name
    if Turn.PASSED in moment.turns:
        is_own = story.passed == moment.side
        clauses.append(_("passes A") if is_own else _("%(team)s passes A") % {"team": names[story.passed]})
    if Turn.LEAD in moment.turns:
        is_own = moment.leader == moment.side
        clauses.append(_("takes the lead") if is_own else _("%(team)s takes the lead") % {"team": names[moment.leader]})
    if Turn.FELL in moment.turns and moment.failed:
        clauses.append(_("%(team)s fails at A once too often") % {"team": names[moment.failed]})
    elif Turn.FAILED in moment.turns:
        clauses.append(_("%(team)s does not pass A") % {"team": names[moment.failed]})

    clauses.append(stood_words(story, moment))
    words = {"number": moment.number, "what": pgettext("between two clauses", ", ").join(clauses)}
    if not (moment.side and story.has_chances):
        return _("Deal %(number)s: %(what)s.") % words
    words |= {"from": percent(before.chance_of(moment.side)), "to": percent(moment.chance_of(moment.side))}
    return _("Deal %(number)s: %(what)s; its chance from %(from)s to %(to)s.") % words


def story_summary(story: Story, home: str, away: str) -> str:
    """The whole in a sentence, once it is over: from behind, ahead throughout, or to and fro."""
    if not story.winner:
        return ""
    team = home if story.winner == Side.HOME else away
    lowest = story.lowest
    chance = lowest.chance_of(story.winner) if lowest else None
    if lowest and chance is not None and chance <= FAR_BEHIND:
        words = {"team": team, "number": lowest.number, "chance": percent(chance)}
        return _("%(team)s came from behind: its chance after deal %(number)s was %(chance)s.") % words
    if story.leads:
        return ngettext(
            "The lead changed once before %(team)s won.",
            "The lead changed %(n)s times before %(team)s won.",
            story.leads,
        ) % {"n": story.leads, "team": team}
    return _("%(team)s was never behind.") % {"team": team}


def drawing_words(story: Story, home: str, away: str) -> str:
    """What the drawing shows, for whoever does not see it."""
    words = {"home": home, "away": away, "deals": story.end.number, "stood": stood_words(story, story.end)}
    return (
        _("%(home)s against %(away)s over %(deals)s deals, in the end %(stood)s; the table has it deal by deal") % words
    )
