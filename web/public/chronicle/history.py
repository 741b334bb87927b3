"""日志: who did what when, in plain words, the newest first."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from journal import clock
from tournaments.chronicle.queries import history as readings
from tournaments.chronicle.words.history import GROUP_NAMES
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.numbers import typed_number


@public_page("kind", "before")
@needs(Permission.PUBLIC)
def history(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    before, kind = typed_number(request.GET.get("before", "")), int(request.GET.get("kind", "0"))
    if kind not in (0, *readings.Group):
        raise Http404
    page = readings.history(tournament, before, kind)
    if before is not None and not page.items:
        raise Http404
    context = {
        "tournament": tournament,
        "history": page,
        "kind": kind,
        "keep": f"kind={kind}&" if kind else "",
        "kinds": GROUP_NAMES,
        "now": clock.now(tournament.journal),
    }
    return render(request, "chronicle/history.html", context)
