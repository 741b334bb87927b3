"""Two boards of one team match are confirmed, or one begins while another ends, at the same moment."""

from functools import partial

import pytest

from tests.thorough import tries
from tests.tournaments.day.test_simultaneous import a_pair, confirming, journal_is_whole, names
from tests.tournaments.round_day import PASSES_ACE, Day, a_day
from tournaments.bracket.rules.boards import board_number
from tournaments.day.actions.matches import check_in_all, confirm_result, enter_deal
from tournaments.models import Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db(transaction=True)
TRIES = tries(5)


def played_boards(day: Day, *sides: str) -> list[Match]:
    """Boards of the first match that wait for a confirmation alone."""
    boards = [day.match(board_number(1, nth)) for nth in range(1, len(sides) + 1)]
    for board, side in zip(boards, sides, strict=True):
        for order in PASSES_ACE[side]:
            enter_deal(board, order, by=day.chief)
    return boards


def test_all_boards_are_confirmed_at_once():
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_day(branches=2, teams=2, boards=2)
            first, second = played_boards(day, "home", "home")
            met = pair.both(confirming(first, day.chief), confirming(second, day.chief))
            assert names(met) == ["Result", "Result"], met
            match = day.match(1)
            assert (match.state, match.winning_team_id) == (MatchState.OVER, match.home_team_id)
            assert match.results.count() == 1
            assert day.match(3).home_team_id == match.home_team_id
            assert journal_is_whole(day.tournament)


def test_a_board_begins_while_another_decides_the_match():
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_day(branches=2, teams=2, boards=3, stop_early=True)
            first, second = played_boards(day, "home", "home")
            confirm_result(first, by=day.chief)
            last = day.match(board_number(1, 3))
            met = pair.both(confirming(second, day.chief), partial(check_in_all, last, by=day.chief))
            assert names(met) in (["Match", "Result"], ["Result", "WrongState"]), met
            states = {day.match(number).state for number in (1, board_number(1, 3))}
            assert states in ({MatchState.OVER}, {MatchState.PLAYING})
            assert journal_is_whole(day.tournament)


def test_a_deal_is_entered_while_another_board_decides_the_match():
    with a_pair() as pair:
        for _ in range(TRIES):
            day = a_day(branches=2, teams=2, boards=3, stop_early=True)
            first, second = played_boards(day, "home", "home")
            confirm_result(first, by=day.chief)
            last = day.match(board_number(1, 3))
            met = pair.both(confirming(second, day.chief), partial(enter_deal, last, "NS", by=day.chief))
            assert names(met) in (["Deal", "Result"], ["Result", "WrongState"]), met
            assert journal_is_whole(day.tournament)
