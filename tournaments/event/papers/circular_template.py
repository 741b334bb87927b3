"""通知模板: the Word template that the program offers, made of its text (circular.txt) and of the measures of an
official document (GB/T 9704): margins, faces, sizes and lines of 28 points.

Word has the faces (仿宋_GB2312, 方正小标宋); a .docx only names them.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from journal.words import in_own_words, own_words

TEXT = Path(__file__).with_name("circular.txt")

SONG, FANG, HEI, KAI, XBS = "宋体", "仿宋_GB2312", "黑体", "楷体_GB2312", "方正小标宋简体"
TWO, THREE, FOUR, FIVE = 22, 16, 14, 10.5
"""二号, 三号, 四号, 五号 in points."""
LINE: Final = 28
RED: Final = "E60012"


@dataclass(frozen=True)
class _Style:
    """Of a paragraph: face and size, where it stands, how far its first line is in (characters), and its line."""

    face: str = FANG
    size: float = THREE
    align: str = "justify"
    first: float = 0
    left: float = 0
    right: float = 0
    line: float = LINE
    before: float = 0
    after: float = 0
    colour: str = ""
    stays: bool = False
    border: str = ""


STYLES: Final[dict[str, _Style]] = {
    "红头": _Style(XBS, 30, "center", line=48, before=16, after=16, colour=RED),
    "文号": _Style(align="center", after=6, border="bottom"),
    "标题": _Style(XBS, TWO, "center", line=34, before=30, after=20),
    "主送": _Style(),
    "正文": _Style(first=2),
    "规则": _Style(first=2),
    "一级": _Style(HEI, first=2, stays=True),
    "二级": _Style(KAI, first=2, stays=True),
    "条文": _Style(size=FOUR, first=2, line=24),
    "小注": _Style(size=FIVE, line=16, align="left", before=3, after=3),
    "空行": _Style(),
    "循环": _Style(),
    "附件说明": _Style(left=5, first=-3),
    "附件续": _Style(left=6, first=-1),
    "落款": _Style(align="right", right=2),
    "版记": _Style(size=FOUR, line=24, left=1, right=1, border="both"),
    "附件号": _Style(HEI, align="left", after=8),
    "附件题": _Style(XBS, TWO, "center", line=34, stays=True),
    "附件尾": _Style(XBS, TWO, "center", line=34, after=14, stays=True),
    "填空": _Style(before=8, after=8, align="left"),
    "表头": _Style(HEI, FOUR, "center", line=24, before=3, after=3),
    "表格": _Style(FANG, FOUR, "center", line=24, before=3, after=3),
    "小表头": _Style(HEI, FIVE, "center", line=15, before=1, after=1),
    "小表格": _Style(FANG, FIVE, "center", line=15, before=1, after=1),
}
Column = tuple[str, float, str]
"""Its head, its width in millimetres, and what stands in each row."""
TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "分会表": (
        ("序号", 20, "{{分会.序号}}"),
        ("分会", 76, "{{分会.名称}}"),
        ("队伍名额", 30, "{{分会.名额}}"),
        ("备注", 30, ""),
    ),
    "赛程表": (("比赛日期", 66, "{{场.日期}}"), ("开始时间", 30, "{{场.时间}}"), ("场次", 60, "{{场.场次}}")),
    "报名表": (("", 40, "{{人.身份}}"), ("姓　名", 44, ""), ("性　别", 26, ""), ("备　注", 46, "")),
}
_ROWS: Final = {"分会表": "分会", "赛程表": "场", "报名表": "人"}
_SUM: Final = {"分会表": ("", "总　计", "{{名额合计}}", "")}


def default_template() -> bytes:
    """The .docx, as an office downloads it to change it in Word, in the words of its event."""
    return _made_in(own_words())


@cache
def _made_in(_words: tuple[tuple[str, str], ...]) -> bytes:
    document = official_document()
    document.core_properties.title = "关于举办{{赛事全称}}的通知"

    begins_page = False
    for line in TEXT.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("---"):
            begins_page = True
        elif line.startswith("@"):
            _add_table(document, line.removeprefix("@").strip())
        else:
            style_name, _, text = line.partition("|")
            paragraph = document.add_paragraph(style=style_name)
            paragraph.add_run(in_own_words(text.removeprefix(" ")))
            paragraph.paragraph_format.page_break_before = begins_page or None
            begins_page = False
    return bytes_of(document)


def official_document() -> Any:
    """An empty document of python-docx in these measures, with the paragraph styles of ``STYLES``."""
    from docx import Document
    from docx.enum.style import WD_STYLE_TYPE
    from docx.shared import Mm

    # A4 with 156 × 225 mm of text, 22 lines of 28 characters; the page number at the outer side of the foot
    document = Document()
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.top_margin, section.bottom_margin = Mm(37), Mm(35)
    section.left_margin, section.right_margin = Mm(28), Mm(26)
    section.footer_distance = Mm(25)
    document.settings.odd_and_even_pages_header_footer = True
    _set_up(document.styles["Normal"], _Style())
    _close_up(document.styles["Normal"])
    for name, style in STYLES.items():
        made: Any = document.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        made.base_style, made.quick_style = document.styles["Normal"], True
        _set_up(made, style)
    for footer, side in ((section.footer, "right"), (section.even_page_footer, "left")):
        _add_page_number(footer, side)
    properties = document.core_properties
    properties.author = properties.last_modified_by = properties.comments = ""
    return document


def bytes_of(document: Any) -> bytes:
    """The .docx as it is saved."""
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _set_up(made: Any, style: _Style) -> None:
    from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_LINE_SPACING, WD_TAB_ALIGNMENT
    from docx.shared import Pt, RGBColor

    _face(made, style.face, style.size)
    if style.colour:
        made.font.color.rgb = RGBColor.from_string(style.colour)
    shape = made.paragraph_format
    shape.alignment = getattr(WD_ALIGN_PARAGRAPH, style.align.upper())
    shape.line_spacing_rule, shape.line_spacing = WD_LINE_SPACING.EXACTLY, Pt(style.line)
    shape.space_before, shape.space_after = Pt(style.before), Pt(style.after)
    shape.first_line_indent = Pt(style.first * style.size)
    shape.left_indent, shape.right_indent = Pt(style.left * style.size), Pt(style.right * style.size)
    shape.keep_with_next = style.stays
    shape.widow_control = True
    if style.border == "bottom":
        _border(made, {"bottom": (18, RED)})
    elif style.border == "both":
        _border(made, {"top": (8, "000000"), "bottom": (8, "000000")})
        shape.tab_stops.add_tab_stop(Pt(428), WD_TAB_ALIGNMENT.RIGHT)


def _close_up(made: Any) -> None:
    """No room between Chinese and figures or letters, which Word would put there by itself."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    for name in ("w:autoSpaceDE", "w:autoSpaceDN"):
        switch = OxmlElement(name)
        switch.set(qn("w:val"), "0")
        made.element.get_or_add_pPr().insert_element_before(switch, "w:spacing", "w:ind", "w:jc")


