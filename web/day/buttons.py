"""One view for the buttons of the desk and of the rulings: made of who may press each and the action that it does.

What was typed goes to the action by the names of the form's fields, but for the field ``first``, which comes first.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.models import User
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from web.day.forms import RULINGS, Refused
from web.day.narrowing import asked_of
from web.day.pages import desk_address, desk_page, ruling_page
from web.requests.forms import PageForm
from web.requests.loaders import View, actor, needs, stage_match, stage_round

Change = Callable[..., Any]


def on_round(permission: Permission, change: Change, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button of the desk for a whole round, or for the sitting of it that is shown."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        round_, form = stage_round(tournament, number, asked_of(request).sitting), form_type(request.POST)
        attempt = form.try_to(lambda typed: _run(change, round_, typed, actor(request), first), request)
        if not attempt.done:
            return desk_page(request, tournament, number, Refused(form, attempt.status))
        return back_to_desk(request, tournament, number)

    return view


def on_match(permission: Permission, change: Change, form_type: type[PageForm] = PageForm, first: str = "") -> View:
    """A button on the card of one match at the desk."""

    @needs(permission)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match, form = stage_match(tournament, number), form_type(request.POST)
        return change_match(request, match, form, lambda typed: _run(change, match, typed, actor(request), first))

    return view


def ruling(name: str, change: Change, first: str = "") -> View:
    """What the chief referee decides on the page of one match, by the form of that name."""

    @needs(Permission.MATCH_RULE)
    @require_POST
    def view(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        match, form = stage_match(tournament, number), RULINGS[name](request.POST)
        attempt = form.try_to(lambda typed: _run(change, match, typed, actor(request), first), request)
        if not attempt.done:
            return ruling_page(request, tournament, number, {name: form}, attempt.status)
        return redirect("desk_match", tournament.slug, number)

    return view


def _run(change: Change, subject: Any, typed: dict[str, Any], by: User, first: str) -> Any:
    values = dict(typed)
    leading = [values.pop(first)] if first else []
    return change(subject, *leading, by=by, **values)


def change_match(
    request: HttpRequest, match: Match, form: PageForm, change: Callable[[dict[str, Any]], Any]
) -> HttpResponse:
    """Try it, and show the desk again: at the card of the match, or with what was refused."""
    attempt = form.try_to(change, request)
    tournament, round_ = match.stage.tournament, match.round.number
    if not attempt.done:
        return desk_page(request, tournament, round_, Refused(form, attempt.status, match.number))
    return back_to_desk(request, tournament, round_, match.number)


def back_to_desk(request: HttpRequest, tournament: Tournament, number: int, match: int = 0) -> HttpResponse:
    """To the desk as it was narrowed, and to the card of that match."""
    return redirect(desk_address(request, tournament, number) + (f"#m{match}" if match else ""))
