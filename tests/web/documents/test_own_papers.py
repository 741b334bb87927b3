"""The notice and the certificates: as the program makes them, and as the office lays them out."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from docx import Document
from pypdf import PdfReader

from journal.models import Event
from tests.factories import a_drawn_tournament, a_role, a_user
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.event.papers.samples import a_docx, a_png, part_of, text_of
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.documents.events import a_reading, said
from tests.web.form_fields import press
from tests.web.pages import markup, signed_in, text
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.papers.templates import DOCX
from tournaments.models import CertificateStyle, OwnFile, Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import RoleKind

OFFICE = "/e/s000/office/"
WORD = f"{OFFICE}printing/circular.docx"
PRINTED = "/e/played/office/printing/certificates.pdf"
CIRCULAR, CERTIFICATES = f"{OFFICE}circular/", f"{OFFICE}awards/certificates/"


def an_event(preset, slug):
    return create_tournament(read_preset(preset), slug=slug, first_day=date(2123, 11, 29), by=None)


@pytest.fixture(scope="module")
def s000(module_db):
    return an_event("s000", "s000")


@pytest.fixture(scope="module")
def played(module_db):
    tournament = a_drawn_tournament(slug="played", branches=4, teams=2, awards=S000_AWARDS, organiser="某学院工会")
    play_all(tournament)
    return tournament


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def send(browser, paper, data, name="x", slug="s000", **more):
    return browser.post(f"/e/{slug}/office/papers/{paper}/", {"file": SimpleUploadedFile(name, data), **more})


def pdf_of(browser, path):
    answer = browser.get(path)
    assert answer.headers["Content-Type"] == "application/pdf"
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.content)).pages]


pytestmark = pytest.mark.django_db


def test_notice_of_s000_has_its_body_and_four_annexes(s000):
    browser = office(s000)
    answer = browser.get(WORD)
    assert (answer.headers["Content-Type"], answer.headers["X-Content-Type-Options"]) == (DOCX, "nosniff")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    lines = text_of(answer.content)
    words = "\n".join(lines)
    assert not set("{}") & set(words)
    for line in (
        "北京工业职业技术学院工会文件",
        "北工院工字[2023]13号",
        "关于举办北京工业职业技术学院2023年\n工会会员“掼蛋”扑克牌比赛的通知",
        "2.参赛分会13个，各分会队伍名额见附件1，共26支队伍；",
        "2123年11月29日至12月3日，每天12:30开始比赛；详见附件2。",
        "职工之家（知行楼）。",
        "1.淘汰赛：负一场即淘汰，直至决出冠军。",
        "比赛设置冠军1个、亚军1个、季军2个；到场参赛未获名次的队伍均有纪念奖。",
    ):
        assert line in lines, line
    assert "级数高的一方获胜" in words
    assert "《竞技掼蛋竞赛规则（试行）》" in words
    quotas = lines.index("序号 | 分会 | 队伍名额 | 备注")
    assert lines[quotas + 1] == "1 | 机关分会一组 | 2 | "
    assert lines[quotas + 13] == "13 | 马院分会 | 2 | "
    assert lines[quotas + 14].startswith(" | 总　计 | 26")
    rounds = lines.index("比赛日期 | 开始时间 | 场次")
    assert [line.split(" | ")[1:] for line in lines[rounds + 1 : rounds + 6]] == [
        ["12:30", "32进16"], ["12:30", "16进8"], ["12:30", "8进4"], ["12:30", "4进2"], ["12:30", "决赛"],
    ]  # fmt: skip
    assert "红心级牌（逢人配）共两张" in words
    form = lines.index(" | 姓　名 | 性　别 | 备　注")
    assert [line.split(" | ")[0] for line in lines[form + 1 : form + 6]] == [
        "领队兼教练", "一队队员", "一队队员", "二队队员", "二队队员",
    ]  # fmt: skip


def test_notice_is_an_official_document_in_its_measures_and_its_pdf_says_the_same(s000):
    browser = office(s000)
    made, pages = browser.get(WORD).content, pdf_of(browser, f"{OFFICE}printing/circular.pdf")
    styles, document = part_of(made, "word/styles.xml").decode(), part_of(made, "word/document.xml").decode()
    for face in ("仿宋_GB2312", "方正小标宋简体", "黑体"):
        assert f'w:eastAsia="{face}"' in styles
    assert 'w:line="560"' in styles  # 28 points, in twentieths
    assert 'w:top="2098"' in document  # 37 mm
    assert "PAGE" in part_of(made, "word/footer1.xml").decode()
    printed = "".join(pages)
    for line in text_of(made):
        assert "".join(line.replace(" | ", "").split()) in printed
    assert pages[0].endswith("—1—")
    assert sum(page.startswith("附件") for page in pages) == 4


def test_notice_of_another_game_and_format_is_as_right(module_db):
    browser = office(an_event("plain_xiangqi", "xiangqi"))
    words = "\n".join(text_of(browser.get("/e/xiangqi/office/printing/circular.docx").content))
    swiss = "瑞士制（积分编排）：中途不淘汰，积分相近的队对阵，尽量不再次相遇"
    for line in ("每队1人", swiss, "本赛事项目：象棋", "第1轮", "一队队员"):
        assert line in words, words
    assert "级牌" not in words
    groups = office(an_event("s001_2", "groups")).get("/e/groups/office/printing/circular.docx")
    words = "\n".join(text_of(groups.content))
    assert "第一阶段采用" in words
    assert "第二阶段由第一阶段第1至" in words


def test_notice_names_the_committees_where_there_are_some(s000, module_db):
    without = text_of(office(s000).get(WORD).content)
    assert {"八、未尽事宜", "九、其他"} <= set(without)
    assert not any("组织机构" in line for line in without)
    browser = office(an_event("s001_1", "groups"))
    lines = text_of(browser.get("/e/groups/office/printing/circular.docx").content)
    begins = lines.index("八、组织机构")
    assert lines[begins + 1] == "总协调：学生会主席团"
    assert lines[begins + 7].startswith("散场：学习部、秘书部")
    assert lines[begins + 8] == "九、未尽事宜"
    assert "十、其他" in lines
    assert "总协调：学生会主席团" in said(a_reading(Tournament.objects.get(slug="groups")), "programme")


def test_office_names_committees_even_once_lots_are_drawn(played):
    browser, address = office(played), "/e/played/office/settings/"
    assert press(browser, address, address, committees="裁判组：甲\r\n\r\n后勤组：乙").status_code == 302
    assert press(browser, address, address, committees="组" * 2001).status_code == 422
    played.refresh_from_db()
    assert played.committees == "裁判组：甲\n\n后勤组：乙"
    lines = text_of(browser.get("/e/played/office/printing/circular.docx").content)
    begins = lines.index("八、组织机构")
    assert lines[begins + 1 : begins + 4] == ["裁判组：甲", "后勤组：乙", "九、未尽事宜"]


def test_own_template_is_used_until_it_is_taken_back(s000):
    browser = office(s000)
    assert text_of(browser.get(f"{CIRCULAR}template/").content)[0] == "{{主办单位}}文件"
    assert send(browser, "circular", a_docx("我们的通知：{{赛事全称}}"), "我们的.docx").url == CIRCULAR
    assert text_of(browser.get(WORD).content)[0].startswith("我们的通知：北京工业职业技术学院")
    assert pdf_of(browser, f"{OFFICE}printing/circular.pdf")[0].startswith("我们的通知")
    assert text_of(browser.get(f"{CIRCULAR}template/").content) == ["我们的通知：{{赛事全称}}"]
    assert "我们的.docx" in text(browser.get(CIRCULAR))
    assert press(browser, CIRCULAR, f"{OFFICE}papers/circular/removal/").url == CIRCULAR
    assert browser.post(f"{OFFICE}papers/circular/removal/").status_code == 302
    assert len(text_of(browser.get(WORD).content)) > 50
    assert [event.kind for event in Event.objects.order_by("pk").filter(kind__startswith="own_file")] == [
        "own_file.kept", "own_file.removed",
    ]  # fmt: skip
    assert not Event.objects.filter(kind__startswith="own_file", public=True).exists()


@in_ci_only
def test_pdf_shows_pictures_and_joined_cells_of_an_own_template(s000):
    document = Document()
    document.add_paragraph("{{赛事名称}}")
    document.add_picture(io.BytesIO(a_png(120, 80, alpha=False)))
    table = document.add_table(rows=3, cols=3)
    table.cell(0, 0).merge(table.cell(0, 2)).text = "横"
    table.cell(1, 0).merge(table.cell(2, 0)).text = "竖"
    table.cell(2, 2).text = "{{比赛地点}}"
    out = io.BytesIO()
    document.save(out)
    browser = office(s000)
    assert send(browser, "circular", out.getvalue()).status_code == 302
    (page,) = PdfReader(io.BytesIO(browser.get(f"{OFFICE}printing/circular.pdf").content)).pages
    assert len(page.images) == 1
    assert "".join(page.extract_text().split()).endswith("横竖职工之家（知行楼）")


@in_ci_only
def test_unfit_template_changes_nothing_and_says_why(s000):
    browser, before = office(s000), None
    for data, sentence in (
        (a_docx("{{天气}}"), "天气 is not a variable"),
        (a_docx("{{ ''.__class__.__mro__ }}"), "Only variables, repeats and conditions"),
        (b"", "Please choose a file"),
        (b"x" * 2_000_001, "too large"),
    ):
        before = before or all_rows()
        answer = send(browser, "circular", data)
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert all_rows() == before
    assert send(browser, "no-such-paper", b"x").status_code == 404


def test_file_of_the_site_serves_every_event_without_its_own(s000, played):
    browser, clerk = office(s000), signed_in(a_user(is_staff=True))
    assert send(browser, "circular", a_docx("越权{{赛事名称}}"), for_site="on").status_code == 302
    assert not OwnFile.objects.filter(tournament=None).exists()
    assert browser.post(f"{OFFICE}papers/circular/removal/", {"for_site": "on"}).status_code == 403
    assert send(clerk, "circular", a_docx("全站{{赛事名称}}"), for_site="on").status_code == 302
    assert send(clerk, "circular", a_docx("全站新{{赛事名称}}"), for_site="on").status_code == 302
    assert text_of(browser.get(WORD).content)[0].startswith("越权")
    assert text_of(office(played).get("/e/played/office/printing/circular.docx").content)[0].startswith("全站新")
    assert "for all events" in text(clerk.get("/e/played/office/circular/"))
    assert clerk.post("/e/played/office/papers/circular/removal/", {"for_site": "on"}).status_code == 302
    assert not OwnFile.objects.filter(tournament=None).exists()


def test_certificates_are_one_a_player_place_by_place(played):
    browser = office(played)
    pages = pdf_of(browser, PRINTED)
    assert len(pages) == 8
    assert all("掼蛋比赛" in page and "某学院工会" in page for page in pages)
    assert [next(a for a in ("冠军", "亚军", "季军") if a in page) for page in pages] == [
        "冠军", "冠军", "亚军", "亚军", *["季军"] * 4,
    ]  # fmt: skip
    assert "队员甲" in pages[0]
    assert "队员乙" in pages[1]
    assert "8 certificates" in text(browser.get("/e/played/office/awards/certificates/"))


def test_certificates_take_the_words_of_the_office(played):
    browser, path = office(played), "/e/played/office/awards/certificates/"
    assert press(browser, path, f"{path}words/", has_souvenirs="").status_code == 302
    style = CertificateStyle.objects.get()  # what follows the event is not kept
    assert (style.title, style.text, style.signed_by, style.dated) == ("", "", "", None)
    words = {
        "title": "荣誉证书",
        "text": "{{队伍}}（{{队员}}）：\n贵队在{{赛事名称}}中获\n{{奖项}}\n此证 {{日期}}",
        "signed_by": "裁判委员会",
        "dated": "2123-12-05",
        "is_each_player": "team",
        "has_souvenirs": "on",
    }
    assert press(browser, path, f"{path}words/", **words).status_code == 302
    pages = pdf_of(browser, PRINTED)
    assert len(pages) == 8  # four prizes, four souvenirs
    assert sum("纪念奖" in page for page in pages) == 4
    for sentence in ("荣誉证书", "队员甲,队员乙", "贵队在掼蛋比赛中获", "裁判委员会", "Dec.5,2123"):
        assert sentence in pages[0], pages[0]
    assert press(browser, path, f"{path}words/", title="", signed_by="", text="").status_code == 302
    style = CertificateStyle.objects.get()
    assert (style.title, style.text, style.signed_by, style.is_each_player) == ("", "", "", False)
    assert Event.objects.filter(kind="certificates.worded", public=False).count() == 3


def test_unknown_variable_in_a_certificate_is_refused_and_nothing_typed_is_lost(played):
    browser, path = office(played), "/e/played/office/awards/certificates/"
    before = all_rows()
    answer = press(browser, path, f"{path}words/", text="{{获奖人}}在{{地点}}", title="长" * 21)
    assert answer.status_code == 422
    for sentence in ("获奖人 is not a variable", "地点 is not a variable", "at most 20", "{{获奖人}}在{{地点}}"):
        assert sentence in text(answer) or sentence in markup(answer)
    after = all_rows()
    assert after["CertificateStyle"] == before["CertificateStyle"]
    assert after["Event"] == before["Event"]


def test_background_and_seal_are_printed_and_never_served_as_pictures(played):
    browser, path = office(played), "/e/played/office/awards/certificates/"
    plain = len(browser.get(PRINTED).content)
    assert send(browser, "background", a_png(842, 595, alpha=False, extra=b"a\0<script>"), slug="played").url == path
    assert send(browser, "seal", a_png(100, 100), "章.png", slug="played").status_code == 302
    assert len(browser.get(PRINTED).content) != plain
    reader = PdfReader(io.BytesIO(browser.get(PRINTED).content))
    assert len(reader.pages[0].images) >= 2
    assert b"script" not in bytes(OwnFile.objects.get(kind="background").data)
    assert "章.png" in text(browser.get(path))
    words_only = press(browser, path, f"{path}words/", is_words_only="on")
    assert words_only.status_code == 302
    assert not PdfReader(io.BytesIO(browser.get(PRINTED).content)).pages[0].images


def test_seal_that_hides_the_signature_and_other_files_are_refused(played):
    browser = office(played)
    for paper, data, sentence in (
        ("seal", a_png(alpha=False), "transparent background"),
        ("seal", a_png()[:-9], "damaged"),
        ("background", b"<svg/>", "not a picture"),
        ("background", b"", "choose a file"),
        ("seal", b"x" * 1_000_001, "at most 1 MB"),
    ):
        answer = send(browser, paper, data, slug="played")
        assert answer.status_code == 422
        assert sentence in text(answer)
    assert not OwnFile.objects.exists()


def test_before_the_final_there_is_a_sample_alone_and_a_template_for_word_is_told_so(s000):
    browser = office(s000)
    assert "after the final" in text(browser.get(CERTIFICATES))
    assert markup(browser.get(CERTIFICATES)).count("data:image/png") == 1
    assert browser.get(f"{OFFICE}printing/certificates.pdf").status_code == 404
    assert browser.get(f"{OFFICE}printing/timetable.docx").status_code == 404
    OwnFile.objects.create(tournament=s000, kind="circular", name="x", data=b"x", sent_at="2123-01-01T00:00Z")
    assert "can be shown in Word only" in text(browser.get(CIRCULAR))


def test_chief_referee_prints_and_changes_nothing(played):
    browser = signed_in(a_role(played, RoleKind.CHIEF_REFEREE))
    page = markup(browser.get("/e/played/office/awards/certificates/"))
    assert "certificates/words/" not in page
    assert "papers/seal/" not in page
    assert "papers/circular" not in markup(browser.get("/e/played/office/circular/"))
    assert send(browser, "seal", a_png(), slug="played").status_code == 403
    assert browser.get("/e/played/office/circular/template/").status_code == 403
