"""A filled workbook chosen in a browser: refused, looked at, entered; with script and without."""

import io
import re

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser import held
from tests.factories import a_branch, a_tournament, a_user
from tests.thorough import in_ci_only
from tournaments.entries.fields import BranchEntry
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.models import Player
from web.office.entries.entry_table import registration_workbook

pytestmark = pytest.mark.django_db(transaction=True)
FILE = "/e/s000/office/entries/file/"


def a_filled_workbook(tournament):
    places = [
        ListedBranch(branch.number, branch.name, branch.quota, BranchEntry()) for branch in tournament.branches.all()
    ]
    workbook = load_workbook(io.BytesIO(registration_workbook(tournament, places)))
    workbook.active["C5"], workbook.active["C6"] = "队员甲", "队员乙"
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


@in_ci_only
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_workbook_is_chosen_looked_at_and_entered(visitor, script):
    tournament = a_tournament(slug="s000")
    a_branch(tournament, name="机关分会")
    page = visitor(a_user(is_staff=True), script=script).open(FILE)
    for name, data in (("图.png", b"\x89PNG\r\n\x00"), ("报名表.xlsx", a_filled_workbook(tournament))):
        if name == "报名表.xlsx":
            expect(page.locator(".field.bad #f-file")).to_have_count(1)
        page.set_input_files("[name=file]", {"name": name, "mimeType": "application/octet-stream", "buffer": data})
        page.click("main form .btn.go")
        page.wait_for_selector("#problems" if name == "图.png" else ".roster")
    expect(page.locator(".roster td.name")).to_have_text("机关分会")
    page.click("main form .btn.go")
    page.wait_for_url("**/entries/")
    assert list(Player.objects.order_by("number").values_list("name", flat=True)) == ["队员甲", "队员乙"]


@in_ci_only
def test_bar_shows_that_a_file_is_under_way(visitor):
    a_branch(a_tournament(slug="s000"), name="机关分会")
    page = visitor(a_user(is_staff=True)).open(FILE)
    with held(page, "**/entries/file/"):
        page.fill("[name=pasted]", "分会\t姓名\n机关分会\t队员甲")
        expect(page.locator(".under-way")).to_be_hidden()
        page.click("main form .btn.go")
        page.wait_for_selector(".under-way", state="visible")
    page.wait_for_selector(".roster, #problems")


@in_ci_only
def test_bar_says_how_much_of_a_file_is_sent_over_a_slow_line(visitor):
    a_branch(a_tournament(slug="s000"), name="机关分会")
    page = visitor(a_user(is_staff=True)).open(FILE)
    line = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 100_000}
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", slow)
    data = "分会,姓名\n机关分会,队员甲\n".encode() + b",\n" * 150_000
    page.set_input_files("[name=file]", {"name": "名单.csv", "mimeType": "text/csv", "buffer": data})
    page.click("main form .btn.go")
    expect(page.locator(".under-way")).to_have_attribute("value", re.compile(r"0\.[1-9]\d*"))
    expect(page.locator("#problems")).to_contain_text("20000")
