"""通知: the notice board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from notices.queries.announced import board
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.publishing.pages import public_page
from web.requests.loaders import needs


@public_page()
@needs(Permission.PUBLIC)
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "present": present(tournament), "news": board(tournament)}
    return render(request, "bracket/notices.html", context)
