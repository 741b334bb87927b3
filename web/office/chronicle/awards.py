"""Awards: the podium and its confirmation."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.queries import awards as readings
from tournaments.bracket.queries.versions import awards_version
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs


class ConfirmationForm(PageForm):
    """The awards as they were seen."""


class ReopeningForm(PageForm):
    """Why the awards are open again."""

    reason = Text(gettext_lazy("Reason, for everybody to read"), 200)


@needs(Permission.OFFICE_READ)
@require_safe
def awards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


@needs(Permission.AWARDS_CONFIRM)
@require_POST
def awards_confirmation(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ConfirmationForm(request.POST, version=awards_version(tournament))
    attempt = form.try_to(
        lambda _typed: bool(confirm_awards(tournament, by=actor(request), seen=form.made_from, sure=form.insisted)),
        request,
    )
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, _("The awards are confirmed. The event is finished."))
    return redirect("awards", tournament.slug)


@needs(Permission.AWARDS_CONFIRM)
@require_POST
def awards_reopening(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ReopeningForm(request.POST)
    attempt = form.try_to(
        lambda typed: reopen_awards(tournament, by=actor(request), reason=typed["reason"]).slug, request
    )
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, _("The awards are open again."))
    return redirect("awards", tournament.slug)


def _reading(tournament: Tournament) -> dict[str, object]:
    return {"tournament": tournament, "list": readings.award_list(tournament)}


def _page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state", "awards_confirmed_at"])
    form = refused if isinstance(refused, ConfirmationForm) else ConfirmationForm(version=awards_version(tournament))
    context = {
        **_reading(tournament),
        "refused": refused,
        "confirmation": form,
        "reopening": refused if isinstance(refused, ReopeningForm) else ReopeningForm(),
        "may_confirm": may(request.user, Permission.AWARDS_CONFIRM, tournament),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "in_registration": tournament.state == TournamentState.ENTRY,
    }
    return render(request, "chronicle/awards.html", context, status=status)
