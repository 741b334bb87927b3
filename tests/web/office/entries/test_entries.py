"""The entries desk: list and form, refused forms, strangers, nothing lost."""

from html import unescape
from itertools import product

import pytest
from django.urls import reverse

from journal.models import Event
from tests.factories import a_branch, a_role, a_team, a_tournament, a_user
from tests.refusals import refused_codes
from tests.rows import all_rows
from tests.web.entry_forms import fields, team
from tests.web.form_fields import press, press_again
from tests.web.pages import markup, text, value
from tournaments.entries.actions.branches import add_branches
from tournaments.entries.actions.entries import save_entries, save_entry
from tournaments.entries.actions.teams import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Branch, Player, Team
from tournaments.presets.preset import BranchPlan
from tournaments.states import RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def branch() -> Branch:
    return a_branch(a_tournament(), name="机关分会")


def address(branch: Branch) -> str:
    return reverse("entry", args=[branch.tournament.slug, branch.number])


def test_the_list_shows_every_branch_with_its_state(office):
    tournament = a_tournament(branches=1, teams=2)
    a_branch(tournament, name="文管分会")
    a_team(a_branch(tournament, name="机电分会"), players=("队员甲",), state=TeamState.DRAFT)
    page = markup(office.get(reverse("entries", args=[tournament.slug])))
    for name in ("第1分会", "文管分会", "机电分会"):
        assert f">{name}</a>" in page
    assert page.count('class="state done"') == 1
    assert page.count('class="state bad"') == 1
    assert page.count('class="state none"') == 1


def test_the_form_has_a_place_for_every_team_of_the_quota(office):
    """And none for a team that has withdrawn."""
    branch = a_branch(a_tournament(), quota=3, teams=1)
    a_team(branch, state=TeamState.WITHDRAWN)
    page = office.get(address(branch))
    assert [value(page, f"team{ordinal}_player2_name") for ordinal in (1, 3)] == ["队员乙", ""]
    assert not [ordinal for ordinal in (2, 4) if f"team{ordinal}_player1_name" in markup(page)]
    assert office.get(reverse("entry", args=[branch.tournament.slug, 9])).status_code == 404


def test_a_complete_form_is_saved_and_the_page_says_so(office, branch):
    typed = {"team1_player1_gender": "f", "team1_player1_remark": "左手", **team(1, "队员甲", "队员乙")}
    answer = office.post(address(branch), fields(branch, leader="队员甲", **typed), follow=True)
    assert answer.redirect_chain == [(address(branch), 302)]
    assert 'class="said"' in markup(answer)
    assert Team.objects.get().state == TeamState.ENTERED
    assert '<option value="f" selected>' in markup(answer)
    assert value(answer, "team1_player1_remark") == "左手"


def test_a_draft_is_kept_with_one_button_and_shows_what_is_to_mend(office):
    branch = a_branch(a_tournament(), quota=1)
    kept = office.post(address(branch), fields(branch, draft="1", **team(1, "队员甲", "")), follow=True)
    assert Team.objects.get().state == TeamState.DRAFT
    assert 'href="#f-team1_player2_name"' in markup(kept)
    assert 'id="f-team1_player2_name_error"' in markup(kept)


def test_a_refused_form_shows_all_problems_at_their_fields_and_keeps_what_was_typed(office):
    branch = a_branch(a_tournament(), quota=1)
    before = all_rows()
    typed = {
        "leader": "甲、乙", "leader_remark": "<b>左手</b>", "contact_mail": "x@", "contact_phone": "138",
        "team1_player1_remark": "周三有课", **team(1, "队员甲", ""), **team(2, "队员甲", "队员丁"),
    }  # fmt: skip
    answer = office.post(address(branch), fields(branch, **typed))
    page = markup(answer)
    assert answer.status_code == 422
    assert all_rows() == before
    for name in ("leader", "contact_mail", "team1_player2_name", "team2_player1_name"):
        for mark in (f'<a href="#f-{name}">', f'aria-describedby="f-{name}_error"', f'id="f-{name}_error"'):
            assert mark in page
    assert {name: unescape(value(answer, name)) for name in typed} == typed
    assert "<b>左手" not in page
    assert "队员甲 plays in Team 1 already, and a person plays in one team only." in page


