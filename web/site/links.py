"""扫码进入: the page that a signed link leads to, and the press that opens it: a table slip, or an entry form."""

from http import HTTPStatus

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from journal import clock
from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.day.actions.links import open_link
from tournaments.entries.queries.links import (
    last_moment,
    lines_up,
    link_of_token,
    link_problems,
    plays_on_own_days,
    slip_of,
)
from tournaments.models import AccessLink, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.requests.loaders import actor, needs
from web.requests.visitors import device_of, keep_device

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@needs(Permission.PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """What the code leads to. Opening is a POST: a chat program that looks at the address in advance opens nothing."""
    access_link = link_of_token(token)
    if access_link is None:
        answer = _refusal_page(request, (Problem(Code.LINK_INVALID),), HTTPStatus.NOT_FOUND)
    else:
        tournament = access_link.tournament
        with tournament.at_home():
            answer = _answer(request, access_link, tournament, token)
    # what is asked for from here is told the site at most, never this address; a form needs to say that much
    answer.headers["Referrer-Policy"] = "strict-origin"
    return answer


def _answer(request: HttpRequest, link: AccessLink, tournament: Tournament, token: str) -> HttpResponse:
    problems = link_problems(link, clock.now(tournament.journal))
    if problems:
        return _refusal_page(request, tuple(problems), HTTPStatus.GONE)
    # whoever may work here anyway keeps his own account, and whoever came by this very link is in already
    own = not getattr(request.user, "is_of_link", False) and (
        may(request.user, Permission.DEAL_ENTER, tournament, link.match.number)
        if link.match
        else may(request.user, Permission.ENTRY_FILL, tournament)
    )
    if request.method == "POST":
        return _to_the_page(link, tournament) if own else _open(request, link, tournament, token)
    slip = slip_of(link.match) if link.match else None
    if slip is None and link.branch is None:
        raise Http404
    context = {"tournament": tournament, "match": slip and slip.match, "branch": link.branch, "own": own}
    context["is_of_matches"] = link.branch is not None and plays_on_own_days(link.branch)
    return render(request, "site/open.html", context)


def _open(request: HttpRequest, link: AccessLink, tournament: Tournament, token: str) -> HttpResponse:
    device = device_of(request)
    by = actor(request) if request.user.is_authenticated else None
    try:
        opened = open_link(token, device, by=by)
    except Refused as refused:  # revoked between the look and the lock
        return _refusal_page(request, refused.problems, HTTPStatus.GONE)
    login(request, opened.account, backend=BACKEND)
    left = last_moment(link) - clock.now(tournament.journal)
    request.session.set_expiry(max(60, int(left.total_seconds())))
    answer = _to_the_page(link, tournament)
    keep_device(request, answer, device)
    return answer


def _to_the_page(link: AccessLink, tournament: Tournament) -> HttpResponse:
    if link.match is not None:
        return redirect("sheet", tournament.slug, link.match.number)
    assert link.branch is not None
    if lines_up(tournament) and tournament.state != TournamentState.ENTRY:
        return redirect("branch_entry_line_up", tournament.slug, link.branch.number)
    if plays_on_own_days(link.branch):
        return redirect("own_days", tournament.slug, link.branch.number)
    return redirect("branch_entry", tournament.slug, link.branch.number)


def _refusal_page(request: HttpRequest, problems: tuple[Problem, ...], status: int) -> HttpResponse:
    return render(request, "site/refused.html", {"problems": problems}, status=status)
