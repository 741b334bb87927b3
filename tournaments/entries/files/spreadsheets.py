"""Files with tables as offices send them, read into text: .xlsx, .xls (WPS's .et too) and .csv. Knows no database.

Nothing in a file is ever run: a workbook with macros, links to other files or formulas is refused with the remedy,
whatever its age.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from journal.refusals import Problem, Refused
from journal.texts import clean
from tournaments.codes import Code
from tournaments.entries.files.old_workbooks import marks_of

LARGEST = 5_000_000
"""Bytes of a file."""
LARGEST_UNPACKED = 40_000_000
"""Bytes of what a packed file unfolds to."""
MOST_ROWS, MOST_COLUMNS = 20_000, 100
MOST_CELLS, MOST_MERGED = 400_000, 200_000
"""Of all sheets together, blank ones counted: the library makes an object of each."""
_ROW, _CELL = re.compile(rb"<(?:\w+:)?row[\s/>]"), re.compile(rb"<(?:\w+:)?c[\s/>]")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s([^>]*)>")
_AREA = re.compile(rb"""ref=["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']""")
_LINES_TO_LOOK_AT = 50
_STRICT = b"purl.oclc.org/ooxml"
"""Of an .xlsx saved as "Strict Open XML", whose sheets the library does not find."""
_OF_TABLES = frozenset({"xl/workbook.bin", "content.xml", "Index/Document.iwa"})
"""Within .xlsb, .ods and .numbers."""
_PAGES, _PAPERS = (b"<", b"mime-version:"), (b"%pdf", b"{\\rtf")
"""How other texts begin: web pages, which old programs save as .xls; documents."""
_WORDS = re.compile("姓名|单位|單位|分会|分會|[一二三四]队|[一二三四]隊|队员|隊員")
"""One of which stands in nearly every list: it was read in the right encoding."""
_UNREADABLE, MOST_UNREADABLE = "\ufffd", 20
_PACKED, _OLD = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MACROS = "_VBA_PROJECT".encode("utf-16-le")
_LOCKED = "EncryptedPackage".encode("utf-16-le")


@dataclass(frozen=True)
class Worksheet:
    """One sheet. ``rows`` are tidied texts, in as many lines as they have, "" for an empty cell; ``formulas`` are the
    cells (row, column) that hold one, or what it could not reckon (#N/A), both from 1. ``hidden`` and ``struck`` are
    rows, from 1, that a reader of a workbook does not see, or sees struck out."""

    name: str
    rows: tuple[tuple[str, ...], ...]
    formulas: tuple[tuple[int, int], ...] = ()
    hidden: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()


def read_sheets(data: bytes, *, is_pasted: bool = False) -> list[Worksheet]:
    """The sheets that are not hidden. The kind of file is recognised by its content, not by its name. ``is_pasted``: it
    is a text in UTF-8 that somebody copied.

    Refused, at the field ``file``: empty, too large, no table, damaged, with a password, macros or links elsewhere.
    """
    if not data.strip():
        raise _refused(Code.FILE_EMPTY)
    if len(data) > LARGEST:
        raise _refused(Code.FILE_TOO_LARGE, most=LARGEST // 1_000_000)
    if data.startswith(_PACKED):
        return list(_from_workbook(data))
    if data.startswith(_OLD):
        return list(_from_old_workbook(data))
    # a .csv in UTF-8 or GBK, parted by commas, semicolons or tabs
    begins = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:20].lower()
    if begins.startswith(_PAGES):
        raise _refused(Code.FILE_OF_ANOTHER_KIND)
    if begins.startswith(_PAPERS):
        raise _refused(Code.FILE_IS_NO_TABLE)
    text = data.decode() if is_pasted else _decoded(data)
    # a title stands above the headings without any
    first = text.splitlines()[:_LINES_TO_LOOK_AT]
    parted = max("\t,;，", key=lambda mark: sum(mark in line for line in first))
    rows = _parted(text, parted, is_pasted=is_pasted)
    if len(rows) > MOST_ROWS:
        raise _refused(Code.FILE_HAS_TOO_MANY_ROWS, most=MOST_ROWS)
    return [Worksheet("", tuple(tuple(_lines(cell) for cell in row[:MOST_COLUMNS]) for row in rows))]


