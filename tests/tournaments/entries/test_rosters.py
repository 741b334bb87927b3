"""Tables as offices send them: understood whatever their shape, or refused with the cell and the remedy."""

import csv
import io
import zipfile
from collections.abc import Callable

import pytest
from openpyxl import Workbook

from journal.refusals import Refused
from tournaments.codes import Code
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.files.questions import Asked
from tournaments.entries.files.roster_lines import Cell, ordinal_of
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import LARGEST, Worksheet, read_sheets

EMPTY = BranchEntry()
PLACES = (ListedBranch(1, "机关分会", 2, EMPTY), ListedBranch(2, "机电分会", 2, EMPTY))
HEAD = ("分会", "身份", "姓名", "性别", "备注")


def sheet(*rows: tuple[str, ...], name: str = "Sheet1", formulas: tuple[tuple[int, int], ...] = ()) -> Worksheet:
    return Worksheet(name, rows, formulas)


def table(*rows: str, **more: object) -> Worksheet:
    """Rows as they are written here: ``机关分会|一队|队员甲``."""
    return sheet(*(tuple(row.split("|")) for row in rows), **more)  # type: ignore[arg-type]


def read(*sheets: Worksheet, places=PLACES, seats: int = 2):
    return read_roster(sheets, places, seats=seats)


def teams_of(roster) -> dict[int, dict[int, list[str]]]:
    """Of each branch, where nothing is wrong."""
    assert roster.faults == ()
    return {number: names(form) for number, form in roster.forms.items()}


def names(form: BranchEntry) -> dict[int, list[str]]:
    return {team.ordinal: [player.name for player in team.players] for team in form.filled}


def faults(roster) -> list[tuple[str, Cell | None]]:
    return [(fault.problem.code, fault.cell) for fault in roster.faults]


def file_of(*rows: tuple[object, ...], merged: tuple[str, ...] = ()) -> bytes:
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    for area in merged:
        workbook.active.merge_cells(area)
    return packed(workbook)


def packed(workbook: Workbook) -> bytes:
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


# what is understood


PAIR_OF_BOTH = {1: {1: ["队员甲", "队员乙"]}, 2: {1: ["队员丙", "队员丁"]}}
PAIR = {1: {1: ["队员甲", "队员乙"]}}


def test_a_line_for_each_person_as_in_annex_4():
    roster = read(
        table(
            "掼蛋比赛报名表", "分会|身份|姓名|性别|备注", "机关分会|领队兼教练|领队甲|女|兼裁判",
            "机关分会|一队队员|队员甲|男|", "机关分会|一队队员|队员乙|女|左手", "",
            "机电分会|二队|队员丙||", "机电分会|二队|队员丁|-|",
        )
    )  # fmt: skip
    assert teams_of(roster) == {**PAIR, 2: {2: ["队员丙", "队员丁"]}}
    assert (len(roster.entered), roster.left_out) == (5, ((0, 1),))
    one = roster.forms[1]
    assert (one.leader, one.leader_gender, one.leader_remark) == ("领队甲", "f", "兼裁判")
    assert one.teams[0].players == (PlayerEntry("队员甲", "m"), PlayerEntry("队员乙", "f", "左手"))


def test_a_line_for_each_team_in_any_order_of_columns():
    roster = read(
        table(
            "队员1|性别|队员2|性别|领队|联系人|联系电话|队伍|单位",
            "队员甲|男|队员乙|女|领队甲|联络人甲|０１０ 5555 0100|１|机关分会",
            "队员丙||队员丁|||||第二队|机关分会",
        )
    )
    assert teams_of(roster) == {1: {1: ["队员甲", "队员乙"], 2: ["队员丙", "队员丁"]}}
    form = roster.forms[1]
    assert (form.leader, form.contact_name, form.contact_phone) == ("领队甲", "联络人甲", "010 5555 0100")
    assert [player.gender for player in form.teams[0].players] == ["m", "f"]


def test_one_seat_a_team_needs_no_team_column():
    alone = read(table("单位|姓名", "机关分会|队员甲", "机关分会|队员乙"), seats=1)
    assert teams_of(alone) == {1: {1: ["队员甲"], 2: ["队员乙"]}}


