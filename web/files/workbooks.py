"""Files that are handed out, and tables as such that Excel and WPS open: .xlsx ready to print, and .csv."""

import csv
import io
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.utils import timezone

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_ODD = re.compile(r"[^-\w.]")
_WIDEST, _NARROWEST = 40, 6
_NO_SHEET_NAME = "[]:*?/\\'"
_LONGEST_SHEET_NAME = 31
_UPRIGHT = 84
"""Letters that fit side by side on an upright A4 at a size that can be read."""

Cell = str | int | float | datetime
"""A text, a number, or a moment, which is written by the clock on the wall of the active zone."""


@dataclass(frozen=True)
class Table:
    """What is written: a ``title`` above, the ``head``, and ``rows`` of the same length; ``sheet`` names its sheet, the
    title where it is empty."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    sheet: str = ""


def file_name(*parts: object) -> str:
    """One that every system takes, without its ending: of each part the letters, digits, ``-``, ``_`` and ``.``, with
    ``-`` between them. A part in which none stands is left out; one at least must have some."""
    plain = (_ODD.sub("", str(part).strip().replace(" ", "_")).strip(".") for part in parts)
    return "-".join(filter(None, plain))


def file_answer(data: bytes, name: str, kind: str) -> HttpResponse:
    """The file under a name in any script; kept by no cache."""
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}",
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(data, content_type=kind, headers=headers)


@cache
def static_file(name: str) -> bytes:
    """A file of ``static/``, for an address that a browser asks for whatever the page names."""
    path = finders.find(name)
    assert path is not None
    return Path(str(path)).read_bytes()


def as_csv(*tables: Table) -> bytes:
    """UTF-8 with a mark, by which Excel knows it; a text never becomes a formula. Of several tables each stands under
    its title, an empty line before it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for number, table in enumerate(tables):
        above = [[], [table.title]] if number else [[table.title]]
        for row in (*(above if len(tables) > 1 else ()), table.head, *table.rows):
            writer.writerow(map(_plain, row))
    return out.getvalue().encode("utf-8-sig")


def _plain(cell: Cell) -> str | int | float:
    if isinstance(cell, datetime):
        return f"{_on_the_wall(cell):%Y-%m-%d %H:%M}"
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_BEGINS_A_FORMULA) else cell


def _on_the_wall(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(second=0, microsecond=0, tzinfo=None)


def as_workbook(*tables: Table) -> bytes:
    """A sheet of A4 a table: the title, the head repeated on every page, lines around all cells."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    for table in tables:
        # what Excel allows; two of the same name are told apart by openpyxl
        letters = [c for c in table.sheet or table.title if c.isprintable() and c not in _NO_SHEET_NAME]
        _write(workbook.create_sheet("".join(letters[:_LONGEST_SHEET_NAME]) or "1"), table)
    return saved(workbook)


def _write(sheet: Any, table: Table) -> None:
    from openpyxl.utils import get_column_letter

    write_title(sheet, table.title, len(table.head))
    texts = [[str(_plain(cell)) for cell in row] for row in (table.head, *table.rows)]
    widths = [max(map(width_of, column)) for column in zip(*texts, strict=True)]
    for column, head in enumerate(table.head, start=1):
        put(sheet, 2, column, head, bold=True)
        # room for the widest, within what a page can bear
        room = min(max(widths[column - 1] + 3, _NARROWEST), _WIDEST)
        sheet.column_dimensions[get_column_letter(column)].width = room
    looks: dict[tuple[type, bool], Any] = {}
    for number, row in enumerate(table.rows, start=3):
        for column, value in enumerate(row, start=1):
            look = (type(value), isinstance(value, str) and value.startswith(_BEGINS_A_FORMULA))
            if look not in looks:
                looks[look] = copy(put(sheet, number, column, value)._style)
                continue
            # a cell that looks like one before takes its look: openpyxl needs ten times as long to find it again
            cell = sheet.cell(number, column)
            cell.value = _written(value)
            if isinstance(value, str):
                cell.data_type = "s"
            cell._style = copy(looks[look])
    print_on_a4(sheet, head=2, landscape=sum(widths) > _UPRIGHT)


def _written(value: Cell) -> Cell:
    """As a workbook takes it, which knows no zones and no control characters."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, datetime):
        return _on_the_wall(value)
    return ILLEGAL_CHARACTERS_RE.sub("", value) if isinstance(value, str) else value


def write_title(sheet: Any, title: str, columns: int) -> None:
    """Across all columns, in the middle of the first row."""
    from openpyxl.styles import Alignment, Font

    put(sheet, 1, 1, title)
    sheet.merge_cells(start_row=1, start_column=1, end_row=1, end_column=max(columns, 1))
    sheet.cell(1, 1).font = Font(size=16, bold=True)
    sheet.cell(1, 1).alignment = Alignment(horizontal="center", vertical="center", wrap_text=True)
    sheet.cell(1, 1).border = None
    sheet.row_dimensions[1].height = 32


def put(sheet: Any, row: int, column: int, value: Cell, *, bold: bool = False) -> Any:
    """A text as a text, whatever it begins with; a number as a number, a moment as one. Answers the cell."""
    from openpyxl.styles import Alignment, Border, Font, Side

    cell = sheet.cell(row, column)
    cell.value = _written(value)
    if isinstance(value, datetime):
        cell.number_format = "yyyy-mm-dd hh:mm"
    if isinstance(value, str):
        cell.data_type = "s"
        cell.number_format = "@"
        cell.quotePrefix = value.startswith(_BEGINS_A_FORMULA)
    line = Side(style="thin", color="999999")
    cell.border = Border(left=line, right=line, top=line, bottom=line)
    cell.alignment = Alignment(vertical="center", wrap_text=True)
    cell.font = Font(bold=bold)
    return cell


def width_of(text: str) -> int:
    """In letters of the Latin alphabet: a character of Chinese is as wide as two."""
    return max((sum(2 if ord(c) > 0x2E80 else 1 for c in line) for line in text.splitlines()), default=0)


def print_on_a4(sheet: Any, *, head: int, landscape: bool = False) -> None:
    """As wide as the paper, the rows up to ``head`` on every page, and kept in sight on the screen."""
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"1:{head}"
    sheet.freeze_panes = f"A{head + 1}"
    sheet.oddFooter.center.text = "&P / &N"


def saved(workbook: Any) -> bytes:
    """The bytes of the file."""
    from openpyxl.writer.excel import save_workbook

    out = io.BytesIO()
    save_workbook(workbook, out)
    return out.getvalue()
