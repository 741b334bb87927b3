"""自己约日子: what is agreed of a match whose sides choose their day, as a sentence."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.names import day, hour, team_name


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
