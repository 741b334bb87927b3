"""What the chief referee decides about one match: forfeit, both absent, disqualification, decision, correction."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.actions import matches, rulings
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.attempts import attempt
from web.loaders import actor, needs
from web.round_day import ruling_page, stage_match


@needs(Permission.DESK_READ)
@require_safe
def ruling(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return ruling_page(request, tournament, number)


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_forfeit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    absent, note = request.POST.get("side", ""), request.POST.get("note", "")
    return _changed(request, tournament, number, lambda match, by: rulings.forfeit(match, absent, by=by, note=note))


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_absence(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    note = request.POST.get("note", "")
    return _changed(request, tournament, number, lambda match, by: rulings.both_absent(match, by=by, note=note))


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_disqualification(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    side, reason = request.POST.get("side", ""), request.POST.get("reason", "")
    return _changed(
        request, tournament, number, lambda match, by: rulings.disqualify(match, side, by=by, reason=reason)
    )


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_decision(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    winner, reason = request.POST.get("side", ""), request.POST.get("reason", "")
    return _changed(request, tournament, number, lambda match, by: rulings.decide(match, winner, by=by, reason=reason))


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_correction(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _changed(request, tournament, number, lambda match, by: rulings.correct_result(match, by=by, reason=reason))


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_uphold(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _changed(request, tournament, number, lambda match, by: matches.uphold(match, by=by, reason=reason))


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_resumption(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _changed(request, tournament, number, lambda match, by: matches.resume(match, by=by, reason=reason))


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Match, User], Any]
) -> HttpResponse:
    match = stage_match(tournament, number)
    tried = attempt(request, lambda: change(match, actor(request)))
    if not tried.done:
        return ruling_page(request, tournament, number, tried)
    return redirect("desk_match", tournament.slug, number)
