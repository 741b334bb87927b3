"""A .docx as typst can set it: what is read on its pages, so that the PDF says the same as the Word file.

Paragraphs with their faces, sizes, indents and lines, tables with joined cells, pictures that stand in a line, and the
page number. What floats over the text (text boxes, drawings) and numbers that Word counts itself are left out.
"""

import io
from collections.abc import Iterable
from typing import Any

from journal.refusals import Refused
from tournaments.event.papers.pictures import file_name, read_picture
from web.documents.document import Pages

_FACES = {"标宋": "title", "黑": "hei", "SimHei": "hei"}
_ALIGNED = {"center": "center", "right": "right", "end": "right", "both": "justify", "distribute": "justify"}
_INSIDE = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_LARGEST_PICTURE = 2_000_000


def word_pages(document: bytes, title: str) -> Pages:
    """What `templates/documents/word.typ` sets."""
    from docx import Document

    word_file = Document(io.BytesIO(document))
    section = word_file.sections[0]
    page = {
        "width": _points(section.page_width, 595),
        "height": _points(section.page_height, 842),
        "top": _points(section.top_margin, 72),
        "bottom": _points(section.bottom_margin, 72),
        "left": _points(section.left_margin, 72),
        "right": _points(section.right_margin, 72),
    }
    footers = (section.footer, section.even_page_footer, section.first_page_footer)
    data = {
        "title": title,
        "page": page,
        "is_numbered": any("PAGE" in footer._element.xml for footer in footers),
        "blocks": [_block(block) for block in word_file.iter_inner_content()],
    }
    parts = word_file.part.related_parts.values()
    files = {name: picture for part in parts for name, picture in _picture_of(part).items()}
    return Pages("word.typ", data, files)


def _points(length: Any, otherwise: float) -> float:
    return otherwise if length is None else round(length.pt, 2)


def _block(block: Any) -> dict[str, Any]:
    return _table(block) if hasattr(block, "rows") else _paragraph(block)


def _paragraph(paragraph: Any) -> dict[str, Any]:
    styles = _styles(paragraph.style)
    formats = [holder.paragraph_format for holder in (paragraph, *styles)]

    def of(name: str) -> Any:
        """What the paragraph says of its shape itself, else the nearest of its styles."""
        return next((value for each in formats if (value := getattr(each, name)) is not None), None)

    line, align = of("line_spacing"), of("alignment")
    # those inside links too
    runs = [run for part in paragraph.iter_inner_content() for run in getattr(part, "runs", [part])]
    parts: list[dict[str, Any]] = []
    for run in runs:
        for inline in run._r.iter("{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}inline"):
            blip = next(inline.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}blip"), None)
            part = run.part.related_parts.get(blip.get(_EMBEDDED)) if blip is not None else None
            size = {"width": inline.extent.cx.pt, "height": inline.extent.cy.pt}
            parts += [{"kind": "picture", "file": name, **size} for name in _picture_of(part)]
        parts.append(_text(run, styles))
    return {
        "kind": "paragraph",
        "align": _ALIGNED.get(align.to_xml(align) if align is not None else "", "left"),
        "line": line.pt if hasattr(line, "pt") else 0,
        "multiple": line if isinstance(line, float) else 1,
        "first": _points(of("first_line_indent"), 0),
        "left": _points(of("left_indent"), 0),
        "right": _points(of("right_indent"), 0),
        "before": _points(of("space_before"), 0),
        "after": _points(of("space_after"), 0),
        "stays": bool(of("keep_with_next")),
        "begins_page": bool(of("page_break_before")),
        "ends_page": paragraph._p.pPr is not None and paragraph._p.pPr.find(f"{_INSIDE}sectPr") is not None,
        "borders": _borders((paragraph._p, *(style.element for style in styles))),
        "size": _points(_font(styles, "size"), 10.5),
        "runs": parts,
    }


def _styles(style: Any) -> tuple[Any, ...]:
    """The style and those that it is based on."""
    return () if style is None else (style, *_styles(style.base_style))


def _font(holders: Iterable[Any], name: str) -> Any:
    return next((value for holder in holders if (value := getattr(holder.font, name)) is not None), None)


def _borders(elements: Iterable[Any]) -> dict[str, str]:
    """The colour of each line above or below it."""
    for element in elements:
        borders = element.pPr.find(f"{_INSIDE}pBdr") if element.pPr is not None else None
        if borders is None:
            continue
        colours = {}
        for line in borders:
            if line.get(f"{_INSIDE}val") not in ("nil", "none"):
                rgb = line.get(f"{_INSIDE}color") or ""
                is_colour = len(rgb) == 6 and rgb.isalnum()
                colours[line.tag.removeprefix(_INSIDE)] = rgb if is_colour else "000000"
        return colours
    return {}


def _text(run: Any, styles: tuple[Any, ...]) -> dict[str, Any]:
    holders = (run, *(_styles(run.style) if run._r.style else ()), *styles)
    colour = next((holder.font.color.rgb for holder in holders if holder.font.color.rgb), None)
    # the nearest of the faces that come with the program
    face = "song"
    for element in (run._r, *(style.element for style in holders[1:])):
        fonts = element.rPr.find(f"{_INSIDE}rFonts") if element.rPr is not None else None
        name = fonts.get(f"{_INSIDE}eastAsia") if fonts is not None else None
        if name:
            face = next((near for part, near in _FACES.items() if part in name), "song")
            break
    return {
        "kind": "text",
        "text": run.text,
        "size": _points(_font(holders, "size"), 10.5),
        "face": face,
        "is_bold": bool(_font(holders, "bold")),
        "is_underlined": bool(_font(holders, "underline")),
        "colour": str(colour or "000000"),
        "ends_page": any(br.get(f"{_INSIDE}type") == "page" for br in run._r.findall(f"{_INSIDE}br")),
    }


def _picture_of(part: Any) -> dict[str, bytes]:
    """The picture of a part by the name under which typst finds it; empty where it is none that can be shown."""
    try:
        data = read_picture(part.blob if part else b"", largest=_LARGEST_PICTURE).data
    except Refused:
        return {}
    return {file_name(part.partname.rpartition("/")[2].partition(".")[0], data): data}


def _table(table: Any) -> dict[str, Any]:
    """``rows`` have the cells that begin there, with how many columns and rows each takes."""
    from docx.table import _Cell

    rows: list[dict[str, Any]] = []
    above: dict[int, dict[str, Any]] = {}
    for row in table._tbl.tr_lst:
        cells = []
        x = row.grid_before
        for tc in row.tc_lst:
            if tc.vMerge == "continue" and x in above:
                above[x]["rows"] += 1
            else:
                blocks = [_block(block) for block in _Cell(tc, table).iter_inner_content()]
                above[x] = {"columns": tc.grid_span, "rows": 1, "blocks": blocks}
                cells.append(above[x])
            x += tc.grid_span
        rows.append({"height": _points(row.trHeight_val, 0), "cells": cells})
    heads = (row.trPr is not None and row.trPr.find(f"{_INSIDE}tblHeader") is not None for row in table._tbl.tr_lst)
    return {
        "kind": "table",
        "widths": [_points(column.w, 0) for column in table._tbl.tblGrid.gridCol_lst],
        "is_ruled": "Grid" in (table.style.name if table.style else "") or "<w:tblBorders>" in table._tbl.xml,
        "head": sum(heads),
        # Word keeps rows together whose paragraphs stay with the next one
        "stays": len(rows) > 1
        and all(cells[0]["blocks"][0].get("stays") for row in rows[:-1] if (cells := row["cells"])),
        "rows": rows,
    }
