"""Lists of events, a new event, and the home of one with the next thing to do."""

from dataclasses import replace
from datetime import date, datetime, time
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from journal import clock
from journal.models import Journal
from tournaments.bracket.words.formats import FORMAT_NAMES
from tournaments.day.queries.timetable import planned_rounds
from tournaments.day.words.games import NAMES as GAMES
from tournaments.entries.queries.entries import EntryStatus
from tournaments.entries.words import SEATS
from tournaments.event.actions.people import grant_role
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.keeping import keeping_of
from tournaments.event.queries.office import event_rows, events_of, every_event, free_slug, next_step
from tournaments.event.queries.open_points import open_questions
from tournaments.event.queries.patterns import events_to_hold_again
from tournaments.event.queries.people import Person, people_before
from tournaments.event.queries.tournaments import called, held_in, years_of
from tournaments.formats import FORMATS, KNOCKOUT
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import (
    Blueprint,
    empty_blueprint,
    next_first_day,
    of_year,
    presets,
    read_preset,
    with_lead,
)
from tournaments.states import RoleKind, TournamentState
from web.requests.forms import BoundedText, Choices, Day, Hour, PageForm
from web.requests.loaders import actor, allowed_to, needs
from web.requests.long_lists import A_PAGE, LONGEST_SEARCH, asked_rows, page_of
from web.requests.numbers import OFFICE_ZONE, typed_number

DESKS_A_PAGE, EVENTS_A_PAGE = 20, 30
EMPTY = "empty"
ROUNDS, STARTS_AT = 5, time(12, 30)


