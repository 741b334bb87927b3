"""Forms of the office: a new event, settings, branches, people. They read types; what is allowed the actions say."""

from collections.abc import Iterable
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from journal.refusals import Problem
from tournaments.preset import BranchPlan
from tournaments.states import RoleKind
from web.phrases import sentence
from web.phrases.entries import ZONES

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Choices = list[tuple[str, Any]]

EMPTY = "empty"


class OfficeForm(forms.Form):
    """A form whose fields have the ids that a list of problems links to (``f-<field>``)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "f-%s", **kwargs})
        self.use_required_attribute = False
        for field in self.fields.values():
            field.error_messages["required"] = _("Please fill this in.")

    def take(self, problems: Iterable[Problem]) -> None:
        """Show each problem at its field; what has no field here stands above the form."""
        for problem in problems:
            self.add_error(problem.field if problem.field in self.fields else None, sentence(problem))


def _text(
    label: "_StrPromise", length: int, *, required: bool = False, help_text: Any = "", **attributes: Any
) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=length, required=required, help_text=help_text, widget=forms.TextInput(attrs=attributes)
    )


class NewEventForm(OfficeForm):
    """What a new event needs: a pattern, its first match day, and an address."""

    preset = forms.ChoiceField(label=_("Pattern"), widget=forms.RadioSelect)
    first_day = forms.DateField(
        label=_("First match day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("All other dates of the pattern keep their distance from it."),
    )  # fmt: skip
    slug = _text(
        _("Address"), 40, help_text=_("Small letters, digits and hyphens, for the link. Left empty, one is chosen."),
        autocapitalize="none", spellcheck="false",
    )  # fmt: skip
    name = _text(
        _("Name of the event"),
        80,
        help_text=_("Left empty, the pattern's own name is taken; an empty event needs one."),
    )
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=12, initial=5, required=False)
    at = forms.TimeField(
        label=_("Start of a round"), initial=time(12, 30), required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )  # fmt: skip

    def __init__(self, *args: Any, presets: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [*presets, (EMPTY, _("Empty event"))]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("preset") == EMPTY and not values.get("name") and "name" not in self.errors:
            self.add_error("name", _("Please give the event a name."))
        return values


ON_TIME: Choices = [
    ("finish_deal", _("The deal in hand is played out, then the levels decide")),
    ("stop_now", _("Play stops at once; the deal in hand does not count")),
    ("referee", _("The chief referee decides at the table")),
]
PASS_CONDITION: Choices = [
    ("first_only", _("First out is enough; the partner may be last")),
    ("partner_not_last", _("First out, and the partner is not last")),
    ("first_and_second", _("First and second out")),
    ("reach_a", _("Reaching A is enough")),
]
PASS_SCOPE: Choices = [
    ("own_a", _("Only in a deal played at one's own A")),
    ("any_deal", _("In any deal won while standing at A")),
]
A_FAIL: Choices = [
    ("none", _("No rule: one may try for ever")),
    ("3:2", _("After three failures back to 2")),
    ("3:J", _("After three failures back to J")),
    ("3:lose", _("After three failures the match is lost")),
]
TIE: Choices = [
    ("extra_deal", _("One extra deal; the side of the player out first wins")),
    ("on_stage", _("The side on stage wins")),
    ("referee", _("The chief referee decides")),
]
TIE_RULES = {
    "extra_deal": ["first_to_reach", "extra_deal", "referee"],
    "on_stage": ["first_to_reach", "on_stage", "referee"],
    "referee": ["first_to_reach", "referee"],
}
REPORT: Choices = [("6", _("At 6 cards")), ("10", _("At 10 cards")), ("none", _("Never"))]
BEST_OF: Choices = [("1", _("One game")), ("3", _("Best of three")), ("5", _("Best of five"))]


def _moment(label: "_StrPromise", *, required: bool = True, help_text: Any = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=required, widget=widget, help_text=help_text)


def _choice(label: "_StrPromise", choices: Choices, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, help_text=help_text)


def _minutes(label: "_StrPromise", low: int, high: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, help_text=help_text)


class SettingsForm(OfficeForm):
    """Everything that the office may change about an event; times are on the wall of the event's zone."""

    name = _text(_("Name of the event"), 80, required=True)
    organiser = _text(_("Organiser"), 60)
    document = _text(_("Number of the notice"), 60)
    place = _text(_("Place"), 80)
    zone = _choice(_("Time zone"), [*ZONES.items()], _("All times stay as they are on the wall."))
    closes = _moment(_("Registration closes"))
    draw = _moment(_("Lots are drawn"), required=False)
    check_in_minutes = _minutes(_("Teams are called so many minutes before the start"), 0, 240)
    last_bell_minutes = _minutes(_("The last deal is announced so many minutes before the bell (0: it is not)"), 0, 60)
    on_time = _choice(_("A deal in hand when the time is up"), ON_TIME)
    tie = _choice(_("Equal levels, and nobody was there first (2 to 2)"), TIE)
    pass_scope = _choice(_("In which deals A can be passed"), PASS_SCOPE)
    a_fail = _choice(_("Failing to pass A"), A_FAIL)
    grace_minutes = _minutes(_("Minutes of grace for those who are late"), 0, 120)
    opposite_halves = forms.BooleanField(label=_("Teams of one branch are drawn into opposite halves"), required=False)
    third_place_match = forms.BooleanField(label=_("A match for third place"), required=False)
    minutes = _minutes(_("Minutes a round"), 1, 1439)
    pass_condition = _choice(_("Passing A"), PASS_CONDITION)
    report_at = _choice(_("Remaining cards are reported"), REPORT)
    best_of = _choice(_("Games a match"), BEST_OF)
    award_1 = _text(_("First place"), 20, required=True)
    award_2 = _text(_("Second place"), 20, required=True)
    award_3 = _text(_("Third place"), 20, required=True)
    award_0 = _text(_("Everybody else who was present"), 20, required=True)

    ABOUT = ("name", "organiser", "document", "place", "check_in_minutes", "last_bell_minutes")
    TIMES = ("closes", "draw", "zone")
    OPEN = ("on_time", "tie", "pass_scope", "a_fail", "grace_minutes", "opposite_halves", "third_place_match")
    RULES = ("minutes", "pass_condition", "report_at", "best_of")
    AWARDS = ("award_1", "award_2", "award_3", "award_0")

    def __init__(self, *args: Any, frozen: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = kwargs["initial"]["zone"]
        if known not in ZONES:
            self.fields["zone"].choices = [(known, known), *ZONES.items()]  # type: ignore[attr-defined]
        for name, field in self.fields.items():
            field.disabled = frozen and name not in self.ABOUT

    def group(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        return [self[name] for name in names]

    def about(self) -> list[forms.BoundField]:
        return self.group(self.ABOUT)

    def times(self) -> list[forms.BoundField]:
        return self.group(self.TIMES)

    def left_open(self) -> list[forms.BoundField]:
        return self.group(self.OPEN)

    def rules(self) -> list[forms.BoundField]:
        return self.group(self.RULES)

    def awards(self) -> list[forms.BoundField]:
        return self.group(self.AWARDS)

    def wall(self, name: str) -> datetime | None:
        """A typed moment without its zone: the time that a clock in the hall shows."""
        value = self.cleaned_data[name]
        return timezone.make_naive(value) if value and timezone.is_aware(value) else value


class BranchForm(OfficeForm):
    """One branch: its name, its quota, and its place in the annex."""

    name = _text(_("Name of the branch"), 60, required=True)
    quota = forms.IntegerField(label=_("Quota of teams"), initial=2)
    place = forms.IntegerField(label=_("Place in the list"), required=False, min_value=1, max_value=9999)


class BranchesForm(OfficeForm):
    """New branches, one a line, with an optional quota at the end of the line."""

    branches = forms.CharField(
        label=_("New branches, one a line"), widget=forms.Textarea(attrs={"rows": 5}), max_length=20000,
        help_text=_("Paste them from the notice: the name, then the quota. Without a number the quota is 2."),
    )  # fmt: skip

    def plans(self) -> list[BranchPlan]:
        lines = [line.split() for line in self.cleaned_data["branches"].splitlines() if line.strip()]
        return [_plan(words) for words in lines]


def _plan(words: list[str]) -> BranchPlan:
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 6:
        return BranchPlan(" ".join(words[:-1]), int(words[-1]))
    return BranchPlan(" ".join(words), 2)


class PersonForm(OfficeForm):
    """A new account with its first role."""

    name = _text(_("Name"), 60, required=True, autocomplete="off")
    username = _text(_("User name"), 30, required=True, autocomplete="off", autocapitalize="none", spellcheck="false",
                     help_text=_("2 to 30 small letters or digits, for example the pinyin of the name."))  # fmt: skip
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)


class RoleForm(OfficeForm):
    """A role for somebody who has an account already."""

    username = _text(_("User name"), 150, required=True, autocomplete="off", autocapitalize="none", spellcheck="false")
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)
