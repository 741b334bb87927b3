"""Exports of form services: read by their questions; what may not be meant is asked about."""

import pytest

from tests.tournaments.entries.exports import dingtalk, jinshuju, tencent
from tests.tournaments.entries.test_rosters import PAIR, PLACES, read, sheet, table, teams_of
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.files.questions import LEAVE_OUT, TAKE, Asked
from tournaments.entries.files.rosters import Roster, read_roster
from tournaments.entries.files.spreadsheets import read_sheets

AMENDED = {1: {1: ["队员甲", "队员戊"]}, 2: {1: ["队员丙", "队员丁"]}}


def read_file(data: bytes, **answers: str) -> Roster:
    return read_roster(read_sheets(data), PLACES, seats=2, answers=answers)


def test_jinshuju_proposes_the_newest_form_of_a_branch_and_asks_about_the_older():
    roster = read_file(jinshuju())
    assert teams_of(roster) == AMENDED
    assert (roster.faults, roster.unread) == ((), ())
    (question,) = roster.questions
    assert (question.asked, question.rows, question.proposal) == (Asked.SENT_AGAIN, ((0, 4),), LEAVE_OUT)
    assert [player.gender for player in roster.forms[1].teams[0].players] == ["m", "f"]
    assert (roster.forms[2].contact_name, roster.forms[2].contact_phone) == ("联络人乙", "13900000000")
    answered = read_file(jinshuju(), **{question.key: LEAVE_OUT})
    assert (answered.is_clear, answered.left_out, teams_of(answered)) == (True, ((0, 4),), AMENDED)
    both = read_file(jinshuju(), **{question.key: TAKE})
    assert [fault.problem.code for fault in both.faults] == ["team_is_full"] * 2


def test_tencent_lists_the_players_in_the_lines_of_a_cell():
    roster = read_file(tencent())
    assert roster.is_clear
    assert teams_of(roster) == {1: {1: ["队员甲", "队员乙"], 2: ["队员己", "队员庚"]}, 2: {1: ["队员丙", "队员丁"]}}
    assert roster.forms[1].teams[0].players[1] == PlayerEntry("队员乙", "f", "晚到 十分钟")
    assert roster.forms[1].contact_phone == "13800000000"
    assert (roster.unread, roster.left_out) == ((), ())


def test_dingtalk_asks_about_what_was_withdrawn():
    roster = read_file(dingtalk())
    assert teams_of(roster) == AMENDED
    assert [(each.asked, each.rows) for each in roster.questions] == [(Asked.NOT_APPROVED, ((0, 3), (0, 4)))]
    left = read_file(dingtalk(), **{Asked.NOT_APPROVED: LEAVE_OUT})
    assert (left.is_clear, left.left_out, left.unread) == (True, ((0, 3), (0, 4)), ())
    # now there are two forms of the branch
    (question,) = read_file(dingtalk(), **{Asked.NOT_APPROVED: TAKE}).questions
    assert (question.asked, question.rows) == (Asked.SENT_AGAIN, ((0, 3), (0, 4)))


def test_two_forms_of_two_teams_are_no_repetition_unless_there_are_more_than_places():
    head = ("提交时间（自动）", "所在分会", "参赛队员（每行一人）")
    rows = [(f"2026/11/{day} 9:01:12", "机关分会", who) for day, who in ((2, "队员甲\n队员乙"), (10, "队员丙\n队员丁"))]
    assert read(sheet(head, *rows)).is_clear
    roster = read(sheet(head, *rows, ("2026/11/9 9:01:12", "机关分会", "队员戊\n队员己")))
    assert [(each.asked, each.rows) for each in roster.questions] == [(Asked.SENT_AGAIN, ((0, 2),))]
    assert teams_of(roster) == {1: {1: ["队员丙", "队员丁"], 2: ["队员戊", "队员己"]}}


@pytest.mark.parametrize(
    "head",
    [
        "1. 请填写您所在的分会|2. 参赛明细.姓名",
        "Q1：您所在的单位是？|Q2：队员姓名（必填）",
        "*所在工会（单选）|【必填】姓名",
        "发起人部门|明细1姓名",
        "参赛单位全称|请输入选手姓名",
    ],
)
def test_questions_are_known_by_their_words(head):
    assert teams_of(read(table(head, "机关分会|队员甲", "机关分会|队员乙"))) == PAIR


def test_character_a_line_is_one_name():
    assert teams_of(read(table("分会|姓名", "机关分会|队\n员\n甲", "机关分会|队员乙"))) == PAIR
