"""成绩: the podium as far as it stands, and every result with its reason, the last round first."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.bracket.queries.match_views import RoundView
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import Present, present
from web.publishing.pages import public_page
from web.requests.loaders import needs

MOST_LISTED = 256


@public_page()
@needs(Permission.PUBLIC)
def results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    snapshot = present(tournament)
    context = {"tournament": tournament, "present": snapshot, "decided": _decided(snapshot)}
    return render(request, "bracket/results.html", context)


def _decided(snapshot: Present) -> list[RoundView]:
    """The rounds with their decided matches only, the last one first; of a very large event the last results."""
    left, decided = MOST_LISTED, []
    for r in reversed(snapshot.rounds):
        over = tuple(m for m in r.matches if m.is_over)[:left]
        left -= len(over)
        if over:
            decided.append(replace(r, matches=over))
    return decided
