"""Tables as offices have them: exports of questionnaires, other encodings, odd quotation marks, namesakes."""

import pytest

from journal.refusals import Problem, Refused
from tests.tournaments.entries.test_rosters import PAIR, PAIR_OF_BOTH, read, table, teams_of
from tournaments.codes import Code
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.forms import entry_problems, same_name_doubts


def test_export_of_a_questionnaire_is_read_by_its_questions():
    sent = "2026/11/2 9:01:12|35秒|微信|N/A|10.0.0.1(北京-北京)"
    roster = read(
        table(
            "序号|提交答卷时间|所用时间|来源|来源详情|来自IP|1、您所在的单位|2、选手一姓名|3、选手二姓名|4、联系电话",
            f"1|{sent}|机关分会|队员甲|队员乙|13800000000",
            f"2|{sent}|机电分会|队员丙|队员丁|13900000000",
        )
    )
    assert teams_of(roster) == PAIR_OF_BOTH


@pytest.mark.parametrize("head", ["姓名|搭档姓名", "参赛者|搭档", "您的姓名|您的搭档"])
def test_partner_is_the_second_player(head):
    assert teams_of(read(table(f"单位|{head}", "机关分会|队员甲|队员乙"))) == PAIR


def test_wide_table_whose_headings_nobody_knows_is_no_chat():
    head = "序号|提交时间|用时|来源|所在单位全称是什么|报名的人|一起参赛的人"
    roster = read(table(head, "1|9:01|35秒|微信|机关分会|队员甲|队员乙"))
    assert [fault.problem.code for fault in roster.faults] == [Code.FILE_HAS_NO_HEAD]
    assert not roster.forms


def test_headings_in_traditional_characters_in_utf8_and_big5_and_utf16_without_its_mark_are_read():
    for encoding in ("utf-8", "big5"):
        (sheet,) = read_sheets("單位,隊伍,姓名\n機關,一隊,隊員甲\n".encode(encoding))
        assert sheet.rows[0] == ("單位", "隊伍", "姓名")
        assert [fault.problem.code for fault in read(sheet).faults] == [Code.ONE_PLAYER_ONLY]
    for encoding in ("utf-16-le", "utf-16-be"):
        assert read_sheets("分会,姓名\n机关分会,队员甲\n".encode(encoding))[0].rows[1] == ("机关分会", "队员甲")


LONE = (
    '单位,队伍,姓名,备注\n机关分会,一队,队员甲,\n机关分会,一队,队员乙,"老将\n信息学院,一队,队员丙,\n'
    "信息学院,一队,队员丁,\n后勤分会,一队,队员戊,\n后勤分会,一队,队员己,\n"
)


def refused(data: bytes) -> Problem:
    with pytest.raises(Refused) as met:
        read_sheets(data)
    (problem,) = met.value.problems
    return problem


@pytest.mark.parametrize("text", [LONE, LONE.replace("队员戊,", '队员戊,"新人')])
def test_quotation_mark_without_its_partner_is_named_by_its_line(text):
    assert refused(text.encode()) == Problem(Code.FILE_HAS_OPEN_QUOTE, "file", {"line": 3})


def test_quotation_mark_in_a_pasted_table_is_a_character_and_a_cell_of_two_lines_one_cell():
    (sheet,) = read_sheets(LONE.replace(",", "\t").encode())
    assert (len(sheet.rows), sheet.rows[2][3]) == (7, '"老将')
    (sheet,) = read_sheets('分会,姓名,备注\n机关分会,队员甲,"老将\n去年冠军"\n'.encode())
    assert len(sheet.rows) == 2


@pytest.mark.parametrize("bad", [b"\xff", b"\x80"])
@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_byte_that_no_encoding_knows_is_named_by_its_line(encoding, bad):
    before, after = (text.encode(encoding) for text in ("单位,姓名\n机关分会,队员甲", "\n机关分会,队员乙,\n"))
    problem = refused(before + bad + after)
    assert (problem.code, problem.data) == (Code.FILE_HAS_BAD_BYTES, {"line": 2})


def two_teams(one: PlayerEntry, other: PlayerEntry) -> BranchEntry:
    partners = (PlayerEntry("队员乙"), PlayerEntry("队员丁"))
    return BranchEntry(teams=(TeamEntry(1, (one, partners[0])), TeamEntry(2, (other, partners[1]))))


def test_two_people_of_one_name_in_a_branch_are_told_apart_by_a_remark():
    same = same_name_doubts(two_teams(PlayerEntry("队员甲"), PlayerEntry("队员甲")))
    assert [doubt.code for doubt in same] == [Code.IN_TWO_TEAMS]
    apart = two_teams(PlayerEntry("队员甲（大）"), PlayerEntry("队员甲(小)"))
    assert [team.players[0] for team in apart.teams] == [
        PlayerEntry("队员甲", remark="大"),
        PlayerEntry("队员甲", remark="小"),
    ]
    assert same_name_doubts(apart) == []
    one_remark = two_teams(PlayerEntry("队员甲", remark="周三有课"), PlayerEntry("队员甲"))
    assert [problem.code for problem in same_name_doubts(one_remark)] == [Code.IN_TWO_TEAMS]


def test_gender_in_brackets_behind_a_name_is_the_gender():
    assert PlayerEntry("队员甲（女）") == PlayerEntry("队员甲", "f")
    assert PlayerEntry("队员甲（女）", "m").gender == "m"


def test_zero_of_the_letters_may_begin_a_name():
    form = BranchEntry(teams=(TeamEntry(1, (PlayerEntry("〇甲"), PlayerEntry("队员乙"))),))
    assert entry_problems(form, quota=1) == []


def test_forms_of_address_are_genders():
    form = read(table("单位|姓名|性别", "机关分会|队员甲|先生", "机关分会|队员乙|女士")).forms[1]
    assert [player.gender for player in form.teams[0].players] == ["m", "f"]


def test_second_table_of_the_same_file_is_no_part_of_the_list():
    roster = read(
        table(
            "报名情况", "序号|分会|领队|队伍|状态|姓名|性别|备注",
            "1|机关分会|领队甲|一队|已报名|队员甲|男|", "1|机关分会|领队甲|一队|已报名|队员乙|女|",
            "", "分会", "序号|分会|名额|领队|性别|联系人|电话", "1|机关分会|2|领队甲||联系人甲|13800000000",
        )
    )  # fmt: skip
    assert teams_of(roster) == PAIR
