"""Forms of the stages after the first: one more stage, and the removal of the last."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.formats import FORMAT_NAMES
from tournaments.formats import made
from tournaments.formats.settings import SettingsError
from web.office.event.format_forms import CRITERION, setting_fields, typed_settings
from web.requests.forms import PageForm

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
    date = forms.DateField(
        label=_("Day of its first round"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time = forms.TimeField(
        label=_("Start of its first round"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
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
        self.own = setting_fields(required=False)
        self.fields |= self.own

    def about_format(self) -> list[forms.BoundField]:
        """The settings of formats, each for those that know it."""
        return [self[name] for name in self.own]

    def about(self) -> list[forms.BoundField]:
        return [bound for bound in self if bound.name not in self.own]

    def settings(self) -> dict[str, Any]:
        """What was typed of them."""
        return typed_settings(self.cleaned_data)

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
