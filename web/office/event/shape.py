"""赛制编排: one page on which the shape of an event is seen and changed, with what follows from it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from tournaments.event.actions.shape import reshape
from tournaments.event.queries.shape import (
    Outlook,
    Shape,
    is_laid_out,
    known_teams,
    laid_out_hours,
    outlook,
    present_hours,
    shape_of,
    shape_version,
)
from tournaments.formats import KNOCKOUT
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.office.event.shape_forms import ANEW, ShapeForm, StageLines
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number

ADD, REMOVE, SAVE = "add", "remove", "save"


@needs(Permission.OFFICE_READ)
def shape(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """GET: the shape as it is. POST: what was typed, with what would follow from it; saved by the button that says
    so."""
    may_edit = may(request.user, Permission.EVENT_EDIT, tournament) and tournament.state != TournamentState.FINISHED
    present = shape_of(tournament)
    teams = known_teams(tournament)

    def seen_of(wanted: Shape) -> Outlook:
        return outlook(tournament, wanted, teams or wanted.plan.teams)

    current = seen_of(present)
    act, _sign, number = request.POST.get("act", "").partition("-")
    data = _with_lines(request.POST, act, number) if request.method == "POST" and may_edit else None

    def form_of(data: QueryDict | None) -> ShapeForm:
        return ShapeForm(
            data,
            present,
            is_drawn=tournament.state != TournamentState.ENTRY,
            follows=is_laid_out(tournament, current),
            asks_teams=not teams,
            version=shape_version(tournament),
        )

    form = form_of(data)

    def save(_typed: dict[str, Any]) -> None:
        wanted = seen_of(form.shape)
        lay_out = laid_out_hours if form.cleaned_data["hours"] == ANEW else present_hours
        starts = lay_out(tournament, wanted)
        reshape(tournament, form.shape, starts, by=actor(request), seen=form.made_from, sure=form.insisted)

    if act == SAVE and data is not None and form.try_to(save, request).done:
        messages.success(request, _("The shape of the event is saved."))
        return redirect("shape", tournament.slug)
    shown = seen_of(form.shape) if data is not None and form.is_valid() else current
    context = {
        "tournament": tournament,
        "form": form,
        "seen": shown,
        "is_typed": data is not None,
        "may_edit": may_edit,
        "is_drawn": tournament.state != TournamentState.ENTRY,
    }
    return render(request, "event/shape.html", context, status=form.status)


def _with_lines(sent: QueryDict, act: str, number: str) -> QueryDict:
    """What was sent, with one stage more or without that one."""
    stages = StageLines.sent(sent, "shown")
    if act == ADD:
        data = sent.copy()
        usual = {"format": KNOCKOUT, "shown": "", "places": "4", "first_place": "1", "by_lot": "place"}
        data.update({f"{name}-{stages + 1}": value for name, value in (usual | {"source": str(stages)}).items()})
        return data
    if act != REMOVE or not number.isdecimal() or not 1 < int(number) <= stages:
        return sent.copy()
    # the stages after it move up; whoever came from it comes from the first one
    gone, data = int(number), QueryDict(mutable=True)
    for key, values in sent.lists():
        name, _sign, line = key.rpartition("-")
        stage = int(line) if name and line.isdecimal() else 0
        if stage == gone:
            continue
        if stage > gone and name == "source":
            sources = [typed_number(str(value)) or 1 for value in values]
            data.setlist(f"source-{stage - 1}", [str(1 if of == gone else of - (of > gone)) for of in sources])
        else:
            data.setlist(f"{name}-{stage - 1}" if stage > gone else key, values)
    return data
