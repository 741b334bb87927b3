"""The branch that a visitor follows: named in the address, so the page is the same for everybody who follows it."""

from django.http import HttpRequest

from tournaments.models import Branch, Tournament
from web.numbers import typed_number


def followed_branch(request: HttpRequest, tournament: Tournament) -> Branch | None:
    """The branch of ``?branch=``; None if it is not one of this event."""
    wanted = typed_number(request.GET.get("branch", ""))
    return tournament.branches.only("name", "tournament_id").filter(pk=wanted).first() if wanted else None
