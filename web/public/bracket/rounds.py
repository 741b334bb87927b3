"""What the bracket shows, in words: 各轮对阵 by rounds, 成绩 the last round first, and the notice board 通知."""

from collections.abc import Sequence
from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from notices.queries import board
from tournaments.bracket.queries.match_views import RoundView
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import present
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.paging import page_of

MOST_TOGETHER = 256
"""Matches of all rounds that stand on one page; of a larger event one round does, a page at a time."""
PER_PAGE = 128
MOST_RESULTS = 256


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


@public_page()
@needs(Permission.PUBLIC)
def results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The podium as far as it stands, and every result with its reason; of a very large event the last ones."""
    snapshot = present(tournament)
    left, decided = MOST_RESULTS, []
    for round_ in reversed(snapshot.rounds):
        over = tuple(match for match in round_.matches if match.is_over)[:left]
        left -= len(over)
        if over:
            decided.append(replace(round_, matches=over))
    context = {"tournament": tournament, "present": snapshot, "decided": decided}
    return render(request, "bracket/results.html", context)


@public_page()
@needs(Permission.PUBLIC)
def notices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, "present": present(tournament), "news": board(tournament)}
    return render(request, "bracket/notices.html", context)