class NewEventForm(PageForm):
    """What a new event needs: a pattern, its first match day, and an address. A notice of another union is a pattern
    without its branches, unless they are ticked."""

    preset = forms.ChoiceField(label=_("Pattern"), widget=forms.RadioSelect)
    with_branches = forms.BooleanField(label=_("With its branches and their quotas"), required=False)
    first_day = Day(
        label=_("First match day"), help_text=_("All other dates of the pattern keep their distance from it.")
    )
    slug = BoundedText(
        _("Address"), 40, help_text=_("Small letters, digits and hyphens, for the link. Left empty, one is chosen."),
        autocapitalize="none", spellcheck="false",
    )  # fmt: skip
    name = BoundedText(
        _("Name of the event"), 80,
        help_text=_("Left empty, the pattern's own name is taken, with the year of the first match day."),
    )  # fmt: skip
    organiser = BoundedText(
        _("Organiser"), 60, help_text=_("Stands at the head of every page and on the certificates.")
    )
    document = BoundedText(_("Number of the notice"), 60)
    place = BoundedText(_("Place"), 80)
    game = forms.ChoiceField(label=_("Game"), choices=[*GAMES.items()], required=False)
    format = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()], required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=12, initial=ROUNDS, required=False)
    at = Hour(label=_("Start of a round"), initial=STARTS_AT, required=False)
    seats = forms.TypedChoiceField(
        label=_("Players per team"), coerce=int, empty_value=None, required=False,
        choices=[("", _("as the game is usually played")), *SEATS.items()],
    )  # fmt: skip
    roles = forms.MultipleChoiceField(
        label=_("From the last event"), widget=forms.CheckboxSelectMultiple, required=False,
        help_text=_("Whoever is ticked gets the same role here, with the account and password of before."),
    )  # fmt: skip

    def __init__(self, *args: Any, presets: Choices, people: tuple[Person, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [*presets, (EMPTY, _("Empty event"))]  # type: ignore[attr-defined]
        self.offered = {f"{person.user.pk}-{kind}": (person.user, kind) for person in people for kind in person.kinds}
        self.fields["roles"].choices = [  # type: ignore[attr-defined]
            (key, f"{user} ({user.username}) · {kind.label}") for key, (user, kind) in self.offered.items()
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("preset") == EMPTY and not values.get("name") and "name" not in self.errors:
            self.add_error("name", _("Please give the event a name."))
        return values


@needs(Permission.OWN_ACCOUNT)
@require_safe
def desks(request: HttpRequest) -> HttpResponse:
    return _list_page(request, "event/desks.html", events_of(actor(request)), DESKS_A_PAGE)


@needs(Permission.SITE)
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return _list_page(request, "event/events_events.html", every_event(), EVENTS_A_PAGE)


def _list_page(request: HttpRequest, template: str, every: QuerySet[Tournament], per_page: int) -> HttpResponse:
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


def usual_first_day() -> date:
    """The next Monday that leaves time for entries, on the office's calendar."""
    return next_first_day(_office_now())


def in_good_time(blueprint: Blueprint, first_day: date) -> Blueprint:
    """Its deadlines as proposed, unless a notice says when they are."""
    return blueprint if blueprint.quotes else with_lead(blueprint, first_day, _office_now().date())


def _office_now() -> datetime:
    return clock.now(Journal()).astimezone(OFFICE_ZONE)


def _commonest_first(preset: Blueprint) -> tuple[bool, int]:
    """掼蛋 before other games, and formats in the order of their list."""
    return preset.game != GUANDAN, [*FORMATS].index(preset.format)


@needs(Permission.SITE)
def event_new(request: HttpRequest) -> HttpResponse:
    blueprints, initial = presets(), {"first_day": usual_first_day()}
    offers = [(preset.key, preset.name) for preset in blueprints]
    form = NewEventForm(request.POST or None, initial=initial, presets=offers, people=people_before())

    def create(values: dict[str, Any]) -> dict[str, str]:
        about = {name: values[name] for name in ("organiser", "document", "place")}
        if values["preset"] == EMPTY:
            blueprint = empty_blueprint(
                values["name"],
                rounds=values["rounds"] or ROUNDS,
                at=values["at"] or STARTS_AT,
                format_=values["format"] or KNOCKOUT,
                seats=values["seats"],
                game=values["game"] or GUANDAN,
            )
        else:
            preset = read_preset(values["preset"])
            blueprint = replace(preset, name=values["name"] or of_year(preset.name, values["first_day"]))
            if not values["with_branches"]:
                blueprint = replace(blueprint, branches=())
        by, slug = actor(request), values["slug"] or free_slug(blueprint.slug or "event")
        first_day = values["first_day"]
        blueprint = in_good_time(replace(blueprint, **about), first_day)
        event = create_tournament(blueprint, by=by, slug=slug, first_day=first_day, sure=form.insisted)
        for key in values["roles"]:
            grant_role(event, *form.offered[key], by=by)
        return {"slug": event.slug}

    if request.method == "POST":
        attempt = form.try_to(create, request)
        if attempt.done:
            return redirect("office", attempt.answer["slug"])
    context = {
        "form": form,
        "plain": sorted((preset for preset in blueprints if not preset.quotes), key=_commonest_first),
        "notices": [preset for preset in blueprints if preset.quotes],
        "earlier": events_to_hold_again(),
    }
    return render(request, "event/event_new.html", context, status=form.status)


@needs(Permission.OFFICE_READ)
@require_safe
def office(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The office's home. Of many branches it lists the first of those whose entry is not finished."""
    now, allowed = clock.now(tournament.journal), allowed_to(request)
    step, may_set = next_step(tournament, now), Permission.EVENT_EDIT in allowed
    branches: dict[str, Any] = {}
    if step.entries:
        is_many = len(step.entries.branches) > A_PAGE
        rows = [row for row in step.entries.branches if not is_many or row.status != EntryStatus.DONE]
        branches = {"rows": asked_rows(QueryDict(), rows), "awaited": is_many}
    asks = may_set and tournament.state == TournamentState.ENTRY
    context = {
        "tournament": tournament,
        "next": step,
        "now": now,
        "entries": step.entries,
        **branches,
        "rounds": () if step.entries else planned_rounds(tournament),
        "no_referee": may_set and not step.entries and not tournament.roles.filter(kind=RoleKind.REFEREE).exists(),
        "may_edit": Permission.ENTRY_EDIT in allowed,
        "keeping": keeping_of(tournament) if may_set else None,
        "open_points": sum(not question.answered for question in open_questions(tournament)) if asks else 0,
    }
    return render(request, "event/office_home.html", context)