def test_after_the_deadline_nothing_typed_is_lost(office):
    branch = a_branch(a_tournament(closes_at="2020-01-01T00:00+08:00"))
    answer = office.post(address(branch), fields(branch, **team(1, "队员甲", "队员乙")))
    assert answer.status_code == 422
    assert value(answer, "team1_player1_name") == "队员甲"
    assert not Team.objects.exists()
    assert reverse("settings", args=[branch.tournament.slug]) in markup(answer)


def test_a_page_that_was_overtaken_shows_both_versions(office, branch):
    mine = fields(branch, **team(1, "队员丙", "队员丁"))
    office.post(address(branch), fields(branch, **team(1, "队员甲", "队员乙")))
    before = all_rows()
    answer = office.post(address(branch), mine)
    assert answer.status_code == 409
    assert all_rows() == before
    assert value(answer, "team1_player1_name") == "队员丙"
    assert "<dd>队员甲, 队员乙</dd>" in markup(answer)
    assert press_again(office, answer, address(branch)).status_code == 302
    assert Player.objects.get(number=1).name == "队员丙"


def test_a_form_of_another_page_is_not_saved(office, branch):
    for change in ({"seen": ""}, {"seen": "x"}, {"seen": "9" * 40}, {"branch": "0"}, {"branch": ""}):
        answer = office.post(address(branch), {**fields(branch, **team(1, "队员甲", "队员乙")), **change})
        assert answer.status_code == 409, change
    assert not Team.objects.exists()


NAMES = [f"team{team}_player{player}_name" for team in (1, 2) for player in (1, 2)]
FOUR = ["队员甲", "队员乙", "队员丙", "队员丁"]


def test_pasted_names_are_spread_over_the_fields_to_be_looked_at(office, branch):
    for pasted in ("队1 队员甲 队员乙 队2 队员丙 队员丁", "1. 队员甲 男 队员乙 女 队员丙 队员丁"):
        question = office.post(address(branch), fields(branch, **team(1, pasted, "")))
        assert question.status_code == 422
        assert "The 4 names pasted here are now in fields of their own" in markup(question)
        assert [value(question, name) for name in NAMES] == FOUR
        assert not Team.objects.exists()
    assert press_again(office, question, address(branch)).status_code == 302
    genders = dict(Player.objects.values_list("name", "gender"))
    assert genders == dict(zip(FOUR, ("m", "f", "", ""), strict=True))


def test_lines_of_a_chat_fill_the_fields_and_nothing_is_saved(office, branch):
    before = all_rows()
    for pasted, said, names in (
        ("", "Please choose a file with something in it.", [""] * 4),
        ("1. 队员甲 男 队员乙 女\n2. 队员丙 队员丁", "each word was told by what it looks like", FOUR),
    ):
        sent = fields(branch, read="1", leader="领队甲", pasted=pasted, **team(1, "", ""))
        answer = office.post(address(branch), sent)
        assert answer.status_code == 422
        assert all_rows() == before
        assert said in markup(answer)
        assert [value(answer, name) for name in NAMES] == names
        assert value(answer, "leader") == "领队甲"
    assert press_again(office, answer, address(branch)).status_code == 302
    assert Player.objects.filter(team__branch=branch).count() == 4


def test_people_in_one_field_without_room_are_refused_and_not_joined(office, branch):
    pasted = team(1, "队1 队员甲 队员乙 队2 队员丙 队员丁", "") | team(2, "队员己", "队员庚")
    for typed in (pasted, team(1, "队员甲", "孙三 李四") | team(2, "队员己", "队员庚")):
        answer = office.post(address(branch), fields(branch, **typed))
        assert answer.status_code == 422
        assert "people are named here" in markup(answer)
        assert {name: value(answer, name) for name in typed} == typed
    assert "2 people are named here" in markup(answer)
    assert not Team.objects.exists()


