"""The forms of a format: what it lets an event choose, and the order of its tie-breaks."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.words.formats import FORMAT_NAMES, RESTS, SETTINGS, WITHDRAWN
from tournaments.bracket.words.tie_breaks import READY, TIE_BREAKS
from tournaments.formats.format import Format
from tournaments.formats.settings import FLAGS, FOR_NEW, NUMBERS
from tournaments.formats.tie_breaks import SELECTABLE, TieBreak
from web.requests.forms import PageForm

TIE_BREAKS_OFFERED = 5
CRITERION = "criterion_"
OWN_ORDER = "own"
CHOICES: Final = {"rest": RESTS, "withdrawn": WITHDRAWN}


def _choices(words: Mapping[str, Any], required: bool) -> list[tuple[str, Any]]:
    return [*([] if required else [("", pgettext_lazy("criterion", "as is usual in the format"))]), *words.items()]


def setting_fields(*, required: bool, tie_breaks: int = TIE_BREAKS_OFFERED) -> dict[str, forms.Field]:
    """The settings of formats by name: numbers, what is on or off, and the ``order`` of tie-breaks, one of those that
    are ready or an own one, ``criterion_1`` and on."""
    offered = [(each, TIE_BREAKS[each].label) for each in SELECTABLE]
    usual, none = pgettext_lazy("criterion", "as is usual in the format"), pgettext_lazy("criterion", "nothing more")
    return {
        **{
            name: forms.IntegerField(
                label=SETTINGS[name], min_value=low, max_value=high, required=required and name != "rest_points"
            )
            for name, (low, high) in NUMBERS.items()
        },
        **{
            name: forms.ChoiceField(label=SETTINGS[name], choices=_choices(words, required), required=False)
            for name, words in CHOICES.items()
        },
        **{name: forms.BooleanField(label=SETTINGS[name], required=False) for name in FLAGS},
        **({"order": _order_field(required)} if tie_breaks else {}),
        **{
            f"{CRITERION}{number}": forms.ChoiceField(
                label=gettext("Ranking criterion %(number)s") % {"number": number},
                choices=[("", usual if number == 1 else none), *offered],
                required=False,
            )
            for number in range(1, tie_breaks + 1)
        },
    }


def _order_field(required: bool) -> forms.ChoiceField:
    usual = [] if required else [("", pgettext_lazy("criterion", "as is usual in the format"))]
    ready = [(name, words) for name, (words, _order) in READY.items()]
    return forms.ChoiceField(
        label=_("Ranking criteria"),
        choices=[*usual, *ready, (OWN_ORDER, _("an order of one's own"))],
        required=False,
        help_text=_(
            "Whoever is equal in everything shares the place. Where that matters for the awards or the next stage, "
            "the office decides before it: a shared place, a play-off, or lots."
        ),
    )


def typed_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed in `setting_fields`, as a stage keeps it; what was left empty or is off is not among it."""
    on = {name: True for name in FLAGS if values.get(name)}
    numbers = {name: values[name] for name in NUMBERS if values.get(name) is not None}
    numbers |= {name: values[name] for name in CHOICES if values.get(name)}
    order = [values[name] for name in values if name.startswith(CRITERION) and values[name]]
    if values.get("order") in READY:
        order = [str(each) for each in READY[values["order"]][1]]
    return {**numbers, **on, **({"criteria": order} if order else {})}


class FormatForm(PageForm):
    """赛制 of the first stage, with its settings. Another format begins with its own."""

    format = forms.ChoiceField(label=_("Format"), choices=[*FORMAT_NAMES.items()])
    aliases = {"criteria": f"{CRITERION}1"}

    def __init__(self, *args: Any, of: Format, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        criteria = tuple(each for each in of.criteria if each is not TieBreak.LOT)
        order = {f"{CRITERION}{number}": tie_break for number, tie_break in enumerate(criteria, start=1)}
        ready = next((name for name, (_words, chosen) in READY.items() if chosen == criteria), OWN_ORDER)
        known = {field.name for field in fields(of)}  # type: ignore[arg-type]
        offered = setting_fields(required=True, tie_breaks=max(TIE_BREAKS_OFFERED, len(order)) if order else 0)
        settings = (*NUMBERS, *FLAGS, *CHOICES)
        self.fields |= {name: field for name, field in offered.items() if name in known or name not in settings}
        plain = {name: getattr(of, name) for name in settings if name in known}
        self.initial.update({"format": of.name, "order": ready, **plain, **order})

    @property
    def plain(self) -> list[forms.BoundField]:
        """All fields but those of an own order."""
        return [bound for bound in self.visible_fields() if not bound.name.startswith(CRITERION)]

    @property
    def own_order(self) -> list[forms.BoundField]:
        return [bound for bound in self if bound.name.startswith(CRITERION)]

    @property
    def is_own(self) -> bool:
        return bool(self["order"].value() == OWN_ORDER) or any(bound.errors for bound in self.own_order)

    def settings(self, present: Mapping[str, Any]) -> dict[str, Any]:
        """What was typed over the settings that stand; those of a new stage where another format was chosen."""
        if self.cleaned_data["format"] != self.of.name:
            return dict(FOR_NEW.get(self.cleaned_data["format"], {}))
        others = {name: value for name, value in present.items() if name not in ("criteria", *FLAGS)}
        typed, changed = self.cleaned_data, self.changed_data
        if any(name.startswith(CRITERION) for name in changed) and "order" not in changed:
            typed = {**typed, "order": OWN_ORDER}
        return {**others, **typed_settings(typed)}
