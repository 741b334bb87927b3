"""和棋 at a board of a team match: it counts half for each side, in a knockout, too."""

from random import Random

import pytest

from journal import clock
from tests.tournaments.preset_events import PresetEvent
from tournaments.bracket.rules.boards import boards_of
from tournaments.day.actions.games import choose_game
from tournaments.day.actions.matches import check_in_all, confirm_result, enter
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import decide
from tournaments.models import Match, Round
from tournaments.states import BY_BOARDS, MatchState
from tournaments.team_match import DecidedBy

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> PresetEvent:
    """Teams of three chess players in a knockout, whose first round has begun."""
    made = PresetEvent("plain_pingpang_team", 4, Random(1))
    choose_game(made.tournament, "xiangqi", {}, by=None)
    made.draw()
    round_ = Round.objects.get(stage__tournament=made.tournament, number=1)
    clock.set_rehearsal_time(made.tournament.journal, round_.starts_at)
    for board in Match.at_tables.filter(round=round_):
        check_in_all(board, by=made.chief)
    start_round(round_, by=made.chief)
    return made


def play(event: PresetEvent, *winners: str) -> Match:
    """The first match, board by board."""
    match = Match.objects.filter(stage__tournament=event.tournament, round__number=1).order_by("number").first()
    for board, winner in zip(boards_of(match), winners, strict=True):
        enter(board, {"type": "result", "winner": winner}, by=event.chief)
        confirm_result(board, by=event.chief)
    return Match.objects.select_related("result").get(pk=match.pk)


def test_drawn_board_counts_half_for_each(event):
    match = play(event, "draw", "away", "draw")
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("away", BY_BOARDS[DecidedBy.BOARDS])
    games = (match.result.home_standing["games"], match.result.away_standing["games"])
    assert games == (1, 2)


def test_match_of_drawn_boards_is_for_the_chief_referee(event):
    match = play(event, "draw", "draw", "draw")
    assert (match.state, match.result) == (MatchState.PLAYING, None)
    decide(match, "home", by=event.chief, reason="抽签")
    assert Match.objects.get(pk=match.pk).winning_team_id == match.home_team_id
