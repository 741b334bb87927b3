"""Word 模板 (.docx): checked when it is sent, and filled in by docxtpl. Nothing in it is ever run."""

import io
import re
import zipfile
from typing import Any, Final

from journal.refusals import Problem, Refused, refuse_if
from tournaments.codes import Code
from tournaments.event.papers.blanks import Blanks, Values, Vocabulary, problems_of

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
LARGEST: Final = 2_000_000
"""Bytes of a template."""
LARGEST_UNPACKED, LARGEST_TEXT, MOST_MEMBERS = 30_000_000, 3_000_000, 500
_OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_KINDS = "[Content_Types].xml"
_MAIN = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_RUNS = ("vbaproject", "vbadata", "word/embeddings/", "word/activex/", "word/controls/", "customui/")
"""Parts that hold a program or another file."""
_ELSEWHERE = re.compile(rb'<Relationship\b(?=[^>]*TargetMode="External")[^>]*>')
_LINK = b"/relationships/hyperlink"
_BROKEN = (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, KeyError, ValueError, SyntaxError)
"""What the libraries stumble over: lxml's errors are a SyntaxError's, python-docx's a ValueError or a KeyError."""
_TEXTS = ("word/document.xml", "word/header", "word/footer", "word/footnotes")


def refuse_unfit(data: bytes, vocabulary: Vocabulary, field: str = "file") -> None:
    """Raise ``Refused`` with all that is wrong: no .docx, broken, too large, macros or objects, pictures or templates
    from elsewhere, unknown blanks, and whatever is no blank."""
    from docx import Document

    if not data:
        raise _refused(Code.FILE_EMPTY, field)
    if len(data) > LARGEST:
        raise _refused(Code.WORD_FILE_TOO_LARGE, field, most=LARGEST // 1_000_000)
    if data.startswith(_OLD):
        raise _refused(Code.WORD_FILE_OLD, field)
    try:
        _refuse_dangerous(data, field)
        texts = _texts(data)
    except _BROKEN as error:
        raise _refused(Code.WORD_FILE_DAMAGED, field) from error
    problems = [problem for text in texts for problem in problems_of(text, vocabulary, field, is_xml=True)]
    if not problems and not any("{{" in text for text in texts):
        problems = [Problem(Code.WORD_FILE_WITHOUT_BLANKS, field)]
    refuse_if(list({problem.signature: problem for problem in problems}.values()))

    # filled in with plain values it can be read back, and no tag is left
    sample: dict[str, Any] = {name: [dict.fromkeys(rows, "1")] if rows else "1" for name, rows in vocabulary.items()}
    try:
        body = Document(io.BytesIO(fill_in(data, sample))).element.body
        filled_in = [node.text or "" for node in body.iter() if node.tag.endswith("}t")]
    except Exception as error:  # a repeat that begins in one row and ends in another leaves no document
        raise _refused(Code.WORD_FILE_NOT_FILLED, field) from error
    if any("{%" in text or "{{" in text for text in filled_in):
        raise _refused(Code.WORD_FILE_NOT_FILLED, field)


def fill_in(data: bytes, values: Values) -> bytes:
    """The document that the template makes of the values."""
    from docxtpl import DocxTemplate

    template = DocxTemplate(io.BytesIO(data))
    template.render(dict(values), Blanks(is_xml=True))
    # who wrote the template, and when, is nobody's business
    properties = template.docx.core_properties
    properties.author = properties.last_modified_by = properties.comments = ""
    out = io.BytesIO()
    template.save(out)
    return out.getvalue()


def _refused(code: Code, field: str, **data: Any) -> Refused:
    return Refused(Problem(code, field, data))


def _refuse_dangerous(data: bytes, field: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        members = packed.infolist()
        names = [member.filename for member in members]
        large = any(member.file_size > LARGEST_TEXT for member in members if member.filename.startswith(_TEXTS))
        if large or len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > LARGEST_UNPACKED:
            raise _refused(Code.WORD_FILE_TOO_LARGE, field, most=LARGEST // 1_000_000)
        if "word/document.xml" not in names or _KINDS not in names:
            raise _refused(Code.WORD_FILE_IS_NONE, field)
        holds = any(part in name.lower() for name in names for part in _RUNS)
        if holds or _MAIN not in packed.read(_KINDS):
            raise _refused(Code.WORD_FILE_HAS_PROGRAMS, field)
        texts = {name: packed.read(name) for name in names if name.lower().endswith((".xml", ".rels"))}
    if any(b"<!DOCTYPE" in text for text in texts.values()):
        raise _refused(Code.WORD_FILE_DAMAGED, field)
    if any(_LINK not in link for text in texts.values() for link in _ELSEWHERE.findall(text)):
        raise _refused(Code.WORD_FILE_HAS_LINKS, field)


def _texts(data: bytes) -> list[str]:
    """All that docxtpl would fill in, made ready for Jinja as it does: body, headers, footers, notes, properties."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docxtpl import DocxTemplate

    template = DocxTemplate(io.BytesIO(data))
    template.render_init()
    texts = [template.patch_xml(template.get_xml())]
    for kind in (DocxTemplate.HEADER_URI, DocxTemplate.FOOTER_URI, RELATIONSHIP_TYPE.FOOTNOTES):
        parts = [part for _, part in template.get_headers_footers(kind)]
        texts += [template.patch_xml(template.get_part_xml(part)) for part in parts]
    properties = template.docx.core_properties
    texts += [
        getattr(properties, name) for name in ("author", "comments", "identifier", "language", "subject", "title")
    ]
    return [re.sub(r"<w:p([ >])", r"\n<w:p\1", text) for text in texts]
