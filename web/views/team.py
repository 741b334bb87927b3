"""One team for the office and the chief referee: substitutes, withdrawal. Names only, nothing private is read out."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from tournaments.actions.entries import substitute_player
from tournaments.actions.withdrawal import restore_team, withdraw_team
from tournaments.entry_forms import PlayerEntry
from tournaments.models import Player, Team, Tournament
from tournaments.permissions import Permission, roles_of
from tournaments.queries.entries import team_substitutions
from tournaments.queries.matches import team_label
from tournaments.states import RoleKind, TeamState, TournamentState
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.numbers import typed_number
from web.phrases.entries import GENDERS

FIELDS = ("name", "gender", "remark", "mail")


def _team(tournament: Tournament, pk: int) -> Team:
    teams = Team.objects.select_related("branch__tournament__journal").exclude(state=TeamState.DRAFT)
    return get_object_or_404(teams, branch__tournament=tournament, pk=pk)


@needs(Permission.TEAM_EDIT)
@require_safe
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _page(request, tournament, _team(tournament, pk))


@needs(Permission.TEAM_EDIT)
@require_POST
def team_substitution(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    found = _team(tournament, pk)
    leaves = get_object_or_404(
        Player.objects.select_related("team__branch__tournament__journal"),
        team=found,
        left_at=None,
        number=typed_number(request.POST.get("player", "")) or 0,
    )
    came = PlayerEntry(**{name: request.POST.get(name, "") for name in FIELDS})
    reason = request.POST.get("reason", "")
    tried = attempt(request, lambda: substitute_player(leaves, came, by=actor(request), reason=reason))
    if not tried.done:
        return _page(request, tournament, found, tried=tried, refused="substitution")
    messages.success(request, _("%(came)s plays instead of %(left)s.") % {"came": came.stored().name, "left": leaves})
    return redirect("team", tournament.slug, pk)


@needs(Permission.TEAM_EDIT)
@require_POST
def team_withdrawal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    found = _team(tournament, pk)
    reason = request.POST.get("reason", "")
    tried = attempt(request, lambda: withdraw_team(found, by=actor(request), reason=reason))
    if not tried.done:
        return _page(request, tournament, _team(tournament, pk), tried=tried, refused="withdrawal")
    messages.success(request, _("The team is withdrawn."))
    return redirect("team", tournament.slug, pk)


@needs(Permission.TEAM_EDIT)
@require_POST
def team_restoration(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    found = _team(tournament, pk)
    tried = attempt(request, lambda: restore_team(found, by=actor(request)))
    if not tried.done:
        return _page(request, tournament, _team(tournament, pk), tried=tried, refused="restoration")
    messages.success(request, _("The team is entered again."))
    return redirect("team", tournament.slug, pk)


def _page(
    request: HttpRequest, tournament: Tournament, found: Team, *, tried: Attempt | None = None, refused: str = ""
) -> HttpResponse:
    tried = tried or Attempt()
    roles = roles_of(actor(request), tournament)
    late = tournament.state != TournamentState.ENTRY or clock.now(tournament.journal) > tournament.closes_at
    context = {
        "tournament": tournament,
        "team": found,
        "label": team_label(found),
        "players": found.players.filter(left_at=None).order_by("number"),
        "substitutions": team_substitutions(found),
        "genders": GENDERS.items(),
        "problems": tried.problems,
        "refused": refused,
        "late": late,
        "may_substitute": not late or RoleKind.CHIEF_REFEREE in roles,
        "may_restore": tournament.state == TournamentState.ENTRY,
        "may_edit_entry": RoleKind.OFFICE in roles,
        "typed": request.POST,
    }
    return render(request, "office/team.html", context, status=tried.status)
