"""Lists of events, a new event, the archive."""

from dataclasses import replace
from datetime import date, time
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.event.actions.people import grant_role
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import event_rows, events_of, every_event, free_slug
from tournaments.event.queries.patterns import events_to_hold_again
from tournaments.event.queries.people import people_before
from tournaments.event.queries.tournaments import called, held_in, years_of
from tournaments.formats import KNOCKOUT
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import (
    Blueprint,
    empty_blueprint,
    of_year,
    presets,
    read_preset,
)
from web.office.event.first_day import usual_first_day
from web.office.forms import EMPTY, NewEventForm
from web.requests.attempts import Attempt
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number
from web.requests.paging import page_of

DESKS_A_PAGE, EVENTS_A_PAGE = 20, 30
LONGEST_SEARCH = 40
ROUNDS, STARTS_AT = 5, time(12, 30)


@needs(Permission.OWN_ACCOUNT)
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    return _listed(request, "event/desks.html", events_of(actor(request)), DESKS_A_PAGE)


@needs(Permission.SITE)
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return _listed(request, "event/events_events.html", every_event(), EVENTS_A_PAGE)


def _listed(request: HttpRequest, template: str, every: QuerySet[Tournament], per_page: int) -> HttpResponse:
    """Those of ``?year=`` that are called ``?q=``, by pages."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    year = typed_number(request.GET.get("year", "")) or 0
    tournaments = called(held_in(every, year) if year else every, words)
    page = page_of(request, tournaments, per_page)
    context = {
        "events": event_rows(list(page), actor(request)),
        "shown": page,
        "is_long": bool(words or year or page.paginator.num_pages > 1),
        "words": words,
        "year": year,
        "years": years_of(every),
        "keep": urlencode({"q": words} | ({"year": year} if year else {})) if words or year else "",
    }
    return render(request, template, context)


@needs(Permission.SITE)
def event_new(request: HttpRequest) -> HttpResponse:
    blueprints = presets()
    form = _new_form(request, blueprints)
    attempt = Attempt()
    if request.method == "POST":
        attempt = form.try_to(lambda _values: _create(request, form), request)
        if attempt.done:
            return redirect("office", attempt.answer["slug"])
    context = {"form": form, "presets": blueprints, "earlier": events_to_hold_again()}
    return render(request, "event/event_new.html", context, status=attempt.status)


def _new_form(request: HttpRequest, blueprints: tuple[Blueprint, ...]) -> NewEventForm:
    initial = {"preset": blueprints[0].key if blueprints else EMPTY, "first_day": usual_first_day()}
    offers = [(preset.key, preset.name) for preset in blueprints]
    return NewEventForm(request.POST or None, initial=initial, presets=offers, people=people_before())


def _blueprint(form: NewEventForm) -> Blueprint:
    values = form.cleaned_data
    about = {name: values[name] for name in ("organiser", "document", "place")}
    if values["preset"] != EMPTY:
        preset = read_preset(values["preset"])
        return replace(preset, name=values["name"] or of_year(preset.name, values["first_day"]), **about)
    empty = empty_blueprint(
        values["name"],
        rounds=values["rounds"] or ROUNDS,
        at=values["at"] or STARTS_AT,
        format_=values["format"] or KNOCKOUT,
        seats=values["seats"],
        game=values["game"] or GUANDAN,
    )
    return replace(empty, **about)


def _create(request: HttpRequest, form: NewEventForm) -> dict[str, str]:
    first_day: date = form.cleaned_data["first_day"]
    blueprint = _blueprint(form)
    slug = form.cleaned_data["slug"] or free_slug(blueprint.slug or "event")
    made = create_tournament(blueprint, by=actor(request), slug=slug, first_day=first_day, sure=form.insisted)
    for key in form.cleaned_data["roles"]:
        user, kind = form.offered[key]
        grant_role(made, user, kind, by=actor(request))
    return {"slug": made.slug}
