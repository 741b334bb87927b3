"""抽签仪式 for everybody: the same lots at the same moment as in the hall; a leader turns those of his branch."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from journal.refusals import Problem, Refused, WrongState
from tournaments.draw.actions.ceremony import show_lot
from tournaments.draw.queries.ceremony import branch_of_token, present_ceremony, view_of
from tournaments.draw.queries.records import latest_seal
from tournaments.models import Branch, Tournament
from tournaments.permissions import Permission
from web.displays.ceremony import scene
from web.displays.present import present
from web.publishing.pages import public_page
from web.requests.fragments import page_or_part
from web.requests.loaders import needs
from web.requests.numbers import typed_number


@public_page()
@needs(Permission.PUBLIC)
def public_ceremony(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    ceremony = present_ceremony(tournament)
    view = view_of(ceremony) if ceremony else None
    context = {
        "tournament": tournament,
        "present": present(tournament),
        "view": view,
        "parts": scene(view).parts if view else (),
        "seal": None if view else latest_seal(tournament),
    }
    return render(request, "draw/public_ceremony.html", context)


@never_cache
@needs(Permission.PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
def draw_turn(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """A leader's own page: a press turns the lots of his branch when it is their turn, and nothing else."""
    branch = branch_of_token(tournament, token)
    if branch is None:
        raise Http404
    if request.method != "POST":
        return _turn_page(request, tournament, branch, token)
    ceremony, number = present_ceremony(tournament), typed_number(request.POST.get("lot", ""))
    try:
        if ceremony and number:
            show_lot(ceremony, number, by=None, branch=branch)
    except Refused as refused:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return _turn_page(request, tournament, branch, token, refused.problems, status)
    except WrongState:  # held, or gone on meanwhile: the page shows what is now
        return _turn_page(request, tournament, branch, token, status=HTTPStatus.CONFLICT)
    return redirect("draw_turn", tournament.slug, token)


def _turn_page(
    request: HttpRequest,
    tournament: Tournament,
    branch: Branch,
    token: str,
    problems: tuple[Problem, ...] = (),
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    tournament.journal.refresh_from_db()
    ceremony = present_ceremony(tournament)
    view = view_of(ceremony) if ceremony else None
    waiting = view.waiting if view else ()
    ahead = next((number for number, team in enumerate(waiting) if team.branch_id == branch.pk), None)
    context = {
        "tournament": tournament,
        "branch": branch,
        "token": token,
        "view": view,
        "own": [lot for lot in view.lots if lot.team.branch_id == branch.pk] if view else (),
        "ahead": ahead,
        "problems": problems,
    }
    return page_or_part(request, "draw/draw_turn.html", context, status=status)
