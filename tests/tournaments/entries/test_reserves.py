"""替补: a team may name more players than play, and whoever is ticked at the table plays; and the teams of 团体赛."""

from dataclasses import replace

import pytest

from tests.factories import a_branch, a_role, a_tournament
from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.tournaments.round_day import Day, a_day, tick
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.queries.labels import person_of
from tournaments.bracket.queries.prizes import present_teams
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.starts import expected_players, ready_to_start
from tournaments.codes import Code
from tournaments.day.actions.games import choose_game
from tournaments.day.actions.matches import check_in, check_in_all, check_out
from tournaments.day.queries.desk import round_desk
from tournaments.day.queries.sheet_parts import sides_of
from tournaments.entries.actions.entries import enter_samples, save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.files.rosters import read_roster
from tournaments.entries.files.spreadsheets import read_sheets
from tournaments.entries.forms import entry_problems
from tournaments.entries.queries.entries import entry_form, roster_places
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.entries.seats import lined_up
from tournaments.models import CheckIn, Player, Team, Tournament
from tournaments.states import MatchState, RoleKind, TeamState

pytestmark = pytest.mark.django_db


def of(*names: str, lines: int = 3) -> BranchEntry:
    return BranchEntry(teams=(TeamEntry(1, tuple(map(PlayerEntry, names))).with_lines(lines),))


def test_a_team_needs_those_who_play_and_may_have_reserves():
    for names, fields in (
        (("队员甲", "队员乙", "队员丙"), []),
        (("队员甲", "队员乙"), []),
        (("队员甲", "", "队员丙"), []),
        (("队员甲",), ["team1_player2_name"]),
        (("", "", "队员丙"), ["team1_player1_name"]),
    ):
        problems = entry_problems(replace(of(*names), leader="队员甲"), quota=1, reserves=1)
        assert [(problem.field, problem.code) for problem in problems] == [(f, Code.ONE_PLAYER_ONLY) for f in fields]
        assert all(problem.data["seats"] == 2 for problem in problems)


def an_event(**more: object) -> Tournament:
    event = a_tournament(branches=2, **{"teams": 0, **more})
    return choose_game(event, "guandan", {}, by=None, reserves=1)


def test_form_has_a_line_for_the_reserve_and_keeps_who_is_named_there():
    branch = an_event().branches.get(number=1)
    save_entry(branch, of("队员甲", "队员乙", "队员丙"), by=None)
    assert [p.name for p in entry_form(branch.tournament, 1).form.teams[0].players] == ["队员甲", "队员乙", "队员丙"]
    save_entry(branch, of("队员甲", "队员丁"), by=None)
    team = Team.objects.get(branch=branch)
    assert team.state == TeamState.ENTERED
    assert list(team.players.order_by("number").values_list("name", flat=True)) == ["队员甲", "队员丁"]
    crowd = of("队员甲", "队员乙", "队员丙", "队员丁", lines=4)
    assert refused_codes(lambda: save_entry(branch, crowd, by=None)) == {Code.TEAM_IS_FULL}


def test_lists_may_name_reserves_where_they_say_the_team():
    places = roster_places(an_event())[:1]
    for pasted, names in (
        ("一队 队员甲 队员乙 队员丙", ["甲乙丙"]),
        ("一队：队员甲、队员乙\n二队：队员丙、队员丁、队员戊", ["甲乙", "丙丁戊"]),
        ("队员甲 队员乙\n队员丙 队员丁", ["甲乙", "丙丁"]),
    ):
        sheets = read_sheets(pasted.encode(), is_pasted=True)
        roster = read_roster(sheets, places, seats=2, reserves=1, is_own=True)
        assert roster.faults == ()
        assert ["".join(player.name[-1:] for player in team.players) for team in roster.forms[1].teams] == names


def test_number_of_reserves_grows_at_any_time_and_shrinks_only_without_teams():
    event = an_event(teams=1)
    assert choose_game(event, "guandan", {}, by=None, reserves=2).most_players == 4
    assert refused_codes(lambda: choose_game(event, "guandan", {}, by=None, reserves=1)) == {Code.TEAMS_HAVE_SEATS}
    assert refused_codes(lambda: choose_game(event, "guandan", {}, by=None, reserves=5)) == {Code.NUMBER_OUT_OF_RANGE}
    alone = choose_game(a_tournament(teams=0), "guandan", {}, by=None, reserves=1)
    assert choose_game(alone, "xiangqi", {}, by=None).reserves == 0


def test_whoever_is_there_plays_before_whoever_is_not():
    for here, expected in (("", "甲乙丙"), ("丙", "甲丙乙"), ("乙丙", "乙丙甲"), ("甲乙丙", "甲乙丙")):
        assert "".join(lined_up(list("甲乙丙"), 2, here.__contains__)) == expected
    assert lined_up(["甲"], 2, lambda _one: False) == ["甲"]


def with_reserves() -> Day:
    """Five minutes ahead of the first round; each team has named a third player."""
    day = a_day(minute=-5, started=False)
    Tournament.objects.filter(pk=day.tournament.pk).update(reserves=1)
    day.tournament.refresh_from_db()
    for team in Team.objects.filter(branch__tournament=day.tournament):
        Player.objects.create(team=team, number=3, name="队员丙", pinyin="dui4 yuan2 bing3")
    return day


made_once, day = once_a_module(with_reserves)


