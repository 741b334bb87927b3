"""团体赛: a team enters with the players of all its boards, and reserves beside them."""

import pytest

from tests.factories import a_branch, a_role, a_tournament
from tests.refusals import refused_codes
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.queries.people import person_of
from tournaments.codes import Code
from tournaments.entries.actions.entries import enter_samples, save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.queries.entries import roster_places
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Player, Team, Tournament
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
SEVEN = tuple("甲乙丙丁戊己庚")


def an_event(*, seats: int = 2, reserves: int = 1) -> Tournament:
    """Of three boards, with two branches that have entered nobody."""
    event = a_tournament(teams=0, boards=3, seats=seats, reserves=reserves)
    for _branch in range(2):
        a_branch(event, quota=2)
    return event


def of(*letters: str, lines: int = 7) -> BranchEntry:
    players = tuple(PlayerEntry(f"队员{letter}" if letter else "") for letter in letters)
    return BranchEntry(leader="队员辛", teams=(TeamEntry(1, players).with_lines(lines),))


def test_team_needs_the_players_of_all_boards_and_may_have_reserves():
    branch = an_event().branches.get(number=1)
    save_entry(branch, of(*SEVEN), by=None)
    assert Player.objects.filter(team__branch=branch).count() == 7
    save_entry(branch, of(*SEVEN[:6]), by=None)
    assert Player.objects.filter(team__branch=branch).count() == 6
    assert refused_codes(lambda: save_entry(branch, of(*SEVEN[:5]), by=None)) == {Code.ONE_PLAYER_ONLY}
    assert refused_codes(lambda: save_entry(branch, of(*SEVEN, "壬", lines=8), by=None)) == {Code.TEAM_IS_FULL}


def test_form_and_papers_have_a_line_for_each_of_them():
    event = an_event()
    office = signed_in(a_role(event, RoleKind.OFFICE))
    page = markup(office.get(f"/e/{event.slug}/office/entries/1/"))
    assert "Team 1, player 6" in page
    assert "Team 1, reserve 7" in page
    assert "Team 1, player 7" not in page
    regulation = text(office.get(f"/e/{event.slug}/regulation/"))
    assert "A team has 6 players. 2 play at each board. It may name 1 reserve." in regulation
    assert "A match is played at 3 boards at once, and whoever wins more boards has won it." in regulation
    assert "Each board is one game." in regulation


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_list_of_entries_comes_back_clean(form):
    event = an_event()
    enter_samples(event, by=None)
    office = signed_in(a_role(event, RoleKind.OFFICE))
    answer = office.get(f"/e/{event.slug}/office/exports/personal/entries/{form}/")
    places = roster_places(event)
    roster = read_roster(read_sheets(answer.content), places, seats=event.fewest_players, reserves=event.reserves)
    assert roster.faults == ()
    assert roster.forms == {place.number: place.saved for place in places}
    assert all(len(list(filter(None, (p.name for p in team.players)))) == 6 for team in roster.forms[1].teams)


def test_pasted_list_is_divided_by_teams_of_all_boards():
    event = an_event(reserves=0)
    sheets = read_sheets("\n".join(f"队员{letter}" for letter in "甲乙丙丁戊己庚辛壬癸子丑").encode(), is_pasted=True)
    roster = read_roster(sheets, roster_places(event)[:1], seats=event.fewest_players, is_own=True)
    assert roster.faults == ()
    assert ["".join(p.name[-1] for p in team.players) for team in roster.forms[1].teams] == [
        "甲乙丙丁戊己",
        "庚辛壬癸子丑",
    ]


def test_team_of_singles_is_named_by_its_branch_and_not_by_its_first_player():
    event = an_event(seats=1)
    enter_samples(event, by=None)
    team = Team.objects.filter(branch__tournament=event).first()
    assert not event.plays_alone
    assert {line_up.label.person for branch in branch_line_ups(event) for line_up in branch.teams} == {""}
    assert person_of(team) == ""
