"""The branch that a visitor follows: named in the address, so the page is the same for everybody who follows it."""

from django.http import Http404, HttpRequest

from tournaments.models import Branch, Tournament
from web.requests.numbers import typed_number


def followed_branch(request: HttpRequest, tournament: Tournament) -> Branch | None:
    """The branch of ``?branch=``, None without; 404 if it is not one of this event: no page is made for it."""
    wanted = typed_number(request.GET.get("branch", ""))
    if wanted is None:
        return None
    branch = tournament.branches.only("name", "tournament_id").filter(pk=wanted).first()
    if branch is None:
        raise Http404
    return branch
