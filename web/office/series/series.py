"""系列赛 in the office: the list, a new one, and the page of one with its events, its table and its final's entries.

It takes the union office's own account, as making an event does.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from journal.queries import last_number_of
from journal.refusals import Problem, refuse_if
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.event.actions.again import hold_again
from tournaments.event.queries.office import free_slug
from tournaments.event.queries.patterns import SLUG_BASE, again
from tournaments.models import Series, Tournament
from tournaments.permissions import Permission
from tournaments.series.actions import (
    create_series,
    delete_series,
    edit_series,
    fill_final,
    join_series,
    leave_series,
    merge_competitors,
    part_competitors,
)
from tournaments.series.queries import (
    Season,
    SeasonEvent,
    events_without_series,
    every_series,
    season,
    series_at,
    settings_of,
)
from web.office.series.forms import FinalForm, JoinForm, MergeForm, NextForm, PressForm, SeriesForm
from web.requests.attempts import Attempt
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

FOUR_WEEKS = timedelta(weeks=4)


@needs(Permission.SITE)
@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    return render(request, "series/series_list.html", {"found": every_series()})


@needs(Permission.SITE)
def series_new(request: HttpRequest) -> HttpResponse:
    form, tried = SeriesForm(request.POST or None, is_new=True), Attempt()
    if request.method == "POST":
        tried = form.try_to(
            lambda typed: {"slug": create_series(form.settings(), by=actor(request), slug=typed["slug"]).slug}, request
        )
        if tried.done:
            return redirect("series_office", tried.answer["slug"])
    return render(request, "series/series_new.html", {"form": form}, status=tried.status)


@needs(Permission.SITE)
@require_safe
def series_office(request: HttpRequest, series: str) -> HttpResponse:
    return _page(request, _series(series))


@needs(Permission.SITE)
@require_POST
def series_settings(request: HttpRequest, series: str) -> HttpResponse:
    found, form = _series(series), SeriesForm(request.POST, version=_version(_series(series)))
    return _pressed(
        request,
        found,
        form,
        lambda _typed: edit_series(found, form.settings(), by=actor(request), seen=form.made_from),
        _("The settings are saved; the table follows them."),
    )


@needs(Permission.SITE)
@require_POST
def series_joining(request: HttpRequest, series: str) -> HttpResponse:
    found, form = _series(series), JoinForm(request.POST, events=events_without_series())
    return _pressed(
        request,
        found,
        form,
        lambda typed: join_series(form.offered[typed["event"]], found, by=actor(request), final=typed["final"]),
        _("The event belongs to the series."),
    )


@needs(Permission.SITE)
@require_POST
def series_leaving(request: HttpRequest, series: str, event: str) -> HttpResponse:
    found, tournament = _series(series), get_object_or_404(Tournament.objects.select_related("journal"), slug=event)
    return _pressed(
        request,
        found,
        PressForm(request.POST),
        lambda _typed: leave_series(tournament, found, by=actor(request)),
        _("The event is out of the series."),
    )


@needs(Permission.SITE)
@require_POST
def series_next(request: HttpRequest, series: str) -> HttpResponse:
    """The next event, held as the last one was; its office opens."""
    found, form = _series(series), NextForm(request.POST)
    last = _last(season(found))
    if last is None:
        raise Http404
    tried = form.try_to(lambda typed: _hold_next(request, found, last.tournament, form), request)
    return redirect("office", tried.answer["slug"]) if tried.done else _page(request, found, form, tried.status)


@needs(Permission.SITE)
@require_POST
def series_final(request: HttpRequest, series: str) -> HttpResponse:
    found = _series(series)
    form = FinalForm(request.POST, lines=season(found).lines)
    tried = form.try_to(
        lambda typed: {"entered": fill_final(found, by=actor(request), declined=typed["declined"])}, request
    )
    if not tried.done:
        return _page(request, found, form, tried.status)
    entered = tried.answer["entered"]
    said = ngettext("%(n)s team is entered in the final.", "%(n)s teams are entered in the final.", entered)
    messages.success(request, said % {"n": entered} if entered else _("Everybody is entered already."))
    return redirect("series_office", found.slug)


@needs(Permission.SITE)
@require_POST
def series_merging(request: HttpRequest, series: str) -> HttpResponse:
    found, form = _series(series), MergeForm(request.POST)
    return _pressed(
        request,
        found,
        form,
        lambda typed: merge_competitors(found, typed["key_of"], typed["into"], by=actor(request)),
        _("They count as one."),
    )


@needs(Permission.SITE)
@require_POST
def series_parting(request: HttpRequest, series: str) -> HttpResponse:
    found, form = _series(series), MergeForm(request.POST)
    return _pressed(
        request,
        found,
        form,
        lambda typed: part_competitors(found, typed["key_of"], by=actor(request)),
        _("They are counted apart."),
    )


@needs(Permission.SITE)
@require_POST
def series_deletion(request: HttpRequest, series: str) -> HttpResponse:
    found, form = _series(series), PressForm(request.POST)
    tried = form.try_to(lambda _typed: delete_series(found, by=actor(request)), request)
    return redirect("series_list") if tried.done else _page(request, found, form, tried.status)


def _pressed(
    request: HttpRequest, series: Series, form: PageForm, change: Callable[[dict[str, Any]], Any], said: str
) -> HttpResponse:
    """Back to the page with a word, or the page with the form that was refused."""
    tried = form.try_to(change, request)
    if not tried.done:
        return _page(request, series, form, tried.status)
    messages.success(request, said)
    return redirect("series_office", series.slug)


def _series(slug: str) -> Series:
    found = series_at(slug)
    if found is None:
        raise Http404
    return found


def _version(series: Series) -> int:
    return last_number_of(series.journal, TournamentEvent.SERIES_EDITED)


def _last(found: Season) -> SeasonEvent | None:
    return next(reversed(found.events), None)


def _hold_next(request: HttpRequest, series: Series, last: Tournament, form: NextForm) -> dict[str, str]:
    typed = form.cleaned_data
    refuse_if([] if is_reckonable(typed["first_day"]) else [Problem(Code.DATE_INVALID, "first_day")])
    plan = replace(
        again(last, typed["first_day"]),
        name=typed["next_name"],
        slug=free_slug(series.slug[:SLUG_BASE].rstrip("-")),
        document=last.document,
    )
    made = hold_again(last, plan, by=actor(request), sure=form.insisted)
    join_series(made, series, by=actor(request))
    return {"slug": made.slug}


def _page(
    request: HttpRequest, series: Series, refused: PageForm | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed; of several of a kind it stands above them."""
    found = season(series)
    last, shown = _last(found), SeriesForm.showing(settings_of(series), version=_version(series))
    context = {
        "series": series,
        "season": found,
        "settings": refused if isinstance(refused, SeriesForm) else shown,
        "joining": refused if isinstance(refused, JoinForm) else JoinForm(events=events_without_series()),
        "final": refused if isinstance(refused, FinalForm) else FinalForm(lines=found.lines),
        "next": refused if isinstance(refused, NextForm) else NextForm(initial=_next(series, found, last)),
        "last": last,
        "pressed": refused if isinstance(refused, PressForm | MergeForm) else PressForm(),
        "may_fill": found.final is not None and found.final.tournament.state == "entry",
    }
    return render(request, "series/series_office.html", context, status=status)


def _next(series: Series, found: Season, last: SeasonEvent | None) -> dict[str, Any]:
    first: date | None = None
    if last and last.starts_at:
        first = last.starts_at.astimezone(last.tournament.tzinfo).date() + FOUR_WEEKS
    number = len(found.events) + 1
    return {
        "next_name": _("%(series)s, no. %(number)s") % {"series": series.name, "number": number},
        "first_day": first,
    }