def test_reserve_who_is_ticked_sits_where_the_absent_player_would(day):
    match = day.match(1)
    first, second, reserve = match.home_team.players.order_by("number")
    check_in(match, reserve, by=day.chief)
    view = next(row.match for row in round_desk(day.tournament).rows if row.match.number == 1)
    home = sides_of(day.tournament, [view])[view.id][0]
    assert [(player.name, player.seat) for player in home.players] == [
        (first.name, "N"), (second.name, ""), (reserve.name, "S"),
    ]  # fmt: skip
    assert not home.is_present
    check_in(match, first, by=day.chief)
    tick(match, "away", by=day.chief, missing=1)
    day.start()
    assert day.match(1).state == MatchState.PLAYING
    assert [player.pk for player in expected_players(day.match(1), "home")] == [first.pk, reserve.pk]
    assert {match.home_team_id, match.away_team_id} <= present_teams(day.tournament)


def test_all_present_means_those_who_play_not_the_reserve_whom_everybody_reads(day, client):
    page = text(client.get(f"/e/{day.tournament.slug}/teams/"))
    assert (page.count("替补"), page.count("队员丙 替补")) == (4, 4)
    check_in_all(day.match(1), by=day.chief)
    ticked = CheckIn.objects.filter(match=day.match(1))
    assert set(ticked.values_list("player__number", flat=True)) == {1, 2}
    assert ready_to_start([day.match(1)]) == [day.match(1)]
    row = next(row for row in round_desk(day.tournament).rows if row.match.number == 1)
    assert (row.both_present, row.here) == (True, 4)


def test_one_player_and_a_reserve_gone_again_is_not_a_side(day):
    match = day.match(1)
    first, _second, reserve = match.home_team.players.order_by("number")
    for player in (first, reserve):
        check_in(match, player, by=day.chief)
    check_out(match, reserve, by=day.chief)
    tick(match, "away", by=day.chief)
    assert ready_to_start([day.match(1)]) == []


def test_single_players_who_were_ticked_were_present(day):
    Tournament.objects.filter(pk=day.tournament.pk).update(seats=1, reserves=0)
    Player.objects.filter(team__branch__tournament=day.tournament, number__gt=1).delete()
    day.tournament.refresh_from_db()
    match = day.match(1)
    check_in_all(match, by=day.chief)
    assert present_teams(day.tournament) == {match.home_team_id, match.away_team_id}


def test_office_sets_reserves_and_the_entry_form_calls_them_so():
    event = a_tournament(teams=0)
    a_branch(event)
    office = signed_in(a_role(event, RoleKind.OFFICE))
    form = {"game": "guandan", "seats": "2", "reserves": "1", "seen": settings_version(event)}
    assert office.post(f"/e/{event.slug}/office/settings/game/", form).status_code == 302
    assert "Team 1, reserve 3" in markup(office.get(f"/e/{event.slug}/office/entries/1/"))
    assert "It may name 1 reserve." in text(office.get(f"/e/{event.slug}/regulation/"))


# 团体赛: a team enters with the players of all its boards


SEVEN = tuple("甲乙丙丁戊己庚")


def of_three_boards(*, seats: int = 2, reserves: int = 1) -> Tournament:
    """Of three boards, with two branches that have entered nobody."""
    event = a_tournament(teams=0, boards=3, seats=seats, reserves=reserves)
    for _branch in range(2):
        a_branch(event, quota=2)
    return event


def of_seven(*letters: str, lines: int = 7) -> BranchEntry:
    players = tuple(PlayerEntry(f"队员{letter}" if letter else "") for letter in letters)
    return BranchEntry(leader="队员辛", teams=(TeamEntry(1, players).with_lines(lines),))


def test_team_needs_the_players_of_all_boards_and_may_have_reserves():
    branch = of_three_boards().branches.get(number=1)
    save_entry(branch, of_seven(*SEVEN), by=None)
    assert Player.objects.filter(team__branch=branch).count() == 7
    save_entry(branch, of_seven(*SEVEN[:6]), by=None)
    assert Player.objects.filter(team__branch=branch).count() == 6
    assert refused_codes(lambda: save_entry(branch, of_seven(*SEVEN[:5]), by=None)) == {Code.ONE_PLAYER_ONLY}
    assert refused_codes(lambda: save_entry(branch, of_seven(*SEVEN, "壬", lines=8), by=None)) == {Code.TEAM_IS_FULL}


def test_form_and_papers_have_a_line_for_each_of_them():
    event = of_three_boards()
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
    event = of_three_boards()
    enter_samples(event, by=None)
    office = signed_in(a_role(event, RoleKind.OFFICE))
    answer = office.get(f"/e/{event.slug}/office/exports/personal/entries/{form}/")
    places = roster_places(event)
    roster = read_roster(read_sheets(answer.content), places, seats=event.fewest_players, reserves=event.reserves)
    assert roster.faults == ()
    assert roster.forms == {place.number: place.saved for place in places}
    assert all(len(list(filter(None, (p.name for p in team.players)))) == 6 for team in roster.forms[1].teams)


def test_pasted_list_is_divided_by_teams_of_all_boards():
    event = of_three_boards(reserves=0)
    sheets = read_sheets("\n".join(f"队员{letter}" for letter in "甲乙丙丁戊己庚辛壬癸子丑").encode(), is_pasted=True)
    roster = read_roster(sheets, roster_places(event)[:1], seats=event.fewest_players, is_own=True)
    assert roster.faults == ()
    assert ["".join(p.name[-1] for p in team.players) for team in roster.forms[1].teams] == [
        "甲乙丙丁戊己",
        "庚辛壬癸子丑",
    ]


def test_team_of_singles_is_named_by_its_branch_and_not_by_its_first_player():
    event = of_three_boards(seats=1)
    enter_samples(event, by=None)
    team = Team.objects.filter(branch__tournament=event).first()
    assert not event.plays_alone
    assert {line_up.label.person for branch in branch_line_ups(event) for line_up in branch.teams} == {""}
    assert person_of(team) == ""
