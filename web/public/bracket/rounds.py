"""各轮对阵: the bracket as a list by rounds, which says in words everything that the drawing shows."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.bracket.queries.match_views import RoundView
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import page_of

MOST_TOGETHER = 256
PER_PAGE = 128


@public_page("branch", "round", "page")
@needs(Permission.PUBLIC)
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    number = int(request.GET.get("round", "1"))
    wanted = next((r for r in snapshot.rounds if r.number == number), None)
    if wanted is None and "round" in request.GET:
        raise Http404
    if sum(len(r.matches) for r in snapshot.rounds) > MOST_TOGETHER:
        wanted = wanted or snapshot.rounds[-1]
        page = page_of(request, wanted.matches, PER_PAGE)
        shown: Sequence[RoundView] = [replace(wanted, matches=tuple(page))]
    else:
        page, shown = page_of(request, range(1), 1), snapshot.rounds  # all of them stand on one
    context = {
        "tournament": tournament,
        "present": snapshot,
        "shown": shown,
        "page": page.number,
        "pages": page.paginator.page_range,
        "mine": followed.pk if followed else 0,
    }
    return render(request, "bracket/rounds.html", context)
