"""The settings of an event, and what is done with it as a whole: another rule set, the archive, deleting it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournaments.bracket.actions.awards import save_prizes
from tournaments.bracket.queries.settings import TournamentSettings, has_results, present_game, settings_of
from tournaments.bracket.queries.versions import settings_version
from tournaments.day.actions.games import choose_game
from tournaments.draw.queries.draws import first_stage
from tournaments.event.actions.removal import delete_tournament
from tournaments.event.actions.tournaments import (
    archive_tournament,
    edit_tournament,
    restore_tournament,
    switch_rule_set,
)
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.named_games import GUANDAN, OFFERED
from tournaments.states import TournamentState
from web.office.event.prize_forms import PrizesForm
from web.office.event.settings_forms import (
    GameForm,
    RuleSetForm,
    SettingsForm,
    awards_of,
    changed_rules,
    initial_of,
    on_wall,
    rule_options_of,
    shown_parts,
)
from web.requests.changes import changes
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs


class ArchiveForm(PageForm):
    """Into the archive, or out of it."""


class DeletionForm(PageForm):
    """The event is deleted."""


def _settings_form(data: Any, tournament: Tournament) -> SettingsForm:
    version, frozen = settings_version(tournament), tournament.state != TournamentState.ENTRY
    game = present_game(tournament)
    return SettingsForm(data, initial=initial_of(tournament), frozen=frozen, game=game, version=version)


def _rule_set_form(data: Any, tournament: Tournament) -> RuleSetForm:
    version = settings_version(tournament)
    return RuleSetForm(data, initial={"rule_set": tournament.rule_set}, version=version)


def _game_form(data: Any, tournament: Tournament) -> GameForm:
    first = first_stage(tournament)
    chosen = {name: first.rule_set[name] for name in OFFERED.get(first.game, ())}
    initial = {"game": present_game(tournament), "seats": tournament.seats, "reserves": tournament.reserves, **chosen}
    return GameForm(data, initial=initial, version=settings_version(tournament))


def _prizes_form(data: Any, tournament: Tournament) -> PrizesForm:
    return PrizesForm(data, tournament, version=settings_version(tournament))


def _settings_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state", "archived_at"])
    own = refused if isinstance(refused, SettingsForm) else None
    context = {
        "tournament": tournament,
        "refused": own,
        "parts": shown_parts(_settings_form(None, tournament), own),
        "prizes": refused if isinstance(refused, PrizesForm) else _prizes_form(None, tournament),
        "is_finished": tournament.state == TournamentState.FINISHED,
        "rules": refused if isinstance(refused, RuleSetForm) else _rule_set_form(None, tournament),
        "played": refused if isinstance(refused, GameForm) else _game_form(None, tournament),
        "changed_rules": changed_rules(tournament),
        "plays_guandan": present_game(tournament) == GUANDAN,
        "archive": refused if isinstance(refused, ArchiveForm) else ArchiveForm(),
        "deletion": refused if isinstance(refused, DeletionForm) else DeletionForm(),
        "frozen": tournament.state != TournamentState.ENTRY,
        "can_be_deleted": not has_results(tournament),
        "tables": tournament.tables.count(),
    }
    return render(request, "event/settings.html", context, status=refused.status if refused else 200)


@needs(Permission.EVENT_EDIT)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Of a drawn event only those values are saved that may still change, the rest stays as it is."""
    if request.method != "POST":
        return _settings_page(request, tournament)
    form, is_drawn = _settings_form(request.POST, tournament), tournament.state != TournamentState.ENTRY

    def edit(_typed: dict[str, Any]) -> None:
        present, values = settings_of(tournament), form.merged
        about = {name: values[name] for name in SettingsForm.ABOUT}
        if is_drawn:
            wanted = TournamentSettings(**{**vars(present), **about})
        else:
            closes = on_wall(values["closes"])
            assert closes is not None
            wanted = TournamentSettings(
                **about,
                **{name: values[name] for name in SettingsForm.PLAIN},
                closes=closes,
                draw=on_wall(values["draw"]),
                rule_options=rule_options_of(tournament, values),
                awards=awards_of(present, values),
            )
        edit_tournament(tournament, wanted, by=actor(request), seen=form.goes_by)

    if not form.try_to(edit, request).done:
        return _settings_page(request, tournament, form)
    messages.success(request, _("The settings are saved."))
    return redirect("settings", tournament.slug)


@needs(Permission.EVENT_EDIT)
@changes(_settings_page, _prizes_form, _("The prizes are saved."))
def settings_prizes(request: HttpRequest, tournament: Tournament, form: PrizesForm) -> None:
    save_prizes(tournament, form.plans, by=actor(request), seen=form.made_from)


@needs(Permission.EVENT_EDIT)
@changes(_settings_page, _rule_set_form, _("The rule set is replaced; all its rules are in the form."))
def settings_rule_set(request: HttpRequest, tournament: Tournament, form: RuleSetForm) -> None:
    switch_rule_set(tournament, form.cleaned_data["rule_set"], by=actor(request), seen=form.made_from)


@needs(Permission.EVENT_EDIT)
@changes(_settings_page, _game_form, _("The game is set."))
def settings_game(request: HttpRequest, tournament: Tournament, form: GameForm) -> None:
    game, seats = form.cleaned_data["game"], form.cleaned_data["seats"]
    if form.is_another and "seats" not in form.changed_data:
        seats = None
    reserves = form.cleaned_data["reserves"] or 0
    choose_game(
        tournament, game, form.options(), seats=seats, reserves=reserves, by=actor(request), seen=form.made_from
    )


@needs(Permission.EVENT_EDIT)
@changes(_settings_page, ArchiveForm, _("%(name)s is in the archive now."), to="settings")
def archival(request: HttpRequest, tournament: Tournament, form: ArchiveForm) -> dict[str, str]:
    archive_tournament(tournament, by=actor(request), sure=form.insisted)
    return {"name": tournament.name}


@needs(Permission.EVENT_EDIT)
@changes(_settings_page, ArchiveForm, _("%(name)s is back in the lists."), to="settings")
def restoration(request: HttpRequest, tournament: Tournament, form: ArchiveForm) -> dict[str, str]:
    restore_tournament(tournament, by=actor(request))
    return {"name": tournament.name}


@needs(Permission.EVENT_EDIT)
@require_POST
def deletion(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = DeletionForm(request.POST)
    attempt = form.try_to(lambda _typed: delete_tournament(tournament, by=actor(request), sure=form.insisted), request)
    if not attempt.done:
        return _settings_page(request, tournament, form)
    messages.success(request, _("%(name)s is deleted.") % {"name": tournament.name})
    return redirect("events" if actor(request).is_staff else "desks")