TEAM_ROWS = ("姓名|队别", "队员甲|一队", "队员乙|一队")
OF_TWO = ("|姓名|性别|姓名|性别", "机关分会|队员甲|男|队员乙|女")
UNDERSTOOD = {
    "branch once above its lines": (
        ["分会|身份|姓名", "机关分会|一队|队员甲", "||队员乙", "|二队|队员丙", "||队员丁",
         "机电分会||队员戊", "||队员己"],
        {1: {1: ["队员甲", "队员乙"], 2: ["队员丙", "队员丁"]}, 2: {1: ["队员戊", "队员己"]}},
    ),
    "branch with its label above": (["填报单位：机关分会|填报人：联络人甲", *TEAM_ROWS], PAIR),
    "branch beside its label": (["单位（盖章）|机关分会", "", *TEAM_ROWS], PAIR),
    "branch in the title": (["机关分会第三届掼蛋比赛报名表", *TEAM_ROWS], PAIR),
    "one under another's title": (
        ["机关分会报名表", *TEAM_ROWS, "", "机电分会", TEAM_ROWS[0], "队员丙", "队员丁|一队"], PAIR_OF_BOTH,
    ),
    "that somebody is a player": (["单位|身份|姓名", "机关分会|队员|队员甲", "机关分会|选手|队员乙"], PAIR),
    "a player over each two": (["单位|队员一||队员二|", *OF_TWO], PAIR),
    "one word over all four": (["单位|参赛队员信息", *OF_TWO], PAIR),
    "a title above two rows": (["报名表", "单位|队员1||队员2|", *OF_TWO], PAIR),
    "the same words twice": (["单位|姓名|性别|姓名|性别", OF_TWO[1]], PAIR),
}  # fmt: skip


@pytest.mark.parametrize("how", UNDERSTOOD)
def test_list_is_understood_however_it_is_laid_out(how):
    rows, teams = UNDERSTOOD[how]
    roster = read(table(*rows))
    assert (teams_of(roster), roster.unread) == (teams, ())
    if OF_TWO[1] in rows:
        assert [player.gender for player in roster.forms[1].teams[0].players] == ["m", "f"]


def test_team_and_office_may_have_a_column_each_and_a_team_its_branch_in_front():
    people = ("机关分会||领队|领队甲", "机关分会|机关分会二队|队员|队员甲", "机关分会|机关分会二队|队长|队员乙")
    roster = read(table("单位|队别|身份|姓名", *people))
    assert (teams_of(roster), roster.unread) == ({1: {2: ["队员甲", "队员乙"]}}, ())
    assert roster.forms[1].leader == "领队甲"


def test_name_of_the_sheet_is_that_of_the_branch_and_what_office_somebody_has_says_nothing():
    own = table("序号|姓名|性别", "1|队员甲|男", "2|队员乙|男", name="机 电分会")
    assert teams_of(read(own)) == {2: {1: ["队员甲", "队员乙"]}}
    office = read(table("单位|职务|姓名", "机关分会|处长|队员甲", "机关分会|科员|队员乙"))
    assert (teams_of(office), office.unread) == (PAIR, (("Sheet1", "职务"),))


def test_what_the_file_leaves_out_stays_and_an_emptied_team_goes():
    pairs = (("队员甲", "队员乙"), ("队员丙", "队员丁"))
    saved = BranchEntry(
        leader="领队甲",
        contact_name="联络人甲",
        teams=tuple(TeamEntry(n, tuple(map(PlayerEntry, pair))) for n, pair in enumerate(pairs, start=1)),
    )
    places = (ListedBranch(1, "机关分会", 2, saved), PLACES[1])
    one = table("分会|身份|姓名", "机关分会|一队|队员甲", "机关分会|一队|队员新")
    form = read(one, places=places).forms[1]
    assert (form.leader, form.contact_name) == ("领队甲", "联络人甲")
    assert names(form) == {1: ["队员甲", "队员新"], 2: ["队员丙", "队员丁"]}
    without = sheet(*one.rows, ("机关分会", "二队", ""), ("机关分会", "二队", ""), ("机电分会", "一队", ""))
    assert teams_of(read(without, places=places)) == {1: {1: ["队员甲", "队员新"]}}


