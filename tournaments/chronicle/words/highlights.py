"""Words for the report of a playing day, and for the highlights of a day or an event: what each is, how much it was,
and whose."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from journal.words import Words
from tournaments.bracket.words.names import listed, team_name
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.days import DayReport
from tournaments.chronicle.queries.highlights import Feat, Highlight, Highlights, Holder
from tournaments.chronicle.words.stories import percent

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
