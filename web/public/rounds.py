"""各轮对阵: the bracket as a list by rounds, which says in words everything that the drawing shows."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.match_views import MatchView, RoundView
from web.loaders import needs
from web.present import present
from web.public.followed import followed_branch
from web.public.paging import asked_page
from web.publishing.pages import public_page

MOST_TOGETHER = 256
PER_PAGE = 128


@public_page("branch", "round", "page")
@needs(Permission.PUBLIC)
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    followed = followed_branch(request, tournament)
    found = present(tournament)
    number = int(request.GET.get("round", "1"))
    wanted = next((r for r in found.rounds if r.number == number), None)
    if wanted is None and "round" in request.GET:
        raise Http404
    if sum(len(r.matches) for r in found.rounds) > MOST_TOGETHER:
        shown, page, pages = _one(request, wanted or found.rounds[-1])
    else:
        shown, (page, pages) = found.rounds, asked_page(request, 1, 1)
    context = {
        "tournament": tournament,
        "present": found,
        "shown": shown,
        "page": page,
        "pages": pages,
        "mine": followed.pk if followed else 0,
    }
    return render(request, "public/rounds.html", context)


def _one(request: HttpRequest, wanted: RoundView) -> tuple[tuple[RoundView, ...], int, range]:
    """One round of a large event, by pages of matches."""
    page, pages = asked_page(request, len(wanted.matches), PER_PAGE)
    part: tuple[MatchView, ...] = wanted.matches[(page - 1) * PER_PAGE : page * PER_PAGE]
    return (replace(wanted, matches=part),), page, pages
