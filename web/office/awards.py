"""Awards: the podium, its confirmation, the printed list and the certificates."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from tournaments.actions.awards import confirm_awards
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries import awards as readings
from tournaments.states import TournamentState
from web.attempts import Attempt, attempt
from web.loaders import actor, needs


@needs(Permission.OFFICE_READ)
@require_safe
def awards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, Attempt())


@needs(Permission.AWARDS_CONFIRM)
@require_POST
def awards_confirmation(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tried = attempt(request, lambda: {"done": bool(confirm_awards(tournament, by=actor(request)))})
    if tried.done:
        messages.success(request, _("The awards are confirmed. The event is finished."))
        return redirect("awards", tournament.slug)
    return _page(request, tournament, tried)


@needs(Permission.OFFICE_READ)
@require_safe
def award_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "awards/list.html", _reading(tournament))


@needs(Permission.OFFICE_READ)
@require_safe
def award_certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return render(request, "awards/certificates.html", _reading(tournament))


def _reading(tournament: Tournament) -> dict[str, object]:
    found = readings.award_list(tournament)
    return {
        "tournament": tournament,
        "list": found,
        "dated": found.confirmed_at or clock.now(tournament.journal),
    }


def _page(request: HttpRequest, tournament: Tournament, tried: Attempt) -> HttpResponse:
    tournament.refresh_from_db(fields=["state", "awards_confirmed_at"])
    context = {
        **_reading(tournament),
        "problems": tried.problems,
        "is_finished": tournament.state == TournamentState.FINISHED,
        "in_registration": tournament.state == TournamentState.ENTRY,
    }
    return render(request, "awards/awards.html", context, status=tried.status)
