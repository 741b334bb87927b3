"""系列赛 in the office: the list, a new one, and the page of one with its events, its table and its final's entries.

It takes the union office's own account, as making an event does.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
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
from tournaments.series.queries import events_without_series, every_series, season, series_at, settings_of
from web.office.series.forms import FinalForm, JoinForm, MergeForm, NextForm, PressForm, SeriesForm
from web.requests.changes import changes
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

FOUR_WEEKS = timedelta(weeks=4)


@needs(Permission.SITE)
@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    return render(request, "series/series_list.html", {"rows": every_series()})


@needs(Permission.SITE)
def series_new(request: HttpRequest) -> HttpResponse:
    form = SeriesForm(request.POST or None, is_new=True)

    def create(typed: dict[str, Any]) -> dict[str, str]:
        return {"slug": create_series(form.settings(), by=actor(request), slug=typed["slug"]).slug}

    if request.method == "POST":
        attempt = form.try_to(create, request)
        if attempt.done:
            return redirect("series_office", attempt.answer["slug"])
    return render(request, "series/series_new.html", {"form": form}, status=form.status)


def _series(series: str) -> Series:
    row = series_at(series)
    if row is None:
        raise Http404
    return row


def _series_page(request: HttpRequest, series: Series, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed; of several of a kind it stands above them."""
    table = season(series)
    last = table.events[-1] if table.events else None
    first_day = None
    if last and last.starts_at:
        first_day = last.starts_at.astimezone(last.tournament.tzinfo).date() + FOUR_WEEKS
    next_name = gettext("%(series)s, no. %(number)s") % {"series": series.name, "number": len(table.events) + 1}
    following = NextForm(initial={"next_name": next_name, "first_day": first_day})
    settings = SeriesForm.showing(settings_of(series), version=_version(series))
    context = {
        "series": series,
        "season": table,
        "settings": refused if isinstance(refused, SeriesForm) else settings,
        "joining": refused if isinstance(refused, JoinForm) else JoinForm(events=events_without_series()),
        "final": refused if isinstance(refused, FinalForm) else FinalForm(lines=table.lines),
        "next": refused if isinstance(refused, NextForm) else following,
        "last": last,
        "pressed": refused if isinstance(refused, PressForm | MergeForm) else PressForm(),
        "may_fill": table.final is not None and table.final.tournament.state == "entry",
    }
    return render(request, "series/series_office.html", context, status=refused.status if refused else 200)


def _version(series: Series) -> int:
    return last_number_of(series.journal, TournamentEvent.SERIES_EDITED)


@needs(Permission.SITE)
@require_safe
def series_office(request: HttpRequest, series: str) -> HttpResponse:
    return _series_page(request, _series(series))


def _settings_form(data: Any, series: Series) -> SeriesForm:
    return SeriesForm(data, version=_version(series))


@needs(Permission.SITE)
@changes(_series_page, _settings_form, _("The settings are saved; the table follows them."), of=_series)
def series_settings(request: HttpRequest, series: Series, form: SeriesForm) -> None:
    edit_series(series, form.settings(), by=actor(request), seen=form.made_from)


def _join_form(data: Any, series: Series) -> JoinForm:
    return JoinForm(data, events=events_without_series())


@needs(Permission.SITE)
@changes(_series_page, _join_form, _("The event belongs to the series."), of=_series)
def series_joining(request: HttpRequest, series: Series, form: JoinForm) -> None:
    event = form.offered[form.cleaned_data["event"]]
    join_series(event, series, by=actor(request), final=form.cleaned_data["final"])


@needs(Permission.SITE)
@changes(_series_page, PressForm, _("The event is out of the series."), of=_series)
def series_leaving(request: HttpRequest, series: Series, form: PressForm, event: str) -> None:
    tournament = get_object_or_404(Tournament.objects.select_related("journal"), slug=event)
    leave_series(tournament, series, by=actor(request))


@needs(Permission.SITE)
@require_POST
def series_next(request: HttpRequest, series: str) -> HttpResponse:
    """The next event, held as the last one was; its office opens."""
    series_row, form = _series(series), NextForm(request.POST)
    events = season(series_row).events
    if not events:
        raise Http404
    last = events[-1].tournament

    def hold_next(typed: dict[str, Any]) -> dict[str, str]:
        refuse_if([] if is_reckonable(typed["first_day"]) else [Problem(Code.DATE_INVALID, "first_day")])
        plan = replace(
            again(last, typed["first_day"]),
            name=typed["next_name"],
            slug=free_slug(series_row.slug[:SLUG_BASE].rstrip("-")),
            document=last.document,
        )
        event = hold_again(last, plan, by=actor(request), sure=form.insisted)
        join_series(event, series_row, by=actor(request))
        return {"slug": event.slug}

    attempt = form.try_to(hold_next, request)
    return redirect("office", attempt.answer["slug"]) if attempt.done else _series_page(request, series_row, form)


@needs(Permission.SITE)
@require_POST
def series_final(request: HttpRequest, series: str) -> HttpResponse:
    series_row = _series(series)
    form = FinalForm(request.POST, lines=season(series_row).lines)
    attempt = form.try_to(
        lambda typed: {"entered": fill_final(series_row, by=actor(request), declined=typed["declined"])}, request
    )
    if not attempt.done:
        return _series_page(request, series_row, form)
    entered = attempt.answer["entered"]
    message = ngettext("%(n)s team is entered in the final.", "%(n)s teams are entered in the final.", entered)
    messages.success(request, message % {"n": entered} if entered else _("Everybody is entered already."))
    return redirect("series_office", series_row.slug)


@needs(Permission.SITE)
@changes(_series_page, MergeForm, _("They count as one."), of=_series)
def series_merging(request: HttpRequest, series: Series, form: MergeForm) -> None:
    merge_competitors(series, form.cleaned_data["key_of"], form.cleaned_data["into"], by=actor(request))


@needs(Permission.SITE)
@changes(_series_page, MergeForm, _("They are counted apart."), of=_series)
def series_parting(request: HttpRequest, series: Series, form: MergeForm) -> None:
    part_competitors(series, form.cleaned_data["key_of"], by=actor(request))


@needs(Permission.SITE)
@require_POST
def series_deletion(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), PressForm(request.POST)
    if not form.try_to(lambda _typed: delete_series(series_row, by=actor(request)), request).done:
        return _series_page(request, series_row, form)
    return redirect("series_list")
