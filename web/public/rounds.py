"""各轮对阵: the bracket as a list by rounds, which says in words everything that the drawing shows."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.matches import MatchView, RoundView
from web.loaders import needs
from web.present import present
from web.public.followed import followed_branch
from web.publishing.pages import public_page

MOST_TOGETHER = 256
PER_PAGE = 128


@public_page("branch", "round", "page")
@needs(Permission.PUBLIC)
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = present(tournament)
    followed = followed_branch(request, tournament)
    shown, pages = found.rounds, 1
    if sum(len(r.matches) for r in found.rounds) > MOST_TOGETHER:
        shown, pages = _one(found.rounds, _number(request, "round"), _number(request, "page"))
    context = {
        "tournament": tournament,
        "present": found,
        "shown": shown,
        "page": min(_number(request, "page"), pages),
        "pages": range(1, pages + 1),
        "mine": followed.pk if followed else 0,
    }
    return render(request, "public/rounds.html", context)


def _number(request: HttpRequest, name: str) -> int:
    return max(1, int(request.GET.get(name, "1")))


def _one(found: tuple[RoundView, ...], number: int, page: int) -> tuple[tuple[RoundView, ...], int]:
    """One round of a large event, by pages of matches."""
    wanted = next((r for r in found if r.number == number), found[-1])
    pages = -(-len(wanted.matches) // PER_PAGE) or 1
    first = (min(page, pages) - 1) * PER_PAGE
    part: tuple[MatchView, ...] = wanted.matches[first : first + PER_PAGE]
    return (replace(wanted, matches=part),), pages
