"""竞赛规则: the regulation in the event's rule set, with the anchors that rulings link to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.ruling.regulation import plays_guandan, regulation_of


@public_page()
@needs(Permission.PUBLIC)
def regulation(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@public_page()
@needs(Permission.PUBLIC)
def site_regulation(request: HttpRequest) -> HttpResponse:
    return _page(request, None)


def _page(request: HttpRequest, tournament: Tournament | None) -> HttpResponse:
    other_game = tournament is not None and not plays_guandan(tournament)
    context = {"tournament": tournament, "regulation": regulation_of(tournament), "other_game": other_game}
    return render(request, "ruling/regulation.html", context)