def test_name_that_stands_in_another_branch_is_saved_and_warned_of_at_its_field(office):
    tournament = a_tournament()
    a_team(a_branch(tournament, name="乙分会"), players=("张三", "李四"))
    branch = a_branch(tournament, name="甲分会", quota=1)
    saved = office.post(address(branch), fields(branch, leader="李四", **team(1, "张 三", "队员乙")), follow=True)
    page = markup(saved)
    assert Player.objects.filter(team__branch=branch).count() == 2
    assert page.count('class="err warned"') == 2
    assert "张三 also appears in 乙分会, Team 1. Is it another person of the same name?" in page
    Player.objects.filter(name="张三").update(gender="m")
    assert "张三, of the same gender, also appears in 乙分会" in markup(office.get(address(branch)))
    home, draw = (markup(office.get(reverse(name, args=[tournament.slug]))) for name in ("office", "draw"))
    for page in (home, draw):
        assert "张三 appears in 乙分会 Team 1, 甲分会 Team 1, with the same gender: probably one person" in page
    assert "李四 appears in 乙分会 Team 1, 甲分会 leader and coach" in home


def test_team_is_taken_out_when_it_is_meant_so(office):
    branch = a_branch(a_tournament(), teams=2)
    question = press(office, address(branch), address(branch), **team(2, "", ""))
    assert (question.status_code, Team.objects.count()) == (422, 2)
    assert "Team 2 is empty now and would no longer be entered" in markup(question)
    assert press_again(office, question, address(branch)).status_code == 302
    assert Team.objects.count() == 1


def test_sending_the_form_twice_saves_once(office, branch):
    form = fields(branch, key="a-key", **team(1, "队员甲", "队员乙"))
    assert [office.post(address(branch), form).status_code for _ in range(2)] == [302, 302]
    assert Event.objects.count() == 1
    other = {**form, "team1_player1_name": "队员丙"}
    assert office.post(address(branch), other).status_code == 409
    assert Event.objects.count() == 1


def test_only_the_office_reads_entries(client):
    tournament = a_tournament(branches=1, teams=1)
    referees = (a_role(tournament, kind) for kind in (RoleKind.REFEREE, RoleKind.CHIEF_REFEREE))
    for user in (a_user(), *referees):
        client.force_login(user)
        for name, args in (("entries", ()), ("entry", (1,)), ("all_entries", ())):
            assert client.get(reverse(name, args=[tournament.slug, *args])).status_code == 403, name


def test_a_stranger_cannot_save_and_nobody_is_asked_to_sign_in(client, branch):
    before = all_rows()
    form = fields(branch, **team(1, "队员甲", "队员乙"))
    response = client.post(address(branch), form)
    assert (response.status_code, "刚才填写的内容尚未保存" in text(response)) == (401, True)
    stranger = a_user()
    client.force_login(stranger)
    assert client.post(address(branch), form).status_code == 403
    after = all_rows()
    after |= {"User": before["User"], "Session": before["Session"]}
    assert after == before


def test_the_table_of_everybody_stands_by_branch_or_by_name(office):
    tournament = a_tournament()
    a_team(a_branch(tournament, name="甲分会"), players=("张三", "李四"))
    a_team(a_branch(tournament, name="乙分会"), players=("阿木", "曾一"))
    a_branch(tournament, name="丙分会")
    url = reverse("all_entries", args=[tournament.slug])
    names = ("张三", "李四", "阿木", "曾一")

    def order(page: str) -> list[str]:
        return sorted(names, key=page.index)

    assert order(markup(office.get(url))) == ["张三", "李四", "阿木", "曾一"]
    assert order(markup(office.get(f"{url}?sort=name"))) == ["阿木", "李四", "曾一", "张三"]
    assert "丙分会" in markup(office.get(url))


def test_entry_pages_speak_both_languages(office):
    tournament = a_tournament(branches=1, teams=1, state=TournamentState.DRAWN)
    pages = ("entries/", "entries/1/", "entries/all/", "branches/", "")
    for language, page in product(("zh-hans", "en"), pages):
        office.cookies["django_language"] = language
        answer = office.get(f"/e/{tournament.slug}/office/{page}")
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, language)


