"""What is asked about a table before it is entered, and what of it is kept."""

from openpyxl import Workbook
from openpyxl.styles import Font

from tests.tournaments.entries.test_rosters import HEAD, PLACES, faults, names, packed, read, sheet, table
from tournaments.codes import Code
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.files.questions import LEAVE_OUT, TAKE, Asked
from tournaments.entries.files.roster_lines import Cell
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import Worksheet, read_sheets


def test_branch_that_is_written_otherwise_is_asked_about_by_its_name():
    rows = (("机关工会", "一队", "队员甲"), ("", "", "队员乙"), ("机电系", "一队", "队员丙"), ("", "", "队员丁"),
            ("外单位", "一队", "队员戊"), ("机电系", "二队", "队员己"), ("", "", "队员庚"))  # fmt: skip
    roster = read(sheet(HEAD, *rows))
    assert [(each.key, each.rows, each.proposal) for each in roster.questions] == [
        ("name-机电系", ((0, 4), (0, 5), (0, 7), (0, 8)), "机电分会"),
        ("name-外单位", ((0, 6),), ""),
    ]
    assert names(roster.forms[1]) == {1: ["队员甲", "队员乙"]}
    answered = {"name-机电系": "机电分会", "name-外单位": LEAVE_OUT}
    roster = read_roster([sheet(HEAD, *rows)], PLACES, seats=2, answers=answered)
    assert (roster.is_clear, roster.left_out) == (True, ((0, 6),))
    assert names(roster.forms[2]) == {1: ["队员丙", "队员丁"], 2: ["队员己", "队员庚"]}
    own = read_roster([sheet(HEAD, ("外单位", "一队", "队员甲"))], PLACES[:1], seats=2, is_own=True)
    assert faults(own) == [(Code.BRANCH_UNKNOWN, Cell(0, 2, 1))]


def test_team_of_its_own_name_may_stand_in_the_column_for_teams():
    rows = ("分会|身份|姓名", "机关分会|飞龙队|队员甲", "||队员乙", "机关分会|红队|队员丙", "||队员丁")
    roster = read(table(*rows))
    assert (roster.faults, [team.name for team in roster.forms[1].filled]) == ((), ["飞龙队", "红队"])


def test_what_the_file_has_no_column_for_stays_as_it_is_saved():
    saved = BranchEntry(teams=(TeamEntry(1, (PlayerEntry("队员甲", "m", "左手"), PlayerEntry("队员乙", "f"))),))
    places = (ListedBranch(1, "机关分会", 2, saved), PLACES[1])
    (chat,) = read_sheets("机关分会 队员乙 队员丙".encode(), is_pasted=True)
    assert read(chat, places=places).forms[1].teams[0].players == (PlayerEntry("队员乙", "f"), PlayerEntry("队员丙"))
    emptied = sheet(HEAD, ("机关分会", "一队", "队员甲", "", ""), ("机关分会", "一队", "队员乙", "女", ""))
    assert read(emptied, places=places).forms[1].teams[0].players == (PlayerEntry("队员甲"), PlayerEntry("队员乙", "f"))


def test_hidden_and_struck_rows_are_asked_about():
    rows = (HEAD, *(("机关分会", "", f"队员{who}") for who in "甲乙丙丁"))
    marked = Worksheet("", rows, hidden=(2, 3), struck=(4, 5))
    roster = read(marked)
    assert [(each.key, each.rows) for each in roster.questions] == [
        (Asked.HIDDEN, ((0, 2), (0, 3))), (Asked.STRUCK, ((0, 4), (0, 5))),
    ]  # fmt: skip
    assert not roster.forms
    roster = read_roster([marked], PLACES, seats=2, answers={Asked.HIDDEN: TAKE, Asked.STRUCK: LEAVE_OUT})
    assert (names(roster.forms[1]), roster.left_out) == ({1: ["队员甲", "队员乙"]}, ((0, 4), (0, 5)))


def test_hidden_and_struck_rows_of_a_workbook_are_noticed():
    workbook = Workbook()
    for row in (HEAD, ("机关分会", "一队", "队员甲"), ("机关分会", "一队", "队员乙")):
        workbook.active.append(row)
    workbook.active.row_dimensions[2].hidden = True
    workbook.active["C3"].font = Font(strike=True)
    (read_back,) = read_sheets(packed(workbook))
    assert (read_back.hidden, read_back.struck) == ((2,), (3,))


def test_telephones_of_players_are_read_where_they_are_kept():
    rows = ("分会|姓名|联系电话", "机关分会|队员甲|13805140001", "机关分会|队员乙|13805140002")
    teams = (
        "分会|队员1|电话|队员2|电话|联系人|联系电话",
        "机关分会|队员甲|13805140001|队员乙|13805140002|联络人甲|010 5555 0100",
    )
    one = ("分会|选手一姓名|选手二姓名|电话", "机关分会|队员甲|队员乙|13805140001")
    phones = []
    for text in (rows, teams, one):
        roster = read_roster([table(*text)], PLACES, seats=2, unkept=())
        assert (roster.faults, roster.unread) == ((), ())
        phones.append([player.phone for player in roster.forms[1].teams[0].players])
    assert phones == [["13805140001", "13805140002"], ["13805140001", "13805140002"], ["13805140001", ""]]
    without = read(table(*teams))
    assert [player.phone for player in without.forms[1].teams[0].players] == ["", ""]
    assert without.forms[1].contact_phone == "010 5555 0100"


def test_number_may_be_cut_short_where_nobody_keeps_it():
    cut = table("分会|姓名|联系电话", "机关分会|队员甲|1.38E+10", "机关分会|队员乙|")
    assert faults(read_roster([cut], PLACES, seats=2, unkept=())) == [(Code.NUMBER_CUT_SHORT, Cell(0, 2, 3))]
    assert (read(cut).faults, read(cut).unread) == ((), (("Sheet1", "联系电话"),))
