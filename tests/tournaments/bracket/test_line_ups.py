"""出场名单: what a team handed in for a match stands, else what it handed in before, else its players by their number;
the other side sees it once both are in, or the boards are called."""

from random import Random

import pytest

from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.tournaments.preset_events import PresetEvent
from tournaments.bracket.actions.line_ups import hand_in_line_up
from tournaments.bracket.queries.line_ups import line_ups_of
from tournaments.bracket.rules.boards import boards_of
from tournaments.bracket.rules.starts import LineUps, expected_players
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.matches import call_match, check_in, check_in_all
from tournaments.entries.actions.teams import substitute_player
from tournaments.entries.fields import PlayerEntry
from tournaments.event.actions.removal import remove_rehearsal
from tournaments.models import BoardPlayer, Match, Player, Team
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def an_event() -> PresetEvent:
    """Six teams of three pairs, drawn into two groups."""
    made = PresetEvent("plain_team", 6, Random(1))
    made.draw()
    return made


made_once, event = once_a_module(an_event)


def first(event: PresetEvent) -> Match:
    rows = Match.objects.select_related("stage__tournament__journal")
    return rows.filter(stage__tournament=event.tournament, state=MatchState.READY).order_by("number").first()


def people(team: Team, *numbers: int) -> list[list[int]]:
    """Ids of the players with these numbers, two a board."""
    ids = dict(Player.objects.filter(team=team, left_at=None).values_list("number", "pk"))
    return [[ids[number] for number in numbers[at : at + 2]] for at in range(0, len(numbers), 2)]


def lined_up(match: Match, side: str) -> list[list[int]]:
    """The numbers of who is expected at each board."""
    return [[person.number for person in expected_players(board, side)] for board in boards_of(match)]


def test_players_stand_by_their_number_until_something_is_handed_in_which_stands_in_the_next_match_too(event):
    match = first(event)
    team = match.home_team
    assert lined_up(match, "home") == [[1, 2], [3, 4], [5, 6]]
    for _time in range(2):  # the same once more is no change
        hand_in_line_up(match, team, people(team, 5, 1, 4, 2, 6, 3), by=None)
    assert event.tournament.journal.events.filter(kind=TournamentEvent.LINE_UP_HANDED_IN).count() == 1
    assert lined_up(match, "home") == [[1, 5], [2, 4], [3, 6]]
    assert lined_up(match, "away") == [[1, 2], [3, 4], [5, 6]]
    later = Match.objects.filter(stage=match.stage, round__number__gt=match.round.number)
    coming = (later.filter(home_team=team) | later.filter(away_team=team)).order_by("number").first()
    assert lined_up(coming, "home" if coming.home_team_id == team.pk else "away") == [[1, 5], [2, 4], [3, 6]]
    before = LineUps(event.tournament, [team.pk])
    assert [before.is_handed_in(team.pk, one.number) for one in (match, coming)] == [True, False]
    player = Player.objects.get(team=team, number=5, left_at=None)
    substitute_player(player, PlayerEntry("队员新"), by=event.chief, reason="伤病")
    assert [person.name for person in expected_players(boards_of(match)[0], "home")][1] == "队员新"


def test_each_player_stands_at_one_place_and_each_place_has_one(event):
    match = first(event)
    home, away = match.home_team, match.away_team

    def refused(*numbers: int, of: Team = home) -> set[str]:
        return refused_codes(lambda: hand_in_line_up(match, home, people(of, *numbers), by=None))

    assert refused(1, 2, 3, 4, 5, 5) == {Code.LINED_UP_TWICE}
    assert refused(1, 2, 3, 4, 5) == refused(1, 2, 3, 4) == {Code.VALUE_INVALID}
    assert refused(1, 2, 3, 4, 5, 6, of=away) == {Code.VALUE_INVALID}
    third = Team.objects.exclude(pk__in=(home.pk, away.pk)).first()
    assert refused_codes(lambda: hand_in_line_up(match, third, [], by=None)) == {Code.NOT_A_SIDE}


def test_line_ups_are_shown_and_fixed_once_both_are_in(event):
    match = first(event)
    home, away = match.home_team, match.away_team
    hand_in_line_up(match, home, people(home, 1, 2, 3, 4, 6, 5), by=None)
    hand_in_line_up(match, home, people(home, 1, 2, 3, 6, 4, 5), by=None)
    (seen,) = [view for view in line_ups_of(away.branch) if view.team == away]
    assert (seen.is_shown, seen.is_other_in, seen.is_handed_in, seen.others) == (False, True, False, ())
    hand_in_line_up(match, away, people(away, 6, 5, 4, 3, 2, 1), by=None)
    (seen,) = [view for view in line_ups_of(away.branch) if view.team == away]
    assert seen.is_shown
    assert [[one.number for one in of] for of in seen.others] == [[1, 2], [3, 6], [4, 5]]
    again = people(home, 1, 2, 3, 4, 5, 6)
    assert refused_codes(lambda: hand_in_line_up(match, home, again, by=None)) == {Code.LINE_UP_CLOSED}
    events = event.tournament.journal.events.filter(kind=TournamentEvent.LINE_UP_HANDED_IN)
    assert list(events.order_by("number").values_list("public", flat=True)) == [False, False, True]


def test_board_is_complete_with_those_who_are_lined_up_for_it_and_its_call_ends_the_handing_in(event):
    match = first(event)
    team = match.home_team
    hand_in_line_up(match, team, people(team, 5, 1, 4, 2, 6, 3), by=None)
    board = boards_of(match).select_related("stage__tournament")[0]
    check_in_all(board, by=event.chief)
    ticked = board.check_ins.filter(player__team=team).values_list("player__number", flat=True)
    assert sorted(ticked) == [1, 5]
    elsewhere = Player.objects.get(team=team, number=4)
    assert refused_codes(lambda: check_in(board, elsewhere, by=event.chief)) == {Code.PLAYER_NOT_HERE}
    call_match(boards_of(match)[1], by=event.chief)
    own = people(team, 1, 2, 3, 4, 5, 6)
    assert refused_codes(lambda: hand_in_line_up(match, team, own, by=None)) == {Code.LINE_UP_CLOSED}
    assert next(view for view in line_ups_of(team.branch) if view.team == team).is_shown
    remove_rehearsal(event.tournament, by=event.chief)
    assert not BoardPlayer.objects.exists()
