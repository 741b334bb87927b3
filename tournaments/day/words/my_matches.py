"""我的比赛: what a match leads to, and what stands in a calendar."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from journal.words import Words
from tournaments.bracket.queries.match_views import Line, MatchView, TeamLabel
from tournaments.bracket.words.names import UNKNOWN, either, match_number, round_name, team_name
from tournaments.states import SlotKind

ENDS: dict[str, Promise] = Words() | {
    "champion": pgettext_lazy("what follows", "champion"),
    "runner_up": pgettext_lazy("what follows", "runner-up"),
    "third": pgettext_lazy("what follows", "third place"),
    "place": pgettext_lazy("what follows", "place %(place)s"),
    "out": pgettext_lazy("what follows", "the way ends here"),
    "by_standing": pgettext_lazy("what follows", "the standing decides how it goes on"),
}


def end_words(end: str, place: int) -> str:
    """冠军, 第 5 名, 比赛到此结束."""
    return str(ENDS[end]) % {"place": place}


def opponent_words(line: Line, known: Sequence[TeamLabel]) -> str:
    """Who stands on that side, or both who may come to it; 待定 while neither is known."""
    if known:
        return either([team_name(team) for team in known[:2]])
    return pgettext("opponent", "nobody") if line.slot == SlotKind.NOBODY else str(UNKNOWN)


def entry_title(team: TeamLabel, opponent: str) -> str:
    """A match as the calendar of a team names it."""
    return _("%(team)s against %(opponent)s") % {"team": team_name(team), "opponent": opponent}


def entry_round(match: MatchView) -> str:
    """32进16, 第 17 场."""
    name = round_name(match.entrants, number=match.round_number, sitting=match.sitting, where=match.where)
    return _("%(round)s, match %(number)s") % {"round": name, "number": match_number(match.number)}
