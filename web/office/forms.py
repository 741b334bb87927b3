"""Forms of the office: a new event, settings, branches, people. They read types; what is allowed the actions say."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guandan_rules import OnTime, PassCondition, Scope
from journal.refusals import Problem
from tournaments.bracket.words.formats import FORMAT_NAMES
from tournaments.bracket.words.names import listed
from tournaments.bracket.words.options import PASSING_OFFERED, PASSING_WHEN_OFFERED
from tournaments.day.words.games import MEASURES
from tournaments.day.words.games import NAMES as GAMES
from tournaments.entries.words.entries import SEATS, ZONES
from tournaments.event.queries.people import Person
from tournaments.event.words import rule_choices as choices
from tournaments.presets.named_games import GUANDAN, NAMED_GAMES, OFFERED
from tournaments.presets.preset import BranchPlan
from tournaments.states import RoleKind
from tournaments.words import sentence
from web.requests.forms import Choices, PageForm

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

EMPTY = "empty"
OPTIONS = frozenset(option for options in OFFERED.values() for option in options)
USUAL_QUOTA = 2


def _text(
    label: "_StrPromise", length: int, *, required: bool = False, help_text: Any = "", **attributes: Any
) -> forms.CharField:
    return forms.CharField(
        label=label, max_length=length, required=required, help_text=help_text, widget=forms.TextInput(attrs=attributes)
    )


class NewEventForm(PageForm):
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
        help_text=_("Left empty, the pattern's own name is taken, with the year of the first match day."),
    )
    organiser = _text(_("Organiser"), 60, help_text=_("Stands at the head of every page and on the certificates."))
    document = _text(_("Number of the notice"), 60)
    place = _text(_("Place"), 80)
    game = forms.ChoiceField(label=_("Game"), choices=[*GAMES.items()], required=False)
    format = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()], required=False)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=12, initial=5, required=False)
    at = forms.TimeField(
        label=_("Start of a round"), initial=time(12, 30), required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )  # fmt: skip

    seats = forms.TypedChoiceField(
        label=_("Players per team"),
        choices=[("", _("as the game is usually played")), *SEATS.items()],
        coerce=int,
        empty_value=None,
        required=False,
    )

    roles = forms.MultipleChoiceField(
        label=_("From the last event"), widget=forms.CheckboxSelectMultiple, required=False,
        help_text=_("Whoever is ticked gets the same role here, with the account and password of before."),
    )  # fmt: skip

    def __init__(self, *args: Any, presets: Choices, people: tuple[Person, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"].choices = [*presets, (EMPTY, _("Empty event"))]  # type: ignore[attr-defined]
        self.offered = {f"{person.user.pk}-{kind}": (person.user, kind) for person in people for kind in person.kinds}
        self.fields["roles"].choices = [  # type: ignore[attr-defined]
            (key, f"{user} ({user.username}) · {kind.label}") for key, (user, kind) in self.offered.items()
        ]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("preset") == EMPTY and not values.get("name") and "name" not in self.errors:
            self.add_error("name", _("Please give the event a name."))
        return values


def _moment(label: "_StrPromise", *, required: bool = True, help_text: Any = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=required, widget=widget, help_text=help_text)


class OptionField(forms.ChoiceField):
    """One option of the rules: some of its values are offered, and the one that stands is kept whatever it is.

    Values are those of ``RuleSet.to_dict()``, several belonging together as a tuple.
    """

    def __init__(self, label: Any, offered: Iterable[Any], words: Callable[[Any], Any]) -> None:
        self.offered, self.words = list(offered), words
        super().__init__(label=label, choices=self._offers())

    def offer(self, value: Any) -> None:
        """The value that stands, as a choice of its own if it is none of those offered."""
        if value not in self.offered:
            self.offered = [*self.offered, value]
            self.choices = self._offers()

    def prepare_value(self, value: Any) -> Any:
        return self._text(value)

    def to_python(self, value: Any) -> Any:
        text = self._text(value)
        matching = [offered for offered in self.offered if self._text(offered) == text]
        if not matching:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return matching[0]

    def validate(self, value: Any) -> None:
        """Nothing is left to say once the value is found."""

    def _offers(self) -> Choices:
        return [(self._text(value), self.words(value)) for value in self.offered]

    def _text(self, value: Any) -> str:
        parts = [str(part) for part in (value if isinstance(value, tuple) else (value,)) if part not in (None, "")]
        return ":".join(parts) or "none"


def _minutes(label: "_StrPromise", low: int, high: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=low, max_value=high, help_text=help_text)


class SettingsForm(PageForm):
    """Everything that the office may change about an event; times are on the wall of the event's zone."""

    name = _text(_("Name of the event"), 80, required=True)
    organiser = _text(_("Organiser"), 60)
    document = _text(_("Number of the notice"), 60)
    place = _text(_("Place"), 80)
    names_public = forms.BooleanField(
        label=_("The public pages show the players' names whole (else only the first character: 张＊＊)"),
        required=False,
    )
    zone = OptionField(_("Time zone"), ZONES, lambda zone: ZONES.get(zone, zone))
    closes = _moment(_("Registration closes"))
    draw = _moment(_("Lots are drawn"), required=False)
    check_in_minutes = _minutes(_("Minutes before the start when teams are called"), 0, 240)
    last_bell_minutes = _minutes(_("Minutes before the bell when the last deal is announced (0: never)"), 0, 60)
    on_time = OptionField(_("A deal in hand when the time is up"), OnTime, choices.ON_TIME.__getitem__)
    tie = OptionField(_("Equal levels, and nobody was there first (2 to 2)"), choices.TIES_OFFERED, choices.tie_words)
    pass_scope = OptionField(_("In which deals A can be passed"), Scope, PASSING_WHEN_OFFERED.__getitem__)
    a_fail = OptionField(_("Failing to pass A"), choices.FAILS_OFFERED, lambda fail: choices.fail_words(*fail))
    grace_minutes = _minutes(_("Minutes of grace for those who are late"), 0, 120)
    opposite_halves = forms.BooleanField(label=_("Teams of one branch are drawn into opposite halves"), required=False)
    third_place_match = forms.BooleanField(label=_("A match for third place"), required=False)
    minutes = _minutes(_("Minutes per round"), 1, 1439)
    pass_condition = OptionField(_("Passing A"), PassCondition, PASSING_OFFERED.__getitem__)
    report_at = OptionField(_("Remaining cards are reported"), choices.REPORTS_OFFERED, choices.report_words)
    best_of = OptionField(_("Games per match"), choices.GAMES_OFFERED, choices.games_words)
    award_1 = _text(_("First place"), 20, required=True)
    award_2 = _text(_("Second place"), 20, help_text=_("Left empty: no such award."))
    award_3 = _text(_("Third place"), 20)
    award_more = _text(_("The places after these"), 20)
    more_teams = forms.IntegerField(label=_("… for how many teams"), required=False, min_value=1, max_value=512)
    award_0 = _text(_("Everybody else who was present"), 20)

    ABOUT = ("name", "organiser", "document", "place", "names_public", "check_in_minutes", "last_bell_minutes")
    TIMES = ("closes", "draw", "zone")
    OPEN = ("on_time", "tie", "pass_scope", "a_fail", "grace_minutes", "opposite_halves", "third_place_match")
    RULES = ("minutes", "pass_condition", "report_at", "best_of")
    AWARDS = ("award_1", "award_2", "award_3", "award_more", "more_teams", "award_0")

    OF_GUANDAN = ("on_time", "tie", "pass_scope", "a_fail", "grace_minutes", "minutes", "pass_condition", "report_at")

    def __init__(self, *args: Any, frozen: bool, game: str = GUANDAN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in () if game == GUANDAN else self.OF_GUANDAN:
            del self.fields[name]
        if not NAMED_GAMES[game].has_deals:
            end = _("Minutes before the bell when the end is announced (0: never)")
            self.fields["last_bell_minutes"].label = end
        self.fields["zone"].help_text = _("All times stay as they are on the wall.")
        if self.initial["awards_after"]:
            after = {"awards": listed(f"{award.name} ({award.count})" for award in self.initial["awards_after"])}
            self.fields["award_more"].help_text = gettext("Behind these, kept as they are: %(awards)s.") % after
        if "minutes" in self.fields:
            self.fields["minutes"].required = self.initial["minutes"] is not None
        for name, field in self.fields.items():
            field.disabled = frozen and name not in self.ABOUT
            if isinstance(field, OptionField):
                field.offer(self.initial[name])

    def about(self) -> list[forms.BoundField]:
        return [self[name] for name in self.ABOUT]

    def times(self) -> list[forms.BoundField]:
        return [self[name] for name in self.TIMES]

    def left_open(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPEN if name in self.fields]

    def rules(self) -> list[forms.BoundField]:
        return [self[name] for name in self.RULES if name in self.fields]

    def awards(self) -> list[forms.BoundField]:
        return [self[name] for name in self.AWARDS]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("award_more") and not values.get("more_teams") and "more_teams" not in self.errors:
            self.add_error("more_teams", _("How many teams get it?"))
        return values

    def wall(self, name: str) -> datetime | None:
        """A typed moment without its zone: the time that a clock in the hall shows."""
        value = self.cleaned_data[name]
        return timezone.make_naive(value) if value and timezone.is_aware(value) else value


class RuleSetForm(PageForm):
    """Another named rule set, with all the rules it has."""

    rule_set = forms.ChoiceField(label=_("Rule set"), choices=[*choices.RULE_SETS.items()])


class GameForm(PageForm):
    """项目 of the event, with what it chooses of it. Another game begins as it is usually played."""

    game = forms.ChoiceField(label=_("Game"), choices=[*GAMES.items()])
    seats = forms.TypedChoiceField(label=_("Players per team"), choices=[*SEATS.items()], coerce=int)
    draws = forms.BooleanField(label=_("There are draws"), required=False)
    measure = forms.ChoiceField(label=_("What is written down"), choices=[*MEASURES.items()])
    target = forms.IntegerField(
        label=_("Points to which a game goes"), required=False, min_value=2, max_value=998,
        help_text=_("Two ahead; the points of the loser are typed. Left empty: those by which the winner is ahead."),
    )  # fmt: skip
    minutes = forms.IntegerField(label=_("Minutes per round"), required=False, min_value=1, max_value=1439)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OPTIONS - self.initial.keys():
            del self.fields[name]

    @property
    def is_another(self) -> bool:
        return bool(self.cleaned_data["game"] != self.initial["game"])

    def options(self) -> dict[str, Any]:
        """What was typed of the game that is played."""
        return {} if self.is_another else {name: self.cleaned_data[name] for name in OPTIONS & self.fields.keys()}


class BranchForm(PageForm):
    """One branch: its name, its quota, and its place in the annex."""

    name = _text(_("Name of the branch"), 60, required=True)
    quota = forms.IntegerField(label=_("Quota of teams"), initial=2)
    place = forms.IntegerField(label=_("Place in the list"), required=False, min_value=1, max_value=9999)


class BranchesForm(PageForm):
    """New branches, one a line, with an optional quota at the end of the line."""

    branches = forms.CharField(
        label=_("New branches, one on each line"), widget=forms.Textarea(attrs={"rows": 5}), max_length=20000,
        help_text=_("Paste them from the notice: the name, then the quota. Without a number the quota is 2."),
    )  # fmt: skip

    def lines(self) -> list[tuple[int, BranchPlan]]:
        """The branches, each with the number of its line; blank lines, the head and the total are none."""
        plans = [(n, _plan(line)) for n, line in enumerate(self.cleaned_data["branches"].splitlines(), start=1)]
        return [(number, plan) for number, plan in plans if plan]

    def plans(self) -> list[BranchPlan]:
        return [plan for _number, plan in self.lines()]

    def take(self, problems: Iterable[Problem]) -> None:
        """Problems of a branch name the line that it was pasted in."""
        numbers = [number for number, _plan in self.lines()] if self.is_valid() else []
        for problem in problems:
            nth = problem.field.partition("-")[2]
            words = sentence(problem)
            if nth.isdecimal():
                words = gettext("Line %(line)s: %(problem)s") % {"line": numbers[int(nth) - 1], "problem": words}
            self.add_error("branches" if nth else None, words)


HEADS = frozenset(("分会", "分会名称", "单位", "单位名称", "工会", "部门", "名称", "序号", "branch", "name"))
TOTALS = re.compile(r"(总\s*计|合\s*计|总\s*数|共\s*计|total)", re.IGNORECASE)
CELLS = re.compile(r"[\s,，;；|、]+")


def _plan(line: str) -> BranchPlan | None:
    """``信息分会 3``, with commas or tabs too, a number in front or a remark behind; None for what names no branch."""
    cells = [cell for cell in CELLS.split(unicodedata.normalize("NFC", line).strip()) if cell]
    if not cells or cells[0].casefold() in HEADS or TOTALS.match("".join(cells)):
        return None
    if len(cells) > 1 and re.fullmatch(r"\d{1,3}[.、)）]?", cells[0]):
        cells = cells[1:]
    quotas = [n for n, cell in enumerate(cells) if n and cell.isdecimal() and len(cell) < 6]
    if not quotas:
        return BranchPlan(" ".join(cells), USUAL_QUOTA)
    return BranchPlan(" ".join(cells[: quotas[0]]), int(cells[quotas[0]]))


class WordsForm(PageForm):
    """What a notice says in the office's own words."""

    words = forms.CharField(
        label=_("Words of this notice"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("They stay as they are here, whatever changes meanwhile. Left empty, the usual words go out."),
    )  # fmt: skip


class PersonForm(PageForm):
    """A new account with its first role."""

    name = _text(_("Name"), 60, required=True, autocomplete="off")
    username = _text(_("User name"), 30, required=True, autocomplete="off", autocapitalize="none", spellcheck="false",
                     help_text=_("2 to 30 small letters or digits, for example the pinyin of the name."))  # fmt: skip
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)


class RoleForm(PageForm):
    """A role for somebody who has an account already."""

    username = _text(_("User name"), 150, required=True, autocomplete="off", autocapitalize="none", spellcheck="false")
    kind = forms.ChoiceField(label=_("Role"), choices=RoleKind.choices, initial=RoleKind.REFEREE)
