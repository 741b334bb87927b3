"""Settings of a format: as an event's first stage has them, and the fields that the form of one more stage asks for."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.words.formats import FORMAT_NAMES, SETTINGS
from tournaments.bracket.words.tie_breaks import TIE_BREAKS
from tournaments.formats.format import Format
from tournaments.formats.tie_breaks import SELECTABLE
from web.requests.forms import PageForm

NUMBERS = {"groups": (1, 64), "rounds_played": (0, 64), "survivors": (1, 64), "finals": (0, 2), "halves": (1, 64)}
"""The settings of formats that are numbers, with their ends."""
TIE_BREAKS_OFFERED = 5
CRITERION = "criterion_"


def setting_fields(*, required: bool, tie_breaks: int = TIE_BREAKS_OFFERED) -> dict[str, forms.Field]:
    """The settings of formats by name: numbers, and the tie-breaks in their order, ``criterion_1`` and on."""
    offered = [(each, TIE_BREAKS[each].label) for each in SELECTABLE]
    usual, none = pgettext_lazy("criterion", "as is usual in the format"), pgettext_lazy("criterion", "nothing more")
    return {
        **{
            name: forms.IntegerField(label=SETTINGS[name], min_value=low, max_value=high, required=required)
            for name, (low, high) in NUMBERS.items()
        },
        **{
            f"{CRITERION}{number}": forms.ChoiceField(
                label=gettext("Ranking criterion %(number)s") % {"number": number},
                choices=[("", usual if number == 1 else none), *offered],
                required=False,
                help_text="" if number < tie_breaks else _("Whoever is equal in all of them goes by lot."),
            )
            for number in range(1, tie_breaks + 1)
        },
    }


def typed_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed in `setting_fields`, as a stage keeps it; what was left empty is not among it."""
    numbers = {name: values[name] for name in NUMBERS if values.get(name) is not None}
    order = [values[name] for name in values if name.startswith(CRITERION) and values[name]]
    return {**numbers, **({"criteria": order} if order else {})}


class FormatForm(PageForm):
    """赛制 of the first stage, with its settings. Another format begins with its own."""

    format = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()])
    aliases = {"criteria": f"{CRITERION}1"}

    def __init__(self, *args: Any, of: Format, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        order = {f"{CRITERION}{number}": tie_break for number, tie_break in enumerate(of.criteria, start=1)}
        known = {field.name for field in fields(of)}  # type: ignore[arg-type]
        offered = setting_fields(required=True, tie_breaks=max(TIE_BREAKS_OFFERED, len(order)) if order else 0)
        self.fields |= {name: field for name, field in offered.items() if name in known or name not in NUMBERS}
        numbers = {name: getattr(of, name) for name in NUMBERS if name in known}
        self.initial.update({"format": of.name, **numbers, **order})

    def settings(self, present: Mapping[str, Any]) -> dict[str, Any]:
        """What was typed over the settings that stand; none where another format was chosen."""
        if self.cleaned_data["format"] != self.of.name:
            return {}
        others = {name: value for name, value in present.items() if name != "criteria"}
        return {**others, **typed_settings(self.cleaned_data)}
