"""The referee's tables and one match's sheet: check-in, deals, undo, the bell, the result."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from guandan_rules import Code as RuleCode
from journal.refusals import Problem, Refused
from tournaments.actions import matches
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from tournaments.queries.desk import round_desk
from web.attempts import attempt
from web.loaders import actor, needs
from web.numbers import seen_number
from web.round_day import sheet_page, stage_match, tick


@needs(Permission.DESK_READ)
@require_safe
def sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "desk": round_desk(tournament),
        "pulse": reverse("pulse", args=[tournament.slug]),
    }
    return render(request, "day/sheets.html", context)


@needs(Permission.DESK_READ)
@require_safe
def sheet(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return sheet_page(request, tournament, number)


@needs(Permission.DEAL_ENTER)
@require_POST
def sheet_deals(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    order, kind = request.POST.get("order", "").strip().upper(), request.POST.get("kind", "")
    return _changed(
        request,
        tournament,
        number,
        lambda match, by: matches.enter_deal(match, order, by=by, seen=_seen(request), kind=kind),
    )


@needs(Permission.DEAL_ENTER)
@require_POST
def sheet_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: matches.undo_deal(match, by=by, seen=_seen(request)))


@needs(Permission.DEAL_ENTER)
@require_POST
def sheet_bell(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    answers = {"yes": True, "no": False}

    def answer(match: Match, by: User) -> None:
        said = request.POST.get("in_hand", "")
        if said not in answers:
            raise Refused(Problem(RuleCode.BELL_QUESTION_OPEN, "in_hand"))
        matches.answer_bell(match, answers[said], by=by, seen=_seen(request))

    return _changed(request, tournament, number, answer)


@needs(Permission.RESULT_CONFIRM)
@require_POST
def sheet_result(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(
        request, tournament, number, lambda match, by: matches.confirm_result(match, by=by, seen=_seen(request))
    )


@needs(Permission.CHECK_IN)
@require_POST
def sheet_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: tick(request, match, by=by))


@needs(Permission.ROUND_RUN)
@require_POST
def sheet_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, by: matches.call_match(match, by=by))


def _seen(request: HttpRequest) -> int | None:
    """None if the form brings none; a garbled one never fits."""
    seen = request.POST.get("seen", "")
    return seen_number(seen) if seen else None


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Match, User], Any]
) -> HttpResponse:
    match = stage_match(tournament, number)
    tried = attempt(request, lambda: change(match, actor(request)))
    if not tried.done:
        return sheet_page(request, tournament, number, tried)
    return redirect("sheet", tournament.slug, number)
