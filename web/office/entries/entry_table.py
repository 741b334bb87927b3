"""A list of entries as a file: 报名表 as a workbook to fill in offline, blank or with what is entered; a list as it
is sent, a file or what was copied from one, and the form of one branch filled from it, which saves nothing; and a
sent one with its faults marked."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from journal.refusals import Problem, Refused
from tournaments.bracket.words.names import dated, hour, listed, ordinal
from tournaments.codes import Code
from tournaments.entries.fields import GENDER, Entry, EntryField, Section, list_columns, section_rows, unkept
from tournaments.entries.files.branch_lists import Fault, ListedBranch
from tournaments.entries.files.questions import LEAVE_OUT, NO_BRANCH, TAKE, WHETHER_MEANT, Asked, Question
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import LARGEST, open_workbook, read_sheets
from tournaments.entries.forms import in_full
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.words import ASKED, GENDERS, READ_LOOSELY, not_read, value_words
from tournaments.models import Tournament
from tournaments.words import sentence
from web.files.workbooks import print_on_a4, put, saved, write_title
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


HEAD = 3
_FIELDS = list_columns()
_WIDTHS = (25, 19, *(row.width for row in _FIELDS.values()))
"""Of the columns, in letters of the Latin alphabet: branch, role, then those of the fields."""
_LAST = len(_WIDTHS)
_ROOM_BELOW = 200
"""Rows beneath the list that may be filled too: a branch may have more to send than was foreseen."""


def registration_workbook(tournament: Tournament, places: Sequence[ListedBranch]) -> bytes:
    """One list: each branch with a line for its leader, for each player of each team of its quota, for its contact.

    What is not to be changed is locked, without a password; branch, role and gender are chosen from lists; all cells
    are texts.
    """
    from openpyxl import Workbook
    from openpyxl.comments import Comment
    from openpyxl.styles import PatternFill, Protection
    from openpyxl.utils import get_column_letter

    workbook = Workbook()
    sheet: Any = workbook.active
    sheet.title = _("Entry form")
    write_title(sheet, f"{tournament.name} {_('Entry form')}", _LAST)
    closes = tournament.closes_at
    rules = [
        _("One line for each person. A person plays in one team only; a name as in the staff list, no nickname."),
        _("Lines that nobody needs stay empty. What is grey or locked is filled in already."),
        _("Registration closes on %(day)s at %(hour)s.") % {"day": dated(closes), "hour": hour(closes)},
    ]
    put(sheet, 2, 1, "\n".join(rules))
    sheet.merge_cells(start_row=2, start_column=1, end_row=2, end_column=_LAST)
    sheet.row_dimensions[2].height = 16 * (len(rules) + 1)
    grey = PatternFill("solid", fgColor="EEEEEE")
    head = (_("Branch"), pgettext("column", "Role"), *(str(row.label) for row in _FIELDS.values()))
    for column, (word, width) in enumerate(zip(head, _WIDTHS, strict=True), start=1):
        put(sheet, HEAD, column, word, bold=True).fill = grey
        sheet.column_dimensions[get_column_letter(column)].width = width
    for letter, row in _letters():
        if row.note:
            comment = Comment(str(row.note), _("Guandan tournament desk"), width=260, height=60)
            sheet[f"{letter}{HEAD}"].comment = comment
    number = HEAD
    for number, cells in enumerate(_rows(places, tournament.most_players), start=HEAD + 1):
        for column, text in enumerate(cells, start=1):
            cell = put(sheet, number, column, text)
            cell.protection = Protection(locked=column <= 2)
    for below in range(number + 1, number + 1 + _ROOM_BELOW):
        for column in range(1, _LAST + 1):
            sheet.cell(below, column).number_format = "@"
            sheet.cell(below, column).protection = Protection(locked=False)
    _offer_choices(workbook, sheet, places, last=number + _ROOM_BELOW)
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False
    print_on_a4(sheet, head=HEAD, landscape=True)
    return saved(workbook)


def _offer_choices(workbook: Any, sheet: Any, places: Sequence[ListedBranch], *, last: int) -> None:
    """Drop-downs of a hidden sheet: a list within the rule of a cell may have 255 characters, too few for branches."""
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet.datavalidation import DataValidation

    most = max((n for place in places for n in (place.quota, *(t.ordinal for t in place.saved.teams))), default=0)
    lists = {
        "A": [place.name for place in places],
        "B": [_("Leader and coach"), *map(ordinal, range(1, most + 1)), _("Contact")],
        **{letter: [str(GENDERS["m"]), str(GENDERS["f"])] for letter, row in _letters() if row.kind is GENDER},
    }
    hidden = workbook.create_sheet(_("Choices"))
    hidden.sheet_state = "hidden"
    for column, words in lists.items():
        for row, word in enumerate(words, start=1):
            hidden[f"{column}{row}"] = word
        if words:
            name = f"choices_{column.lower()}"
            where = f"'{hidden.title}'!${column}$1:${column}${len(words)}"
            workbook.defined_names[name] = DefinedName(name, attr_text=where)
            rule = DataValidation("list", formula1=name, allow_blank=True, showErrorMessage=True)
            rule.error = _("Please choose from the list, or leave it open.")
            sheet.add_data_validation(rule)
            rule.add(f"{column}{HEAD + 1}:{column}{last}")


def marked_workbook(data: bytes, faults: Sequence[Fault]) -> bytes:
    """The sent workbook with every faulty cell in red and with what is wrong in a comment."""
    from openpyxl.comments import Comment
    from openpyxl.styles import PatternFill

    workbook = open_workbook(data)
    sheets = [sheet for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    red, words = PatternFill("solid", fgColor="FFC7CE"), defaultdict(list)
    for fault in faults:
        if fault.cell:
            words[fault.cell].append(sentence(fault.problem))
    for at, lines in words.items():
        sheet = sheets[at.sheet]
        cell = sheet.cell(at.row, at.column)
        merged = next((area for area in sheet.merged_cells.ranges if cell.coordinate in area), None)
        if merged:
            cell = sheet.cell(merged.min_row, merged.min_col)
        cell.fill = red
        cell.comment = Comment("\n".join(lines), _("Guandan tournament desk"), width=280, height=40 + 20 * len(lines))
    return saved(workbook)


def _letters() -> Iterator[tuple[str, EntryField]]:
    """Each field with its column, as a spreadsheet calls it."""
    from openpyxl.utils import get_column_letter

    return ((get_column_letter(number), row) for number, row in enumerate(_FIELDS.values(), start=3))


def _rows(places: Sequence[ListedBranch], lines: int) -> Iterator[tuple[str, ...]]:
    for place in places:
        form = in_full(place.saved, quota=place.quota, lines=lines)
        yield (place.name, _("Leader and coach"), *_cells(form, Section.LEADER))
        for team in form.teams:
            own = _cells(team, Section.TEAM)
            for player in team.players:
                cells = zip(own, _cells(player, Section.PLAYER), strict=True)
                yield (place.name, ordinal(team.ordinal), *(of_team or of_player for of_team, of_player in cells))
                own = [""] * len(own)
        yield (place.name, _("Contact"), *_cells(form, Section.CONTACT))


def _cells(entry: Entry, section: Section) -> list[str]:
    """What stands under each field's heading in a line of that section; an empty cell where nothing is said."""
    words = {row.part: value_words(row, entry) for row in section_rows(section)}
    return [words.get(part, "") for part in _FIELDS]
