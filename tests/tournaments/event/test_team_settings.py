"""Settings of 团体赛 (how many boards a match has) and of 每轮换搭档, and what goes with them."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from tests.factories import a_branch, a_team, a_tournament
from tests.refusals import refused_codes
from tournaments.bracket.queries.settings import settings_of
from tournaments.codes import Code
from tournaments.day.actions.games import choose_game
from tournaments.event.actions.stages import Entrance, add_stage, choose_format
from tournaments.event.actions.tournaments import create_tournament, edit_tournament, switch_rule_set
from tournaments.event.queries.patterns import pattern_of
from tournaments.models import Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db


def edited(event, **changes):
    return edit_tournament(event, replace(settings_of(event), **changes), by=None)


def refused(event, **changes) -> set[str]:
    return refused_codes(lambda: edited(event, **changes))


def test_match_may_have_several_boards_and_an_event_like_it_has_them_too():
    event = edited(a_tournament(teams=0), boards=5, boards_equal="first_board", stop_early=True)
    assert (event.boards, event.boards_equal, event.stop_early) == (5, "first_board", True)
    assert (event.fewest_players, event.most_players) == (10, 10)
    pattern = pattern_of(event)
    assert (pattern.boards, pattern.boards_equal, pattern.stop_early) == (5, "first_board", True)


def test_boards_are_one_to_six():
    event = a_tournament(teams=0)
    assert refused(event, boards=7) == refused(event, boards=0) == {Code.NUMBER_OUT_OF_RANGE}
    assert refused(event, boards=3, own_days=14) == {Code.BOARDS_ON_OWN_DAYS}
    for boards in (0, 7):
        with pytest.raises(IntegrityError), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(boards=boards)


def test_boards_stay_once_teams_are_entered_or_lots_drawn():
    assert refused(a_tournament(branches=1, teams=2), boards=3) == {Code.TEAMS_HAVE_SEATS}
    drawn = a_tournament(teams=0, state=TournamentState.DRAWN)
    assert refused(drawn, boards=3) == refused(drawn, stop_early=True) == {Code.AFTER_DRAW}
    assert refused(drawn, boards_equal="drawn") == {Code.AFTER_DRAW}


def test_board_has_as_many_games_as_a_match_of_its_game_and_may_be_drawn_where_a_match_may_not():
    event = edited(a_tournament(teams=0), boards=3)
    assert choose_game(event, "pingpang", {}, by=None).best_of == 5
    assert switch_rule_set(event, "s001_4", by=None).best_of == 3
    chess = choose_game(a_tournament(teams=0), "xiangqi", {}, by=None)
    assert not chess.stages.get().rule_set["draws"]
    assert edited(chess, boards=2).stages.get().rule_set["draws"]


def test_team_of_singles_may_have_reserves_and_a_single_player_none():
    event = edited(a_tournament(teams=0), boards=3)
    singles = choose_game(event, "xiangqi", {}, by=None, reserves=2)
    assert (singles.fewest_players, singles.most_players) == (3, 5)
    assert edited(singles, boards=1).reserves == 0


def test_match_has_one_board_where_its_winner_changes_the_table():
    moving = a_tournament(teams=0, format_="movement", rounds=2)
    assert refused(moving, boards=3) == {Code.TABLES_OF_ONE_BOARD}
    event = edited(a_tournament(teams=0), boards=3)
    assert refused_codes(lambda: choose_format(event, "movement", {}, by=None)) == {Code.TABLES_OF_ONE_BOARD}
    assert choose_format(event, "swiss", {"rounds_played": 3}, by=None).format == "swiss"


# partners that change


def individuals():
    event = a_tournament()
    choose_format(event, "individual", {}, by=None)
    return Tournament.objects.get(pk=event.pk)


def test_whoever_chooses_the_format_has_everybody_enter_alone_unless_teams_are_entered():
    event = individuals()
    assert (event.changing_partners, event.fewest_players, event.plays_alone, event.seats) == (True, 1, True, 2)
    choose_format(event, "swiss", {}, by=None)
    event.refresh_from_db()
    assert event.fewest_players == 2
    a_team(a_branch(event))
    assert refused_codes(lambda: choose_format(event, "individual", {}, by=None)) == {Code.TEAMS_HAVE_SEATS}


def test_two_play_on_each_side_at_one_board_at_the_hour_of_the_round():
    event = individuals()
    for wrong in ({"boards": 3}, {"own_days": 7}):
        settings = replace(settings_of(event), **wrong)
        codes = refused_codes(lambda settings=settings: edit_tournament(event, settings, by=None))
        assert codes == {Code.PARTNERS_OF_TWO}
    assert refused_codes(lambda: choose_game(event, "xiangqi", {}, by=None)) == {Code.PARTNERS_OF_TWO}
    for one in (a_tournament(boards=3), a_tournament(own_days=7), a_tournament(seats=1)):
        codes = refused_codes(lambda one=one: choose_format(one, "individual", {}, by=None))
        assert codes == {Code.PARTNERS_OF_TWO}


def test_all_stages_change_partners_or_none():
    event = individuals()
    starts = [event.stages.get().rounds.latest("number").starts_at.replace(year=2124)] * 3

    def final_of(format_):
        return add_stage(event, by=None, format_=format_, entrance=Entrance(8), starts=starts)

    assert Code.PARTNERS_IN_ALL_STAGES in refused_codes(lambda: final_of("knockout"))
    assert event.stages.count() == 1


def test_blueprint_of_individuals_is_made_so_or_refused():
    plan = read_preset("plain_individual")
    made = create_tournament(plan, by=None, slug="one", first_day=date(2123, 11, 29))
    assert made.changing_partners
    codes = refused_codes(
        lambda: create_tournament(replace(plan, boards=3), by=None, slug="two", first_day=date(2123, 11, 29))
    )
    assert codes == {Code.PARTNERS_OF_TWO}
