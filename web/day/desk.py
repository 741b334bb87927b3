"""The chief referee's desk: every table of a round; calls, check-ins, choices and extra time from there."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.actions import pairing, undoing
from tournaments.day.actions import matches, rounds
from tournaments.day.actions.matches import answer_call
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.day.buttons import back_to_desk, change_match, on_match, on_round
from web.day.forms import ChoiceForm, ExtensionForm, Refused
from web.day.narrowing import asked_of
from web.day.pages import desk_page, tick
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


desk_call = on_round(Permission.ROUND_RUN, rounds.call_round)
desk_call_undo = on_round(Permission.ROUND_RUN, undoing.undo_round_call)
desk_pairing = on_round(Permission.ROUND_RUN, pairing.pair_round)
desk_pairing_undo = on_round(Permission.ROUND_RUN, pairing.unpair_round)
desk_check_in = on_round(Permission.CHECK_IN, rounds.check_in_round)
desk_match_call = on_match(Permission.ROUND_RUN, matches.call_match)
desk_match_call_undo = on_match(Permission.ROUND_RUN, undoing.undo_call)
desk_match_answer = on_match(Permission.ROUND_RUN, answer_call)
desk_match_extension = on_match(Permission.ROUND_RUN, matches.extend_match, ExtensionForm, "minutes")
desk_match_extension_undo = on_match(Permission.ROUND_RUN, matches.undo_match_extension)


@needs(Permission.ROUND_RUN)
@require_POST
def desk_next(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """下一场上桌: then to the card of that match."""
    round_, form = stage_round(tournament, number, asked_of(request).sitting), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: {"match": rounds.assign_next(round_, by=actor(request)).number}, request)
    if not attempt.done:
        return desk_page(request, tournament, number, Refused(form, attempt.status))
    return back_to_desk(request, tournament, number, attempt.answer["match"])


@needs(Permission.CHECK_IN)
@require_POST
def desk_match_check_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    match = stage_match(tournament, number)
    return change_match(request, match, PageForm(request.POST), lambda _typed: tick(request, match, by=actor(request)))


@needs(Permission.MATCH_RULE)
@require_POST
def desk_match_choice(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """裁判长选定: ``submission`` of a phone is taken or, unless ``take`` is yes, dropped, with a ``reason``."""
    match = stage_match(tournament, number)

    def choose(typed: dict[str, Any]) -> None:
        take = typed["take"] == "yes"
        matches.choose_submission(match, typed["submission"], by=actor(request), take=take, reason=typed["reason"])

    return change_match(request, match, ChoiceForm(request.POST), choose)
