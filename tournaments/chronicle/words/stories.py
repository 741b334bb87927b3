"""Words for how matches went: the deals at which one turned, and the whole in a sentence; what stood out of a day or an
event; and why a rating changed."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from guandan_rules import Side
from journal.words import Words
from tournaments.bracket.words.names import day, listed, rank, team_name
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.days import DayReport
from tournaments.chronicle.queries.highlights import Feat, Highlight, Highlights, Holder
from tournaments.chronicle.queries.ratings import RatedLine
from tournaments.chronicle.queries.stories import Moment, Story, Turn
from tournaments.chronicle.rating import Change
from tournaments.day.words.games import TITLES

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


MOST_HOLDERS = 3
"""Who share a highlight are named up to so many."""

FEATS: dict[Feat, Promise] = Words() | {
    Feat.CLOSEST: gettext_lazy("Closest match"),
    Feat.LEADS: gettext_lazy("Most changes of the lead"),
    Feat.COMEBACK: gettext_lazy("Greatest comeback"),
    Feat.DOUBLES: gettext_lazy("Most double wins in a match"),
    Feat.TEAM_DOUBLES: gettext_lazy("Most double wins of a team"),
    Feat.STREAK: gettext_lazy("Longest run of deals won"),
    Feat.FASTEST_DEALS: gettext_lazy("Fewest deals to pass A"),
    Feat.FASTEST_MINUTES: gettext_lazy("Shortest time to pass A"),
}


def feat_title(highlight: Highlight) -> str:
    """最接近的一场."""
    return str(FEATS[highlight.feat])


def feat_value(highlight: Highlight) -> str:
    """How much: 差 1 级, 6 次, 8 副, 31 分钟, 胜算只有 12%."""
    number = int(highlight.value)
    words = {"n": number}
    match highlight.feat:
        case Feat.CLOSEST:
            apart = ngettext("%(n)s level apart", "%(n)s levels apart", number) % words if number else _("equal levels")
            leads = highlight.holders[0].leads
            changed = ngettext("the lead changed once", "the lead changed %(n)s times", leads) % {"n": leads}
            return apart + pgettext("between two clauses", ", ") + changed if leads else apart
        case Feat.COMEBACK:
            return _("won after a chance of %(chance)s") % {"chance": percent(highlight.value)}
        case Feat.LEADS:
            return ngettext("%(n)s time", "%(n)s times", number) % words
        case Feat.DOUBLES | Feat.TEAM_DOUBLES:
            return ngettext("%(n)s double win", "%(n)s double wins", number) % words
        case Feat.FASTEST_MINUTES:
            return ngettext("%(n)s minute", "%(n)s minutes", number) % words
    return ngettext("%(n)s deal", "%(n)s deals", number) % words


def holder_words(holder: Holder) -> str:
    """A team, or both sides of a match."""
    if holder.team:
        return team_name(holder.team)
    return " – ".join(map(side_words, holder.match.lines)) if holder.match else ""


def holders_words(highlight: Highlight) -> str:
    """All who share it, with the number of the match; of many the first."""
    names = [
        _("%(name)s (match %(number)s)") % {"name": holder_words(holder), "number": holder.match.number}
        if holder.match
        else holder_words(holder)
        for holder in highlight.holders[:MOST_HOLDERS]
    ]
    return listed([*names, *filter(None, [more_words(highlight)])])


def more_words(highlight: Highlight) -> str:
    """And how many more share it; "" for nobody."""
    more = len(highlight.holders) - MOST_HOLDERS
    return ngettext("%(n)s more", "%(n)s more", more) % {"n": more} if more > 0 else ""


def counted_words(counts: Highlights) -> str:
    """Of how many matches it tells, where not all are worked out."""
    words = {"counted": counts.counted, "played": counts.played}
    return "" if counts.is_complete else _("So far from %(counted)s of %(played)s matches.") % words


def through_words(report: DayReport) -> str:
    """晋级, or still in where a defeat is not the end."""
    return _("Still in the event") if report.has_two_lives else _("Through to the next round")


OUTCOMES: Final = Words() | {
    "won": gettext_lazy("Won, with a chance of %(chance)s before"),
    "lost": gettext_lazy("Lost, with a chance of %(chance)s to win before"),
    "drawn": gettext_lazy("Drawn, with a chance of %(chance)s to win before"),
}


def game_title(game: str) -> str:
    """掼蛋; a game that the site has no name for is 其他项目."""
    return pgettext("rating", "Other games") if game == "other" else str(TITLES[game])


def rated_match_words(line: RatedLine) -> str:
    """12月8日，搭档队员乙，对队员丙、队员丁."""
    names = [listed(player.name for player in side) for side in (line.partners, line.opponents)]
    facts = {"day": day(line.starts_at), "partners": names[0], "opponents": names[1]}
    if not line.partners:
        return _("%(day)s, against %(opponents)s") % facts
    return _("%(day)s, with %(partners)s against %(opponents)s") % facts


def change_words(change: Change) -> str:
    """胜，赛前胜算 38%."""
    return str(OUTCOMES[change.outcome]) % {"chance": percent(change.chance)}
