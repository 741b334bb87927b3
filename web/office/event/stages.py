"""The stages after the first: what is planned, one more, and the last one removed."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import StageView, stages_of
from tournaments.bracket.words.formats import FORMAT_NAMES
from tournaments.event.actions.stages import Entrance, add_stage, remove_stage
from tournaments.formats import made
from tournaments.formats.settings import FLAGS, FOR_NEW, SettingsError
from tournaments.models import Stage, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import TournamentState
from web.office.event.format_forms import CRITERION, OWN_ORDER, setting_fields, typed_settings
from web.requests.changes import changes
from web.requests.forms import Day, Hour, PageForm
from web.requests.loaders import actor, needs

DAY = timedelta(days=1)


class StageForm(PageForm):
    """Who comes into the new stage, in which format, and when its rounds are; times on the wall of the event's zone."""

    aliases = {"criteria": f"{CRITERION}1"}

    source = forms.TypedChoiceField(label=_("The teams come from"), coerce=int)
    first_place = forms.IntegerField(
        label=_("From which place on"), initial=1, min_value=1, max_value=4096,
        help_text=_(
            "1 for a final; 5 to play out the places 5 to 8; the first place of the losers for a consolation. "
            "The losers of a knockout may play beside its later rounds."
        ),
    )  # fmt: skip
    places = forms.IntegerField(label=_("How many teams"), initial=4, min_value=2, max_value=4096)
    by_lot = forms.TypedChoiceField(
        label=_("They stand"), coerce=lambda value: value == "lot", initial="place",
        choices=[("place", _("by their places: the first meets the last")), ("lot", _("by new lots"))],
    )  # fmt: skip
    format = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()])
    date = Day(label=_("Day of its first round"))
    time = Hour(label=_("Start of its first round"))
    every = forms.IntegerField(
        label=_("Minutes from one round to the next"), required=False, min_value=1, max_value=1440,
        help_text=_("Left empty, one round a day. The timetable can move each of them."),
    )  # fmt: skip
    minutes = forms.IntegerField(
        label=_("Minutes per round"), required=False, min_value=1, max_value=1439,
        help_text=_("Left empty, as long as the event's other rounds."),
    )  # fmt: skip

    def __init__(self, *args: Any, stages: tuple[StageView, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = gettext("Stage %(number)s: %(format)s")
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (label.number, words % {"number": label.number, "format": FORMAT_NAMES[label.format]})
            for label in (stage.label for stage in stages)
        ]
        self.initial["source"] = stages[-1].label.number
        begins = {name for new in FOR_NEW.values() for name in new if name in FLAGS}
        self.own = {name: field for name, field in setting_fields(required=False).items() if name not in begins}
        self.fields |= self.own

    def about_format(self) -> list[forms.BoundField]:
        """The settings of formats, each for those that know it, without an own order."""
        return [self[name] for name in self.own if not name.startswith(CRITERION)]

    def own_order(self) -> list[forms.BoundField]:
        return [self[name] for name in self.own if name.startswith(CRITERION)]

    @property
    def is_own(self) -> bool:
        return bool(self["order"].value() == OWN_ORDER) or any(bound.value() for bound in self.own_order())

    def about(self) -> list[forms.BoundField]:
        return [bound for bound in self if bound.name not in self.own]

    def settings(self) -> dict[str, Any]:
        return {**FOR_NEW.get(self.cleaned_data["format"], {}), **typed_settings(self.cleaned_data)}

    def starts(self) -> list[datetime]:
        """As many moments without zone as the stage has rounds; one if no format can be made of what was typed."""
        typed = self.cleaned_data
        first = datetime.combine(typed["date"], typed["time"])
        step = timedelta(minutes=typed["every"]) if typed["every"] else DAY
        try:
            format_ = made(typed["format"], self.settings())
            rounds = len(format_.rounds(format_.size(typed["places"])))
        except (SettingsError, ValueError):
            rounds = 1
        return [first + number * step for number in range(rounds)]


class RemovalForm(PageForm):
    """The last stage goes."""


def _stages_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    stage_views = stages_of(rounds(tournament))
    last = stage_views[-1].label if stage_views else None
    is_over = tournament.state == TournamentState.FINISHED
    context = {
        "tournament": tournament,
        "stages": stage_views,
        "numbers": {stage.label.id: stage.label.number for stage in stage_views},
        "form": refused if isinstance(refused, StageForm) else StageForm(stages=stage_views),
        "removal": refused if isinstance(refused, RemovalForm) else RemovalForm(),
        "removable": last.number if last and last.source and not last.size else 0,
        "may_edit": may(request.user, Permission.EVENT_EDIT, tournament) and not is_over,
    }
    return render(request, "event/stages.html", context, status=refused.status if refused else 200)


def _stage_form(data: Any, tournament: Tournament) -> StageForm:
    return StageForm(data, stages=stages_of(rounds(tournament)))


stages = needs(Permission.OFFICE_READ)(require_safe(_stages_page))


@needs(Permission.EVENT_EDIT)
@changes(_stages_page, _stage_form, _("The stage is added, with its rounds in the timetable."), to="stages")
def stage_new(request: HttpRequest, tournament: Tournament, form: StageForm) -> None:
    typed = form.cleaned_data
    add_stage(
        tournament,
        by=actor(request),
        format_=typed["format"],
        entrance=Entrance(typed["places"], typed["source"], typed["first_place"], typed["by_lot"]),
        starts=[start.replace(tzinfo=tournament.tzinfo) for start in form.starts()],
        settings=form.settings(),
        minutes=typed["minutes"],
    )


@needs(Permission.EVENT_EDIT)
@changes(_stages_page, RemovalForm, _("The stage is removed, with its rounds."), to="stages")
def stage_removal(request: HttpRequest, tournament: Tournament, form: RemovalForm, number: int) -> None:
    remove_stage(get_object_or_404(Stage, tournament=tournament, number=number), by=actor(request))
