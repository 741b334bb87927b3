"""Lists of events, a new event, the archive."""

from dataclasses import replace
from datetime import date, time
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal import clock
from journal.models import Journal
from tournaments.actions.tournaments import archive_tournament, create_tournament, restore_tournament
from tournaments.formats import KNOCKOUT
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.preset import Blueprint, empty_blueprint, next_first_day, presets, read_preset
from tournaments.queries.office import events_of, every_event, free_slug
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.office.forms import EMPTY, NewEventForm

OFFICE_ZONE = "Asia/Shanghai"
ROUNDS, STARTS_AT = 5, time(12, 30)


@needs(Permission.OWN_ACCOUNT)
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    return render(request, "events/desks.html", {"events": events_of(actor(request))})


@needs(Permission.SITE)
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return render(request, "events/events.html", {"events": every_event(actor(request))})


@needs(Permission.SITE)
def event_new(request: HttpRequest) -> HttpResponse:
    found = presets()
    form = _new_form(request, found)
    tried = Attempt()
    if request.method == "POST":
        tried = form.try_to(lambda _values: _create(request, form), request)
        if tried.done:
            return redirect("office", tried.answer["slug"])
    return render(request, "events/event_new.html", {"form": form, "presets": found}, status=tried.status)


def _new_form(request: HttpRequest, found: tuple[Blueprint, ...]) -> NewEventForm:
    first_day = next_first_day(clock.now(Journal()).astimezone(ZoneInfo(OFFICE_ZONE)))
    initial = {"preset": found[0].key if found else EMPTY, "first_day": first_day}
    return NewEventForm(request.POST or None, initial=initial, presets=[(p.key, p.name) for p in found])


def _blueprint(form: NewEventForm) -> Blueprint:
    values = form.cleaned_data
    if values["preset"] != EMPTY:
        preset = read_preset(values["preset"])
        return replace(preset, name=values["name"] or preset.name)
    return empty_blueprint(
        values["name"],
        rounds=values["rounds"] or ROUNDS,
        at=values["at"] or STARTS_AT,
        format_=values["format"] or KNOCKOUT,
        seats=int(values["seats"]),
    )


def _create(request: HttpRequest, form: NewEventForm) -> dict[str, str]:
    first_day: date = form.cleaned_data["first_day"]
    blueprint = _blueprint(form)
    slug = form.cleaned_data["slug"] or free_slug(blueprint.slug or "event")
    return {"slug": create_tournament(blueprint, by=actor(request), slug=slug, first_day=first_day).slug}


@needs(Permission.EVENT_EDIT)
@require_POST
def archival(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tried = attempt(request, lambda: archive_tournament(tournament, by=actor(request)))
    if tried.done:
        messages.success(request, _("%(name)s is in the archive now.") % {"name": tournament.name})
    return redirect("settings", tournament.slug)


@needs(Permission.EVENT_EDIT)
@require_POST
def restoration(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tried = attempt(request, lambda: restore_tournament(tournament, by=actor(request)))
    if tried.done:
        messages.success(request, _("%(name)s is back in the lists.") % {"name": tournament.name})
    return redirect("settings", tournament.slug)
