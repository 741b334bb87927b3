"""Entries by a file: the workbook goes out, comes back, is looked at, and is entered whole or not at all."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories import a_branch, a_role, a_team, a_tournament
from tests.rows import all_rows
from tests.tournaments.entries.exports import dingtalk, jinshuju
from tests.tournaments.entries.test_old_workbooks import FILES
from tests.web.form_fields import form_fields, press_again
from tests.web.pages import markup, signed_in, text
from tournaments.entries.files.roster_lines import CONTACT, LEADER, gender_of, role_of
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.queries.entries import roster_places
from tournaments.models import Branch, Player, Team
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
PATH = "/e/s000/office/entries/file/"
FIRST = 4
"""The first row of the list in the workbook."""


@pytest.fixture
def event():
    tournament = a_tournament(name="工会掼蛋赛", slug="s000")
    for name in ("机关分会", "机电分会"):
        a_branch(tournament, name=name)
    return tournament


@pytest.fixture
def office(event):
    return signed_in(a_role(event, RoleKind.OFFICE))


def workbook_of(office):
    answer = office.get(f"{PATH}workbook/")
    assert "%E5%B7%A5%E4%BC%9A" in answer.headers["Content-Disposition"]
    return load_workbook(io.BytesIO(answer.content))


def fill(workbook, **named):
    """Names by cell."""
    for cell, name in named.items():
        workbook.active[cell] = name
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def send(office, data, name="报名表.xlsx"):
    return office.post(PATH, {"file": SimpleUploadedFile(name, data), "pasted": ""}, follow=True)


def paste(office, words):
    return office.post(PATH, {"pasted": words}, follow=True)


def saved_names():
    players = Player.objects.order_by("team__branch__number", "team__ordinal", "number")
    return list(players.values_list("name", flat=True))


def enter(office, shown):
    """Press the preview's button."""
    return press_again(office, shown, shown.request["PATH_INFO"])


def test_workbook_comes_back_filled_and_is_entered(office, event):
    workbook = workbook_of(office)
    rows = [[cell.value for cell in row][:4] for row in workbook.active.iter_rows(min_row=FIRST, max_row=9)]
    assert [row[1] for row in rows] == ["Leader and coach", "Team 1", "Team 1", "Team 2", "Team 2", "Contact"]
    assert {row[0] for row in rows} == {"机关分会"}
    sheet = workbook.active
    assert sheet.protection.sheet
    assert sheet["A4"].protection.locked
    assert not sheet["C4"].protection.locked
    assert sheet["C4"].number_format == "@"
    shown = send(
        office, fill(workbook, C4="领队甲", C5="队员甲", D5="woman", C6="队员乙", C9="联络人甲", F9="010 5555 0100")
    )
    assert "队员甲" in text(shown)
    assert not Team.objects.exists()
    response = enter(office, shown)
    assert response.url == reverse("entries", args=["s000"])
    branch = Branch.objects.get(number=1)
    assert (branch.leader_name, branch.contact_phone) == ("领队甲", "010 5555 0100")
    assert list(Player.objects.values_list("team__ordinal", "number", "name", "gender")) == [
        (1, 1, "队员甲", "f"),
        (1, 2, "队员乙", ""),
    ]


def test_branch_role_and_gender_are_chosen_from_lists_that_are_understood(office, event):
    for language in ("en", "zh-hans"):
        office.cookies["django_language"] = language
        workbook = workbook_of(office)
        (entries, choices) = workbook.worksheets
        offered = {}
        for rule in entries.data_validations.dataValidation:
            assert rule.showErrorMessage
            where = workbook.defined_names[rule.formula1].attr_text.partition("!")[2]
            offered[str(rule.sqref)[0]] = [cell.value for (cell,) in choices[where.replace("$", "")]]
            assert str(rule.sqref)[1:] == f"4:{str(rule.sqref)[0]}215"
        assert choices.sheet_state == "hidden"
        assert offered["A"] == ["机关分会", "机电分会"]
        assert [role_of(word) for word in offered["B"]] == [LEADER, 1, 2, CONTACT]
        assert [gender_of(word) for word in offered["D"]] == ["m", "f"]
        assert text(send(office, fill(workbook, C5="队员甲", C6="队员乙"))).count("队员甲")


def test_same_file_once_more_changes_nothing_and_an_emptied_team_is_asked_about(office, event):
    a_team(Branch.objects.get(number=1))
    a_team(Branch.objects.get(number=1))
    workbook = workbook_of(office)
    again = send(office, fill(workbook))
    assert "entered already" in text(again)
    without = send(office, fill(workbook, C7=None, C8=None))
    assert "no longer entered" in text(without)
    question = enter(office, without)
    assert question.status_code == 422
    assert Team.objects.count() == 2
    assert enter(office, question).status_code == 302
    assert Team.objects.count() == 1


def test_faulty_file_enters_nothing_and_is_given_back_marked(office, event):
    before = all_rows()
    shown = send(office, fill(workbook_of(office), C5="队员甲", C7="队员乙1", D7="?", C13="队员丙", A12="=A11"))
    words = text(shown)
    assert "A12 — This is a formula" in words
    assert "Please choose a gender" in words
    path = shown.request["PATH_INFO"]
    assert office.post(path, {}).status_code == 200
    assert all_rows() == before
    marked = load_workbook(io.BytesIO(office.get(f"{path}marked/").content)).active
    assert "This is a formula" in marked["A12"].comment.text
    assert marked["D7"].fill.fgColor.rgb.endswith("FFC7CE")
    assert marked["C5"].value == "队员甲"


