"""Forms of the adviser: what a clerk knows, and the event that one press makes of a proposal."""

from collections.abc import Collection
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.entries.seats import USUAL
from tournaments.forecast.advice import Wish
from web.forms import PageForm
from words.advice import KINDS

HOUR = 60
MOST_TEAMS = 500
TEAMS, PEOPLE = "teams", "people"


def _number(label: Any, low: int, high: int, initial: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, initial=initial, help_text=help_text)


def _hour(label: Any, initial: time) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(label=label, initial=initial, widget=widget)


class WishForm(PageForm):
    """What a clerk knows of an event before it has a format."""

    count = _number(_("How many take part"), 2, MOST_TEAMS * USUAL, 24)
    unit = forms.ChoiceField(
        label=_("Counted in"), initial=TEAMS, choices=[(TEAMS, _("teams of two")), (PEOPLE, _("people"))]
    )
    tables = _number(_("How many tables"), 1, 500, 12)
    days = _number(_("How many match days"), 1, 60, 1)
    minutes = _number(_("Minutes per round"), 10, 240, 60)
    least = _number(_("Matches that everybody plays at least"), 1, 20, 1)
    start = _hour(_("The first round of a day starts"), time(9))
    latest = _hour(pgettext_lazy("day", "The last one is over by"), time(18))

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        start, latest = values.get("start"), values.get("latest")
        if start and latest and latest <= start:
            self.add_error("latest", gettext("Please give a time after the start."))
        if values.get("count") and not 2 <= self._teams(values) <= MOST_TEAMS:
            said = gettext("Please give 2 to %(most)s teams, or twice as many people.")
            self.add_error("count", said % {"most": MOST_TEAMS})
        return values

    @property
    def wish(self) -> Wish:
        """What was typed, of a form that is valid."""
        typed = self.cleaned_data
        minutes = {name: typed[name].hour * HOUR + typed[name].minute for name in ("start", "latest")}
        same = {name: typed[name] for name in ("tables", "days", "minutes", "least")}
        return Wish(teams=self._teams(typed), **same, **minutes)

    @property
    def left_over(self) -> bool:
        """Whether one of an odd number of people has no partner."""
        typed = self.cleaned_data
        return bool(typed["unit"] == PEOPLE and typed["count"] % USUAL)

    def _teams(self, values: dict[str, Any]) -> int:
        return int(values["count"]) // USUAL if values.get("unit") == PEOPLE else int(values["count"])


class AdvisedForm(PageForm):
    """The event of a proposal: ``kind`` is the button that was pressed, one of those that fit."""

    kind = forms.ChoiceField(label=_("Format"))
    name = forms.CharField(label=_("Name of the event"), max_length=80)
    organiser = forms.CharField(
        label=_("Organiser"), max_length=60, required=False,
        help_text=_("Stands at the head of every page and on the certificates."),
    )  # fmt: skip
    first_day = forms.DateField(
        label=_("First match day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("The other days follow it; the timetable can move each round."),
    )  # fmt: skip

    def __init__(self, *args: Any, fitting: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(kind, KINDS[kind]) for kind in fitting]  # type: ignore[attr-defined]
