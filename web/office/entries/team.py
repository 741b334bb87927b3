"""One team for the office and the chief referee: substitutes, withdrawal. Names only, nothing private is read out."""

from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from tournaments.bracket.queries.matches import team_label
from tournaments.entries.actions.withdrawal import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import PlayerEntry, Section, rows_of, section_rows
from tournaments.entries.queries.entries import team_substitutions
from tournaments.models import Player, Team, Tournament
from tournaments.permissions import Permission, granted
from tournaments.states import TeamState, TournamentState
from web.office.entries.entry_form import has_fields
from web.requests.forms import Choice, PageForm, Text
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number


@has_fields(*section_rows(Section.PLAYER))
class SubstitutionForm(PageForm):
    """Who leaves, who comes, and why."""

    field_order = ("player", *rows_of(PlayerEntry))

    player = Choice(gettext_lazy("Who leaves"), [], forms.RadioSelect)
    reason = Text(gettext_lazy("Reason (optional before the deadline)"))

    def offer(self, players: list[Player], *, late: bool) -> None:
        """Those who may leave; after the deadline it takes a reason."""
        self.fields["player"].widget.choices = [(p.number, p.name) for p in players]
        self.initial["player"] = players[0].number if players else None
        if late:
            self.fields["reason"].label = _("Reason")

    def who_comes(self) -> list[forms.BoundField]:
        return [self[name] for name in rows_of(PlayerEntry)]

    def newcomer(self) -> PlayerEntry:
        return PlayerEntry(**{name: self.cleaned_data[name] for name in rows_of(PlayerEntry)})


class WithdrawalForm(PageForm):
    """Why the team leaves."""

    reason = Text(gettext_lazy("Reason, for everybody to read"), 200)


class RestorationForm(PageForm):
    """The team is entered again."""


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
    team_row = _team(tournament, pk)
    form = SubstitutionForm(request.POST)
    leaves = get_object_or_404(
        Player.objects.select_related("team__branch__tournament__journal"),
        team=team_row,
        left_at=None,
        number=typed_number(request.POST.get("player", "")) or 0,
    )
    attempt = form.try_to(
        lambda typed: {
            "came": substitute_player(
                leaves, form.newcomer(), by=actor(request), reason=typed["reason"], sure=form.insisted
            ).name
        },
        request,
    )
    if not attempt.done:
        return _page(request, tournament, team_row, form, attempt.status)
    message = _("%(came)s plays instead of %(left)s.") % {"came": attempt.answer["came"], "left": leaves}
    messages.success(request, message)
    return redirect("team", tournament.slug, pk)


@needs(Permission.TEAM_EDIT)
@require_POST
def team_withdrawal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    team_row, form = _team(tournament, pk), WithdrawalForm(request.POST)
    attempt = form.try_to(
        lambda typed: withdraw_team(team_row, by=actor(request), reason=typed["reason"], sure=form.insisted), request
    )
    if not attempt.done:
        return _page(request, tournament, _team(tournament, pk), form, attempt.status)
    messages.success(request, _("The team is withdrawn."))
    return redirect("team", tournament.slug, pk)


@needs(Permission.TEAM_EDIT)
@require_POST
def team_restoration(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    team_row, form = _team(tournament, pk), RestorationForm(request.POST)
    attempt = form.try_to(lambda _typed: restore_team(team_row, by=actor(request)), request)
    if not attempt.done:
        return _page(request, tournament, _team(tournament, pk), form, attempt.status)
    messages.success(request, _("The team is entered again."))
    return redirect("team", tournament.slug, pk)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    team_row: Team,
    refused: PageForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    allowed = granted(request.user, tournament)
    late = tournament.state != TournamentState.ENTRY or clock.now(tournament.journal) > tournament.closes_at
    players = list(team_row.players.filter(left_at=None).order_by("number"))
    substitution = refused if isinstance(refused, SubstitutionForm) else SubstitutionForm()
    substitution.offer(players, late=late)
    context = {
        "tournament": tournament,
        "team": team_row,
        "label": team_label(team_row),
        "players": players,
        "substitutions": team_substitutions(team_row),
        "substitution": substitution,
        "withdrawal": refused if isinstance(refused, WithdrawalForm) else WithdrawalForm(apart="w"),
        "restoration": refused if isinstance(refused, RestorationForm) else RestorationForm(),
        "may_substitute": not late or Permission.LATE_SUBSTITUTION in allowed,
        "may_restore": tournament.state == TournamentState.ENTRY,
        "may_edit_entry": Permission.ENTRY_EDIT in allowed,
    }
    return render(request, "entries/team.html", context, status=status)
