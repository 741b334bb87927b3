"""What of an old workbook (.xls, WPS's .et) must be known before it is believed, and the library that reads it does not
tell: formulas, rows that are hidden or struck out, links to other files, passwords, macro sheets. After [MS-CFB] and
[MS-XLS]. Knows no database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct, iter_unpack, unpack_from

from journal.refusals import Problem, Refused
from tournaments.codes import Code

_FREE = 0xFFFFFFFA
"""From here on a number of a sector is none: the end of a chain, or a free one."""
_ENTRY, _FAT_IN_HEADER, _SMALL_SECTOR = 128, 109, 64
_HEAD = Struct("<HH")
_BEGIN, _END, _FORMULA, _ERROR, _SHEET, _LINKED, _LOCKED = 0x0809, 0x000A, 0x0006, 0x0205, 0x0085, 0x01AE, 0x002F
_ROW, _HIDDEN = 0x0208, 0x20
_FONT, _STYLE, _STRUCK, _NO_FONT = 0x0031, 0x00E0, 0x08, 4
"""There is no font of that number: those behind it are counted one too high."""
_VALUES = frozenset({_FORMULA, _ERROR, 0x00FD, 0x0203, 0x0204, 0x027E, 0x00D6})
"""Cells in which something stands, each with its row, column and style."""
_NUMBERS = 0x00BD
"""Several such cells in a row: six bytes a cell, which begin with its style."""
_OWN = (b"\x01\x04", b"\x01\x3a")
"""Of a linked book: it is this one, or functions that come with the program."""
_MACRO_SHEET = 1
_NO_FILE = (b"", b"\x00", b" ")


@dataclass(frozen=True)
class Marks:
    """Of a sheet, all from 1: the cells (row, column) that hold a formula, or an error; the rows that are hidden; those
    in which something is struck out."""

    formulas: tuple[tuple[int, int], ...]
    hidden: tuple[int, ...]
    struck: tuple[int, ...]


def marks_of(data: bytes) -> tuple[Marks, ...]:
    """Those of each sheet, in the order of the file.

    Refused: a password, macros, links to another file or program, no workbook, damaged.
    """
    try:
        book = _stream(data, "Workbook", "Book")
        records = list(_records(book, 0))
        sheets = [body for kind, body in records if kind == _SHEET]
        is_locked = any(kind == _LOCKED for kind, _body in records)
        has_macros = any(body[5] == _MACRO_SHEET for body in sheets)
        links = [body for kind, body in records if kind == _LINKED]
        has_links = any(body[2:4] not in _OWN and body[5:] not in _NO_FILE for body in links)
        readable = [] if is_locked else records
        fonts = [bool(body[2] & _STRUCK) for kind, body in readable if kind == _FONT]
        numbers = [int.from_bytes(body[:2], "little") for kind, body in readable if kind == _STYLE]
        crossed = [fonts[number - (number > _NO_FONT)] for number in numbers]
        marks = tuple(_marks(book, body, crossed) for kind, body in readable if kind == _SHEET)
    except Exception as error:  # whatever a damaged file makes of its own numbers
        raise Refused(Problem(Code.FILE_DAMAGED, "file")) from error
    reasons = ((is_locked, Code.FILE_IS_LOCKED), (has_macros, Code.FILE_HAS_MACROS), (has_links, Code.FILE_HAS_LINKS))
    for holds, code in reasons:
        if holds:
            raise Refused(Problem(code, "file"))
    return marks


def _marks(book: bytes, sheet: bytes, crossed: Sequence[bool]) -> Marks:
    """``crossed``: of each style of a cell, whether it strikes out."""
    inside = list(_records(book, int.from_bytes(sheet[:4], "little")))
    formulas = [body for kind, body in inside if kind == _FORMULA or (kind == _ERROR and body[7] == 1)]
    hidden = {_HEAD.unpack_from(body)[0] + 1 for kind, body in inside if kind == _ROW and body[12] & _HIDDEN}
    styles = [unpack_from("<H2xH", body) for kind, body in inside if kind in _VALUES]
    for kind, body in inside:
        if kind == _NUMBERS:
            row, _column = _HEAD.unpack_from(body)
            styles += [(row, style) for style, _number in iter_unpack("<HI", body[_HEAD.size : -2])]
    struck = {row + 1 for row, style in styles if crossed[style]}
    cells = tuple((row + 1, column + 1) for row, column in map(_HEAD.unpack_from, formulas))
    return Marks(cells, tuple(sorted(hidden)), tuple(sorted(struck)))


def _records(book: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    """The records of the part that begins there, to its end; parts within it (charts) too."""
    depth = 0
    while place + _HEAD.size <= len(book):
        kind, length = _HEAD.unpack_from(book, place)
        yield kind, book[place + _HEAD.size : place + _HEAD.size + length]
        place += _HEAD.size + length
        depth += (kind == _BEGIN) - (kind == _END)
        if depth == 0:
            return
    raise ValueError("no end")


def _stream(data: bytes, *names: str) -> bytes:
    """The first of these streams in a compound file."""
    size = 1 << unpack_from("<H", data, 30)[0]
    first, cut, first_small = unpack_from("<I4xII", data, 48)
    sectors = [data[at : at + size] for at in range(size, len(data), size)]
    table: list[int] = []
    for number in unpack_from(f"<{_FAT_IN_HEADER}I", data, 76):
        if number < _FREE:
            table += unpack_from(f"<{size // 4}I", sectors[number])
    folder = _chained(sectors, table, first)
    entries = [folder[at : at + _ENTRY] for at in range(0, len(folder), _ENTRY)]
    by_name = {}
    for entry in reversed(entries):
        end = max(int.from_bytes(entry[64:66], "little") - 2, 0)
        by_name[entry[:end].decode("utf-16-le", "replace").casefold()] = entry
    entry = next(by_name[name.casefold()] for name in names if name.casefold() in by_name)
    start, length = unpack_from("<II", entry, 116)
    if length >= cut:
        return _chained(sectors, table, start)[:length]
    small = _chained(sectors, table, unpack_from("<I", entries[0], 116)[0])
    pieces = [small[at : at + _SMALL_SECTOR] for at in range(0, len(small), _SMALL_SECTOR)]
    chain = _chained(sectors, table, first_small)
    return _chained(pieces, unpack_from(f"<{len(chain) // 4}I", chain), start)[:length]


def _chained(sectors: Sequence[bytes], table: Sequence[int], number: int) -> bytes:
    chained: list[bytes] = []
    while number < _FREE:
        chained.append(sectors[number])
        number = table[number]
        if len(chained) > len(sectors):
            raise ValueError("a chain without end")
    return b"".join(chained)
