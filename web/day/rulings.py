"""What the chief referee decides about one match: forfeit, both absent, disqualification, decision, correction."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from tournaments.day.actions import matches, rulings
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.day.forms import RULINGS
from web.day.pages import ruling_page
from web.requests.loaders import actor, needs, stage_match


@needs(Permission.DESK_READ)
@require_safe
def ruling(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return ruling_page(request, tournament, number)


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_forfeit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "forfeit",
        lambda match, typed: rulings.forfeit(match, typed["side"], by=actor(request), note=typed["note"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_absence(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "absence",
        lambda match, typed: rulings.both_absent(match, by=actor(request), note=typed["note"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_disqualification(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "disqualification",
        lambda match, typed: rulings.disqualify(match, typed["side"], by=actor(request), reason=typed["reason"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_decision(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "decision",
        lambda match, typed: rulings.decide(match, typed["side"], by=actor(request), reason=typed["reason"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_correction(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "correction",
        lambda match, typed: rulings.correct_result(match, by=actor(request), reason=typed["reason"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_uphold(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "uphold",
        lambda match, typed: matches.uphold(match, by=actor(request), reason=typed["reason"]),
    )  # fmt: skip


@needs(Permission.MATCH_RULE)
@require_POST
def ruling_resumption(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, "resumption",
        lambda match, typed: matches.resume(match, by=actor(request), reason=typed["reason"]),
    )  # fmt: skip


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, name: str, change: Callable[[Match, dict[str, Any]], Any]
) -> HttpResponse:
    match, form = stage_match(tournament, number), RULINGS[name](request.POST)
    tried = form.try_to(lambda typed: change(match, typed), request)
    if not tried.done:
        return ruling_page(request, tournament, number, {name: form}, tried.status)
    return redirect("desk_match", tournament.slug, number)