def test_name_of_a_team_tells_its_lines_from_others_and_is_kept():
    head = "分会|队名|姓名"
    roster = read(
        table(
            head, "机关分会|雄鹰队|队员甲", "机关分会||队员乙",
            "机关分会|飞龙队|队员丙", "机关分会|飞龙 队|队员丁", "机电分会|机电分会二队|队员戊",
            "机电分会|二队|队员己", "机电分会|装配一队|队员庚", "机电分会|装配一队|队员辛",
        )
    )  # fmt: skip
    assert teams_of(roster) == {
        1: {1: ["队员甲", "队员乙"], 2: ["队员丙", "队员丁"]}, 2: {1: ["队员庚", "队员辛"], 2: ["队员戊", "队员己"]},
    }  # fmt: skip
    own_names = [[team.name for team in form.teams] for form in roster.forms.values()]
    assert own_names == [["雄鹰队", "飞龙 队"], ["装配一队", ""]]
    again = (ListedBranch(1, "机关分会", 2, roster.forms[1]), PLACES[1])
    second = read(table(head, "机关分会|飞龙队|队员新", "机关分会|飞龙队|队员丁"), places=again)
    assert names(second.forms[1]) == {1: ["队员甲", "队员乙"], 2: ["队员新", "队员丁"]}
    silent = read(table("分会|身份|姓名", "机关分会|一队|队员甲", "机关分会|一队|队员新"), places=again)
    assert [team.name for team in silent.forms[1].teams] == ["雄鹰队", "飞龙 队"]
    emptied = read(table("分会|身份|姓名", "机关分会|一队|", "机关分会|二队|队员丙"), places=again)
    assert emptied.forms[1].teams[0].is_empty


@pytest.mark.parametrize(
    ("ordinal", "texts"),
    [(1, "一队 一队队员2"), (2, "第2队 team2"), (3, "3"), (11, "十一队"), (20, "二十"), (None, "甲队 机关二队 队")],
)
def test_team_is_named_in_many_ways(ordinal, texts):
    assert {ordinal_of(text) for text in texts.split()} == {ordinal}


# what is wrong, and where


def test_every_problem_is_told_at_its_cell():
    roster = read(
        table(
            "分会|身份|姓名|性别|备注", "机关分会|一队|队员甲|中", "机关分会|一队|", "机关分会|二队|队员乙、队员丙",
            "机关分会|二队|队员甲", "机关分会|二队|队员戊", "机关分会|红方|队员己", "没有的分会|一队|队员庚",
            formulas=((3, 3), (1, 1)),
        )
    )  # fmt: skip
    assert faults(roster) == [
        (Code.GENDER_INVALID, Cell(0, 2, 4)), (Code.CELL_IS_FORMULA, Cell(0, 3, 3)),
        (Code.ONE_PLAYER_ONLY, Cell(0, 3, 3)), (Code.MORE_THAN_ONE_PLAYER, Cell(0, 4, 3)),
        (Code.TEAM_IS_FULL, Cell(0, 6, 3)), (Code.TEAM_UNKNOWN, Cell(0, 7, 2)),
    ]  # fmt: skip
    asked = [(each.asked, each.text, each.rows) for each in roster.questions]
    assert asked == [(Asked.NAME, "没有的分会", ((0, 8),))]


def test_title_that_names_several_branches_names_none_and_of_a_name_within_another_the_longer_is_meant():
    places = (*PLACES, ListedBranch(3, "老机关分会", 2, EMPTY))
    assert {*read(table("老机关分会报名表", *TEAM_ROWS), places=places).forms} == {3}
    both = read(table("机关分会、机电分会报名表", *TEAM_ROWS))
    assert faults(both) == [(Code.BRANCH_COLUMN_MISSING, Cell(0, 3, 1))]


