"""The chief referee's desk: every table of a round; calls, check-ins, choices and extra time from there."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.actions import pairing, undoing
from tournaments.day.actions import matches, rounds
from tournaments.day.actions.calls import answer_call
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Permission
from web.day.forms import ChoiceForm, ExtensionForm, Refused
from web.day.narrowing import asked_of
from web.day.pages import desk_address, desk_page, tick
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs, stage_match, stage_round


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
    return _of_round(request, tournament, number, lambda round_: rounds.call_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_call_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤回全部点名."""
    return _of_round(request, tournament, number, lambda round_: undoing.undo_round_call(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_pairing(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """编排本轮."""
    return _of_round(request, tournament, number, lambda round_: pairing.pair_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_pairing_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤回编排."""
    return _of_round(request, tournament, number, lambda round_: pairing.unpair_round(round_, by=actor(request)))


@needs(Permission.CHECK_IN)
@require_POST
def desk_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """全部到齐."""
    return _of_round(request, tournament, number, lambda round_: rounds.check_in_round(round_, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_next(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """下一场上桌."""
    round_, form = stage_round(tournament, number, asked_of(request).sitting), PageForm(request.POST)
    tried = form.try_to(lambda _typed: {"match": rounds.assign_next(round_, by=actor(request)).number}, request)
    if not tried.done:
        return desk_page(request, tournament, number, Refused(form, tried.status))
    return _back(request, tournament, number, tried.answer["match"])


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_call(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, _typed: matches.call_match(match, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_call_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤回点名."""
    return _changed(request, tournament, number, lambda match, _typed: undoing.undo_call(match, by=actor(request)))


@needs(Permission.CHECK_IN)
@require_POST
def desk_match_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _changed(request, tournament, number, lambda match, _typed: tick(request, match, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_answer(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """裁判长已到."""
    return _changed(request, tournament, number, lambda match, _typed: answer_call(match, by=actor(request)))


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_extension(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """本桌加时."""

    def extend(match: Match, typed: dict[str, Any]) -> None:
        matches.extend_match(match, typed["minutes"], by=actor(request), reason=typed["reason"])

    return _changed(request, tournament, number, extend, ExtensionForm)


@needs(Permission.ROUND_RUN)
@require_POST
def desk_match_extension_undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """撤回本桌加时."""
    return _changed(
        request, tournament, number, lambda match, _typed: matches.undo_match_extension(match, by=actor(request))
    )


@needs(Permission.MATCH_RULE)
@require_POST
def desk_match_choice(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """裁判长选定: ``submission`` of a phone is taken or, unless ``take`` is yes, dropped, with a ``reason``."""

    def choose(match: Match, typed: dict[str, Any]) -> None:
        take = typed["take"] == "yes"
        matches.choose_submission(match, typed["submission"], by=actor(request), take=take, reason=typed["reason"])

    return _changed(request, tournament, number, choose, ChoiceForm)


def _of_round(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[[Round], Any]
) -> HttpResponse:
    round_, form = stage_round(tournament, number, asked_of(request).sitting), PageForm(request.POST)
    tried = form.try_to(lambda _typed: change(round_), request)
    if not tried.done:
        return desk_page(request, tournament, number, Refused(form, tried.status))
    return _back(request, tournament, number)


def _changed(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    change: Callable[[Match, dict[str, Any]], Any],
    form_type: type[PageForm] = PageForm,
) -> HttpResponse:
    match, form = stage_match(tournament, number), form_type(request.POST)
    tried = form.try_to(lambda typed: change(match, typed), request)
    if not tried.done:
        return desk_page(request, tournament, match.round.number, Refused(form, tried.status, number))
    return _back(request, tournament, match.round.number, number)


def _back(request: HttpRequest, tournament: Tournament, number: int, match: int = 0) -> HttpResponse:
    """To the desk as it was narrowed, and to the card of that match."""
    return redirect(desk_address(request, tournament, number) + (f"#m{match}" if match else ""))
