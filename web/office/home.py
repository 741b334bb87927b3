"""The office's home with the next thing to do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.queries.matches import rounds
from tournaments.queries.office import next_step
from web.loaders import needs


@needs(Permission.OFFICE_READ)
@require_safe
def office(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = clock.now(tournament.journal)
    step = next_step(tournament, now)
    context = {
        "tournament": tournament,
        "next": step,
        "now": now,
        "entries": step.entries,
        "rounds": () if step.entries else [part for whole in rounds(tournament) for part in whole.parts],
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "office/home.html", context)
