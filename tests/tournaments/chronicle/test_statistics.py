"""统计: what is counted of an event, of each branch and, for the office, of men and women."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import a_drawn_tournament, a_role
from tests.tournaments.played import check_in, decide, play_all
from tests.tournaments.round_day import a_day, at_the_bell, win
from tournaments.chronicle.queries.statistics import GameNumbers, gender_numbers, statistics
from tournaments.day.actions.matches import confirm_result, enter
from tournaments.day.actions.rulings import both_absent, correct_result
from tournaments.models import Match, Player, Team
from tournaments.states import RoleKind, TeamState

pytestmark = pytest.mark.django_db


def test_counts_of_a_round_day():
    day = a_day(branches=4, teams=2)
    win(day, 1)  # four double wins, and one that is none
    at_the_bell(day, 2, "NS", "NWES")
    confirm_result(day.match(2), by=day.chief)
    day.at(80)
    both_absent(day.match(3), by=day.chief)
    numbers = statistics(day.tournament)
    assert (numbers.planned, numbers.played, numbers.unplayed, numbers.byes, numbers.drawn) == (7, 2, 1, 0, 0)
    assert numbers.games == (GameNumbers("guandan", 2, 7, 5),)
    assert (numbers.deals, numbers.minutes, numbers.longest) == (7, 5 + 60, 60)
    assert dict(numbers.reasons) == {"passed_a": 1, "level_at_time": 1, "both_absent": 1}
    first, second, third, fourth = numbers.branches
    assert (first.entered, first.came, first.matches, first.won, first.deals) == (2, 2, 2, 1, 10)
    assert (third.came, third.forfeited, third.matches) == (0, 2, 0)
    assert (second.deals, fourth.matches, fourth.best) == (4, 0, 0)
    total = numbers.total
    assert (total.entered, total.players, total.matches, total.deals, numbers.taking_part) == (8, 16, 2, 7, 4)


def test_days_between_are_no_time_of_play():
    day = a_day(branches=4, teams=2)
    win(day, 1)
    day.at(24 * 60)
    correct_result(day.match(1), by=day.chief, reason="更正")
    day.at(24 * 60 + 9)
    confirm_result(day.match(1), by=day.chief)
    assert statistics(day.tournament).longest <= 60


def test_best_place_is_known_when_all_is_over_and_a_withdrawn_team_was_entered_but_no_draft():
    tournament = a_drawn_tournament(branches=2, teams=2, started=True)
    decide(1)
    assert {branch.best for branch in statistics(tournament).branches} == {0}
    play_all(tournament)
    assert [branch.best for branch in statistics(tournament).branches] == [1, 2]
    gone, draft = Team.objects.filter(branch__tournament=tournament).order_by("pk")[:2]
    Team.objects.filter(pk=gone.pk).update(state=TeamState.WITHDRAWN)
    Team.objects.filter(pk=draft.pk).update(state=TeamState.DRAFT)
    first = statistics(tournament).branches[0]
    assert (first.entered, first.withdrew, first.players) == (1, 1, 2)


def test_men_and_women_and_who_of_them_came():
    tournament = a_drawn_tournament(branches=2, teams=2, started=True)
    players = Player.objects.filter(team__branch=tournament.branches.get(number=1)).order_by("team__ordinal", "number")
    for player, gender in zip(players, ("f", "m", "f", ""), strict=True):
        Player.objects.filter(pk=player.pk).update(gender=gender)
    check_in(Match.objects.get(number=1), sides=("home",))
    first, second = gender_numbers(tournament)
    assert (first.men, first.women, first.unknown) == (1, 2, 1)
    assert (first.men_came, first.women_came, first.unknown_came) == (1, 1, 0)
    assert (second.men, second.women, second.unknown) == (0, 0, 4)


def test_game_without_deals_counts_none_and_no_double_wins():
    tournament = a_drawn_tournament(branches=2, teams=1, started=True, game="win_loss")
    match, chief = Match.objects.get(number=1), a_role(tournament, RoleKind.CHIEF_REFEREE)
    enter(match, {"type": "result", "winner": "home"}, by=chief)
    confirm_result(match, by=chief)
    (game,) = statistics(tournament).games
    assert (game.matches, game.deals, game.doubles) == (1, 0, None)


def test_statistics_cost_as_many_queries_for_16_teams_as_for_4():
    costs = []
    for branches in (2, 8):
        tournament = a_drawn_tournament(branches=branches, teams=2, started=True)
        with CaptureQueriesContext(connection) as captured:
            statistics(tournament)
            gender_numbers(tournament)
        costs.append(len(captured))
    assert costs[0] == costs[1] <= 20
