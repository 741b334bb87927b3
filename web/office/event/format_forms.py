"""The fields of a format: what it lets an event choose, and the order of its tie-breaks."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.words.formats import MOVES, PARTNERS, READY, RESTS, SETTINGS, TIE_BREAKS, WITHDRAWN
from tournaments.formats.settings import FLAGS, NUMBERS
from tournaments.formats.tie_breaks import SELECTABLE

TIE_BREAKS_OFFERED = 5
CRITERION = "criterion_"
OWN_ORDER = "own"
CHOICES: Final = {"rest": RESTS, "withdrawn": WITHDRAWN, "partners": PARTNERS, "moves": MOVES}


def setting_fields(*, tie_breaks: int) -> dict[str, forms.Field]:
    """The settings of formats by name: numbers, what is on or off, and the ``order`` of tie-breaks, one of those that
    are ready or an own one, ``criterion_1`` and on."""
    offered = [(each, TIE_BREAKS[each].label) for each in SELECTABLE]
    usual, none = pgettext_lazy("criterion", "as is usual in the format"), pgettext_lazy("criterion", "nothing more")
    return {
        **{
            name: forms.IntegerField(
                label=SETTINGS[name], min_value=low, max_value=high, required=name != "rest_points"
            )
            for name, (low, high) in NUMBERS.items()
        },
        **{
            name: forms.ChoiceField(label=SETTINGS[name], choices=[*words.items()], required=False)
            for name, words in CHOICES.items()
        },
        **{name: forms.BooleanField(label=SETTINGS[name], required=False) for name in FLAGS},
        **({"order": _order_field()} if tie_breaks else {}),
        **{
            f"{CRITERION}{number}": forms.ChoiceField(
                label=gettext("Ranking criterion %(number)s") % {"number": number},
                choices=[("", usual if number == 1 else none), *offered],
                required=False,
            )
            for number in range(1, tie_breaks + 1)
        },
    }


def _order_field() -> forms.ChoiceField:
    ready = [(name, words) for name, (words, _order) in READY.items()]
    return forms.ChoiceField(
        label=_("Ranking criteria"),
        choices=[*ready, (OWN_ORDER, _("an order of one's own"))],
        required=False,
        help_text=_(
            "Whoever is equal in everything shares the place. Where that matters for the awards or the next stage, "
            "the office decides before it: a shared place, a play-off, or lots."
        ),
    )


def typed_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed in `setting_fields`, as a stage keeps it; what was left empty is not among it."""
    flags = {name: bool(values[name]) for name in FLAGS if name in values}
    numbers = {name: values[name] for name in NUMBERS if values.get(name) is not None}
    numbers |= {name: values[name] for name in CHOICES if values.get(name)}
    order = [values[name] for name in values if name.startswith(CRITERION) and values[name]]
    if values.get("order") in READY:
        order = [str(each) for each in READY[values["order"]][1]]
    return {**numbers, **flags, **({"criteria": order} if order else {})}
