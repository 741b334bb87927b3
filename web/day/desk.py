"""The chief referee's desk: every table of a round, its clock, and what is decided about one match.

Most buttons are a line of ``urls``: who may press it, and the action that it does.
"""

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from journal import clock
from tournaments.bracket.rules.starts import ASKED
from tournaments.day.actions import matches, rounds, sittings, timetable
from tournaments.day.queries.desk import correction_of, desk_cards, match_card, round_desk
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.models import Match, Round, Tournament
from tournaments.permissions import Permission
from web.day.buttons import Action, day_context, press
from web.day.forms import RULINGS, DeskForms, RefusedForm, SideForm, StartForm, plan_form
from web.day.narrowing import narrowed, table_filter
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import View, actor, needs, stage_match, stage_round

NO_FORM: Mapping[str, PageForm] = {}


@needs(Permission.DESK_READ)
@require_safe
def desk(request: HttpRequest, tournament: Tournament, number: int | None = None) -> HttpResponse:
    return desk_page(request, tournament, number)


def desk_page(
    request: HttpRequest, tournament: Tournament, number: int | None = None, refused: RefusedForm | None = None
) -> HttpResponse:
    """The chief referee's desk at round ``number``, or at the current one."""
    filters, about = table_filter(request), refused.match if refused else 0
    desk = round_desk(tournament, number, filters.sitting)
    if desk is None and number is not None:
        raise Http404
    filters = replace(filters, sitting=desk.round.sitting if desk else 1)
    shown = narrowed(desk.groups[filters.group or "all"], filters, match=about) if desk else None
    context = day_context(request, tournament) | {
        "desk": desk,
        "filter": filters,
        "shown": shown,
        "cards": desk_cards(tournament, desk, shown.rows) if desk and shown else (),
        "asks_start": bool(desk and desk.may_start and desk.start_lacks) and request.GET.get("ask") == "start",
        "forms": DeskForms(tournament, refused),
        "refused": refused.form if refused else None,
    }
    return page_or_part(request, "day/desk.html", context, status=refused.status if refused else HTTPStatus.OK)


def desk_address(request: HttpRequest, tournament: Tournament, number: int, **fields: str) -> str:
    """The desk of the round as it was narrowed."""
    query = urlencode(table_filter(request).fields | fields)
    return reverse("desk_round", args=[tournament.slug, number]) + (f"?{query}" if query else "")


def on_round(permission: Permission, action: Action, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button of the desk for a whole round, or for the sitting of it that is shown."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        round_, form = stage_round(tournament, number, table_filter(request).sitting), form_type(request.POST)
        attempt = press(request, form, action, round_, first)
        return _back_to_desk(request, tournament, number, form, attempt, attempt.answer.get("match", 0))

    return view


def on_match(permission: Permission, action: Action, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button on the card of one match at the desk."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match, form = stage_match(tournament, number), form_type(request.POST)
        attempt = press(request, form, action, match, first)
        return _back_to_desk(request, tournament, match.round.number, form, attempt, match.number)

    return view


def _back_to_desk(
    request: HttpRequest, tournament: Tournament, number: int, form: PageForm, attempt: Attempt, match: int = 0
) -> HttpResponse:
    """To the desk as it was narrowed, and to the card of that ``match``; or the desk with what was refused."""
    if not attempt.done:
        return desk_page(request, tournament, number, RefusedForm(form, attempt.status, match))
    return redirect(desk_address(request, tournament, number) + (f"#m{match}" if match else ""))


def assign_next(round_: Round, *, by: User) -> dict[str, int]:
    """下一场上桌: the number of the match that has a table now."""
    return {"match": rounds.assign_next(round_, by=by).number}


def choose_submission(match: Match, submission: int, *, by: User, take: str, reason: str) -> None:
    """裁判长选定: what a phone sent is taken or, unless ``take`` is yes, dropped."""
    matches.choose_submission(match, submission, by=by, take=take == "yes", reason=reason)


@needs(Permission.ROUND_RUN)
@require_POST
def clock_start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What is missing is asked about once; ``anyway`` yes is the answer."""
    round_, form = stage_round(tournament, number, table_filter(request).sitting), StartForm(request.POST)
    attempt = form.try_to(
        lambda typed: rounds.start_round(round_, by=actor(request), ask=typed["anyway"] != "yes"), request
    )
    if attempt.problems and all(problem.code in ASKED for problem in attempt.problems):
        return redirect(desk_address(request, tournament, number, ask="start") + "#round-head")
    return _back_to_desk(request, tournament, number, form, attempt)


@needs(Permission.TIMETABLE_EDIT)
@require_POST
def clock_plan(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """改期: brought forward or put off."""
    round_ = stage_round(tournament, number, table_filter(request).sitting)
    form = plan_form(request.POST, tournament, round_)
    move = timetable.move_round if round_.sitting == 1 else sittings.move_sitting
    attempt = form.try_to(
        lambda _typed: move(
            round_, form.starts_at(tournament.tzinfo), by=actor(request), seen=form.made_from, sure=form.insisted
        ),
        request,
    )
    if attempt.done:
        messages.success(request, _("The round is moved; everybody concerned is told."))
    return _back_to_desk(request, tournament, number, form, attempt)


@needs(Permission.DESK_READ)
@require_safe
def ruling(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _ruling_page(request, tournament, number)


def on_ruling(name: str, action: Action, first: str = "") -> View:
    """What the chief referee decides on the page of one match, by the form of that name."""

    @needs(Permission.MATCH_RULE)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match, form = stage_match(tournament, number), RULINGS[name](request.POST)
        attempt = press(request, form, action, match, first)
        if not attempt.done:
            return _ruling_page(request, tournament, number, {name: form}, attempt.status)
        return redirect("desk_match", tournament.slug, number)

    return view


def _ruling_page(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    refused: Mapping[str, PageForm] = NO_FORM,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Everything the chief referee may decide about one match; ``refused`` is the form that was, by its name."""
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    forms = {name: form(apart=name) for name, form in RULINGS.items()} | dict(refused)
    absent = card.late.absent[0].side if card.late and not card.late.both else ""
    for name, form in forms.items():
        if isinstance(form, SideForm):
            form.offer(card.sides, absent if name == "forfeit" else "")
    context: dict[str, Any] = day_context(request, tournament) | {
        "card": card,
        "now": clock.now(tournament.journal),
        "match": card.match,
        "view": sheet_view(tournament, number) if card.match.is_disputed else None,
        "forms": forms,
        "refused": next(iter(refused.values()), None),
        "correction": correction_of(match),
    }
    return render(request, "day/ruling.html", context, status=status)
