"""The clock of a round: start, pause, resume, extra time."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from tournaments.actions import rounds
from tournaments.models import Round, Tournament
from tournaments.permissions import Permission
from web.attempts import attempt
from web.loaders import actor, needs
from web.numbers import typed_number
from web.round_day import desk_page, stage_round


@needs(Permission.ROUND_RUN)
@require_POST
def clock_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, by: rounds.start_round(round_, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_pause(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, by: rounds.pause_round(round_, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_resume(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, by: rounds.resume_round(round_, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    minutes, reason = typed_number(request.POST.get("minutes", "")) or 0, request.POST.get("reason", "")
    return _changed(
        request,
        tournament,
        number,
        lambda round_, by: rounds.extend_round(round_, minutes, by=by, reason=reason),
    )


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Round, User], Any]
) -> HttpResponse:
    round_ = stage_round(tournament, number)
    tried = attempt(request, lambda: change(round_, actor(request)))
    if not tried.done:
        return desk_page(request, tournament, number, tried)
    return redirect("desk_round", tournament.slug, number)