def open_workbook(data: bytes) -> Any:
    """The openpyxl workbook of an .xlsx; refused as ``read_sheets`` says."""
    from openpyxl import load_workbook

    _refuse_dangerous(data)
    try:
        return load_workbook(io.BytesIO(data))
    except Exception as error:  # whatever a damaged file makes the library stumble over
        raise _refused(Code.FILE_DAMAGED) from error


def is_workbook(data: bytes) -> bool:
    """Is it an .xlsx, which can be given back with its cells marked?"""
    return data.startswith(_PACKED)


def _refused(code: Code, **data: Any) -> Refused:
    return Refused(Problem(code, "file", data))


def _refuse_dangerous(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = packed.infolist()
            names = [member.filename for member in members]
            if sum(member.file_size for member in members) > LARGEST_UNPACKED or len(members) > 2_000:
                raise _refused(Code.FILE_TOO_LARGE, most=LARGEST // 1_000_000)
            if "xl/workbook.xml" not in names:
                tables = any(name.lower().endswith((".xlsx", ".xls", ".et", ".csv")) for name in names)
                other = Code.FILE_OF_ANOTHER_KIND if _OF_TABLES & {*names} else Code.FILE_IS_NO_TABLE
                raise _refused(Code.FILE_IS_PACKED if tables else other)
            if _STRICT in _head_of(packed, "xl/workbook.xml"):
                raise _refused(Code.FILE_OF_ANOTHER_KIND)
            if any(name.endswith("vbaProject.bin") for name in names):
                raise _refused(Code.FILE_HAS_MACROS)
            if any(name.startswith("xl/externalLinks/") for name in names):
                raise _refused(Code.FILE_HAS_LINKS)
            if any(b"<!DOCTYPE" in _head_of(packed, name) for name in names if name.endswith((".xml", ".rels"))):
                raise _refused(Code.FILE_IS_NO_TABLE)
            # a small file may hold a sheet of millions of cells
            rows = cells = merged = 0
            for part in (packed.read(name) for name in names if name.endswith(".xml")):
                rows += len(_ROW.findall(part))
                cells += len(_CELL.findall(part))
                merged += sum(map(_area_of, _MERGED.findall(part)))
            if rows > MOST_ROWS or cells > MOST_CELLS or merged > MOST_MERGED:
                raise _refused(Code.FILE_HAS_TOO_MANY_ROWS, most=MOST_ROWS)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise _refused(Code.FILE_DAMAGED) from error


def _area_of(attributes: bytes) -> int:
    """How many cells are merged into one; of what does not say it plainly too many."""
    corners = _AREA.search(attributes)
    if corners is None:
        return MOST_MERGED + 1
    from openpyxl.utils import column_index_from_string

    left, top, right, bottom = corners.groups()
    first, last = (column_index_from_string(letters.decode()) for letters in (left, right))
    return (abs(last - first) + 1) * (abs(int(bottom) - int(top)) + 1)


def _head_of(packed: zipfile.ZipFile, name: str) -> bytes:
    with packed.open(name) as member:
        return member.read(1_000)


def _from_workbook(data: bytes) -> Iterator[Worksheet]:
    for sheet in open_workbook(data).worksheets:
        if sheet.sheet_state != "visible":
            continue
        rows, formulas, struck = [], [], set()
        is_struck: dict[int, bool] = {}
        if sheet.max_row > MOST_ROWS or sheet.max_column > 10 * MOST_COLUMNS:
            raise _refused(Code.FILE_HAS_TOO_MANY_ROWS, most=MOST_ROWS)
        for number, cells in enumerate(sheet.iter_rows(max_col=min(sheet.max_column, MOST_COLUMNS)), start=1):
            rows.append(tuple("" if cell.data_type in "fe" else _text(cell.value) for cell in cells))
            formulas += [(number, cell.column) for cell in cells if cell.data_type in "fe"]
            for cell in cells:
                if cell.value is not None and cell.has_style:
                    style = cell.style_id
                    if style not in is_struck:
                        is_struck[style] = bool(cell.font.strike)
                    if is_struck[style]:
                        struck.add(number)
        hidden = [number for number, row in sheet.row_dimensions.items() if row.hidden and number <= len(rows)]
        yield Worksheet(clean(sheet.title), tuple(rows), tuple(formulas), tuple(sorted(hidden)), tuple(sorted(struck)))


def _from_old_workbook(data: bytes) -> Iterator[Worksheet]:
    from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

    # as of an .xlsx, before anything is made of it
    if _LOCKED in data:
        raise _refused(Code.FILE_IS_LOCKED)
    if _MACROS in data:
        raise _refused(Code.FILE_HAS_MACROS)
    by_sheet = marks_of(data)
    try:
        with CalamineWorkbook.from_filelike(io.BytesIO(data)) as workbook:
            for sheet, marks in zip(workbook.sheets_metadata, by_sheet, strict=True):
                if sheet.visible != SheetVisibleEnum.Visible:
                    continue
                values = workbook.get_sheet_by_name(sheet.name).to_python(skip_empty_area=False, nrows=MOST_ROWS + 1)
                if len(values) > MOST_ROWS:
                    raise _refused(Code.FILE_HAS_TOO_MANY_ROWS, most=MOST_ROWS)
                computed = frozenset(marks.formulas)
                rows = tuple(
                    tuple("" if (n, m) in computed else _text(v) for m, v in enumerate(row[:MOST_COLUMNS], start=1))
                    for n, row in enumerate(values, start=1)
                )
                hidden, struck = (
                    tuple(row for row in several if row <= len(rows)) for several in (marks.hidden, marks.struck)
                )
                yield Worksheet(clean(sheet.name), rows, marks.formulas, hidden, struck)
    except (CalamineError, ValueError) as error:
        raise _refused(Code.FILE_DAMAGED) from error


def _decoded(data: bytes) -> str:
    """The text of a .csv: in the first encoding in which it can be read and says what lists say, else in the first in
    which it can be read; refused by its line where a byte belongs to none."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-16-le", "utf-16-be"] if b"\0" in data else ["utf-8-sig", "gb18030", "big5"]
    texts = []
    for encoding in encodings:
        texts.append(text := data.decode(encoding, "replace"))
        if _UNREADABLE not in text and _WORDS.search(text):
            return text
    whole = [text for text in texts if _UNREADABLE not in text]
    damaged = sorted(filter(_WORDS.search, texts), key=lambda text: text.count(_UNREADABLE))
    if damaged and damaged[0].count(_UNREADABLE) <= MOST_UNREADABLE:
        line = damaged[0][: damaged[0].index(_UNREADABLE)].count("\n") + 1
        raise _refused(Code.FILE_HAS_BAD_BYTES, line=line)
    if not whole or b"\0" in data:
        raise _refused(Code.FILE_IS_NO_TABLE)
    return whole[0]


def _parted(text: str, mark: str, *, is_pasted: bool) -> list[list[str]]:
    """The cells of each line. A quotation mark without its partner would swallow the lines behind it: in what was
    copied (a file with tabs was) it is a character like any other, in a file it is refused with its line."""
    reader, rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True), []
    begins = 1
    try:
        for row in reader:
            swallowed = (
                line for cell in row for line in cell.splitlines()[1:] if line.count(mark) >= max(1, len(row) - 1)
            )
            if any(swallowed):
                raise csv.Error
            rows.append(row)
            begins = reader.line_num + 1
    except csv.Error as error:
        if is_pasted or mark == "\t":
            return [line.split(mark) for line in text.splitlines()]
        raise _refused(Code.FILE_HAS_OPEN_QUOTE, line=begins) from error
    return rows


def _text(value: Any) -> str:
    """A cell as a person reads it: whole numbers without a point, days as 2023-11-27."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat(" ")[:16] if isinstance(value, datetime) else value.isoformat()
    return _lines(str(value))


def _lines(text: str) -> str:
    return "\n".join(filter(None, map(clean, text.splitlines()))) if len(text) > 1 else clean(text)
