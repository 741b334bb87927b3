"""The blocks of a paper as .docx, in the measures of an official document, where an office goes on writing in it."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tournaments.event.papers.circular_template import bytes_of, official_document
from web.documents.blocks import (
    Block,
    Break,
    Cell,
    Closing,
    Contents,
    Drawn,
    Facts,
    Heading,
    Photos,
    Signatures,
    Table,
    Text,
    Title,
    as_official,
    paper,
)
from web.documents.document import EventReading, Options
from web.documents.official import official, title_to_set
from web.files.typesetting import first_page

TEXT_WIDTH: Final = 156
"""Millimetres between the margins."""
RUNNING_TEXT: Final = 13
"""Points from which a text is set as 正文 and not as 条文."""
LINE: Final = "＿" * 8
PICTURE: Final = 150
"""Points an inch of a bracket."""


def word_paper(
    reading: EventReading, title: str, blocks: Iterable[Block], *, heading: str = "", cover: Sequence[str] = ()
) -> bytes:
    """The document under its ``title``, or what ``heading`` says instead; ``cover``: lines of a first page of its own,
    which has the name of the event too."""
    document = official_document()
    document.core_properties.title = f"{reading.tournament.name}　{title}"
    listed = list(blocks)
    writer = _Writer(reading, document, [b.text for b in listed if isinstance(b, Heading) and b.is_listed])
    if cover:
        writer.cover(title, cover)
    else:
        writer.paragraph(title_to_set(heading or title), "标题")
    for block in listed:
        writer.write(as_official(block))
    return bytes_of(document)


@dataclass
class _Writer:
    """Block after block into ``document``; ``chapters``: what the contents name."""

    reading: EventReading
    document: Any
    chapters: list[str]
    begins_page: bool = False
    is_across: bool = False

    def write(self, block: Block) -> None:
        """By the method that has the name of its class."""
        if self.is_across and not isinstance(block, Drawn):
            self._turn()
        getattr(self, f"_{type(block).__name__.lower()}")(as_official(block))

    def paragraph(self, text: str, style: str) -> Any:
        made = self.document.add_paragraph(text, style=style)
        if self.begins_page:
            made.paragraph_format.page_break_before = True
            self.begins_page = False
        return made

    def cover(self, title: str, lines: Sequence[str]) -> None:
        """The name of the event, what the booklet is, and who gives it; what follows begins a page."""
        from docx.shared import Pt

        for text, size, before in ((title_to_set(self.reading.tournament.name), 26, 120), (title, 42, 40)):
            made = self.paragraph(text, "标题")
            made.paragraph_format.space_before, made.paragraph_format.line_spacing = Pt(before), Pt(size * 1.5)
            made.runs[0].font.size = Pt(size)
        for number, line in enumerate(lines):
            made = self.paragraph(official(line), "小表格")
            made.paragraph_format.space_before = Pt(200 if number == 0 else 8)
            made.paragraph_format.line_spacing = Pt(28)
            made.runs[0].font.size = Pt(16)
        self.begins_page = True

    def _break(self, _block: Break) -> None:
        self.begins_page = True

    def _title(self, block: Title) -> None:
        self.begins_page = True
        self._heading(Heading(block.chapter or block.text, level=1))

    def _heading(self, block: Heading) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        made = self.paragraph(block.text, "一级" if block.level == 1 else "二级")
        if block.level == 1:
            outline = OxmlElement("w:outlineLvl")
            outline.set(qn("w:val"), "0")
            made._p.get_or_add_pPr().append(outline)

    def _text(self, block: Text) -> None:
        style = "小注" if block.is_small else "正文" if block.size >= RUNNING_TEXT else "条文"
        self.paragraph(block.text, style)

    def _facts(self, block: Facts) -> None:
        for name, words in block.rows:
            self.paragraph(f"{name}：{words}", "条文")

    def _table(self, block: Table, first: float = 0) -> None:
        """With a narrow line under it, lest the next table joins it; ``first``: the height of its first row."""
        from docx.shared import Mm, Pt

        if self.begins_page:
            self.paragraph("", "小注")
        made = _add_table(self.document, block)
        for row in made.rows[:-1] if block.stays_whole else ():
            for cell in row.cells:
                cell.paragraphs[0].paragraph_format.keep_with_next = True
        if first:
            made.rows[0].height = Mm(first)
        self.document.add_paragraph(style="小注").paragraph_format.line_spacing = Pt(4)

    def _signatures(self, block: Signatures) -> None:
        for label in block.labels:
            self.paragraph(f"{label}：{LINE}", "填空")

    def _closing(self, block: Closing) -> None:
        self.paragraph("", "空行")
        for line in block.lines:
            self.paragraph(line, "落款")

    def _photos(self, block: Photos) -> None:
        for captions in (block.captions[n : n + 2] for n in range(0, len(block.captions), 2)):
            self._table(
                Table([], ["1fr"] * len(captions), [[""] * len(captions), captions], height=7, stays_whole=True), 58
            )

    def _contents(self, block: Contents) -> None:
        """目录: a field that Word fills with pages when it is opened; until then it names the chapters."""
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        self.paragraph(block.title, "附件尾")
        entries = [self.document.add_paragraph(chapter, style="条文") for chapter in self.chapters]
        if not entries:
            return
        marks = {}
        for kind in ("begin", "separate", "end"):
            run, marks[kind] = OxmlElement("w:r"), OxmlElement("w:fldChar")
            marks[kind].set(qn("w:fldCharType"), kind)
            run.append(marks[kind])
            marks[kind] = run
        marks["begin"][0].set(qn("w:dirty"), "true")
        instruction, text = OxmlElement("w:r"), OxmlElement("w:instrText")
        text.text = r"TOC \h \z \u"
        instruction.append(text)
        first = entries[0].runs[0]._r
        for mark in (marks["begin"], instruction, marks["separate"]):
            first.addprevious(mark)
        entries[-1]._p.append(marks["end"])

    def _drawn(self, block: Drawn) -> None:
        """A page across with the bracket as a picture."""
        from docx.shared import Mm

        if not self.is_across:
            self._turn()
        made = self.paragraph("", "小表格")
        made.paragraph_format.line_spacing = 1.0
        pages = paper(self.reading, Options(), block.title, [replace(block, chapter="")])
        picture = first_page(pages.template, {**pages.data, "page_words": ""}, pages.files, PICTURE)
        made.add_run().add_picture(io.BytesIO(picture), width=Mm(265))

    def _turn(self) -> None:
        """A section begins, with its pages the other way."""
        from docx.shared import Mm

        self.begins_page = False
        section = self.document.add_section()
        section.page_width, section.page_height = section.page_height, section.page_width
        self.is_across = not self.is_across
        across = (Mm(12), Mm(8), Mm(16), Mm(16))
        upright = (Mm(37), Mm(35), Mm(28), Mm(26))
        margins = across if self.is_across else upright
        section.top_margin, section.bottom_margin, section.left_margin, section.right_margin = margins


def _add_table(document: Any, table: Table) -> Any:
    """Its head is repeated on every page."""
    from docx.enum.table import WD_TABLE_ALIGNMENT
    from docx.oxml import OxmlElement
    from docx.shared import Mm

    # those with a share get what the others leave
    fixed = [0.0 if width.endswith("fr") else 20.0 if width == "auto" else float(width) for width in table.widths]
    shares = [float(width[:-2]) if width.endswith("fr") else 0.0 for width in table.widths]
    rest = max(TEXT_WIDTH - sum(fixed), 12.0 * sum(map(bool, shares)))
    wanted = [own + rest * share / (sum(shares) or 1) for own, share in zip(fixed, shares, strict=True)]
    widths = [width * min(1, TEXT_WIDTH / sum(wanted)) for width in wanted]
    has_head = bool(table.head)
    rows = [table.head, *table.rows] if has_head else table.rows
    made = document.add_table(rows=len(rows), cols=len(widths), style="Table Grid")
    made.alignment, made.autofit = WD_TABLE_ALIGNMENT.CENTER, False
    for column, width in zip(made.columns, widths, strict=True):
        column.width = Mm(width)
    grid = [row.cells for row in made.rows]
    taken: set[tuple[int, int]] = set()
    for y, row in enumerate(rows):
        made.rows[y].height = Mm(table.height)
        x = 0
        for content in row:
            while (y, x) in taken:
                x += 1
            cell = content if isinstance(content, Cell) else Cell(content)
            taken |= {(y + down, x + right) for down in range(cell.rows) for right in range(cell.columns)}
            _fill(grid, (y, x), cell, widths, is_head=has_head and y == 0, is_left=y > 0 and x in table.left)
            x += cell.columns
    if has_head:
        made.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    return made


def _fill(
    grid: Sequence[Sequence[Any]], at: tuple[int, int], cell: Cell, widths: Sequence[float], *, is_head: bool,
    is_left: bool,
) -> None:  # fmt: skip
    from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Mm

    y, x = at
    last = (min(y + cell.rows, len(grid)) - 1, min(x + cell.columns, len(widths)) - 1)
    for row in grid[y : last[0] + 1]:
        for column in range(x, last[1] + 1):
            row[column].width = Mm(widths[column])
    box = grid[y][x] if last == at else grid[y][x].merge(grid[last[0]][last[1]])
    box.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.CENTER
    paragraph = box.paragraphs[0]
    paragraph.style = "小表头" if is_head or cell.is_strong else "小表格"
    paragraph.add_run(cell.text)
    if is_left:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.LEFT
