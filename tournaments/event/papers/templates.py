"""模板: the templates of an office's own papers, checked when they are sent, and filled in from plain values only.

变量 are the blanks of a text, ``{{赛事名称}}``, and the repeats of a template, ``{% for 分会 in 分会表 %}``. A template
is what somebody sent, so that nothing in it is ever run: Jinja parses its text, and whatever is more than a blank, a
repeat or a condition is refused before anything is filled in, by the same environment that fills in. A Word 模板
(.docx) is filled in by docxtpl.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, nodes
from jinja2.sandbox import SandboxedEnvironment

from journal.refusals import Problem, Refused, refuse_if
from tournaments.codes import Code

Values = Mapping[str, str | Sequence[Mapping[str, str]]]
"""What the blanks are filled with: texts, and lists of rows of texts."""
Vocabulary = Mapping[str, frozenset[str]]
"""The names that a text may use; of a list the names in its rows, of a text none."""
_TEXT: Final = frozenset[str]()

CIRCULAR: Final[Vocabulary] = {
    **dict.fromkeys(
        (
            "主办单位", "文号", "赛事名称", "赛事全称", "比赛项目", "比赛日期", "比赛时间", "比赛地点", "报名截止",
            "抽签时间", "每队人数", "分会数", "名额合计", "规则依据", "迟到办法", "奖项", "成文日期", "印发单位",
        ),
        _TEXT,
    ),
    "分会表": frozenset({"序号", "名称", "名额"}),
    "赛程表": frozenset({"日期", "时间", "场次"}),
    "赛制": frozenset({"序号", "正文"}),
    "组织机构": frozenset({"正文"}),
    "规则": frozenset({"标题", "正文"}),
    "报名表": frozenset({"身份"}),
}  # fmt: skip
"""Of the 通知 and its annexes."""

CERTIFICATE: Final[Vocabulary] = dict.fromkeys(
    ("获奖者", "队伍", "分会", "队员", "奖项", "赛事名称", "主办单位", "日期"), _TEXT
)
"""Of a 奖状."""
DEEPEST: Final = 2
"""Repeats inside repeats."""
_ALLOWED: Final = (
    nodes.TemplateData, nodes.Output, nodes.Name, nodes.Getattr, nodes.For, nodes.If, nodes.Not, nodes.And, nodes.Or,
)  # fmt: skip
_TAGS = re.compile(r"<[^>]*>")
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


class NotPlain(TemplateError):
    """The text asks for more than blanks, repeats and conditions."""


class Blanks(SandboxedEnvironment):
    """Jinja without anything but blanks: no calls, filters, arithmetic, includes, nor attributes of any object."""

    def __init__(self, *, is_xml: bool) -> None:
        super().__init__(autoescape=is_xml, undefined=StrictUndefined, cache_size=0)
        for names in (self.globals, self.filters, self.tests):
            names.clear()

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        _refuse_more_than_blanks(tree)
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return False

    def is_safe_callable(self, obj: Any) -> bool:
        return False


def filled(text: str, values: Values) -> str:
    """A plain text with its blanks filled in; one in which ``problems_of`` found something raises."""
    return Blanks(is_xml=False).from_string(text).render(values)


def problems_of(text: str, vocabulary: Vocabulary, field: str, *, is_xml: bool = False) -> list[Problem]:
    """Everything that keeps a text from being filled in: each unknown name, and whatever is no blank."""
    try:
        tree = Blanks(is_xml=is_xml).parse(text)
    except NotPlain as error:
        return [Problem(Code.MORE_THAN_BLANKS, field, {"near": str(error.message)})]
    except TemplateSyntaxError as error:
        lines = [_TAGS.sub("", written).strip() for written in text.splitlines()]
        beside = [line for line in lines[max(error.lineno - 2, 0) : error.lineno + 1] if "{" in line or "}" in line]
        near = (beside or [line for line in lines if "{" in line] or [""])[-1][:60]
        return [Problem(Code.BLANKS_BROKEN, field, {"near": near})]
    unknown = dict.fromkeys(_unknown(tree, vocabulary, {}))
    return [Problem(Code.BLANK_UNKNOWN, field, {"name": name}) for name in unknown]


def _refuse_more_than_blanks(node: nodes.Node, depth: int = 0) -> None:
    for child in node.iter_child_nodes():
        is_plain = isinstance(child, _ALLOWED)
        if isinstance(child, nodes.Getattr):
            is_plain = isinstance(child.node, nodes.Name)
        if isinstance(child, nodes.For):
            is_simple = isinstance(child.target, nodes.Name) and isinstance(child.iter, nodes.Name)
            is_plain = is_simple and depth < DEEPEST and not (child.test or child.else_ or child.recursive)
        if not is_plain:
            raise NotPlain(_CALLED.get(type(child), type(child).__name__))
        _refuse_more_than_blanks(child, depth + isinstance(child, nodes.For))


_CALLED: Final[Mapping[type[nodes.Node], str]] = {
    nodes.Call: "( )", nodes.Filter: "|", nodes.Getitem: "[ ]", nodes.Getattr: ". .", nodes.Const: "“ ”",
    nodes.Assign: "{% set %}", nodes.Include: "{% include %}", nodes.Import: "{% import %}", nodes.Macro: "{% macro %}",
    nodes.For: "{% for %}", nodes.Compare: "==", nodes.Concat: "~", nodes.Mul: "*", nodes.Add: "+", nodes.Pow: "**",
}  # fmt: skip


def _unknown(
    node: nodes.Node, vocabulary: Vocabulary, rows: Mapping[str, frozenset[str]], *, in_condition: bool = False
) -> Iterator[str]:
    """Names that stand for nothing, as they were written. ``rows``: what the name of a repeat has; a list or a row is
    no text, but a condition may ask (``in_condition``) whether a list is empty."""
    match node:
        case nodes.For(target=nodes.Name(name=row), iter=nodes.Name(name=many), body=body):
            yield from () if vocabulary.get(many) else (many,)
            inside = {**rows, row: vocabulary.get(many, frozenset())}
            yield from _unknown(nodes.Scope(body), vocabulary, inside)
        case nodes.Getattr(node=nodes.Name(name=row), attr=attr):
            yield from () if attr in rows.get(row, ()) else (f"{row}.{attr}",)
        case nodes.Name(name=name):
            is_text = name in vocabulary and name not in rows and (in_condition or not vocabulary[name])
            yield from () if is_text else (name,)
        case _:
            for child in node.iter_child_nodes():
                is_asked = in_condition or (isinstance(node, nodes.If) and child is node.test)
                yield from _unknown(child, vocabulary, rows, in_condition=is_asked)


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
