"""A Word template is filled in; one that is broken, too large, or holds more than texts is refused in plain words."""

import zipfile

import pytest

from journal.refusals import Refused
from tests.tournaments.event.papers.samples import a_docx, part_of, text_of, with_parts
from tournaments.codes import Code
from tournaments.event.papers.templates import LARGEST, fill_in, refuse_unfit

WORDS = {"赛事名称": frozenset(), "分会表": frozenset({"名称"})}
VALUES = {"赛事名称": "甲<乙>&丙", "分会表": [{"名称": "机关分会"}, {"名称": "机电分会"}]}
REPEATED = (("{%tr for 行 in 分会表 %}",), ("{{行.名称}}",), ("{%tr endfor %}",))
PLAIN = a_docx("{{赛事名称}}")
RELATIONS = "word/_rels/document.xml.rels"
KINDS = "[Content_Types].xml"


def refused(data: bytes) -> list[str]:
    with pytest.raises(Refused) as raised:
        refuse_unfit(data, WORDS)
    return [problem.code for problem in raised.value.problems]


def with_relation(kind: str, target: str) -> bytes:
    relation = f'<Relationship Id="rId99" Type="x/relationships/{kind}" Target="{target}" TargetMode="External"/>'
    old = part_of(PLAIN, RELATIONS)
    return with_parts(PLAIN, {RELATIONS: old.replace(b"</Relationships>", relation.encode() + b"</Relationships>")})


def test_body_header_and_title_are_filled_in():
    data = a_docx("通知：{{赛事名称}}", rows=REPEATED, header="{{赛事名称}}", title="关于{{赛事名称}}")
    refuse_unfit(data, WORDS)
    made = fill_in(data, VALUES)
    assert text_of(made) == ["通知：甲<乙>&丙", "机关分会", "机电分会"]
    assert "甲&lt;乙&gt;&amp;丙" in part_of(made, "word/header1.xml").decode()
    assert "关于甲" in part_of(made, "docProps/core.xml").decode()


def test_every_problem_of_all_parts_is_told_once():
    data = a_docx("{{赛事}}{{赛事}}", header="{{地点}}", title="{{时间}}")
    assert refused(data) == [Code.BLANK_UNKNOWN] * 3


@pytest.mark.parametrize("where", ["body", "header", "title"])
def test_attack_in_any_part_is_refused(where):
    attack = "{{ ''.__class__.__mro__[1].__subclasses__() }}"
    data = {"body": a_docx(attack), "header": a_docx("{{赛事名称}}", header=attack), "title": a_docx("", title=attack)}
    assert refused(data[where]) == [Code.MORE_THAN_BLANKS]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Code.FILE_EMPTY),
        (b"PK\x03\x04 and nothing more", Code.WORD_FILE_DAMAGED),
        (b"%PDF-1.7", Code.WORD_FILE_DAMAGED),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an old .doc", Code.WORD_FILE_OLD),
        (PLAIN[:2000], Code.WORD_FILE_DAMAGED),
        (b"\0" * (LARGEST + 1), Code.WORD_FILE_TOO_LARGE),
        (with_parts(PLAIN, {"word/media/bomb.xml": b" " * 31_000_000}), Code.WORD_FILE_TOO_LARGE),
        (with_parts(PLAIN, {"word/document.xml": b" " * 4_000_000}), Code.WORD_FILE_TOO_LARGE),
        (with_parts(PLAIN, {f"word/{n}.txt": b"" for n in range(600)}), Code.WORD_FILE_TOO_LARGE),
        (with_parts(PLAIN, {"word/vbaProject.bin": b"x"}), Code.WORD_FILE_HAS_PROGRAMS),
        (with_parts(PLAIN, {"word/embeddings/oleObject1.bin": b"x"}), Code.WORD_FILE_HAS_PROGRAMS),
        (
            with_parts(PLAIN, {KINDS: part_of(PLAIN, KINDS).replace(b"document.main+xml", b"macroEnabled.main+xml")}),
            Code.WORD_FILE_HAS_PROGRAMS,
        ),
        (with_relation("attachedTemplate", "http://example.org/a.dotm"), Code.WORD_FILE_HAS_LINKS),
        (with_relation("image", "http://example.org/a.png"), Code.WORD_FILE_HAS_LINKS),
        (with_parts(PLAIN, {"word/document.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a/>'}), Code.WORD_FILE_DAMAGED),
        (with_parts(PLAIN, {"word/document.xml": b"<w:document"}), Code.WORD_FILE_DAMAGED),
        (a_docx("没有变量"), Code.WORD_FILE_WITHOUT_BLANKS),
        (a_docx("{{赛事名称}}", rows=(("{%tr for 行 in 分会表 %}",), ("{{行.名称}}",))), Code.BLANKS_BROKEN),
    ],
)
def test_what_is_no_template_is_refused(data, code):
    assert refused(data) == [code]


def test_archive_that_is_no_word_file_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("a.txt", "{{赛事名称}}")
    assert refused((tmp_path / "a.zip").read_bytes()) == [Code.WORD_FILE_IS_NONE]


def test_link_to_a_page_is_allowed():
    refuse_unfit(with_relation("hyperlink", "http://example.org/"), WORDS)
