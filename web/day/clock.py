"""The clock of a round: its planned start, start, pause, resume, extra time; and what of it is taken back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.bracket.actions import undoing
from tournaments.bracket.rules.starts import START_DOUBTS
from tournaments.day.actions import rounds, sittings, timetable
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.day.buttons import back_to_desk, on_round
from web.day.forms import ExtensionForm, Refused, StartForm, plan_form
from web.day.narrowing import asked_of
from web.day.pages import desk_address, desk_page
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs, stage_round


@needs(Permission.ROUND_RUN)
@require_POST
def clock_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is missing is asked about once; ``anyway`` yes is the answer."""
    round_, form = stage_round(tournament, number, asked_of(request).sitting), StartForm(request.POST)
    attempt = form.try_to(
        lambda typed: rounds.start_round(round_, by=actor(request), ask=typed["anyway"] != "yes"), request
    )
    if attempt.problems and all(problem.code in START_DOUBTS for problem in attempt.problems):
        return redirect(desk_address(request, tournament, number, ask="start") + "#round-head")
    return _answer(request, tournament, number, form, attempt)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def clock_plan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """改期: brought forward or put off."""
    round_ = stage_round(tournament, number, asked_of(request).sitting)
    form = plan_form(request.POST, tournament, round_)
    change = timetable.move_round if round_.sitting == 1 else sittings.move_sitting
    attempt = form.try_to(
        lambda _typed: change(
            round_, form.starts_at(tournament.tzinfo), by=actor(request), seen=form.made_from, sure=form.insisted
        ),
        request,
    )
    if attempt.done:
        messages.success(request, _("The round is moved; everybody concerned is told."))
    return _answer(request, tournament, number, form, attempt)


clock_start_undo = on_round(Permission.ROUND_RUN, undoing.undo_start)
clock_pause = on_round(Permission.ROUND_RUN, rounds.pause_round)
clock_pause_undo = on_round(Permission.ROUND_RUN, undoing.undo_pause)
clock_resume = on_round(Permission.ROUND_RUN, rounds.resume_round)
clock_extension = on_round(Permission.ROUND_RUN, rounds.extend_round, ExtensionForm, "minutes")
clock_extension_undo = on_round(Permission.ROUND_RUN, undoing.undo_extension)


def _answer(
    request: HttpRequest, tournament: Tournament, number: int, form: PageForm, attempt: Attempt
) -> HttpResponse:
    if not attempt.done:
        return desk_page(request, tournament, number, Refused(form, attempt.status))
    return back_to_desk(request, tournament, number)
