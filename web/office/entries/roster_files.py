"""报名表 as a workbook: blank or with what is entered, to fill in offline; and a sent one with its faults marked."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, ordinal
from tournaments.entries.fields import GENDER, Entry, EntryField, Section, list_columns, section_rows
from tournaments.entries.files.branch_lists import Fault, ListedBranch
from tournaments.entries.files.spreadsheets import open_workbook
from tournaments.entries.forms import in_full
from tournaments.entries.words import GENDERS, value_words
from tournaments.models import Tournament
from tournaments.words import sentence
from web.files.workbooks import print_on_a4, put, saved, write_title

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
