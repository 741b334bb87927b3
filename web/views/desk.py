"""The chief referee's desk: every table of a round; calls and check-ins from there."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.actions import matches, rounds
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.attempts import attempt
from web.loaders import actor, needs
from web.round_day import desk_page, stage_match, stage_round, tick


@needs(Permission.DESK_READ)
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return desk_page(request, tournament)


@needs(Permission.DESK_READ)
@require_safe
def desk_round(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return desk_page(request, tournament, number)


@needs(Permission.ROUND_RUN)
@require_POST
def desk_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number)
    tried = attempt(request, lambda: rounds.call_round(round_, by=actor(request)))
    if not tried.done:
        return desk_page(request, tournament, number, tried)
    return redirect("desk_round", tournament.slug, number)


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: matches.call_match(match, by=by))


@needs(Permission.CHECK_IN)
@require_POST
def desk_match_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: tick(request, match, by=by))


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Match, User], Any]
) -> HttpResponse:
    match = stage_match(tournament, number)
    tried = attempt(request, lambda: change(match, actor(request)))
    if not tried.done:
        return desk_page(request, tournament, match.round.number, tried)
    return redirect(reverse("desk_round", args=[tournament.slug, match.round.number]) + f"#m{number}")
