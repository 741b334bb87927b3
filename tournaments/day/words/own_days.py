"""自己约日子: what is agreed of a match whose sides choose their day, as a sentence; and 挑战: why one may not
challenge the other, and what the history tells of it."""

from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.bracket.queries.ladders import Rung
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.names import day, hour, team_name
from tournaments.codes import Code, TournamentEvent


def day_words(match: MatchView) -> str:
    """已约 12月3日 周四 12:30，工会活动室; whose proposal waits; or by when it is played. "" in events with hours."""
    own = match.own_day
    if own is None:
        return ""
    said = []
    if own.agreed_at:
        said.append(_("Agreed: %(when)s") % {"when": _when(own.agreed_at, own.agreed_place)})
    if own.proposed_at:
        proposer = match.home.team if own.proposed_by == "home" else match.away.team
        proposal = {"team": team_name(proposer) if proposer else "", "when": _when(own.proposed_at, own.proposed_place)}
        said.append(_("%(team)s proposes %(when)s, not accepted yet") % proposal)
    if not said:
        said.append(_("No day agreed yet, to be played by %(day)s") % {"day": day(own.until)})
    return pgettext("separator", "; ").join(said)


def _when(at: datetime, place: str) -> str:
    return pgettext("separator", ", ").join(filter(None, (f"{day(at)} {hour(at)}", place)))


PROBLEMS: dict[str, Promise] = {
    Code.LADDER_WITHOUT_OWN_DAYS: gettext_lazy(
        "On a ladder both sides choose the day of a match: first say in the settings how many days they have for it."
    ),
    Code.NO_LADDER: gettext_lazy("This event has no ladder, or its lots are not drawn yet."),
    Code.SEASON_AHEAD: gettext_lazy("The season begins on %(at)s."),
    Code.SEASON_OVER: gettext_lazy("The season is over."),
    Code.NOT_ON_LADDER: gettext_lazy("Both must stand on the ladder."),
    Code.OUT_OF_REACH: gettext_lazy("One may challenge who stands up to %(reach)s places above, nobody else."),
    Code.CHALLENGE_OPEN: gettext_lazy("%(branch)s, %(ordinal)s, has an open challenge: match %(number)s."),
    Code.MET_LATELY: gettext_lazy("They met a short time ago and may meet again from %(at)s on."),
    Code.CHALLENGES_OPEN: gettext_lazy("Challenges are still open: match %(numbers)s."),
}

EVENTS: dict[str, Promise] = {
    TournamentEvent.CHALLENGE_MADE: pgettext_lazy("history", "%(challenger)s challenges %(challenged)s."),
    TournamentEvent.CHALLENGE_WITHDRAWN: pgettext_lazy(
        "history", "%(challenger)s takes the challenge of %(challenged)s back."
    ),
    TournamentEvent.SEASON_CLOSED: pgettext_lazy("history", "The season was closed."),
    TournamentEvent.SEASON_REOPENED: pgettext_lazy("history", "The season is open again."),
}


def moved_words(up: int) -> str:
    """↑3, ↓2, – as a ladder shows it."""
    return f"{'↑' if up > 0 else '↓'}{abs(up)}" if up else "–"


def open_words(rung: Rung) -> str:
    """挑战第一分会一队, or 被第四分会一队挑战, and by when: of the challenge of that team that is open."""
    match = rung.open
    if match is None or match.home.team is None or match.away.team is None or match.own_day is None:
        return ""
    if match.is_live or match.is_disputed:
        words = _("against %(team)s, in play")
    elif match.away.team.id == rung.team.id:
        words = _("challenges %(team)s, until %(day)s")
    else:
        words = _("challenged by %(team)s, until %(day)s")
    is_challenger = match.away.team.id == rung.team.id
    other = match.home.team if is_challenger else match.away.team
    return words % {"team": team_name(other), "day": day(match.own_day.until)}


def last_words(rung: Rung) -> str:
    """胜第三分会一队，12月3日 周四: the newest challenge of that team that is decided."""
    match = rung.last
    if match is None or match.home.team is None or match.away.team is None:
        return ""
    own, other = match.lines if match.home.team.id == rung.team.id else (match.away, match.home)
    by_outcome = {"won": _("beat %(team)s, %(day)s"), "lost": _("lost to %(team)s, %(day)s")}
    words = by_outcome.get(own.outcome, _("against %(team)s without a winner, %(day)s"))
    return words % {"team": team_name(other.team) if other.team else "", "day": day(match.decided_at)}
