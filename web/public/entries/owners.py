"""Whose page of 我的比赛 an address is: a team's or a branch's."""

from django.http import Http404

from tournaments.entries.queries.links import owner_of
from tournaments.models import Branch, Team, Tournament


def owner_or_404(tournament: Tournament, token: str) -> Team | Branch:
    owner = owner_of(tournament, token)
    if owner is None:
        raise Http404
    return owner
