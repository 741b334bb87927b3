"""Forms of a series: its settings, its events, who is taken for whom, and the entries of its final."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Tournament
from tournaments.series.queries import SeasonLine, SeriesSettings
from tournaments.series.season import SCALES, USUAL, Criterion
from tournaments.series.words import CRITERIA, SCALE_NAMES
from web.requests.forms import BoundedText, Day, Hidden, PageForm

OWN, LISTED = "own", "listed"
MOST_CRITERIA = 4


class SeriesForm(PageForm):
    """The settings of a series; ``slug`` of a new one only."""

    name = BoundedText(_("Name of the series"), 80, required=True)
    season = BoundedText(_("Season"), 20, help_text=_("As people say it: 2026, or 2025–26."))
    organiser = BoundedText(_("Organiser"), 60)
    slug = BoundedText(
        _("Address"), 40, required=True, autocapitalize="none", spellcheck="false",
        help_text=_("Small letters, digits and hyphens, for the link. It stays as it is."),
    )  # fmt: skip
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
        named = next((name for name, scale in SCALES.items() if scale == settings.scale), LISTED)
        initial = asdict(settings) | {
            "scale_name": named if settings.scale else OWN,
            "scale": ", ".join(map(str, settings.scale)) if named == LISTED else "",
            **{f"criterion_{number}": name for number, name in enumerate(settings.criteria, start=1)},
            **{f"criterion_{number}": "" for number in range(len(settings.criteria) + 1, MOST_CRITERIA + 1)},
        }
        return cls(initial=initial, **more)

    def criteria(self) -> list[forms.BoundField]:
        return [self[f"criterion_{number}"] for number in range(1, MOST_CRITERIA + 1)]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("scale_name") == LISTED and not values.get("scale", "").strip():
            self.add_error("scale", self.fields["scale"].error_messages["required"])
        return values

    def settings(self) -> SeriesSettings:
        """What was typed; a number that is none is -1, which the action refuses."""
        typed = self.cleaned_data
        words = typed["scale"].translate(dict.fromkeys(map(ord, ",，、;；"), " ")).split()
        listed = tuple(int(word) if word.isdecimal() and len(word) < 9 else -1 for word in words)
        named = {OWN: (), LISTED: listed} | SCALES
        return SeriesSettings(
            name=typed["name"], organiser=typed["organiser"], season=typed["season"],
            scale=named[typed["scale_name"]], best=typed["best"], finalists=typed["finalists"],
            criteria=tuple(
                Criterion(typed[bound.name]) for bound in self.criteria() if typed[bound.name]
            ),
        )  # fmt: skip


class JoinForm(PageForm):
    """One more event of the series."""

    event = forms.ChoiceField(label=_("Event"))
    final = forms.BooleanField(label=_("It is the final that the season leads to"), required=False)

    def __init__(self, *args: Any, events: Sequence[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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