# two people of one name in a branch, and names that no face of the papers can show
RARE = "队员𪚥"
UNPRINTED = "𪚥 cannot be printed"


def named(*names: str) -> BranchEntry:
    """Teams of two, in order."""
    pairs = zip(names[::2], names[1::2], strict=True)
    teams = (TeamEntry(n, tuple(map(PlayerEntry, pair))) for n, pair in enumerate(pairs, start=1))
    return BranchEntry(teams=tuple(teams))


def saved() -> list[tuple[str, str]]:
    return list(Player.objects.order_by("team__ordinal", "number").values_list("name", "remark"))


def test_form_asks_once_and_marks_stand_where_teams_are_listed(branch, office):
    address = reverse("entry", args=[branch.tournament.slug, branch.number])
    before = all_rows()
    asked = office.post(address, fields(branch, **team(1, "王伟（大）", RARE), **team(2, "王伟", "队员丁")))
    assert asked.status_code == 422
    assert all_rows() == before
    assert UNPRINTED in markup(asked)
    assert "王伟 plays in Team 1 already" in markup(asked)
    assert press_again(office, asked, address).status_code == 302
    assert saved() == [("王伟", "大"), (RARE, ""), ("王伟", ""), ("队员丁", "")]
    teams = branch_line_ups(branch.tournament)[0].teams
    assert [team.players for team in teams] == [("王伟（大）", RARE), ("王伟", "队员丁")]

    # saved again, of what is entered nobody is asked; the office sees what cannot be printed
    page = office.get(address)
    assert UNPRINTED in markup(page)
    assert press_again(office, page, address, contact_phone="138").status_code == 302
    assert UNPRINTED in markup(office.get(reverse("all_entries", args=[branch.tournament.slug])))


def test_program_that_cannot_be_asked_needs_remarks_and_a_list_is_asked_about(branch):
    twice = named("王伟", "队员乙", "王伟", RARE)
    asked = refused_codes(lambda: save_entries(branch.tournament, {branch.number: twice}, by=None, sure=()))
    assert asked == {"in_two_teams", "not_printable"}
    assert refused_codes(lambda: save_entry(branch, named("王伟", "队员乙", "王伟", "队员丁"), by=None)) == {
        "in_two_teams"
    }
    save_entry(branch, named("王伟（大）", RARE, "王伟（小）", "队员丁"), by=None)
    assert saved()[2] == ("王伟", "小")


def test_substitute_and_team_that_comes_back_are_asked_about(branch):
    clerk = a_role(branch.tournament, RoleKind.OFFICE)
    a_team(branch, players=("队员甲", "队员乙"))
    a_team(branch, players=("队员丙", "队员丁"))
    first, second = Team.objects.order_by("ordinal")
    leaves = second.players.get(number=1)

    def substituted(name: str) -> Player:
        return substitute_player(leaves, PlayerEntry(name), by=clerk, sure=())

    assert refused_codes(lambda: substituted("队员甲")) == {"in_two_teams"}
    assert refused_codes(lambda: substituted(RARE)) == {"not_printable"}
    withdraw_team(first, by=clerk, reason="出差")
    substituted("队员甲")
    assert refused_codes(lambda: restore_team(first, by=clerk, sure=())) == {"in_two_teams"}


def test_branch_whose_name_cannot_be_printed_is_asked_about(branch, office):
    address = reverse("branches", args=[branch.tournament.slug])
    asked = office.post(address, {"branches": "𪚥分会 2"})
    assert asked.status_code == 422
    assert UNPRINTED in markup(asked)
    assert press_again(office, asked, address, branches="𪚥分会 2").status_code == 302
    assert Branch.objects.latest("pk").name == "𪚥分会"


NAMES_OF_BRANCHES = ("中国石油化工股份有限公司胜利油田分公司物资供应处党群工作部分会", "ئۇيغۇر شۆبە", "༄༅།བོད་ལྗོངས")


def test_branch_of_every_people_is_taken(branch):
    for name in NAMES_OF_BRANCHES:
        (added,) = add_branches(branch.tournament, [BranchPlan(name, 2)], by=None)
        assert Branch.objects.get(pk=added.pk).name == name