def test_old_workbook_of_excel_or_wps_is_looked_at_and_entered(office, event):
    for name in ("名单.xls", "名单.et"):
        shown = send(office, (FILES / "roster.xls").read_bytes(), name)
        assert "队员甲" in text(shown)
        refused = text(send(office, (FILES / "roster_with_formula.xls").read_bytes(), name))
        assert "C4 — This is a formula, or an error like #N/A. Please copy the cell and paste it as a value" in refused
    assert enter(office, shown).status_code == 302
    assert saved_names() == ["队员甲", "队员乙"]


def test_file_that_is_none_is_refused_at_its_field(office, event):
    answer = send(office, b"\x89PNG\r\n\x00")
    assert (answer.status_code, send(office, b"").status_code) == (422, 422)
    assert "This is not a table" in text(answer)


def test_table_is_pasted_and_a_forgotten_file_is_asked_for_again(office, event):
    shown = paste(office, "分会\t队伍\t姓名\n机电分会\t一队\t队员甲\n\t\t队员乙\n")
    assert enter(office, shown).status_code == 302
    assert saved_names() == ["队员甲", "队员乙"]
    assert "send it again" in text(office.get(f"{PATH}no-such-file/", follow=True))
    assert office.get(f"{PATH}no-such-file/marked/").url == PATH


def test_what_was_pasted_is_mended_where_it_stands(office, event):
    line, unclear = "机关分会 队员甲 队员乙", "不知道是什么的话"
    pasted = f"{line} {unclear}\n机电分会 队员丙 队员丁"
    shown = paste(office, pasted)
    assert f"Line 1 {line} {unclear} It is not clear what “{unclear}” says here." in text(shown)
    assert "each word was told by what it looks like" in text(shown)
    (path,) = re.findall(r'href="([^"]*mend=[^"]*)"', markup(shown))
    assert f"{pasted}</textarea>" in office.get(path).content.decode().replace("\r", "")
    assert enter(office, paste(office, pasted.replace(f" {unclear}", ""))).status_code == 302
    assert "mend=" not in markup(send(office, "机关分会 队员甲".encode(), "名单.csv"))


def test_chat_list_is_pasted_looked_at_and_entered_by_two_presses(office, event):
    shown = paste(office, "#接龙\n1. 队员甲 队员乙（机关）\n2. 队员丙/队员丁（机电分会）\n3. 队员戊、队员己（机关）")
    assert "2 branches. Lines: 3 to be entered, 0 to be clarified, 1 left out." in text(shown)
    assert "Line 1 #接龙" in text(shown)
    assert enter(office, shown).status_code == 302
    assert saved_names() == ["队员甲", "队员乙", "队员戊", "队员己", "队员丙", "队员丁"]


def test_line_that_is_not_clear_is_answered_before_anything_is_entered(office, event):
    before = all_rows()
    shown = paste(office, "1. 队员甲 队员乙（机电糸）\n2. 队员丙 队员丁")
    path = shown.request["PATH_INFO"]
    assert "2 to be clarified" in text(shown)
    assert office.post(path, {}).status_code == 200
    proposed = form_fields(markup(shown), path)
    assert (proposed["name-机电糸"], proposed["line-0-2"]) == ("机电分会", "")
    shown = office.get(press_again(office, shown, path).url)
    assert "1 to be clarified" in text(shown)
    assert press_again(office, shown, path, **{"line-0-2": "没有的分会"}).status_code == 422
    assert all_rows() == before
    shown = office.get(press_again(office, shown, path, **{"line-0-2": "机关分会"}).url)
    assert enter(office, shown).status_code == 302
    assert Branch.objects.get(number=2).teams.get().players.get(number=1).name == "队员甲"
    assert Branch.objects.get(number=1).teams.get().players.get(number=1).name == "队员丙"


def test_somebody_saved_meanwhile_and_the_preview_is_shown_anew(office, event):
    shown = send(office, fill(workbook_of(office), C5="队员甲", C6="队员乙"))
    elsewhere = send(office, fill(workbook_of(office), C11="队员丙", C12="队员丁"))
    assert enter(office, elsewhere).status_code == 302
    late = enter(office, shown)
    assert late.status_code == 409
    assert enter(office, late).status_code == 302
    assert Team.objects.count() == 2


def test_export_of_a_form_service_is_asked_about_and_entered(office, event):
    event.branches.update(quota=2)
    for data, wanted in ((jinshuju(), "The branch sent another form later"), (dingtalk(), "refused or withdrawn")):
        shown = send(office, data, "导出.xlsx")
        assert wanted in text(shown)
        path = shown.request["PATH_INFO"]
        # the answers are proposed
        assert press_again(office, shown, path).status_code == 302
        shown = office.get(path)
        assert "Not read" not in text(shown)
        assert enter(office, shown).status_code == 302
        assert saved_names() == ["队员甲", "队员戊", "队员丙", "队员丁"]


def test_list_that_the_office_takes_away_comes_back_clean(office, event):
    for branch in event.branches.all():
        a_team(branch)
    places = roster_places(event)
    for form in ("csv", "xlsx"):
        answer = office.get(f"/e/s000/office/exports/personal/entries/{form}/")
        roster = read_roster(read_sheets(answer.content), places, seats=2)
        assert roster.faults == ()
        assert roster.forms == {place.number: place.saved for place in places}
