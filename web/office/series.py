"""系列赛 in the office: the list, a new one, and the page of one with its events, its table and its final's entries.

It takes the union office's own account, as making an event does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext, pgettext_lazy
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
from tournaments.series.queries import (
    SeasonLine,
    SeriesSettings,
    events_without_series,
    every_series,
    season,
    series_at,
    settings_of,
)
from tournaments.series.season import BRANCH_SCALES, SCALES, USUAL, Criterion
from tournaments.series.words import BRANCH_SCALE_NAMES, CRITERIA, SCALE_NAMES
from tournaments.states import SeriesCounts
from web.requests.forms import BoundedText, Day, Hidden, PageForm, group
from web.requests.loaders import actor, changes, needs

FOUR_WEEKS = timedelta(weeks=4)
OWN, LISTED = "own", "listed"
MOST_CRITERIA = 4


class SeriesForm(PageForm):
    """The settings of a series; ``slug`` of a new one only."""

    criteria = group(*(f"criterion_{number}" for number in range(1, MOST_CRITERIA + 1)))

    name = BoundedText(_("Name of the series"), 80, required=True)
    season = BoundedText(_("Season"), 20, help_text=_("As people say it: 2026, or 2025–26."))
    organiser = BoundedText(_("Organiser"), 60)
    slug = BoundedText(
        _("Address"), 40, required=True, autocapitalize="none", spellcheck="false",
        help_text=_("Small letters, digits and hyphens, for the link. It stays as it is."),
    )  # fmt: skip
    counts = forms.ChoiceField(label=_("Whom the table ranks"), choices=SeriesCounts.choices)
    scale_name = forms.ChoiceField(label=_("What a place is worth"), choices=[*SCALE_NAMES.items()])
    scale = BoundedText(
        _("Other points by place"), 800,
        help_text=_("From the first place down, such as 32, 24, 18, 18, 10. Beyond the last number there are none."),
    )  # fmt: skip
    best = forms.IntegerField(
        label=_("How many events count"), initial=0, min_value=0, max_value=100,
        help_text=_("The best of each team; 0: all of them."),
    )  # fmt: skip
    finalists = forms.IntegerField(label=_("How many go into the final"), initial=16, min_value=2, max_value=4096)
    branch_scale_name = forms.ChoiceField(
        label=_("Points of a branch by the places of its teams"), choices=[*BRANCH_SCALE_NAMES.items()]
    )
    branch_scale = BoundedText(
        _("Other points by place"), 800,
        help_text=_("From the first place down, such as 13, 11, 10, 9, 8. Beyond the last number there are none."),
    )  # fmt: skip
    branch_best = forms.IntegerField(
        label=_("How many places of a branch count in each event"), initial=0, min_value=0, max_value=100,
        help_text=_("The best of each branch; 0: all of them."),
    )  # fmt: skip
    share_points = forms.BooleanField(
        label=_("Whoever shares places shares their points"), required=False,
        help_text=_(
            "All who share the places 5–8 get the mean of the points of these four; otherwise each gets those of the "
            "5th."
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, is_new: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_new:
            del self.fields["slug"]
        for number in range(1, MOST_CRITERIA + 1):
            nothing = [] if number == 1 else [("", pgettext_lazy("criterion", "nothing more: they share the rank"))]
            self.fields[f"criterion_{number}"] = forms.ChoiceField(
                label=_("What comes first") if number == 1 else _("Then"),
                choices=[*CRITERIA.items(), *nothing], required=number == 1,
                initial=dict(enumerate(USUAL, start=1)).get(number, ""),
            )  # fmt: skip

    @classmethod
    def showing(cls, settings: SeriesSettings, **more: Any) -> "SeriesForm":
        """The form of a series that is there."""
        initial = asdict(settings) | {
            **_typed_scale("scale", settings.scale, {OWN: (), **SCALES}),
            **_typed_scale("branch_scale", settings.branch_scale, BRANCH_SCALES),
            **{f"criterion_{number}": name for number, name in enumerate(settings.criteria, start=1)},
            **{f"criterion_{number}": "" for number in range(len(settings.criteria) + 1, MOST_CRITERIA + 1)},
        }
        return cls(initial=initial, **more)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for name in ("scale", "branch_scale"):
            if values.get(f"{name}_name") == LISTED and not values.get(name, "").strip():
                self.add_error(name, self.fields[name].error_messages["required"])
        return values

    def settings(self) -> SeriesSettings:
        """What was typed; a number that is none is -1, which the action refuses."""
        typed = self.cleaned_data
        scales = {OWN: (), LISTED: _listed_scale(typed["scale"])} | SCALES
        branch_scales = {LISTED: _listed_scale(typed["branch_scale"])} | BRANCH_SCALES
        return SeriesSettings(
            name=typed["name"], organiser=typed["organiser"], season=typed["season"],
            scale=scales[typed["scale_name"]], best=typed["best"], finalists=typed["finalists"],
            counts=typed["counts"], branch_scale=branch_scales[typed["branch_scale_name"]],
            branch_best=typed["branch_best"], share_points=typed["share_points"],
            criteria=tuple(
                Criterion(typed[bound.name]) for bound in self.criteria if typed[bound.name]
            ),
        )  # fmt: skip


def _listed_scale(text: str) -> tuple[int, ...]:
    words = text.translate(dict.fromkeys(map(ord, ",，、;；"), " ")).split()
    return tuple(int(word) if word.isdecimal() and len(word) < 9 else -1 for word in words)


def _typed_scale(field: str, scale: tuple[int, ...], named: Mapping[str, tuple[int, ...]]) -> dict[str, str]:
    """The scale as two fields have it: its name, or its numbers."""
    name = next((name for name, of_name in named.items() if of_name == scale), LISTED)
    return {f"{field}_name": name, field: ", ".join(map(str, scale)) if name == LISTED else ""}


class JoinForm(PageForm):
    """One more event of the series."""

    event = forms.ChoiceField(label=_("Event"))
    final = forms.BooleanField(label=_("It is the final that the season leads to"), required=False)

    def __init__(
        self, *args: Any, events: Sequence[Tournament], counts: str = SeriesCounts.TEAMS, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if not SeriesCounts(counts).has_teams:
            del self.fields["final"]
        self.offered = {event.slug: event for event in events}
        self.fields["event"].choices = [  # type: ignore[attr-defined]
            (slug, event.name) for slug, event in self.offered.items()
        ]


class NextForm(PageForm):
    """The next event, held as the last one was."""

    apart = "next"
    next_name = BoundedText(_("Name of the event"), 80, required=True)
    first_day = Day(label=_("First match day"))
    aliases = {"name": "next_name"}


class FinalForm(PageForm):
    """Who of the table does not come to the final."""

    apart = "final"
    declined = forms.MultipleChoiceField(label=_("Does not come"), required=False)

    def __init__(self, *args: Any, lines: Sequence[SeasonLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["declined"].choices = [(line.key, line.key) for line in lines]  # type: ignore[attr-defined]


class MergeForm(PageForm):
    """``key`` counts for ``into``."""

    apart = "merge"
    key_of = Hidden()
    into = Hidden()


class PressForm(PageForm):
    """A button that asks nothing: an event leaves, two competitors are counted apart, the series is deleted."""


@needs(Permission.SITE)
@require_safe
def series_list(request: HttpRequest) -> HttpResponse:
    return render(request, "series/series_list.html", {"rows": every_series()})


@needs(Permission.SITE)
def series_new(request: HttpRequest) -> HttpResponse:
    """An empty form; with ``?event=``, a slug, one that ranks the branches of that event, which comes into it."""
    slug = request.GET.get("event", "")
    event = next((event for event in events_without_series() if event.slug == slug), None) if slug else None
    if slug and event is None:
        raise Http404
    usual = {"counts": SeriesCounts.BRANCHES, "share_points": True} if event else {}
    initial = {name: getattr(event, name) for name in ("name", "organiser", "slug") if event} | usual
    form = SeriesForm(request.POST or None, is_new=True, initial=initial)

    def create(typed: dict[str, Any]) -> dict[str, str]:
        series = create_series(form.settings(), by=actor(request), slug=typed["slug"])
        if event:
            join_series(event, series, by=actor(request))
        return {"slug": series.slug}

    if request.method == "POST":
        attempt = form.try_to(create, request)
        if attempt.done:
            return redirect("series_office", attempt.answer["slug"])
    return render(request, "series/series_new.html", {"form": form, "event": event}, status=form.status)


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
        "joining": refused if isinstance(refused, JoinForm) else _join_form(None, series),
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


@needs(Permission.SITE)
@changes(
    _series_page,
    lambda data, series: SeriesForm(data, version=_version(series)),
    _("The settings are saved; the table follows them."),
    of=_series,
)
def series_settings(request: HttpRequest, series: Series, form: SeriesForm) -> None:
    edit_series(series, form.settings(), by=actor(request), seen=form.made_from)


def _join_form(data: Any, series: Series) -> JoinForm:
    return JoinForm(data, events=events_without_series(), counts=series.counts)


@needs(Permission.SITE)
@changes(_series_page, _join_form, _("The event belongs to the series."), of=_series)
def series_joining(request: HttpRequest, series: Series, form: JoinForm) -> None:
    event = form.offered[form.cleaned_data["event"]]
    join_series(event, series, by=actor(request), final=form.cleaned_data.get("final", False))


@needs(Permission.SITE)
@changes(_series_page, PressForm, _("The event is out of the series."), to="series_office", of=_series)
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
@changes(_series_page, MergeForm, _("They are counted apart."), to="series_office", of=_series)
def series_parting(request: HttpRequest, series: Series, form: MergeForm) -> None:
    part_competitors(series, form.cleaned_data["key_of"], by=actor(request))


@needs(Permission.SITE)
@require_POST
def series_deletion(request: HttpRequest, series: str) -> HttpResponse:
    series_row, form = _series(series), PressForm(request.POST)
    if not form.try_to(lambda _typed: delete_series(series_row, by=actor(request)), request).done:
        return _series_page(request, series_row, form)
    return redirect("series_list")
