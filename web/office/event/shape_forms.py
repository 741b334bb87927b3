"""The form of an event's shape: its hours, tables and minutes, and a line for each stage."""

from collections.abc import Mapping
from dataclasses import fields
from itertools import count
from typing import Any, Final

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.words.formats import FORMAT_NAMES, READY
from tournaments.event.queries.shape import Shape, StageShape
from tournaments.event.rules.stages import settings_problems
from tournaments.forecast.plan import Plan
from tournaments.formats import FORMATS, KNOCKOUT, made
from tournaments.formats.format import Format
from tournaments.formats.settings import FLAGS, FOR_NEW, NUMBERS, SettingsError
from tournaments.formats.tie_breaks import TieBreak
from tournaments.presets.preset import MOST_TABLES
from web.office.event.format_forms import (
    CHOICES,
    CRITERION,
    OWN_ORDER,
    TIE_BREAKS_OFFERED,
    setting_fields,
    typed_settings,
)
from web.office.event.hours import BREAKS, breaks_of, hours_in_order, minutes_of, wall_of
from web.requests.forms import Day, Hour, Line, Lines, PageForm

MOST_TEAMS, MOST_PLACES = 1024, 4096
ANEW, AS_THEY_ARE = "anew", "kept"
NEW_STAGE: Final = StageShape(KNOCKOUT, {}, places=4, source=1)


class StageLine(Line):
    """One stage: who comes into it, its format, and what that lets the event choose. Once another format is chosen its
    settings are the usual ones, until the page has shown them."""

    aliases = {"criteria": f"{CRITERION}1"}
    stage: StageShape

    def __init__(self, *args: Any, initial: Mapping[str, Any], **kwargs: Any) -> None:
        self.stage = initial["stage"]
        super().__init__(*args, **kwargs)
        number, stage = int(str(self.prefix)), self.stage
        chosen = self.data.get(self.add_prefix("format"), stage.format) if self.is_bound else stage.format
        self.chosen = chosen if chosen in FORMATS else stage.format
        present = stage.settings if self.chosen == stage.format else FOR_NEW.get(self.chosen, {})
        self.present, self.of = present, made(self.chosen, dict(present))
        self.fields["format"] = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()])
        self.initial = {"format": stage.format, "minutes": stage.minutes}
        if number > 1:
            self._ask_who_comes(number)
        self.fields["minutes"] = forms.IntegerField(
            label=_("Minutes per round, if its own"), required=False, min_value=1, max_value=1439
        )
        asked, values = _asked_of(self.of)
        self.asked = list(asked)
        self.fields |= asked
        self.initial |= values
        if self.is_bound and self.data.get(self.add_prefix("shown")) != self.chosen:
            self.data = data = self.data.copy()  # type: ignore[attr-defined]
            for name in asked:
                value = values.get(name)
                data[self.add_prefix(name)] = "" if value is None or value is False else str(value)
        for field in self.fields.values():
            field.disabled = stage.is_drawn
        self.word_errors()

    def _ask_who_comes(self, number: int) -> None:
        sources = [(n, gettext("Stage %(number)s") % {"number": n}) for n in range(1, number)]
        self.fields |= {
            "places": forms.IntegerField(label=_("How many teams"), min_value=2, max_value=MOST_PLACES),
            "source": forms.TypedChoiceField(label=_("The teams come from"), coerce=int, choices=sources),
            "first_place": forms.IntegerField(
                label=_("From which place on"), min_value=1, max_value=MOST_PLACES,
                help_text=_("1 for a final; 5 to play out the places 5 to 8."),
            ),
            "by_lot": forms.TypedChoiceField(
                label=_("They stand"), coerce=lambda value: value == "lot",
                choices=[("place", _("by their places: the first meets the last")), ("lot", _("by new lots"))],
            ),
        }  # fmt: skip
        self.initial |= {  # type: ignore[operator]
            "places": self.stage.places,
            "source": self.stage.source,
            "first_place": self.stage.first_place,
            "by_lot": "lot" if self.stage.by_lot else "place",
        }

    @property
    def who_comes(self) -> list[forms.BoundField]:
        return [self[name] for name in ("places", "source", "first_place", "by_lot") if name in self.fields]

    @property
    def about_format(self) -> list[forms.BoundField]:
        """Its settings, without an own order of tie-breaks."""
        return [self[name] for name in self.asked if not name.startswith(CRITERION)]

    @property
    def own_order(self) -> list[forms.BoundField]:
        return [self[name] for name in self.asked if name.startswith(CRITERION)]

    @property
    def is_own(self) -> bool:
        is_chosen = "order" in self.fields and self["order"].value() == OWN_ORDER
        return is_chosen or any(bound.errors for bound in self.own_order)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        settings = self._settings(values)
        try:
            made(self.chosen, settings)
        except SettingsError as wrong:
            self.take(settings_problems(wrong, settings))
        return values

    def shape(self) -> StageShape:
        """What was typed, of a line that is valid."""
        typed = self.cleaned_data
        if self.stage.is_drawn:
            return self.stage
        comes = {name: typed[name] for name in ("places", "source", "first_place", "by_lot") if name in self.fields}
        return StageShape(typed["format"], self._settings(typed), **comes, minutes=typed["minutes"])

    def _settings(self, typed: Mapping[str, Any]) -> dict[str, Any]:
        """The settings that stand, and those that were changed."""
        changed = typed
        if any(name.startswith(CRITERION) for name in self.changed_data) and "order" not in self.changed_data:
            changed = {**typed, "order": OWN_ORDER}
        chosen = typed_settings({name: changed.get(name) for name in self.asked})
        order = chosen.pop("criteria", None)
        other = {name: value for name, value in chosen.items() if value != getattr(self.of, name)}
        if order and list(map(str, _criteria(self.of))) != order:
            other["criteria"] = order
        return {**self.present, **other}


