"""抽签: the record of every draw with the check that runs in the browser, and the ceremony, for everybody and for the
leader who turns the lots of his branch."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from journal.refusals import Problem, Refused, WrongState
from tournaments.draw.actions.ceremony import show_lot
from tournaments.draw.queries.ceremony import branch_of_token, present_ceremony, view_of
from tournaments.draw.queries.records import counted_draws, drawn_teams, latest_seal, opened_seal, record_of
from tournaments.draw.queries.round_draws import round_records
from tournaments.models import Branch, Draw, Tournament
from tournaments.permissions import Permission
from web.displays.ceremony import scene
from web.displays.present import present
from web.publishing.pages import public_page
from web.requests.fragments import page_or_part
from web.requests.loaders import needs
from web.requests.long_lists import page_of
from web.requests.numbers import typed_number

SCRIPTS = ("draw_check/sha256.js", "draw_check/draw.js", "draw_check/page.js")
STYLE = "css/draw_check.css"
MOST_LINES = 256
"""Teams of the sealed list, or positions, on one page."""


@public_page("page")
def public_draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """抽签记录: what was sealed, and every draw that was made."""
    draws, seal, drawn = counted_draws(tournament), latest_seal(tournament), drawn_teams(tournament)
    sealed = seal.listed if seal and not seal.is_drawn else ()
    page = page_of(request, range(max(len(sealed), len(drawn))), MOST_LINES)
    here = slice((page.number - 1) * MOST_LINES, page.number * MOST_LINES)
    context = {
        "tournament": tournament,
        "present": present(tournament),
        "seal": seal,
        "sealed": sealed[here],
        "draws": draws,
        "opened": opened_seal(tournament),
        "drawn": list(enumerate(drawn, start=1))[here],
        "page": page.number,
        "pages": page.paginator.page_range,
        "counts": next((draw for draw in reversed(draws) if draw.is_counting), None),
    }
    return render(request, "draw/public_draw.html", context)


@public_page()
def check(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    records = [draw for draw in counted_draws(tournament) if draw.is_open]
    context = {"tournament": tournament, "present": present(tournament), "records": records}
    return render(request, "draw/draw_check.html", context)


@public_page()
def check_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same as one file: its scripts are those of the site, read from the same place."""
    style, *scripts = (Path(str(finders.find(name))).read_text(encoding="utf-8") for name in (STYLE, *SCRIPTS))
    answer = render(request, "draw/draw_check_file.html", {"style": style, "script": "\n".join(scripts)})
    answer.headers["Content-Disposition"] = 'attachment; filename="draw-check.html"'
    return answer


@public_page()
def record_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The record of a draw that may be read; 404 for others, whose result or secret nobody knows yet."""
    draws = Draw.objects.select_related("stage__tournament")
    draw = get_object_or_404(draws, stage__tournament=tournament, number=number)
    if not draw.is_open:
        raise Http404
    return _json_file(record_of(draw), f"{tournament.slug}-draw-{number}.json")


@public_page()
def round_record_file(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The record of the lots of a round that was drawn anew."""
    record = round_records(tournament).get(number)
    if record is None:
        raise Http404
    return _json_file(record.file, f"{tournament.slug}-round-{number}.json")


def _json_file(record: Any, name: str) -> HttpResponse:
    text = json.dumps(record, ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=headers)


@public_page()
def public_ceremony(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """抽签仪式 for everybody: the same lots at the same moment as in the hall."""
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
    context = {
        "tournament": tournament,
        "branch": branch,
        "token": token,
        "view": view,
        "own": [lot for lot in view.lots if lot.team.branch_id == branch.pk] if view else (),
        "ahead": next((number for number, team in enumerate(waiting) if team.branch_id == branch.pk), None),
        "problems": problems,
    }
    return page_or_part(request, "draw/draw_turn.html", context, status=status)
