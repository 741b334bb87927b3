"""Awards: the podium and its confirmation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.versions import awards_version
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.office.chronicle.prizes import shown_prizes
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, changes, needs


class ConfirmationForm(PageForm):
    """The awards as they were seen."""


class ReopeningForm(PageForm):
    """Why the awards are open again."""

    reason = Text(_("Reason, for everybody to read"), 200)


def _confirmation(data: Any, tournament: Tournament) -> ConfirmationForm:
    return ConfirmationForm(data, version=awards_version(tournament))


def _awards_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state", "awards_confirmed_at"])
    awards = award_list(tournament)
    context = {
        "tournament": tournament,
        "list": awards,
        "prizes": shown_prizes(tournament, awards),
        "refused": refused,
        "confirmation": refused if isinstance(refused, ConfirmationForm) else _confirmation(None, tournament),
        "reopening": refused if isinstance(refused, ReopeningForm) else ReopeningForm(),
        "may_confirm": may(request.user, Permission.AWARDS_CONFIRM, tournament),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "in_registration": tournament.state == TournamentState.ENTRY,
    }
    return render(request, "chronicle/awards.html", context, status=refused.status if refused else 200)


awards = needs(Permission.OFFICE_READ)(require_safe(_awards_page))


@needs(Permission.AWARDS_CONFIRM)
@changes(_awards_page, _confirmation, _("The awards are confirmed. The event is finished."))
def awards_confirmation(request: HttpRequest, tournament: Tournament, form: ConfirmationForm) -> None:
    confirm_awards(tournament, by=actor(request), seen=form.made_from, sure=form.insisted)


@needs(Permission.AWARDS_CONFIRM)
@changes(_awards_page, ReopeningForm, _("The awards are open again."))
def awards_reopening(request: HttpRequest, tournament: Tournament, form: ReopeningForm) -> None:
    reopen_awards(tournament, by=actor(request), reason=form.cleaned_data["reason"])