@pytest.mark.parametrize("text", ["队员甲、队员乙", "队员甲（女），队员乙(男)", "队员甲/队员乙"])
def test_team_in_one_cell_is_parted_where_that_is_clear(text):
    roster = read(table("单位|队员", f"机关分会|{text}"))
    assert teams_of(roster) == PAIR
    assert {player.gender for player in roster.forms[1].teams[0].players} == ({"f", "m"} if "女" in text else {""})


@pytest.mark.parametrize(
    "text", ["队员甲 队员乙", "队员甲、队员乙、队员丙", "队员甲（处长）", "队员甲（处长）、队员乙"]
)
def test_what_may_be_a_team_or_a_person_with_an_office_is_not_parted(text):
    roster = read(table("单位|队员", f"机关分会|{text}"))
    assert Cell(0, 2, 2) in [cell for _code, cell in faults(roster)]
    assert names(roster.forms[1])[1][0] == text


def test_gender_behind_a_name_is_read_unless_its_column_says_another():
    head, other = "单位|姓名|性别", "机关分会|队员乙|男"
    read_both = read(table(head, "机关分会|队员甲（女）|", other))
    assert [player.gender for player in read_both.forms[1].teams[0].players] == ["f", "m"]
    assert faults(read(table(head, "机关分会|队员甲（女）|男", other))) == [(Code.NAME_CHARACTERS, Cell(0, 2, 2))]


def test_number_that_a_csv_has_cut_short_is_named():
    (cut,) = read_sheets("分会,身份,姓名,电话\n机关分会,联系人,联络人甲,1.38E+10\n".encode("gbk"))
    assert faults(read(cut)) == [(Code.NUMBER_CUT_SHORT, Cell(0, 2, 4))]


def test_same_person_in_two_branches_is_found_in_the_file_and_beside_it():
    rows = ("分会|队伍|姓名|邮箱", "机电分会|一队|队员甲|a@branch.example", "机电分会|一队|队员乙|")
    saved = BranchEntry(teams=(TeamEntry(1, (PlayerEntry("队员甲", mail="A@branch.example"), PlayerEntry("队员丙"))),))
    beside = read(table(*rows), places=(ListedBranch(1, "机关分会", 2, saved), PLACES[1]))
    assert faults(beside) == [(Code.IN_ANOTHER_BRANCH, Cell(0, 2, 3))]
    both = read(table(*rows, "机关分会||队员甲|a@branch.example", "机关分会||队员丙|"))
    assert faults(both) == [(Code.IN_ANOTHER_BRANCH, Cell(0, row, 3)) for row in (2, 4)]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["明天上午十点开会|下午三点到五点"], Code.FILE_HAS_NO_HEAD),
        (["分会|身份|姓名"], Code.FILE_NAMES_NOBODY),
        (["分会|身份|姓名", "机关分会|一队|"], Code.FILE_NAMES_NOBODY),
        (["姓名|性别", "队员甲|男"], Code.BRANCH_COLUMN_MISSING),
        (["分会|身份|姓名", "|一队|队员甲"], Code.BRANCH_MISSING),
    ],
)
def test_table_without_head_names_or_branches(rows, code):
    assert [fault.problem.code for fault in read(table(*rows)).faults] == [code]


# files


def test_workbook_is_read_as_people_see_it():
    data = file_of(("分会", "电话", "日期", "空"), ("  机关 分会\u200b", 13800000000, 2.5, None))
    assert read_sheets(data) == [
        Worksheet("Sheet", (("分会", "电话", "日期", "空"), ("机关 分会", "13800000000", "2.5", "")))
    ]


def test_errors_in_cells_are_named_like_formulas_also_in_rows_without_anything_else():
    data = file_of(HEAD[:3], ("机关分会", "一队", "#N/A"), ("", "", "#REF!"), ("机电分会", "一队", "队员甲"))
    roster = read(*read_sheets(data))
    assert faults(roster)[:2] == [(Code.CELL_IS_FORMULA, Cell(0, 2, 3)), (Code.CELL_IS_FORMULA, Cell(0, 3, 3))]


