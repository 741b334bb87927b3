"""One team for the office and the chief referee: substitutes, withdrawal. Names only, nothing private is read out."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.bracket.queries.labels import team_label
from tournaments.entries.actions.teams import correct_team, restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import NAME_LENGTH, PlayerEntry, Section, section_rows
from tournaments.entries.queries.entries import team_substitutions
from tournaments.entries.queries.withdrawals import matches_given_away
from tournaments.models import Player, Team, Tournament
from tournaments.permissions import Permission
from tournaments.states import TeamState, TournamentState
from web.office.entries.entry_form import has_fields
from web.requests.changes import changes
from web.requests.forms import Choice, PageForm, Text, group
from web.requests.loaders import actor, allowed_to, needs
from web.requests.numbers import typed_number

_KEPT_BY_ALL = {row.name: row for row in section_rows(Section.PLAYER) if not row.setting}


@has_fields(*_KEPT_BY_ALL.values())
class SubstitutionForm(PageForm):
    """Who leaves, who comes, and why."""

    field_order = ("player", *_KEPT_BY_ALL)
    who_comes = group(*_KEPT_BY_ALL)

    player = Choice(_("Who leaves"), [], forms.RadioSelect)
    reason = Text(_("Reason (optional before the deadline)"))

    def offer(self, players: list[Player], *, late: bool) -> None:
        """Those who may leave; after the deadline it takes a reason."""
        self.fields["player"].widget.choices = [(p.number, p.name) for p in players]
        self.initial["player"] = players[0].number if players else None
        if late:
            self.fields["reason"].label = _("Reason")

    def newcomer(self) -> PlayerEntry:
        return PlayerEntry(**{name: self.cleaned_data[name] for name in _KEPT_BY_ALL})


class CorrectionForm(PageForm):
    """A name that was misspelt, and the team's own name; a field for each player."""

    name = Text(_("Name of the team"), NAME_LENGTH, autocomplete="off")
    reason = Text(_("Reason, for everybody to read"), 200)

    def __init__(self, data: Any = None, team: Team | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        assert team is not None
        self.initial["name"] = team.name
        for player in team.players.filter(left_at=None).order_by("number"):
            label = _("Player %(number)s") % {"number": player.number}
            self.fields[f"name-{player.number}"] = Text(label, autocomplete="off")
            self.initial[f"name-{player.number}"] = player.name
        self.order_fields([*(field for field in self.fields if field not in ("name", "reason")), "name", "reason"])

    def names(self) -> dict[int, str]:
        typed = self.cleaned_data
        return {int(field.removeprefix("name-")): typed[field] for field in typed if field.startswith("name-")}


class WithdrawalForm(PageForm):
    """Why the team leaves."""

    reason = Text(_("Reason, for everybody to read"), 200)


class RestorationForm(PageForm):
    """The team is entered again; after the draw with a reason."""

    reason = Text(_("Reason, for everybody to read"), 200)


def _team(tournament: Tournament, pk: int) -> Team:
    teams = Team.objects.select_related("branch__tournament__journal").exclude(state=TeamState.DRAFT)
    return get_object_or_404(teams, branch__tournament=tournament, pk=pk)


def _team_page(request: HttpRequest, team_row: Team, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament = team_row.branch.tournament
    if refused:
        team_row.refresh_from_db(fields=["state"])
    allowed = allowed_to(request)
    late = tournament.state != TournamentState.ENTRY or clock.now(tournament.journal) > tournament.closes_at
    is_withdrawn = team_row.state == TeamState.WITHDRAWN
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
        "correction": (
            refused if isinstance(refused, CorrectionForm) else CorrectionForm(team=team_row, apart="correction")
        ),
        "restoration": refused if isinstance(refused, RestorationForm) else RestorationForm(apart="r"),
        "may_substitute": tournament.state in (TournamentState.ENTRY, TournamentState.DRAWN)
        or (Permission.LATE_SUBSTITUTION in allowed and tournament.state != TournamentState.FINISHED),
        "is_drawn": tournament.state != TournamentState.ENTRY,
        "given_away": [match.number for match in matches_given_away(team_row)] if is_withdrawn else (),
        "may_edit_entry": Permission.ENTRY_EDIT in allowed,
    }
    return render(request, "entries/team.html", context, status=refused.status if refused else 200)


@needs(Permission.TEAM_EDIT)
@require_safe
def team(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _team_page(request, _team(tournament, pk))


@needs(Permission.TEAM_EDIT)
@changes(_team_page, SubstitutionForm, _("%(came)s plays instead of %(left)s."), of=_team)
def team_substitution(request: HttpRequest, team_row: Team, form: SubstitutionForm) -> dict[str, str]:
    players = Player.objects.select_related("team__branch__tournament__journal").filter(team=team_row, left_at=None)
    leaves = get_object_or_404(players, number=typed_number(request.POST.get("player", "")) or 0)
    by, reason = actor(request), form.cleaned_data["reason"]
    came = substitute_player(leaves, form.newcomer(), by=by, reason=reason, sure=form.insisted)
    return {"came": came.name, "left": leaves.name}


def _correction_form(data: Any, team_row: Team) -> CorrectionForm:
    return CorrectionForm(data, team_row)


@needs(Permission.TEAM_EDIT)
@changes(_team_page, _correction_form, _("Saved."), of=_team)
def team_correction(request: HttpRequest, team_row: Team, form: CorrectionForm) -> None:
    typed = form.cleaned_data
    correct_team(
        team_row, form.names(), by=actor(request), name=typed["name"], reason=typed["reason"], sure=form.insisted
    )


@needs(Permission.TEAM_EDIT)
@changes(_team_page, WithdrawalForm, _("The team is withdrawn."), of=_team)
def team_withdrawal(request: HttpRequest, team_row: Team, form: WithdrawalForm) -> None:
    withdraw_team(team_row, by=actor(request), reason=form.cleaned_data["reason"], sure=form.insisted)


@needs(Permission.TEAM_EDIT)
@changes(_team_page, RestorationForm, _("The team is entered again."), of=_team)
def team_restoration(request: HttpRequest, team_row: Team, form: RestorationForm) -> None:
    restore_team(team_row, by=actor(request), reason=form.cleaned_data["reason"], sure=form.insisted)
