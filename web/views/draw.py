"""The draw: what will be drawn, the preview, the confirmation, and the printed record."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.draws import confirm_draw, discard_draw, preview_draw
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission, may, roles_of
from tournaments.queries.draws import discarded_draws, draw_view, outlook, present_draw
from tournaments.states import RoleKind, TournamentState
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.numbers import seen_number, typed_number


@needs(Permission.OFFICE_READ)
@require_safe
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament, Attempt())


@needs(Permission.DRAW_MAKE)
@require_POST
def draw_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tried = attempt(
        request,
        lambda: preview_draw(
            tournament,
            by=actor(request),
            seed=request.POST.get("seed", ""),
            without_drafts="without_drafts" in request.POST,
        ),
    )
    return redirect("draw", tournament.slug) if tried.done else _page(request, tournament, tried)


@needs(Permission.DRAW_MAKE)
@require_POST
def draw_confirmation(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    chosen = _chosen(request, tournament)
    tried = attempt(
        request,
        lambda: confirm_draw(
            chosen,
            by=actor(request),
            seen=seen_number(request.POST.get("seen", "")),
            accept="accept" in request.POST,
            reason=request.POST.get("reason", ""),
        ),
    )
    if tried.done:
        messages.success(request, _("The draw is confirmed and published. Registration is closed."))
        return redirect("draw", tournament.slug)
    return _page(request, tournament, tried)


@needs(Permission.DRAW_MAKE)
@require_POST
def draw_repeal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    chosen = _chosen(request, tournament)
    tried = attempt(request, lambda: discard_draw(chosen, by=actor(request), reason=request.POST.get("reason", "")))
    if tried.done:
        messages.success(request, _("Draw %(number)s is discarded; its record stays.") % {"number": chosen.number})
        return redirect("draw", tournament.slug)
    return _page(request, tournament, tried)


@needs(Permission.OFFICE_READ)
@require_safe
def draw_record(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    found = get_object_or_404(
        Draw.objects.select_related("made_by", "confirmed_by"), stage__tournament=tournament, number=number
    )
    context = {"tournament": tournament, "draw": draw_view(tournament, found), "sampling": found.sampling}
    return render(request, "draw/record.html", context)


def _page(request: HttpRequest, tournament: Tournament, tried: Attempt) -> HttpResponse:
    tournament.refresh_from_db(fields=["state"])
    found = present_draw(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "problems": tried.problems,
        "draw": draw_view(tournament, found) if found else None,
        "outlook": outlook(tournament) if tournament.state == TournamentState.ENTRY else None,
        "discarded": discarded_draws(tournament),
        "in_registration": tournament.state == TournamentState.ENTRY,
        "can_repeal": tournament.state == TournamentState.DRAWN,
        "is_chief": RoleKind.CHIEF_REFEREE in roles_of(request.user, tournament),
        "may_draw": may(request.user, Permission.DRAW_MAKE, tournament),
        "may_enter": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "draw/draw.html", context, status=tried.status)


def _chosen(request: HttpRequest, tournament: Tournament) -> Draw:
    """The draw that the form was about, whatever became of it since."""
    found = Draw.objects.filter(stage__tournament=tournament, number=typed_number(request.POST.get("number", "")) or 0)
    chosen = found.select_related("stage__tournament__journal").first()
    if chosen is None:
        raise Http404
    return chosen
