"""打印: everything that the hall and the office need on paper, from one page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.queries.draws import present_draw
from tournaments.queries.matches import rounds
from tournaments.states import TournamentState
from web.loaders import needs


@needs(Permission.OFFICE_READ)
@require_safe
def printing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "rounds": [found for found in rounds(tournament) if found.played],
        "draw": present_draw(tournament) if tournament.state != TournamentState.ENTRY else None,
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "office/printing.html", context)
