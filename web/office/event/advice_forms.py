"""Forms of the adviser: what a clerk knows, and the event that one press makes of a proposal."""

from collections.abc import Collection, Mapping
from datetime import time
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.day.words.games import NAMES
from tournaments.entries.seats import USUAL
from tournaments.event.words.advice import KINDS
from tournaments.forecast.advice import Wish
from tournaments.presets.named_games import GUANDAN, NAMED_GAMES
from tournaments.presets.preset import MOST_TABLES
from web.requests.forms import PageForm

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

    game = forms.ChoiceField(label=_("Game"), choices=[*NAMES.items()], initial=GUANDAN, required=False)
    count = _number(_("How many take part"), 2, MOST_TEAMS * USUAL, 24)
    unit = forms.ChoiceField(label=_("Counted in"), initial=TEAMS, choices=[(TEAMS, _("teams")), (PEOPLE, _("people"))])
    tables = _number(_("How many tables"), 1, MOST_TABLES, 12)
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
            message = gettext("Please give 2 to %(most)s teams, or as many people as make them.")
            self.add_error("count", message % {"most": MOST_TEAMS})
        return values

    @property
    def wish(self) -> Wish:
        """What was typed, of a form that is valid."""
        typed = self.cleaned_data
        minutes = {name: typed[name].hour * HOUR + typed[name].minute for name in ("start", "latest")}
        same = {name: typed[name] for name in ("tables", "days", "minutes", "least")}
        return Wish(teams=self._teams(typed), **same, **minutes)

    @property
    def named_game(self) -> str:
        """项目, by its key in `named_games`."""
        return _game_of(self.cleaned_data)

    @property
    def left_over(self) -> int:
        """How many of the people are too few for a further team."""
        typed = self.cleaned_data
        return int(typed["count"]) % NAMED_GAMES[self.named_game].seats if typed["unit"] == PEOPLE else 0

    def _teams(self, values: dict[str, Any]) -> int:
        seats = NAMED_GAMES[_game_of(values)].seats if values.get("unit") == PEOPLE else 1
        return int(values["count"]) // seats


def _game_of(values: Mapping[str, Any]) -> str:
    """One that was not chosen, or is none, is 掼蛋."""
    return str(values.get("game") or GUANDAN)


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
