"""Files as offices send them: Word templates, pictures, and what is none."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping

from docx import Document


def a_docx(*paragraphs: str, rows: tuple[tuple[str, ...], ...] = (), header: str = "", title: str = "") -> bytes:
    """A Word document of these paragraphs, and a table of these rows."""
    document = Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if rows:
        table = document.add_table(rows=0, cols=len(rows[0]))
        for row in rows:
            for cell, text in zip(table.add_row().cells, row, strict=True):
                cell.text = text
    if header:
        document.sections[0].header.paragraphs[0].text = header
    document.core_properties.title = title
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def with_parts(docx: bytes, parts: Mapping[str, bytes]) -> bytes:
    """The same package with these parts in it, or instead of its own."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, data in parts.items():
            new.writestr(name, data)
    return out.getvalue()


def part_of(docx: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(docx)) as packed:
        return packed.read(name)


def text_of(docx: bytes) -> list[str]:
    """Every paragraph, and every row of a table as its cells with bars between."""
    lines = []
    for block in Document(io.BytesIO(docx)).iter_inner_content():
        if hasattr(block, "rows"):
            lines += [" | ".join(cell.text for cell in row.cells) for row in block.rows]
        else:
            lines.append(block.text)
    return lines


def a_png(width: int = 60, height: int = 60, *, alpha: bool = True, extra: bytes = b"", size_said: int = 0) -> bytes:
    """A picture in one colour, half of it let through; ``extra``: a chunk of text in it; ``size_said``: another height
    than it has."""
    pixel, colour = (b"\xc8\x10\x20\x80", 6) if alpha else (b"\xc8\x10\x20", 2)
    head = struct.pack(">IIBBBBB", width, size_said or height, 8, colour, 0, 0, 0)
    body = zlib.compress((b"\0" + pixel * width) * height)
    text = _chunk(b"tEXt", extra) if extra else b""
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + text + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
