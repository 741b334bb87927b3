"""The one way to read a form: Django's own, with what an action refused shown at its fields.

A form reads what was typed; what of it is allowed the actions say. Every field is drawn by ``parts/field.html``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import count
from typing import Any

from django import forms
from django.forms.formsets import ManagementForm
from django.forms.renderers import TemplatesSetting, get_default_renderer
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from journal.refusals import Problem
from journal.texts import is_one_line
from tournaments.codes import Code
from tournaments.event.words.site import INVALID, LINE_BREAK, VALUES, YES_NO
from tournaments.words import PROBLEMS, sentence
from web.requests.attempts import Attempt, attempt
from web.requests.numbers import typed_number

Choices = list[tuple[str, Any]]
KINDS: dict[type[forms.Field], str] = {
    forms.IntegerField: "number",
    forms.DateField: "day",
    forms.DateTimeField: "moment",
    forms.EmailField: "mail",
}


@dataclass(frozen=True)
class Fault:
    """What is wrong with one field, named by the id of the field; "" is the whole form."""

    id: str
    label: str
    words: str


class Renderer(TemplatesSetting):
    """How ``FORM_RENDERER`` draws every field of the site."""

    field_template_name = "parts/field.html"


ONE_LINE = frozenset(("text", "email", "tel", "url", "search"))
"""What a browser sends of such a field is one line; a program, or what was pasted, may hold others."""


def _one_line(value: Any) -> None:
    if not is_one_line(str(value)):
        raise forms.ValidationError(LINE_BREAK)


class PageForm(forms.Form):
    """A form whose fields have the ids that a list of problems links to (``f-<field>``).

    ``version`` is the event number of what it shows: ``tokens`` sends it along, and it comes back as ``made_from``.
    A form that stands beside others with fields of the same names is set ``apart``: its ids begin with that word
    instead, until it is sent.
    """

    apart = ""
    parts: "Sequence[Lines]" = ()
    """The lines that belong to the form."""
    aliases: Mapping[str, str] = {}
    """Fields by another name that an action knows them by."""
    sure: tuple[str, ...] = ()
    """The signatures of what was only asked: ``tokens`` sends them along, and they come back as ``insisted``."""
    overtaken = False
    """Somebody else saved meanwhile: the initial values are theirs, the fields keep what was typed."""
    status: int = HTTPStatus.OK
    """Of a page that shows the form: 422 once it was refused, 409 if it came too late."""

    def __init__(self, *args: Any, apart: str = "", version: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.version = version
        apart = apart or self.apart
        if "auto_id" not in kwargs:
            self.auto_id = f"{apart}-%s" if apart and not self.is_bound else "f-%s"
        self.use_required_attribute = False
        self.word_errors()

    def word_errors(self) -> None:
        """Say in the house's words what is wrong with a field; again by a form that has added some."""
        for field in self.fields.values():
            field.error_messages["required"] = _("Please fill this in.")
            field.error_messages["invalid_choice"] = str(PROBLEMS[Code.VALUE_INVALID])
            field.error_messages.update(VALUES)  # type: ignore[arg-type]
            for kind, code in KINDS.items():
                usual = getattr(kind, "default_error_messages", {}).get("invalid")
                if isinstance(field, kind) and field.error_messages.get("invalid") == usual:
                    field.error_messages["invalid"] = str(INVALID[code])
            if getattr(field.widget, "input_type", "") in ONE_LINE and _one_line not in field.validators:
                field.validators = [*field.validators, _one_line]

    def is_valid(self) -> bool:
        valid = [part.is_valid() for part in self.parts if part.is_bound]
        return super().is_valid() and all(valid)

    def take(self, problems: Iterable[Problem]) -> None:
        """Show each problem at its field, or its line; what has neither here stands above the form."""
        for problem in problems:
            if not any(part.takes(problem) for part in self.parts):
                name = self.aliases.get(problem.field, problem.field)
                self.put(name if name in self.fields else None, problem)

    def put(self, name: str | None, problem: Problem) -> None:
        """Show the problem at the field of that name, or of the whole form; also before anything is sent."""
        if not self.is_bound:
            self.__dict__.setdefault("cleaned_data", {})
        self.add_error(name, sentence(problem))

    def try_to(self, change: Callable[[dict[str, Any]], Any], request: HttpRequest) -> Attempt:
        """Run ``change`` with what was typed, once for the form's key; whatever is wrong then stands at its fields."""
        if not self.is_valid():
            self.status = HTTPStatus.UNPROCESSABLE_ENTITY
            return Attempt(status=self.status)
        outcome = attempt(request, lambda: change(self.cleaned_data))
        self.take(outcome.problems)
        self.sure, self.overtaken, self.status = outcome.sure, outcome.overtaken, outcome.status
        return outcome

    @property
    def made_from(self) -> int:
        """The version that the sent form was made from; -1, which never fits, if it does not say."""
        number = typed_number(self.data.get("seen", ""))
        return -1 if number is None else number

    @property
    def insisted(self) -> frozenset[str]:
        """The signatures of what was asked and is meant so."""
        return frozenset(self.data.getlist("sure") if hasattr(self.data, "getlist") else ())

    def theirs(self) -> list[tuple[str, str]]:
        """What is saved where something else is typed: label and value."""
        own = [
            (str(bound.label), _saved(bound))
            for bound in self
            if not bound.is_hidden and bound.name in self.changed_data
        ]
        lines = [
            (part.label_of(line) or label, words)
            for part in self.parts
            for line in part.forms
            for label, words in line.theirs()
        ]
        return [*own, *lines]

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong, in the order of the form."""
        faults = [Fault("", "", str(error)) for error in self.non_field_errors()]
        for bound in self:
            faults += [Fault(str(bound.auto_id), str(bound.label), str(error)) for error in bound.errors]
        return [*faults, *(fault for part in self.parts for fault in part.faults)]


class MergingForm(PageForm):
    """About something that is saved already: a save changes what was changed in the form, and leaves alone what
    somebody else saved in other fields meanwhile. For that, the values that the page showed are sent with it.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    @cached_property
    def clashes(self) -> list[str]:
        """The fields that were changed here and, to something else, by somebody else."""
        names = []
        for name in self.changed_data:
            bound, field = self[name], self.fields[name]
            shown = self._widget_data_value(field.hidden_widget(), bound.html_initial_name)  # type: ignore[attr-defined]
            if field.has_changed(bound.initial, shown) and field.has_changed(bound.initial, bound.data):
                names.append(name)
        return names

    @property
    def merged(self) -> dict[str, Any]:
        """What is to be saved, by field: what was typed where it was changed, else what stands."""
        typed = {name: self.cleaned_data[name] for name in self.changed_data}
        return {**dict.fromkeys(self.base_fields, ""), **self.initial, **typed}

    @property
    def goes_by(self) -> int:
        """The version that what is to be saved was made from."""
        return self.made_from if self.clashes or self.version is None else self.version

    def try_to(self, change: Callable[[dict[str, Any]], Any], request: HttpRequest) -> Attempt:
        outcome = super().try_to(change, request)
        if self.overtaken:
            # sent once more it is meant, over what is saved now
            self.data = data = self.data.copy()  # type: ignore[attr-defined]
            for bound in self:
                value = bound.field.prepare_value(bound.initial)
                data[bound.html_initial_name] = bound.field.hidden_widget().format_value(value) or ""
        return outcome

    def theirs(self) -> list[tuple[str, str]]:
        return [(str(self[name].label), _saved(self[name])) for name in self.clashes]


