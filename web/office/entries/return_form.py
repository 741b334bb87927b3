"""退回修改: a field for each field of the entry form, in which the office says what is to be mended there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.bracket.words.names import ordinal
from tournaments.entries.actions.entry_reviews import REMARK_LENGTH
from tournaments.entries.forms import field_name
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.words.entries import GENDERS
from web.office.entries.entry_form import EntryForm, PlayerForm
from web.requests.forms import PageForm, Text

WHOLE = "remark"


@dataclass(frozen=True)
class RemarkLine:
    """A line of the entry form: ``first`` is about its name, ``others`` about what stands beside it."""

    first: BoundField
    others: list[BoundField]

    @property
    def is_used(self) -> bool:
        """Is something said of what stands beside the name?"""
        return any(bound.errors or bound.value() for bound in self.others)


class ReturnForm(PageForm):
    """``remark`` is about the whole form, ``remark_<field>`` about that field of the entry form."""

    remark = Text(gettext_lazy("To the branch"), REMARK_LENGTH, autocomplete="off")

    def __init__(self, data: Any, opened: OpenedEntry, *, version: int | None) -> None:
        super().__init__(data, initial={}, version=version, apart="return")
        self._lines = [list(line) for line in _lines(opened)]
        named = [field for line in self._lines for field in line]
        for name, label in named:
            self.fields[f"{WHOLE}_{name}"] = Text(label, REMARK_LENGTH, autocomplete="off")
        self.aliases = {name: f"{WHOLE}_{name}" for name, _label in named} | {"": WHOLE}

    def lines(self) -> Iterator[RemarkLine]:
        """In the order of the entry form."""
        for line in self._lines:
            first, *others = (self[f"{WHOLE}_{name}"] for name, _label in line)
            yield RemarkLine(first, others)

    def remarks(self) -> Mapping[str, str]:
        """What was typed, by the field of the entry form that it is about."""
        return {name.removeprefix(WHOLE).removeprefix("_"): said for name, said in self.cleaned_data.items()}


def _lines(opened: OpenedEntry) -> Iterator[Iterator[tuple[str, str]]]:
    """Of each line its fields with their labels; that of the name comes first."""
    form = opened.form
    leader, contact, fields = _("Leader and coach"), _("Contact"), EntryForm.base_fields
    yield _labelled(
        leader,
        ("leader", "", form.leader),
        ("leader_gender", PlayerForm.base_fields["gender"].label, form.leader_gender and GENDERS[form.leader_gender]),
        ("leader_remark", PlayerForm.base_fields["remark"].label, form.leader_remark),
    )
    for team in form.teams:
        for number, player in enumerate(team.players, start=1):
            values = {**vars(player), "gender": player.gender and GENDERS[player.gender]}
            yield _labelled(
                _("%(team)s, player %(number)s") % {"team": ordinal(team.ordinal), "number": number},
                *(
                    (field_name(team.ordinal, number, part), "" if part == "name" else field.label, values[part])
                    for part, field in PlayerForm.base_fields.items()
                ),
            )
    yield _labelled(
        contact,
        ("contact_name", "", form.contact_name),
        ("contact_phone", fields["contact_phone"].label, form.contact_phone),
        ("contact_mail", fields["contact_mail"].label, form.contact_mail),
    )


def _labelled(place: str, *fields: tuple[str, Any, Any]) -> Iterator[tuple[str, str]]:
    """Each field with the line, what it holds there, and what is typed in it now."""
    return ((name, " · ".join(str(said) for said in (place, label, value) if said)) for name, label, value in fields)