def _criteria(of: Format) -> tuple[TieBreak, ...]:
    return tuple(each for each in of.criteria if each is not TieBreak.LOT)


def _asked_of(of: Format) -> tuple[dict[str, forms.Field], dict[str, Any]]:
    """The fields for what the format lets an event choose, and the values that stand."""
    criteria = _criteria(of)
    order = {f"{CRITERION}{number}": tie_break for number, tie_break in enumerate(criteria, start=1)}
    ready = next((name for name, (_words, chosen) in READY.items() if chosen == criteria), OWN_ORDER)
    known = {field.name for field in fields(of)}  # type: ignore[arg-type]
    offered = setting_fields(tie_breaks=max(TIE_BREAKS_OFFERED, len(order)) if order else 0)
    settings = (*NUMBERS, *FLAGS, *CHOICES)
    asked = {name: field for name, field in offered.items() if name in known or name not in settings}
    return asked, {"order": ready, **{name: getattr(of, name) for name in settings if name in known}, **order}


class StageLines(Lines):
    """A line for each stage, the first one first."""

    form = StageLine

    def __init__(self, data: Any, stages: tuple[StageShape, ...]) -> None:
        if data is not None:
            sent = next(number for number in count() if f"shown-{number + 1}" not in data)
            stages = (*stages[: max(sent, 1)], *[NEW_STAGE] * (sent - len(stages)))
        super().__init__(data, initial=[{"stage": stage} for stage in stages])

    def add_prefix(self, index: int | str) -> str:
        return str(int(index) + 1)

    def label_of(self, line: forms.Form) -> str:
        return gettext("Stage %(number)s") % {"number": line.prefix}


class ShapeForm(PageForm):
    """赛制编排: hours on the wall of the event's zone."""

    teams = forms.IntegerField(
        label=_("How many teams are expected"), required=False, min_value=2, max_value=MOST_TEAMS
    )
    first_day = Day(label=_("First match day"))
    days = forms.IntegerField(label=_("How many match days"), min_value=1, max_value=60)
    start = Hour(label=_("The first round of a day starts"))
    latest = Hour(label=pgettext_lazy("day", "The last one is over by"), required=False)
    break_from = Hour(label=_("Break from"), required=False)
    break_to = Hour(label=_("Break until"), required=False)
    evening_from = Hour(label=_("Second break from"), required=False)
    evening_to = Hour(label=_("Second break until"), required=False)
    minutes = forms.IntegerField(label=_("Minutes per round"), required=False, min_value=1, max_value=1439)
    tables = forms.IntegerField(label=_("How many tables"), min_value=0, max_value=MOST_TABLES)
    least = forms.IntegerField(label=_("Matches that everybody plays at least"), min_value=1, max_value=20)
    hours = forms.ChoiceField(
        label=_("The timetable"),
        choices=[(ANEW, _("follows: the hours are laid out anew")), (AS_THEY_ARE, _("keeps the hours that it has"))],
        widget=forms.RadioSelect,
    )

    def __init__(
        self, data: Any, shape: Shape, *, is_drawn: bool, follows: bool, asks_teams: bool, version: int
    ) -> None:
        plan = shape.plan
        names = [name for pair in BREAKS for name in pair]
        pairs = dict(zip(names, (wall_of(minutes) for each in plan.breaks for minutes in each), strict=False))
        initial = {
            "teams": plan.teams or None, "first_day": shape.first_day, "days": shape.days, "start": wall_of(plan.start),
            "latest": wall_of(plan.latest) if plan.latest else None, "minutes": shape.minutes, "tables": shape.tables,
            "least": plan.least, "hours": ANEW if follows and not is_drawn else AS_THEY_ARE, **pairs,
        }  # fmt: skip
        super().__init__(data, initial=initial, version=version)
        self.of = shape
        self.stages = StageLines(data, shape.stages)
        if not asks_teams:
            del self.fields["teams"]
        for name in ("first_day", "days", "minutes", "hours") if is_drawn else ():
            self.fields[name].disabled = True

    def parts(self) -> list[StageLines]:
        return [self.stages]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        hours_in_order(self)
        return values

    @cached_property
    def shape(self) -> Shape:
        """What was typed, of a form that is valid."""
        typed = self.cleaned_data
        plan = Plan(
            teams=typed.get("teams") or self.of.plan.teams,
            start=minutes_of(typed["start"]),
            latest=minutes_of(typed["latest"]) if typed["latest"] else 0,
            breaks=breaks_of(typed),
            least=typed["least"],
        )
        stages = tuple(line.shape() for line in self.stages.forms)
        return Shape(stages, typed["tables"], typed["minutes"], typed["first_day"], typed["days"], plan)
