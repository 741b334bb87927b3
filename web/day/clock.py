"""The clock of a round: start, pause, resume, extra time."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.actions import rounds
from tournaments.models import Round, Tournament
from tournaments.permissions import Permission
from web.day.forms import ExtensionForm, Refused
from web.day.pages import desk_page
from web.forms import PageForm
from web.loaders import actor, needs, stage_round


@needs(Permission.ROUND_RUN)
@require_POST
def clock_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, _typed: rounds.start_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_pause(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, _typed: rounds.pause_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_resume(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda round_, _typed: rounds.resume_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def clock_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    def extend(round_: Round, typed: dict[str, Any]) -> None:
        rounds.extend_round(round_, typed["minutes"], by=actor(request), reason=typed["reason"])

    return _changed(request, tournament, number, extend, ExtensionForm)


def _changed(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    change: Callable[[Round, dict[str, Any]], Any],
    form_type: type[PageForm] = PageForm,
) -> HttpResponse:
    round_, form = stage_round(tournament, number), form_type(request.POST)
    tried = form.try_to(lambda typed: change(round_, typed), request)
    if not tried.done:
        return desk_page(request, tournament, number, Refused(form, tried.status))
    return redirect("desk_round", tournament.slug, number)
