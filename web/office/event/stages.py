"""The stages after the first: what is planned, one more, and the last one removed."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.event.actions.stages import Entrance, add_stage, remove_stage
from tournaments.models import Stage, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.office.event.stage_forms import RemovalForm, StageForm
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs


@needs(Permission.OFFICE_READ)
@require_safe
def stages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.EVENT_EDIT)
@require_POST
def stage_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = StageForm(request.POST, stages=stages_of(rounds(tournament)))

    def add() -> None:
        typed = form.cleaned_data
        add_stage(
            tournament,
            by=actor(request),
            format_=typed["format"],
            entrance=Entrance(typed["places"], typed["source"], typed["first_place"], typed["by_lot"]),
            starts=[start.replace(tzinfo=tournament.tzinfo) for start in form.starts()],
            settings=form.settings(),
            minutes=typed["minutes"],
        )

    attempt = form.try_to(lambda _typed: add(), request)
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, _("The stage is added, with its rounds in the timetable."))
    return redirect("stages", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def stage_removal(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    stage, form = get_object_or_404(Stage, tournament=tournament, number=number), RemovalForm(request.POST)
    attempt = form.try_to(lambda _typed: remove_stage(stage, by=actor(request)), request)
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, _("The stage is removed, with its rounds."))
    return redirect("stages", tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    stage_views = stages_of(rounds(tournament))
    last = stage_views[-1].label if stage_views else None
    context = {
        "tournament": tournament,
        "stages": stage_views,
        "numbers": {stage.label.id: stage.label.number for stage in stage_views},
        "form": refused if isinstance(refused, StageForm) else StageForm(stages=stage_views),
        "removal": refused if isinstance(refused, RemovalForm) else RemovalForm(),
        "removable": last.number if last and last.source and not last.size else 0,
        "may_edit": may(request.user, Permission.EVENT_EDIT, tournament)
        and tournament.state != TournamentState.FINISHED,
    }
    return render(request, "event/stages.html", context, status=status)
