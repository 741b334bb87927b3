"""A list of entries as it is sent, a file or what was copied from one, and the form of one branch filled from it:
nothing is saved by it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.refusals import Problem, Refused
from tournaments.bracket.words.names import listed
from tournaments.codes import Code
from tournaments.entries.fields import unkept
from tournaments.entries.files.branch_lists import Fault, ListedBranch
from tournaments.entries.files.questions import LEAVE_OUT, NO_BRANCH, TAKE, WHETHER_MEANT, Asked, Question
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import LARGEST, read_sheets
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.words import ASKED, READ_LOOSELY, not_read
from tournaments.words import sentence
from web.office.entries.entry_form import EntryForm
from web.requests.forms import PageForm


class RosterForm(PageForm):
    """One file, or a table pasted from a spreadsheet or a chat."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("Excel or WPS (.xlsx, .xls, .et) or .csv, at most 5 MB"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xls,.et,.csv"}),
    )
    pasted = forms.CharField(
        label=gettext_lazy("or paste here: a table, or lines from a chat"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    @property
    def is_pasted(self) -> bool:
        return self.cleaned_data["file"] is None

    def data_sent(self) -> bytes:
        """The file if there is one, else what was pasted."""
        sent = self.cleaned_data["file"]
        if sent is None:
            return str(self.cleaned_data["pasted"]).encode()
        if sent.size > LARGEST:
            raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST // 1_000_000}))
        return bytes(sent.read())


class AnswersForm(PageForm):
    """A choice for each question about a list, its proposal chosen already; what is left open is asked again."""

    def __init__(
        self, questions: Sequence[Question], branches: Sequence[str], labels: Mapping[str, str], data: Any = None
    ) -> None:
        super().__init__(data)
        names = [(name, name) for name in branches]
        for question in questions:
            choices: list[tuple[str, Any]] = [("", _("Please choose"))]
            if question.asked in WHETHER_MEANT:
                choices += [(TAKE, _("These are meant"))]
            else:
                choices += names
            if question.asked is Asked.NAME:
                choices += [(NO_BRANCH, _("Not a branch, a remark"))]
            choices += [(LEAVE_OUT, _("Leave out"))]
            self.fields[question.key] = forms.ChoiceField(
                label=labels[question.key],
                help_text=str(ASKED[question.asked]),
                choices=choices,
                required=False,
                initial=question.proposal,
            )

    def answers(self) -> dict[str, str]:
        """By the keys of the questions."""
        return {key: answer for key, answer in self.cleaned_data.items() if answer}


def place_of(opened: OpenedEntry) -> ListedBranch:
    """The branch whose form it is, as a list may name it."""
    return ListedBranch(opened.branch.number, opened.branch.name, opened.branch.quota, opened.form)


def read_table(
    request: HttpRequest, opened: OpenedEntry, version: int, *, message: str
) -> tuple[EntryForm, RosterForm]:
    """The form with what the table says in its fields, over what is typed there; every fault at its field, or above the
    table. The ``message`` says so, with the ``count`` of lines."""
    form, table = EntryForm(request.POST, opened, version=version), RosterForm(request.POST, request.FILES)
    place = place_of(opened)
    if form.is_valid():
        place = replace(place, saved=form.entry())
    try:
        table.full_clean()
        sheets = read_sheets(table.data_sent(), is_pasted=table.is_pasted)
    except Refused as refused:
        table.take(refused.problems)
        return EntryForm(request.POST, opened, version=form.made_from), table
    event = opened.branch.tournament
    roster = read_roster(
        sheets, [place], seats=event.fewest_players, reserves=event.reserves, is_own=True, unkept=unkept(event)
    )
    data = request.POST.copy()
    entry = roster.forms.get(place.number)
    if entry:
        for name, text in EntryForm.fields_of(entry).items():
            data[name] = text
        messages.info(request, message % {"count": len(roster.entered)})
        if roster.is_loose:
            messages.warning(request, str(READ_LOOSELY))
    left_out = (" ".join(filter(None, sheets[n].rows[row - 1])) for n, row in roster.left_out)
    if parts := not_read(roster.unread, [*roster.aside, *left_out]):
        messages.warning(request, _("Not read: %(parts)s") % {"parts": listed(parts)})
    form = EntryForm(data, opened, version=form.made_from)
    form.is_valid()
    form.take(fault.problem for fault in roster.faults if fault.problem.field)
    for fault in roster.faults:
        if not fault.problem.field and not (entry and fault.problem.code == Code.BRANCH_UNKNOWN):
            table.add_error(None, _sentence_with_cell(fault, place, is_loose=roster.is_loose))
    return form, table


def _sentence_with_cell(fault: Fault, place: ListedBranch, *, is_loose: bool) -> str:
    """The problem with its cell, or its line; a line of another branch is not for this form."""
    problem, at = fault.problem, fault.cell
    if problem.code == Code.BRANCH_UNKNOWN:
        problem = Problem(Code.OF_ANOTHER_BRANCH, data={**problem.data, "own": place.name})
    if at is None:
        return sentence(problem)
    where = _("Line %(number)s") % {"number": at.row} if is_loose else at.name
    return f"{where}{_(': ')}{sentence(problem)}"
