"""退回修改: a line for each line of the entry form, in which the office says what is to be mended there."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.entry_reviews import REMARK_LENGTH
from tournaments.entries.forms import field_name
from tournaments.queries.entries import OpenedEntry
from web.forms import PageForm, Text
from words.names import ordinal

WHOLE = "remark"


class ReturnForm(PageForm):
    """``remark`` is about the whole form, ``remark_<field>`` about the line whose name stands in that field."""

    remark = Text(gettext_lazy("To the branch"), REMARK_LENGTH, autocomplete="off")

    def __init__(self, data: Any, opened: OpenedEntry, *, version: int | None) -> None:
        super().__init__(data, initial={}, version=version, apart="return")
        named = {"leader": _name(_("Leader and coach"), opened.form.leader)}
        for team in opened.form.teams:
            for number, player in enumerate(team.players, start=1):
                place = _("%(team)s, player %(number)s") % {"team": ordinal(team.ordinal), "number": number}
                named[field_name(team.ordinal, number, "name")] = _name(place, player.name)
        named["contact_name"] = _name(_("Contact"), opened.form.contact_name)
        for name, label in named.items():
            self.fields[f"{WHOLE}_{name}"] = Text(label, REMARK_LENGTH, autocomplete="off")
        self.aliases = {name: f"{WHOLE}_{name}" for name in named} | {"": WHOLE}

    def remarks(self) -> Mapping[str, str]:
        """What was typed, by the field of the entry form that it is about."""
        return {name.removeprefix(WHOLE).removeprefix("_"): said for name, said in self.cleaned_data.items()}


def _name(place: str, name: str) -> str:
    return f"{place} · {name}" if name else place
