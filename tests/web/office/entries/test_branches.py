"""The branches editor."""

import pytest
from django.urls import reverse

from tests.factories import a_branch, a_role, a_tournament, a_user
from tests.rows import all_rows
from tests.web.form_fields import form_fields, press, press_again, sure_of
from tests.web.pages import markup
from tournaments.models import Branch
from tournaments.states import RoleKind, TournamentState

pytestmark = pytest.mark.django_db


def test_a_list_is_pasted_from_the_notice(office):
    """Also the annex as it is, with its head and its total."""
    annex = "序号\t分会\t队伍名额\t备注\n1\t机关分会一组\t2\t\n2\t信息分会\t3\t含实训\n丁会,2\n总 计\t7"
    for pasted, last in (("机关分会一组 2\r\n\r\n信息分会\t3\r\n体育 分会\r\n", "体育 分会"), (annex, "丁会")):
        tournament = a_tournament()
        assert office.post(reverse("branches", args=[tournament.slug]), {"branches": pasted}).status_code == 302
        assert list(tournament.branches.values_list("number", "name", "quota")) == [
            (1, "机关分会一组", 2), (2, "信息分会", 3), (3, last, 2),
        ]  # fmt: skip


OTHERWISE = """铸造车间分会　3支
锻压车间分会 3队
金工车间分会3
动力车间分会：4
物流中心分会（2）
技术中心分会（限报12队）
质检分会×3
后勤分会 三支队伍
离退休分会
第2分会
机关分会一组 2
机关 甲乙组"""
READ = [
    ("铸造车间分会", 3), ("锻压车间分会", 3), ("金工车间分会", 3), ("动力车间分会", 4), ("物流中心分会", 2),
    ("技术中心分会", 12), ("质检分会", 3), ("后勤分会", 3), ("离退休分会", 2), ("第2分会", 2), ("机关分会一组", 2),
    ("机关 甲乙组", 2),
]  # fmt: skip


def test_quotas_in_every_spelling_are_asked_about_line_by_line_and_then_taken(office):
    url = reverse("branches", args=[a_tournament().slug])
    asked = office.post(url, {"branches": OTHERWISE})
    page = markup(asked)
    assert (asked.status_code, Branch.objects.count()) == (422, 0)
    assert [n for n in range(1, 13) if f"Line {n}: This is read as" in page] == [*range(1, 9)]
    assert "Line 6: This is read as 技术中心分会 with a quota of 12." in page
    assert office.post(url, {"branches": OTHERWISE, "sure": sure_of(asked)}).status_code == 302
    assert list(Branch.objects.order_by("number").values_list("name", "quota")) == READ


def test_branch_that_somebody_else_changed_shows_theirs_beside_mine(office):
    branch = a_branch(a_tournament())
    url = reverse("branch", args=[branch.tournament.slug, branch.pk])
    mine = form_fields(markup(office.get(url)), url) | {"name": "我的分会"}
    assert press(office, url, url, name="别人的分会").status_code == 302
    late = office.post(url, mine)
    assert late.status_code == 409
    assert 'value="我的分会"' in markup(late)
    assert "<dd>别人的分会</dd>" in markup(late)
    assert press_again(office, late, url).status_code == 302
    assert Branch.objects.get().name == "我的分会"


def test_a_refused_list_stays_on_the_page_and_its_errors_name_their_lines(office):
    url = reverse("branches", args=[a_tournament(branches=1).slug])
    before = all_rows()
    for pasted in ("", "信息分会 2\n信息分会 2", "信息分会 99", "第1分会", "长" * 41):
        answer = office.post(url, {"branches": pasted})
        assert (answer.status_code, 'href="#f-branches"' in markup(answer)) == (422, True)
        assert pasted in answer.content.decode()
    pasted = "分会 队伍名额\n\n信息分会 99\n=cmd|calc 2\n@会 2\n🀄分会 2\n信息分会 2"
    page = markup(office.post(url, {"branches": pasted}))
    problems = ("3: 信息分会: the quota", "4: =", "5: A name begins", "6: 🀄 cannot be part", "7: 信息分会 is")
    assert [words for words in problems if f"Line {words}" in page] == list(problems)
    assert all_rows() == before


def test_a_branch_is_renamed_and_moved(office):
    tournament = a_tournament(branches=2)
    branch = Branch.objects.get(number=2)
    url = reverse("branch", args=[tournament.slug, branch.pk])
    assert 'value="第2分会"' in markup(office.get(url))
    assert office.post(url, {"name": "信息分会", "quota": "1", "place": "1", "seen": "0"}).status_code == 302
    assert list(Branch.objects.order_by("number").values_list("name", "quota")) == [("信息分会", 1), ("第1分会", 2)]


def test_a_refused_change_keeps_what_was_typed(office):
    branch = a_branch(a_tournament(), teams=2)
    before = all_rows()
    url = reverse("branch", args=[branch.tournament.slug, branch.pk])
    answer = office.post(url, {"name": "信息分会", "quota": "1", "place": "1", "seen": "0"})
    page = markup(answer)
    assert answer.status_code == 422
    assert 'value="信息分会"' in page
    assert 'href="#f-quota"' in page
    assert all_rows() == before


def test_a_branch_without_teams_is_removed_and_one_with_teams_is_not(office):
    tournament = a_tournament()
    full, empty = a_branch(tournament, teams=1), a_branch(tournament)
    refused = office.post(reverse("branch_removal", args=[tournament.slug, full.pk]))
    assert refused.status_code == 422
    assert "a branch can be removed only without teams" in markup(refused)
    assert office.post(reverse("branch_removal", args=[tournament.slug, empty.pk])).status_code == 302
    assert list(Branch.objects.all()) == [full]


def test_after_the_draw_the_page_offers_neither_adding_nor_removing(office):
    tournament = a_tournament(branches=1, state=TournamentState.DRAWN)
    branch = Branch.objects.get()
    for name, *args in (("branches",), ("branch", branch.pk)):
        page = markup(office.get(reverse(name, args=[tournament.slug, *args])))
        assert 'name="branches"' not in page
        assert "removal" not in page
    assert office.get(reverse("branch", args=[a_tournament().slug, branch.pk])).status_code == 404


def test_only_the_office_edits_branches(client):
    tournament = a_tournament(branches=1)
    roles = [a_role(tournament, kind) for kind in (RoleKind.REFEREE, RoleKind.CHIEF_REFEREE)]
    for user in (a_user(), *roles):
        client.force_login(user)
        assert client.post(reverse("branches", args=[tournament.slug]), {"branches": "信息分会"}).status_code == 403
    assert Branch.objects.count() == 1