def _saved(bound: forms.BoundField) -> str:
    """The initial value of a field, as people read it."""
    value = bound.field.prepare_value(bound.initial)
    if isinstance(bound.field, forms.BooleanField):
        return str(YES_NO[bool(value)])
    shown = bound.field.widget.format_value(value)
    chosen = shown[0] if isinstance(shown, list) and shown else shown
    named = {str(key): words for key, words in getattr(bound.field.widget, "choices", ())}
    return str(named.get(str(chosen), chosen or "—")).replace("T", " ")


def group(*names: str) -> property:
    """For a template that draws some fields of a form together: those of these names that it has."""
    return property(lambda form: [form[name] for name in names if name in form.fields])


class Line(PageForm):
    """One of several lines that go by a number: its fields are named ``<field>-<number>``."""

    whole = ""
    """The name under which an action refuses the line as a whole, ``<whole>-<number>``."""

    def add_prefix(self, field_name: str) -> str:
        return f"{field_name}-{self.prefix}"


class Lines(forms.BaseFormSet):
    """Lines that repeat, by their number from 1. The server knows how many there are, so that the page sends no count
    of them."""

    form: type[PageForm] = PageForm
    numbered: Any = ""
    """What a list of problems calls a line, with its ``number``; "" where the field's own label says enough."""
    extra = min_num = 0
    max_num = absolute_max = 10_000
    can_order = can_delete = can_delete_extra = edit_only = validate_min = validate_max = False

    def __init__(self, data: Any = None, *, initial: Sequence[Mapping[str, Any]], prefix: str = "") -> None:
        self.renderer = get_default_renderer()
        super().__init__(data, initial=initial, prefix=prefix, auto_id="f-%s")

    @cached_property
    def management_form(self) -> ManagementForm:
        counts = {f"{self.prefix}-{name}_FORMS": len(self.initial or ()) for name in ("TOTAL", "INITIAL")}
        counted = ManagementForm(counts, prefix=self.prefix)
        counted.full_clean()
        return counted

    def add_prefix(self, index: int | str) -> str:
        return str(int(index) + 1)

    @staticmethod
    def sent(data: Any, name: str) -> int:
        """How many lines have a field of that name in what was sent."""
        return next(n for n in count() if f"{name}-{n + 1}" not in (data or ()))

    def label_of(self, line: forms.Form) -> str:
        """As ``numbered`` has it."""
        return str(self.numbered) % {"number": line.prefix} if self.numbered else ""

    def takes(self, problem: Problem) -> bool:
        """Show the problem at its field if the field is one of these."""
        line, name = self._named.get(problem.field, (None, None))
        if line is not None:
            line.put(name, problem)
        return line is not None

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong in the lines, from the first."""
        return [
            Fault(fault.id or f"f-{self._whole_of(line)}", self.label_of(line) or fault.label, fault.words)
            for line in self.forms
            for fault in line.faults
        ]

    @cached_property
    def _named(self) -> dict[str, tuple[PageForm, str | None]]:
        named: dict[str, tuple[PageForm, str | None]] = {}
        for line in self.forms:
            named |= {line.add_prefix(name): (line, name) for name in line.fields}
            named[self._whole_of(line)] = (line, None)
        return named

    def _whole_of(self, line: PageForm) -> str:
        return line.add_prefix(getattr(line, "whole", ""))


class Text(forms.CharField):
    """One line as it was typed; how long it may be the action says, ``length`` only stops the typing.

    ``shape`` is a class of the field's element: ``few`` or ``grow``.
    """

    def __init__(
        self, label: Any = "", length: int | None = None, *, help_text: Any = "", shape: str = "", **attributes: Any
    ) -> None:
        self.shape = shape
        widget = forms.TextInput(attrs=({"maxlength": length} if length else {}) | attributes)
        super().__init__(label=label, required=False, help_text=help_text, widget=widget)
        self.validators = []


class BoundedText(forms.CharField):
    """One line of at most ``length`` letters, with ``attributes`` of its element."""

    def __init__(
        self, label: Any, length: int, *, required: bool = False, help_text: Any = "", **attributes: Any
    ) -> None:
        widget = forms.TextInput(attrs=attributes)
        super().__init__(label=label, max_length=length, required=required, help_text=help_text, widget=widget)


class LongText(forms.CharField):
    """At most ``length`` letters in lines that end as they do here: a browser ends them otherwise."""

    def __init__(self, label: Any, length: int, *, rows: int, help_text: Any = "") -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(label=label, max_length=length, required=False, help_text=help_text, widget=widget)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")


class Day(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class Hour(forms.TimeField):
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class Moment(forms.DateTimeField):
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class Number(forms.CharField):
    """A whole number from 0 on; ``otherwise`` for what is none, which the action refuses."""

    def __init__(
        self, label: Any = "", length: int = 4, *, otherwise: int | None = 0, shape: str = "", **attributes: Any
    ) -> None:
        self.shape, self.otherwise = shape, otherwise
        widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": length, **attributes})
        super().__init__(label=label, required=False, widget=widget)

    def clean(self, value: Any) -> Any:
        number = typed_number(value or "")
        return self.otherwise if number is None else number


class OptionalNumber(Number):
    """A whole number that may be left out, and is ``blank`` then."""

    def __init__(self, label: Any = "", length: int = 4, *, blank: int | None = None, **more: Any) -> None:
        super().__init__(label, length, **more)
        self.blank = blank

    def clean(self, value: Any) -> Any:
        return super().clean(value) if (value or "").strip() else self.blank


class Choice(Text):
    """One of several; what is none of them is left to the action."""

    def __init__(
        self, label: Any, choices: Choices, widget: type[forms.Select | forms.RadioSelect] = forms.Select
    ) -> None:
        super().__init__(label)
        self.widget = widget(choices=choices)


class Hidden(forms.CharField):
    """What a page sends along: who made it changes nothing, so what is missing or strange is left to the action."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)
        self.validators = []
