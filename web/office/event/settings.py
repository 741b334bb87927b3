"""The settings of an event, and what is done with it as a whole: another rule set, the archive, deleting it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.bracket.queries.settings import TournamentSettings, has_results, present_game, settings_of
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.formats import format_of
from tournaments.day.actions.games import choose_game
from tournaments.draw.queries.draws import first_stage
from tournaments.event.actions.removal import delete_tournament
from tournaments.event.actions.stages import choose_format
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
from web.office.event.format_forms import FormatForm
from web.office.event.settings_values import awards_of, initial_of, rule_options_of
from web.office.forms import GameForm, RuleSetForm, SettingsForm
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs


@needs(Permission.EVENT_EDIT)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _page(request, tournament)
    frozen = tournament.state != TournamentState.ENTRY
    form = _settings_form(request.POST, tournament)
    return _done(
        request,
        tournament,
        form,
        lambda: edit_tournament(
            tournament, _settings(tournament, form, frozen=frozen), by=actor(request), seen=form.made_from
        ),
        said=_("The settings are saved."),
    )


@needs(Permission.EVENT_EDIT)
@require_POST
def settings_rule_set(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = _rule_set_form(request.POST, tournament)
    return _done(
        request,
        tournament,
        form,
        lambda: switch_rule_set(tournament, form.cleaned_data["rule_set"], by=actor(request), seen=form.made_from),
        said=_("The rule set is replaced; all its rules are in the form."),
    )


@needs(Permission.EVENT_EDIT)
@require_POST
def settings_game(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = _game_form(request.POST, tournament)

    def choose() -> None:
        seats = None if form.is_another and "seats" not in form.changed_data else form.cleaned_data["seats"]
        chosen = form.cleaned_data["game"]
        choose_game(tournament, chosen, form.options(), seats=seats, by=actor(request), seen=form.made_from)

    return _done(request, tournament, form, choose, said=_("The game is set."))


@needs(Permission.EVENT_EDIT)
@require_POST
def settings_format(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form, stage = _format_form(request.POST, tournament), first_stage(tournament)

    def choose() -> None:
        taken = form.settings(stage.settings)
        choose_format(tournament, form.cleaned_data["format"], taken, by=actor(request), seen=form.made_from)

    return _done(request, tournament, form, choose, said=_("The format is set."))


@needs(Permission.EVENT_EDIT)
@require_POST
def archival(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ArchiveForm(request.POST)
    return _done(
        request,
        tournament,
        form,
        lambda: archive_tournament(tournament, by=actor(request), sure=form.insisted),
        said=_("%(name)s is in the archive now.") % {"name": tournament.name},
    )


@needs(Permission.EVENT_EDIT)
@require_POST
def restoration(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _done(
        request,
        tournament,
        ArchiveForm(request.POST),
        lambda: restore_tournament(tournament, by=actor(request)),
        said=_("%(name)s is back in the lists.") % {"name": tournament.name},
    )


@needs(Permission.EVENT_EDIT)
@require_POST
def deletion(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = DeletionForm(request.POST)
    attempt = form.try_to(lambda _typed: delete_tournament(tournament, by=actor(request), sure=form.insisted), request)
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, _("%(name)s is deleted.") % {"name": tournament.name})
    return redirect("events" if actor(request).is_staff else "desks")


class ArchiveForm(PageForm):
    """Into the archive, or out of it."""


class DeletionForm(PageForm):
    """The event is deleted."""


def _done(
    request: HttpRequest, tournament: Tournament, form: PageForm, change: Callable[[], Any], *, said: str
) -> HttpResponse:
    attempt = form.try_to(lambda _typed: change(), request)
    if not attempt.done:
        return _page(request, tournament, form, attempt.status)
    messages.success(request, said)
    return redirect("settings", tournament.slug)


def _page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state", "archived_at"])
    context = {
        "tournament": tournament,
        "form": refused if isinstance(refused, SettingsForm) else _settings_form(None, tournament),
        "rules": refused if isinstance(refused, RuleSetForm) else _rule_set_form(None, tournament),
        "played": refused if isinstance(refused, GameForm) else _game_form(None, tournament),
        "plays_guandan": present_game(tournament) == GUANDAN,
        "shape": refused if isinstance(refused, FormatForm) else _format_form(None, tournament),
        "archive": refused if isinstance(refused, ArchiveForm) else ArchiveForm(),
        "deletion": refused if isinstance(refused, DeletionForm) else DeletionForm(),
        "frozen": tournament.state != TournamentState.ENTRY,
        "can_be_deleted": not has_results(tournament),
        "tables": tournament.tables.count(),
    }
    return render(request, "event/settings.html", context, status=status)


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
    initial = {"game": present_game(tournament), "seats": tournament.seats, **chosen}
    return GameForm(data, initial=initial, version=settings_version(tournament))


def _format_form(data: Any, tournament: Tournament) -> FormatForm:
    return FormatForm(data, of=format_of(first_stage(tournament)), version=settings_version(tournament))


def _settings(tournament: Tournament, form: SettingsForm, *, frozen: bool) -> TournamentSettings:
    """The typed values; of a drawn event only those that may still change, the rest as it is."""
    values, present = form.cleaned_data, settings_of(tournament)
    about = {name: values[name] for name in SettingsForm.ABOUT}
    if frozen:
        return TournamentSettings(**{**vars(present), **about})
    closes, draw = form.wall("closes"), form.wall("draw")
    assert closes is not None
    return TournamentSettings(
        **about,
        zone=values["zone"],
        closes=closes,
        draw=draw,
        opposite_halves=values["opposite_halves"],
        third_place_match=values["third_place_match"],
        best_of=values["best_of"],
        rule_options=rule_options_of(tournament, values),
        awards=awards_of(present, values),
    )
