"""Lists without headings, as they stand in a chat: understood by what the words look like, or asked about."""

import pytest

from tests.tournaments.entries.test_rosters import PLACES, names
from tournaments.codes import Code
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets

TWO_TEAMS = {1: ["队员甲", "队员乙"], 2: ["队员丙", "队员丁"]}
ONE_TEAM = {1: ["队员甲", "队员乙"]}


def read(text: str, *, seats: int = 2, is_own: bool = True):
    """What a branch pastes into its own form; with several branches what the office does."""
    return read_roster(read_sheets(text.encode()), PLACES[:1] if is_own else PLACES, seats=seats, is_own=is_own)


def unclear(roster) -> list[str]:
    return [fault.problem.data["word"] for fault in roster.faults if fault.problem.code == Code.WORD_UNCLEAR]


@pytest.mark.parametrize(
    "text",
    [
        "队1 队员甲 队员乙\n队2 队员丙 队员丁",
        "一队：队员甲、队员乙\n二队：队员丙、队员丁",
        "第 1 队\t队员甲\t队员乙\n第 2 队\t队员丙\t队员丁",
        "1. 队员甲 队员乙\n2. 队员丙 队员丁",
        "1、队员甲、队员乙\n\n2、队员丙、队员丁",
        "① 队员甲 队员乙\n② 队员丙 队员丁",
        "（1）队员甲，队员乙\n（2）队员丙，队员丁",
        "1 队员甲\n2 队员乙\n3 队员丙\n4 队员丁",
        "1 队员甲\n1 队员乙\n2 队员丙\n2 队员丁",
        "队员甲、队员乙、队员丙、队员丁",
        "队员甲 队员乙 一队\n队员丙 队员丁 二队",
        "第一队\n队员甲\n队员乙\n第二队\n队员丙\n队员丁",
        "一队 队员甲/队员乙 二队 队员丙/队员丁",
        "分会 队伍 姓名\n机关分会 一队 队员甲\n机关分会 一队 队员乙\n机关分会 二队 队员丙\n机关分会 二队 队员丁",
        "#接龙\n机关分会报名名单如下：\n1. 队员甲 队员乙\n2. 队员丙 队员丁\n谢谢！",
    ],
)
def test_lines_of_a_chat_are_two_teams(text):
    roster = read(text)
    assert (roster.faults, roster.is_loose) == ((), True)
    assert names(roster.forms[1]) == TWO_TEAMS


@pytest.mark.parametrize(
    "text",
    [
        "一队：队员甲（男）、队员乙（女，替补）",
        "队员甲\t男\n队员乙\t女\t替补",
        "姓名：队员甲，性别：男\n姓名：队员乙，性别：女，候补",
        "1.\t队员甲\t男\n2.\t替补\t队员乙\t女",
    ],
)
def test_genders_and_remarks_stand_by_their_names(text):
    roster = read(text)
    assert roster.faults == ()
    ((one, other),) = [team.players for team in roster.forms[1].teams]
    assert (one.name, one.gender, other.name, other.gender) == ("队员甲", "m", "队员乙", "f")
    assert other.remark in ("替补", "候补")


def test_leader_and_contact_are_told_by_their_words():
    roster = read("领队：领队甲（女）\n联系人：联络人甲 010-55550100\n队员甲\n队员乙")
    form = roster.forms[1]
    assert roster.faults == roster.aside == ()
    assert (form.leader, form.leader_gender) == ("领队甲", "f")
    assert (form.contact_name, form.contact_phone) == ("联络人甲", "010-55550100")
    assert names(form) == ONE_TEAM


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("一队 甲 乙 队员乙", ["甲乙", "队员乙"]),
        ("Team 1 Ann Bell / Cy Dorn", ["Ann Bell", "Cy Dorn"]),
        ("一队甲乙 丙丁", ["甲乙", "丙丁"]),
        ("队员甲·队员乙 队员丙", ["队员甲·队员乙", "队员丙"]),
    ],
)
def test_names_are_parted_as_they_are_written(text, expected):
    assert names(read(text).forms[1]) == {1: expected}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("队员甲 男 左手\n队员乙 女 右手", ["左手", "右手"]),
        ("1. 队员甲\n3. 队员乙", ["3"]),
        ("一队 队员甲 队长 队员乙", ["队长"]),
        ("领队：领队甲、队员甲\n队员乙", ["队员甲"]),
        ("男 队员甲 队员乙", ["男"]),
        ("一队 队员甲 队员乙 明天上午一定会准时到", ["明天上午一定会准时到"]),
        ("报名啦：队员甲 队员乙", ["报名啦"]),
        ("一队 队员甲 工号17 队员乙", ["工号17"]),
    ],
)
def test_what_could_mean_several_things_is_asked_about(text, words):
    assert unclear(read(text)) == words


def test_what_is_no_part_of_a_list_is_named_and_a_title_above_a_pasted_table_hides_no_columns():
    roster = read("老师好，我们报一个队\n一队 队员甲 13800000000 队员乙\n以上")
    assert roster.faults == ()
    assert (roster.aside, roster.left_out) == (("13800000000",), ((0, 1), (0, 3)))
    titled = read("掼蛋比赛报名表\n分会\t队伍\t姓名\n机关分会\t一队\t队员甲\n\t\t队员乙\n")
    assert (titled.faults, titled.is_loose, names(titled.forms[1])) == ((), False, ONE_TEAM)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("一队 队员甲 队员乙 队员丙", Code.TEAM_IS_FULL),
        ("队员甲 队员乙 队员丙", Code.ONE_PLAYER_ONLY),
        ("外国语学院 队员甲 队员乙", Code.BRANCH_UNKNOWN),
        ("明天上午十点开会", Code.FILE_HAS_NO_HEAD),
        ("13800000000", Code.FILE_HAS_NO_HEAD),
    ],
)
def test_what_does_not_fit_is_refused(text, code):
    assert [fault.problem.code for fault in read(text).faults] == [code]


@pytest.mark.parametrize(
    "text",
    [
        "机关分会 一队 队员甲 队员乙\n机电分会 一队 队员丙 队员丁",
        "机关分会：\n1. 队员甲 队员乙\n机电分会：\n1. 队员丙 队员丁",
        "1 机关分会 队员甲 队员乙\n2 机电分会 队员丙 队员丁",
        "机关分会\t队员甲\n机关分会\t队员乙\n机电分会\t队员丙\n\t队员丁",
    ],
)
def test_office_pastes_the_lines_of_several_branches(text):
    roster = read(text, is_own=False)
    assert roster.faults == ()
    assert {n: names(form) for n, form in roster.forms.items()} == {1: ONE_TEAM, 2: {1: ["队员丙", "队员丁"]}}


def test_table_on_its_side_is_no_list_and_a_form_of_one_branch_is():
    on_its_side = read("单位\t机关分会\t机电分会\n队员1\t队员甲\t队员丙\n队员2\t队员乙\t队员丁", is_own=False)
    assert [fault.problem.code for fault in on_its_side.faults] == [Code.FILE_HAS_NO_HEAD]
    roster = read("单位\t机关分会\n领队\t领队甲\n队员1\t队员甲\t性别\t男\n队员2\t队员乙\t性别\t女", is_own=False)
    assert (roster.faults, names(roster.forms[1]), roster.forms[1].leader) == ((), ONE_TEAM, "领队甲")