def test_formulas_are_named_and_hidden_sheets_left_out():
    workbook = Workbook()
    workbook.active["B2"] = "=1+1"
    workbook.create_sheet("藏").sheet_state = "hidden"
    (shown_sheet,) = read_sheets(packed(workbook))
    assert (shown_sheet.formulas, shown_sheet.rows[1]) == (((2, 2),), ("", ""))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_in_the_encodings_of_offices(encoding, delimiter):
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows([("分会", "姓名"), ("机关分会", "队员甲")])
    assert read_sheets(out.getvalue().encode(encoding)) == [Worksheet("", (("分会", "姓名"), ("机关分会", "队员甲")))]


def with_member(data: bytes, name: str, text: bytes = b"x") -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return out.getvalue()


def a_zip(name: str) -> bytes:
    return with_member(b"", name)


def rewritten(change: Callable[[bytes], bytes]) -> bytes:
    """A workbook each of whose parts is changed so."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file_of(("a",)))) as plain, zipfile.ZipFile(out, "w") as made:
        for name in plain.namelist():
            made.writestr(name, change(plain.read(name)))
    return out.getvalue()


def with_merged(area: str) -> bytes:
    """A workbook with that area as one cell."""
    cells = f'</sheetData><mergeCells><mergeCell ref="{area}"/></mergeCells>'.encode()
    return rewritten(lambda part: part.replace(b"</sheetData>", cells))


def as_strict() -> bytes:
    """A workbook that Excel saved as "Strict Open XML"."""
    return rewritten(lambda part: part.replace(b"schemas.openxmlformats.org", b"purl.oclc.org/ooxml"))


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


DANGEROUS = {
    "nothing": (b"  ", Code.FILE_EMPTY),
    "too large": (b"a" * (LARGEST + 1), Code.FILE_TOO_LARGE),
    "a bomb": (with_member(file_of(("a",)), "xl/media/bomb", b"0" * 40_000_001), Code.FILE_TOO_LARGE),
    "a vast cell": (with_merged("A1:Z20000"), Code.FILE_HAS_TOO_MANY_ROWS),
    "a vast cell in other words": (with_merged("&#65;1:B2"), Code.FILE_HAS_TOO_MANY_ROWS),
    "rows and rows": (file_of(*[("a",)] * 20_001), Code.FILE_HAS_TOO_MANY_ROWS),
    "macros": (with_member(file_of(("a",)), "xl/vbaProject.bin"), Code.FILE_HAS_MACROS),
    "links": (with_member(file_of(("a",)), "xl/externalLinks/externalLink1.xml"), Code.FILE_HAS_LINKS),
    "entities": (with_member(file_of(("a",)), "xl/more.xml", b"<!DOCTYPE lolz []>"), Code.FILE_IS_NO_TABLE),
    "a letter": (a_zip("word/document.xml"), Code.FILE_IS_NO_TABLE),
    "a table of another program": (a_zip("content.xml"), Code.FILE_OF_ANOTHER_KIND),
    "strict": (as_strict(), Code.FILE_OF_ANOTHER_KIND),
    "a web page": (b"\xef\xbb\xbf\n<html><table><tr><td>a</td></tr></table></html>", Code.FILE_OF_ANOTHER_KIND),
    "a web page with its pictures": (b"MIME-Version: 1.0\r\n\r\na,b", Code.FILE_OF_ANOTHER_KIND),
    "several files": (a_zip("报名表/机关分会.XLSX"), Code.FILE_IS_PACKED),
    "a paper": (b"%PDF-1.4\n1 0 obj", Code.FILE_IS_NO_TABLE),
    "half a file": (file_of(("a",))[:200], Code.FILE_DAMAGED),
    "broken inside": (a_zip("xl/workbook.xml"), Code.FILE_DAMAGED),
    "a picture": (b"\x89PNG\r\n\x00\x00", Code.FILE_IS_NO_TABLE),
    "no text": (b"\xff\xd8\xff\xe0abc\x81", Code.FILE_IS_NO_TABLE),
    "old and broken": (OLD + b"\0" * 600, Code.FILE_DAMAGED),
    "old with macros": (OLD + "_VBA_PROJECT".encode("utf-16-le"), Code.FILE_HAS_MACROS),
    "with a password": (OLD + "EncryptedPackage".encode("utf-16-le"), Code.FILE_IS_LOCKED),
    "endless": ("\n".join(["a,b"] * 20_001).encode(), Code.FILE_HAS_TOO_MANY_ROWS),
}


@pytest.mark.parametrize("kind", DANGEROUS)
def test_file_that_is_no_table_or_dangerous_is_refused(kind):
    data, code = DANGEROUS[kind]
    with pytest.raises(Refused) as refused:
        read_sheets(data)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [(code, "file")]


# what was not understood is said


def test_sheet_and_column_that_nobody_reads_are_named():
    people = ("单位名称|姓名（必填）|性别|替补|序号", "机关分会|队员甲|男|队员戊|1", "|队员乙|男||2")
    other = table("各位领队：请于周五前交表", name="说明")
    roster = read(table(*people, name="名单"), other, sheet(name="空"))
    assert roster.faults == ()
    assert roster.unread == (("名单", "替补"), ("说明", ""))


@pytest.mark.parametrize("heading", ["参赛队", "第几队", "分到哪队", ""])
def test_column_in_which_everybody_has_a_team_is_that_of_teams_whatever_it_is_called(heading):
    people = ("机关分会|队员甲|一队|3", "机关分会|队员丙|二队|3", "机关分会|队员乙|一队|1", "机关分会|队员丁|二队|1")
    roster = read(table(f"单位|姓名|{heading}|桌数", *people))
    assert teams_of(roster) == {1: {1: ["队员甲", "队员乙"], 2: ["队员丙", "队员丁"]}}
    assert roster.unread == (("Sheet1", "桌数"),)


def test_telephones_of_players_are_named_as_not_read_and_that_of_the_contact_is_read():
    rest = ("机关分会|一队|队员乙|", "机关分会|联系人|联络人甲|010 5555 0100")
    for phone, unread in (("", ()), ("138 0000 0000", (("Sheet1", "电话"),))):
        roster = read(table("单位|队伍|姓名|电话", f"机关分会|一队|队员甲|{phone}", *rest))
        assert (roster.unread, roster.forms[1].contact_phone) == (unread, "010 5555 0100")


@pytest.mark.parametrize("branch", ["分工会", "所在单位", "单位名称", "分工会名称", "*学院", "工会【全称】"])
@pytest.mark.parametrize("players", ["队员1姓名|队员2姓名", "参赛队员1|参赛队员2", "队员A|队员B", "选手一|选手二"])
def test_headings_that_offices_write_are_understood(branch, players):
    roster = read(table(f"{branch}|队伍|{players}", "机关分会|一队|队员甲|队员乙"))
    assert (teams_of(roster), roster.unread) == (PAIR, ())


@pytest.mark.parametrize("heading", ["队员1", "队员一姓名", "选手A"])
def test_number_in_the_only_heading_for_names_says_nothing(heading):
    roster = read(
        table(
            f"分会|身份|{heading}|性别|电话", "机关分会|领队|领队甲|女|", "机关分会|一队|队员甲|男|",
            "机关分会|一队|队员乙||", "机关分会|联系人|联络人甲||010 5555 0100",
        )
    )  # fmt: skip
    assert (teams_of(roster), roster.unread) == (PAIR, ())
    form = roster.forms[1]
    assert (form.leader, form.leader_gender, form.contact_name) == ("领队甲", "f", "联络人甲")
    assert (form.contact_phone, form.teams[0].players[0].gender) == ("010 5555 0100", "m")


def test_leader_and_contact_have_their_own_words_in_a_head_of_two_rows():
    head = ("单位|领队||联系人||队员信息|", "|姓名|性别|姓名|电话|姓名|性别")
    people = ("机关分会|领队甲|女|联络人甲|010 5555 0100|队员甲|男", "|||||队员乙|")
    roster = read(table(*head, *people))
    form = roster.forms[1]
    assert (roster.faults, roster.unread) == ((), (("Sheet1", "领队性别"),))
    assert (form.leader, form.contact_name, form.contact_phone) == ("领队甲", "联络人甲", "010 5555 0100")
    assert [player.gender for player in form.teams[0].players] == ["m", ""]


def test_list_that_goes_on_beside_itself_is_not_taken_for_players_of_one_team():
    roster = read(table("序号|单位|姓名|序号|单位|姓名", "1|机关分会|队员甲|9|机电分会|队员乙"))
    assert faults(roster) == [(Code.ONE_PLAYER_ONLY, Cell(0, 2, 3))]
    assert ("Sheet1", "姓名") in roster.unread


def test_list_whose_branches_stand_under_an_unknown_heading_has_one_fault_and_not_one_a_line():
    roster = read(sheet(("所属片区", "姓名", "性别"), *[("机关分会", f"队员{n}", "") for n in range(40)]))
    assert faults(roster) == [(Code.BRANCH_COLUMN_MISSING, Cell(0, 2, 1))]


def test_own_list_of_a_branch_need_not_name_it_and_the_sheet_of_another_is_not_taken_for_it():
    rows, place = ("姓名|性别", "队员甲|男", "队员乙|男"), PLACES[:1]
    assert teams_of(read_roster([table(*rows)], place, seats=2, is_own=True)) == PAIR
    roster = read_roster([table(*rows, name=name) for name in ("机关分会", "机电分会")], place, seats=2, is_own=True)
    assert names(roster.forms[1]) == PAIR[1]
    assert faults(roster) == [(Code.BRANCH_COLUMN_MISSING, Cell(1, 2, 1))]


def test_merged_cells_of_a_real_workbook_are_read():
    data = file_of(HEAD, ("机关分会", "一队", "队员甲"), ("", "", "队员乙"), merged=("A2:A3", "B2:B3"))
    assert teams_of(read(*read_sheets(data))) == PAIR


OF_BOTH = (
    ("分会", "队伍", "姓名", "性别", "电话"),
    ("机关分会", "一队", "队员甲", "女", ""),
    ("机关分会", "一队", "队员乙", "男", ""),
    ("机电分会", "二队", "队员丙", "", ""),
    ("机电分会", "二队", "队员丁", "", ""),
    ("机电分会", "联系人", "联络人甲", "", "01055550100"),
)


def changed(change):
    return [tuple(change(cell) for cell in row) for row in OF_BOTH]


AS_SENT = {
    "blank rows": [(), OF_BOTH[0], (), (), *[line for row in OF_BOTH[1:] for line in (row, ("", " ", None))]],
    "blank columns": [(None, *row[:2], None, *row[2:]) for row in OF_BOTH],
    "spaces at the end": changed(lambda cell: f"{cell} \u3000" if cell else " "),
    "spaces within names": changed(lambda cell: cell.replace("队员", "队 员").replace("队 员甲", "队\u3000员甲")),
    "full-width digits": changed(lambda cell: {"一队": "１队", "二队": "２队"}.get(cell, cell.replace("0", "０"))),
    "moved columns": [row[::-1] for row in OF_BOTH],
    "other headings": [("工会名称", "队别", "参赛人员姓名", "性 别", "联系电话"), *OF_BOTH[1:]],
    "a title above and a total below": [
        ("２０２６年掼蛋比赛报名表",),
        (),
        *OF_BOTH,
        ("合　计", "", "4人"),
        ("总计：4 人",),
    ],
    "numbers as numbers": changed(lambda cell: {"一队": 1, "二队": 2}.get(cell, cell)),
}


@pytest.mark.parametrize("how", AS_SENT)
@pytest.mark.parametrize("ending", ["xlsx", "gbk", "utf-8"])
def test_workbook_means_the_same_however_it_was_sent(how, ending):
    plain = read(*read_sheets(file_of(*OF_BOTH))).forms
    rows = AS_SENT[how]
    if ending == "xlsx":
        data = file_of(*rows)
    else:
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        data = out.getvalue().encode(ending)
    roster = read(*read_sheets(data))
    assert faults(roster) == []
    assert roster.forms == plain
    assert names(plain[1]) == {1: ["队员甲", "队员乙"]}
    assert plain[2].contact_phone == "01055550100"
