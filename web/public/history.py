"""日志: who did what when, in plain words, the newest first."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from journal import clock
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries import history as readings
from web.loaders import needs
from web.publishing.pages import public_page


@public_page("page")
@needs(Permission.PUBLIC)
def history(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    asked = int(request.GET.get("page", "1"))
    page = readings.history(tournament, asked)
    if page.page != asked:
        raise Http404
    context = {"tournament": tournament, "history": page, "now": clock.now(tournament.journal)}
    return render(request, "public/history.html", context)
