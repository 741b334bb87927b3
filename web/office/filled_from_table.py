"""A branch's form filled from a table or from what was written in a chat: by the branch itself, and in the office."""

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from openpyxl.utils import get_column_letter

from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.entries.rosters import Fault, Place, Roster, read_roster
from tournaments.entries.spreadsheets import read_sheets
from tournaments.queries.entries import OpenedEntry
from web.office.entry_form import EntryForm
from web.office.roster_form import TableForm
from words import sentence
from words.entries import unread_words
from words.names import listed


def place_of(opened: OpenedEntry) -> Place:
    return Place(opened.branch.number, opened.branch.name, opened.branch.quota, opened.form)


def filled_from_table(request: HttpRequest, opened: OpenedEntry, version: int) -> tuple[EntryForm, TableForm]:
    """What a file or a pasted text says is put into the fields, over what is typed there. Nothing is saved by it."""
    form, table = EntryForm(request.POST, opened, version=version), TableForm(request.POST, request.FILES)
    place = place_of(opened)
    if form.is_valid():
        place = replace(place, saved=form.entry())
    try:
        table.full_clean()
        sheets = read_sheets(table.data_sent())
    except Refused as refused:
        table.take(refused.problems)
        return EntryForm(request.POST, opened, version=form.made_from), table
    roster = read_roster(sheets, [place], seats=opened.branch.tournament.seats, is_own=True)
    data = request.POST.copy()
    if said := roster.forms.get(place.number):
        for name, text in EntryForm.fields_of(said).items():
            data[name] = text
    form = EntryForm(data, opened, version=form.made_from)
    form.is_valid()
    _tell(request, roster, is_taken=said is not None)
    form.take(fault.problem for fault in roster.faults if fault.problem.field)
    for fault in roster.faults:
        if not fault.problem.field and not (said and fault.problem.code == Code.BRANCH_UNKNOWN):
            table.add_error(None, _where(fault, place))
    return form, table


def _tell(request: HttpRequest, roster: Roster, *, is_taken: bool) -> None:
    if is_taken:
        words = _("What the table says (%(count)s lines) now stands in the fields. Please check it and hand it in.")
        messages.info(request, words % {"count": roster.rows})
    if roster.unread:
        messages.warning(request, _("Not read: %(parts)s") % {"parts": listed(unread_words(roster.unread))})


def _where(fault: Fault, place: Place) -> str:
    """The problem with its cell; a line of another branch is not for this form."""
    problem = fault.problem
    if problem.code == Code.BRANCH_UNKNOWN:
        problem = Problem(Code.OF_ANOTHER_BRANCH, data={**problem.data, "own": place.name})
    at = f"{get_column_letter(fault.cell.column)}{fault.cell.row}: " if fault.cell else ""
    return f"{at}{sentence(problem)}"
