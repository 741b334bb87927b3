"""退回修改: a field for each field of the entry form, in which the office says what is to be mended there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.bracket.words.names import ordinal
from tournaments.entries.actions.entry_reviews import REMARK_LENGTH
from tournaments.entries.fields import PERSON, Entry, EntryField, Section, field_name, section_rows, team_field
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.words.entries import value_words
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
        self._lines = list(_lines(opened))
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
        return {name.removeprefix(WHOLE).removeprefix("_"): remark for name, remark in self.cleaned_data.items()}


def _lines(opened: OpenedEntry) -> Iterator[list[tuple[str, str]]]:
    """Of each line its fields with their labels: the line, the field, and what it holds; that of the name comes first
    and is called as the line."""
    form = opened.form
    yield _labelled(_("Leader and coach"), section_rows(Section.LEADER), form)
    for team in form.teams:
        place = ordinal(team.ordinal)
        yield _labelled(place, section_rows(Section.TEAM), team, team_field(team.ordinal, ""))
        for number, player in enumerate(team.players, start=1):
            person = _("%(team)s, player %(number)s") % {"team": place, "number": number}
            yield _labelled(person, section_rows(Section.PLAYER), player, field_name(team.ordinal, number, ""))
    yield _labelled(_("Contact"), section_rows(Section.CONTACT), form)


def _labelled(place: str, rows: Sequence[EntryField], entry: Entry, prefix: str = "") -> list[tuple[str, str]]:
    labelled = []
    for row in rows:
        parts = (place, "" if row.kind is PERSON else row.heading, value_words(row, entry))
        labelled.append((f"{prefix}{row.name}", " · ".join(str(part) for part in parts if part)))
    return labelled
