"""Two people of one name in a branch, and names that no face of the papers can show: asked about once, then entered."""

import pytest
from django.urls import reverse

from journal.queries import last_event_number
from tests.factories import a_branch, a_role, a_team, a_tournament
from tests.refusals import refused_codes
from tests.rows import all_rows
from tests.web.form_fields import press_again
from tests.web.pages import markup, signed_in
from tournaments.entries.actions.branches import add_branches
from tournaments.entries.actions.entries import save_entries, save_entry
from tournaments.entries.actions.withdrawal import restore_team, substitute_player, withdraw_team
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Branch, Player, Team
from tournaments.presets.preset import BranchPlan
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
RARE = "队员𪚥"
UNPRINTED = "𪚥 cannot be printed"


@pytest.fixture
def branch() -> Branch:
    return a_branch(a_tournament(), name="机关分会")


@pytest.fixture
def office(branch):
    return signed_in(a_role(branch.tournament, RoleKind.OFFICE))


def named(*names: str) -> BranchEntry:
    """Teams of two, in order."""
    pairs = zip(names[::2], names[1::2], strict=True)
    teams = (TeamEntry(n, tuple(map(PlayerEntry, pair))) for n, pair in enumerate(pairs, start=1))
    return BranchEntry(teams=tuple(teams))


def saved() -> list[tuple[str, str]]:
    return list(Player.objects.order_by("team__ordinal", "number").values_list("name", "remark"))


def test_form_asks_once_and_marks_stand_where_teams_are_listed(branch, office):
    address = reverse("entry", args=[branch.tournament.slug, branch.number])
    typed = {"team1_player1_name": "王伟（大）", "team1_player2_name": RARE, "team2_player1_name": "王伟",
             "team2_player2_name": "队员丁"}  # fmt: skip
    before = all_rows()
    hidden = {"branch": branch.pk, "seen": last_event_number(branch.tournament.journal, branch.subject)}
    asked = office.post(address, hidden | typed)
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


def test_program_that_cannot_be_asked_needs_remarks(branch):
    twice = named("王伟", "队员乙", "王伟", "队员丁")
    assert refused_codes(lambda: save_entry(branch, twice, by=None)) == {"in_two_teams"}
    save_entry(branch, named("王伟（大）", RARE, "王伟（小）", "队员丁"), by=None)
    assert saved()[2] == ("王伟", "小")


def test_list_is_asked_about(branch):
    forms = {branch.number: named("王伟", "队员乙", "王伟", RARE)}
    asked = refused_codes(lambda: save_entries(branch.tournament, forms, by=None, sure=()))
    assert asked == {"in_two_teams", "not_printable"}


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


LONG = "中国石油化工股份有限公司胜利油田分公司物资供应处党群工作部分会"


@pytest.mark.parametrize("name", [LONG, "ئۇيغۇر شۆبە", "༄༅།བོད་ལྗོངས"])
def test_branch_of_every_people_is_taken(branch, name):
    (added,) = add_branches(branch.tournament, [BranchPlan(name, 2)], by=None)
    assert Branch.objects.get(pk=added.pk).name == name
