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
    form, attempt = SeriesForm(request.POST or None, is_new=True), Attempt()
    if request.method == "POST":
        attempt = form.try_to(
            lambda typed: {"slug": create_series(form.settings(), by=actor(request), slug=typed["slug"]).slug}, request
        )
        if attempt.done:
            return redirect("series_office", attempt.answer["slug"])
    return render(request, "series/series_new.html", {"form": form}, status=attempt.status)


@needs(Permission.SITE)
@require_safe
def series_office(request: HttpRequest, series: str) -> HttpResponse:
    return _page(request, _series(series))


@needs(Permission.SITE)
@require_POST
def series_settings(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), SeriesForm(request.POST, version=_version(_series(series)))
    return _pressed(
        request,
        series_row,
        form,
        lambda _typed: edit_series(series_row, form.settings(), by=actor(request), seen=form.made_from),
        _("The settings are saved; the table follows them."),
    )


@needs(Permission.SITE)
@require_POST
def series_joining(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), JoinForm(request.POST, events=events_without_series())
    return _pressed(
        request,
        series_row,
        form,
        lambda typed: join_series(form.offered[typed["event"]], series_row, by=actor(request), final=typed["final"]),
        _("The event belongs to the series."),
    )


@needs(Permission.SITE)
@require_POST
def series_leaving(request: HttpRequest, series: str, event: str) -> HttpResponse:
    series_row = _series(series)
    tournament = get_object_or_404(Tournament.objects.select_related("journal"), slug=event)
    return _pressed(
        request,
        series_row,
        PressForm(request.POST),
        lambda _typed: leave_series(tournament, series_row, by=actor(request)),
        _("The event is out of the series."),
    )


@needs(Permission.SITE)
@require_POST
def series_next(request: HttpRequest, series: str) -> HttpResponse:
    """The next event, held as the last one was; its office opens."""
    series_row, form = _series(series), NextForm(request.POST)
    last = _last(season(series_row))
    if last is None:
        raise Http404
    attempt = form.try_to(lambda typed: _hold_next(request, series_row, last.tournament, form), request)
    return (
        redirect("office", attempt.answer["slug"]) if attempt.done else _page(request, series_row, form, attempt.status)
    )


@needs(Permission.SITE)
@require_POST
def series_final(request: HttpRequest, series: str) -> HttpResponse:
    series_row = _series(series)
    form = FinalForm(request.POST, lines=season(series_row).lines)
    attempt = form.try_to(
        lambda typed: {"entered": fill_final(series_row, by=actor(request), declined=typed["declined"])}, request
    )
    if not attempt.done:
        return _page(request, series_row, form, attempt.status)
    entered = attempt.answer["entered"]
    message = ngettext("%(n)s team is entered in the final.", "%(n)s teams are entered in the final.", entered)
    messages.success(request, message % {"n": entered} if entered else _("Everybody is entered already."))
    return redirect("series_office", series_row.slug)


@needs(Permission.SITE)
@require_POST
def series_merging(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), MergeForm(request.POST)
    return _pressed(
        request,
        series_row,
        form,
        lambda typed: merge_competitors(series_row, typed["key_of"], typed["into"], by=actor(request)),
        _("They count as one."),
    )


@needs(Permission.SITE)
@require_POST
def series_parting(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), MergeForm(request.POST)
    return _pressed(
        request,
        series_row,
        form,
        lambda typed: part_competitors(series_row, typed["key_of"], by=actor(request)),
        _("They are counted apart."),
    )


@needs(Permission.SITE)
@require_POST
def series_deletion(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), PressForm(request.POST)
    attempt = form.try_to(lambda _typed: delete_series(series_row, by=actor(request)), request)
    return redirect("series_list") if attempt.done else _page(request, series_row, form, attempt.status)


def _pressed(
    request: HttpRequest, series: Series, form: PageForm, change: Callable[[dict[str, Any]], Any], message: str
) -> HttpResponse:
    """Back to the page with a word, or the page with the form that was refused."""
    attempt = form.try_to(change, request)
    if not attempt.done:
        return _page(request, series, form, attempt.status)
    messages.success(request, message)
    return redirect("series_office", series.slug)


def _series(slug: str) -> Series:
    series_row = series_at(slug)
    if series_row is None:
        raise Http404
    return series_row


def _version(series: Series) -> int:
    return last_number_of(series.journal, TournamentEvent.SERIES_EDITED)


def _last(season_now: Season) -> SeasonEvent | None:
    return next(reversed(season_now.events), None)


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
    season_now = season(series)
    last, shown = _last(season_now), SeriesForm.showing(settings_of(series), version=_version(series))
    context = {
        "series": series,
        "season": season_now,
        "settings": refused if isinstance(refused, SeriesForm) else shown,
        "joining": refused if isinstance(refused, JoinForm) else JoinForm(events=events_without_series()),
        "final": refused if isinstance(refused, FinalForm) else FinalForm(lines=season_now.lines),
        "next": refused if isinstance(refused, NextForm) else NextForm(initial=_next(series, season_now, last)),
        "last": last,
        "pressed": refused if isinstance(refused, PressForm | MergeForm) else PressForm(),
        "may_fill": season_now.final is not None and season_now.final.tournament.state == "entry",
    }
    return render(request, "series/series_office.html", context, status=status)


def _next(series: Series, season_now: Season, last: SeasonEvent | None) -> dict[str, Any]:
    first: date | None = None
    if last and last.starts_at:
        first = last.starts_at.astimezone(last.tournament.tzinfo).date() + FOUR_WEEKS
    number = len(season_now.events) + 1
    return {
        "next_name": _("%(series)s, no. %(number)s") % {"series": series.name, "number": number},
        "first_day": first,
    }