def _face(made: Any, face: str, size: float) -> None:
    """A Chinese face for Chinese, and for figures and letters too."""
    from docx.oxml.ns import qn
    from docx.shared import Pt

    made.font.name, made.font.size = face, Pt(size)
    fonts = made.element.get_or_add_rPr().get_or_add_rFonts()
    for kind in ("w:ascii", "w:hAnsi", "w:eastAsia"):
        fonts.set(qn(kind), face)


def _border(made: Any, lines: dict[str, tuple[int, str]]) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    borders = OxmlElement("w:pBdr")
    for side, (eighths, colour) in lines.items():
        line = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", str(eighths)), ("space", "4"), ("color", colour)):
            line.set(qn(f"w:{name}"), value)
        borders.append(line)
    made.element.get_or_add_pPr().insert_element_before(borders, "w:shd", "w:tabs", "w:spacing", "w:ind", "w:jc")


def _add_page_number(footer: Any, side: str) -> None:
    """— 1 —, 四号宋体."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt

    footer.is_linked_to_previous = False
    paragraph = footer.paragraphs[0]
    paragraph.style = "空行"
    paragraph.alignment = getattr(WD_ALIGN_PARAGRAPH, side.upper())
    indent = {"right": "right_indent", "left": "left_indent"}[side]
    setattr(paragraph.paragraph_format, indent, Pt(FOUR))
    for text in ("— ", "", " —"):
        run = paragraph.add_run(text)
        _face(run, SONG, FOUR)
        if not text:
            field = OxmlElement("w:fldSimple")
            field.set(qn("w:instr"), "PAGE")
            run._r.addprevious(field)
            field.append(run._r)
            run.text = "1"


def _add_table(document: Any, name: str) -> None:
    """The head is repeated on every page; between two rows that repeat, one for each of the list."""
    from docx.enum.table import WD_TABLE_ALIGNMENT
    from docx.oxml import OxmlElement
    from docx.shared import Mm

    columns = TABLES[name]
    table = document.add_table(rows=0, cols=len(columns), style="Table Grid")
    table.alignment, table.autofit = WD_TABLE_ALIGNMENT.CENTER, False
    for column, (_, width, _text) in zip(table.columns, columns, strict=True):
        column.width = Mm(width)
    _add_row(table, columns, [head for head, _, _ in columns], "表头")
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))
    _add_row(table, columns, [f"{{%tr for {_ROWS[name]} in {name} %}}"])
    _add_row(table, columns, [text for _, _, text in columns])
    _add_row(table, columns, ["{%tr endfor %}"])
    if name in _SUM:
        _add_row(table, columns, _SUM[name], "表头")


def _add_row(table: Any, columns: Sequence[Column], texts: Sequence[str], style: str = "表格") -> None:
    from docx.enum.table import WD_CELL_VERTICAL_ALIGNMENT
    from docx.shared import Mm

    row = table.add_row()
    row.height = Mm(11)
    for cell, (_, width, _) in zip(row.cells, columns, strict=True):
        cell.width = Mm(width)
        cell.vertical_alignment = WD_CELL_VERTICAL_ALIGNMENT.CENTER
        cell.paragraphs[0].style = style
    for cell, text in zip(row.cells, texts, strict=False):
        cell.paragraphs[0].add_run(in_own_words(text))
