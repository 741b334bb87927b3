"""The chief referee's desk: every table of a round; calls, check-ins, choices and extra time from there."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tournaments.actions import matches, rounds
from tournaments.actions.calls import answer_call
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.attempts import attempt
from web.loaders import actor, needs
from web.numbers import typed_number
from web.round_day import desk_page, shown_group, stage_match, stage_round, tick


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
    return _back(request, tournament, number)


@needs(Permission.ROUND_RUN)
@require_POST
def desk_next(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """下一场上桌."""
    round_ = stage_round(tournament, number)
    tried = attempt(request, lambda: {"match": rounds.assign_next(round_, by=actor(request)).number})
    if not tried.done:
        return desk_page(request, tournament, number, tried)
    return _back(request, tournament, number, tried.answer["match"])


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: matches.call_match(match, by=by))


@needs(Permission.CHECK_IN)
@require_POST
def desk_match_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: tick(request, match, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_answer(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """裁判长已到."""
    return _changed(request, tournament, number, lambda match, by: answer_call(match, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """本桌加时."""
    minutes, reason = typed_number(request.POST.get("minutes", "")) or 0, request.POST.get("reason", "")
    return _changed(
        request, tournament, number, lambda match, by: matches.extend_match(match, minutes, by=by, reason=reason)
    )


@needs(Permission.MATCH_RULE)
@require_POST
def desk_match_choice(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """裁判长选定: ``submission`` of a phone is taken or, unless ``take`` is yes, dropped, with a ``reason``."""
    sent, reason = typed_number(request.POST.get("submission", "")) or 0, request.POST.get("reason", "")
    take = request.POST.get("take") == "yes"
    return _changed(
        request,
        tournament,
        number,
        lambda match, by: matches.choose_submission(match, sent, by=by, take=take, reason=reason),
    )


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Match, User], Any]
) -> HttpResponse:
    match = stage_match(tournament, number)
    tried = attempt(request, lambda: change(match, actor(request)))
    if not tried.done:
        return desk_page(request, tournament, match.round.number, tried)
    return _back(request, tournament, match.round.number, number)


def _back(request: HttpRequest, tournament: Tournament, number: int, match: int = 0) -> HttpResponse:
    """To the desk as it was narrowed, and to the card of that match."""
    group = shown_group(request)
    asked = f"?show={group}" if group else ""
    anchor = f"#m{match}" if match else ""
    return redirect(reverse("desk_round", args=[tournament.slug, number]) + asked + anchor)
