"""Old workbooks (.xls, .et): read, and refused for the same reasons and in the same words as new ones."""

from pathlib import Path
from struct import pack

import pytest

from journal.refusals import Refused
from tests.tournaments.entries.test_rosters import PLACES, faults, names
from tournaments.codes import Code
from tournaments.entries.files.old_workbooks import marks_of
from tournaments.entries.files.questions import Asked
from tournaments.entries.files.roster_lines import Cell
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets

FILES = Path(__file__).parent / "files"
BEGIN, END = pack("<HH4s", 0x0809, 4, b"\0\6\5\0"), pack("<HH", 0x000A, 0)
FORMULA = pack("<HHHHH", 0x0006, 6, 6, 2, 0)
PLAIN = (pack("<HHHH", 0x0031, 4, 240, 0), pack("<HHH", 0x00E0, 2, 0))
"""A font, and a style with it."""


def linked(body: bytes) -> bytes:
    """A supporting book: how a workbook names what its formulas reach."""
    return pack("<HH", 0x01AE, len(body)) + body


def stream(*records: bytes, kind: int = 0) -> bytes:
    """A workbook of one sheet (``kind`` 1: of macros) with a formula, and these records besides."""
    before = BEGIN + b"".join((*PLAIN, *records))
    sheet = pack("<HHIBB4s", 0x0085, 10, len(before) + 14 + len(END), 0, kind, b"\2\0ab")
    return before + sheet + END + BEGIN + BEGIN + END + FORMULA + END


def compound(book: bytes, *, name: str = "Workbook", cut: int = 0, table: tuple[int, ...] = ()) -> bytes:
    """The smallest compound file: its table, its folder, the table of small sectors, and the stream, which lies in
    small sectors of 64 bytes if it is shorter than ``cut``."""
    size = -(-len(book) // 512)
    chain = [n + 4 for n in range(size - 1)] + [0xFFFFFFFE]
    fat = [*(table or (0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFE, *chain))]
    head = pack("<8s16x5H6x", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 62, 3, 0xFFFE, 9, 6)
    head += pack("<10I", 0, 1, 1, 0, cut, 2, 1, 0xFFFFFFFE, 0, 0)
    small = [n + 1 for n in range(size * 8 - 1)] + [0xFFFFFFFE]
    parts = [
        head + b"\xff" * (512 - len(head)),
        b"".join(pack("<I", n) for n in fat).ljust(512, b"\xff"),
        (entry("Root Entry", 3, size * 512) + entry(name, 0 if len(book) < cut else 3, len(book))).ljust(512, b"\0"),
        b"".join(pack("<I", n) for n in small).ljust(512, b"\xff"),
        book.ljust(size * 512, b"\0"),
    ]
    return b"".join(parts)


def entry(name: str, start: int, length: int) -> bytes:
    text = name.encode("utf-16-le")
    return pack("<64sH50xII4x", text, len(text) + 2, start, length)


ELSEWHERE = linked(b"\1\0\5\0\0\1\2ab.x")
OF_ITSELF = [linked(b"\1\0\1\4"), linked(b"\1\0\1\x3a"), linked(b"\0\0\1\0\0 "), linked(b"\0\0\1\0\0\0")]


def test_list_of_an_old_workbook_is_read_with_its_merged_cells():
    roster = read_roster(read_sheets((FILES / "roster.xls").read_bytes()), PLACES, seats=2)
    assert roster.faults == ()
    assert names(roster.forms[1]) == {1: ["队员甲", "队员乙"]}


def test_formula_of_an_old_workbook_is_named_at_its_cell_and_not_believed():
    (sheet,) = read_sheets((FILES / "roster_with_formula.xls").read_bytes())
    assert sheet.formulas == ((4, 3),)
    assert sheet.rows[3] == ("", "一队", "", "女")
    problems = faults(read_roster([sheet], PLACES, seats=2))
    assert (Code.CELL_IS_FORMULA, Cell(0, 4, 3)) in problems


def test_rows_that_are_hidden_or_struck_out_are_noticed_as_in_a_new_workbook():
    (sheet,) = read_sheets((FILES / "roster_with_marks.xls").read_bytes())
    assert (sheet.hidden, sheet.struck) == ((6, 7), (4, 5, 6))
    roster = read_roster([sheet], PLACES, seats=2)
    assert [(each.key, each.rows) for each in roster.questions] == [
        (Asked.HIDDEN, ((0, 6), (0, 7))), (Asked.STRUCK, ((0, 4), (0, 5))),
    ]  # fmt: skip
    assert names(roster.forms[1]) == {1: ["队员甲", "队员乙"]}


def test_number_among_several_of_a_row_is_seen_struck_out():
    crossed = (pack("<HHHH", 0x0031, 4, 240, 8), pack("<HHH", 0x00E0, 2, 1))
    numbers = pack("<HHHH", 0x00BD, 6 + 2 * 6, 4, 1) + pack("<HIHIH", 0, 0, 1, 0, 2)
    (marks,) = marks_of(compound(stream(*crossed).replace(FORMULA, numbers)))
    assert (marks.formulas, marks.struck) == ((), (5,))


@pytest.mark.parametrize("cut", [0, 4096], ids=["in large sectors", "in small sectors"])
@pytest.mark.parametrize("name", ["Workbook", "Book", "WORKBOOK"])
def test_formulas_are_found_beyond_a_chart_within_the_sheet(name, cut):
    (marks,) = marks_of(compound(stream(*OF_ITSELF), name=name, cut=cut))
    assert marks.formulas == ((7, 3),)


def test_errors_are_found_like_formulas_and_truths_are_none():
    cells = [pack("<HHHHHBB", 0x0205, 8, 0, 0, 0, value, is_error) for value, is_error in ((42, 1), (1, 0))]
    book = stream().replace(FORMULA, b"".join(cells))
    assert [marks.formulas for marks in marks_of(compound(book))] == [((1, 1),)]


@pytest.mark.parametrize(
    ("book", "code"),
    [
        (stream(*OF_ITSELF, ELSEWHERE), Code.FILE_HAS_LINKS),
        (stream(kind=1), Code.FILE_HAS_MACROS),
        (stream(pack("<HH4s", 0x002F, 4, b"\1")), Code.FILE_IS_LOCKED),
        (BEGIN, Code.FILE_DAMAGED),
        (stream()[:-4], Code.FILE_DAMAGED),
    ],
)
def test_what_an_old_workbook_must_not_hold_is_refused_as_in_a_new_one(book, code):
    with pytest.raises(Refused) as refused:
        read_sheets(compound(book))
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [(code, "file")]


@pytest.mark.parametrize(
    "data",
    [
        compound(stream(), name="Letter"),
        compound(stream(), table=(0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFE, 3)),
        compound(stream(), table=(0xFFFFFFFD, 99)),
        compound(stream())[:700],
        compound(stream())[:40],
    ],
    ids=["no workbook", "a chain without end", "a chain into nothing", "half a file", "a head alone"],
)
def test_damaged_compound_file_is_refused(data):
    with pytest.raises(Refused) as refused:
        marks_of(data)
    assert [problem.code for problem in refused.value.problems] == [Code.FILE_DAMAGED]
