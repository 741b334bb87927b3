"""团体赛: a team match is decided by its boards, each played at a table of its own."""

import pytest
from django.test import Client
from django.urls import reverse

from journal.refusals import Refused
from scoring.games import GAMES
from scoring.models import Sheet
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.tournaments.round_day import Day, a_day, win
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.remedies import Corrected, plan
from tournaments.bracket.queries.standings import stage_view, standing
from tournaments.bracket.rules.boards import board_number
from tournaments.codes import Code
from tournaments.day.actions.matches import confirm_result, enter, enter_deal
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import correct_result, decide, disqualify, forfeit
from tournaments.day.actions.timetable import arrange_tables
from tournaments.entries.actions.teams import restore_team, withdraw_team
from tournaments.formats.remedies import Kind
from tournaments.models import Match, Stage
from tournaments.states import BY_BOARDS, NOT_PLAYED, MatchState, RoleKind
from tournaments.team_match import DecidedBy

pytestmark = pytest.mark.django_db


def a_team_day(*, game: str = "win_loss", **more: object) -> Day:
    """Four teams, three boards a match, at 5 minutes into the first round."""
    return a_day(branches=2, teams=2, **{"boards": 3, "game": game} | more)


def a_won_board() -> Day:
    day = a_team_day()
    win_boards(day, 1, "home")
    return day


made_once, day = once_a_module(a_won_board)


def board(day: Day, match: int, nth: int) -> Match:
    return day.match(board_number(match, nth))


def win_boards(day: Day, match: int, *sides: str) -> None:
    """The boards of a match one after the other; a side that is empty leaves its board open."""
    for nth, side in enumerate(sides, start=1):
        if side:
            enter(board(day, match, nth), {"type": "result", "winner": side}, by=day.chief)
            confirm_result(board(day, match, nth), by=day.chief)


def test_two_boards_of_three_win_the_match_and_lead_to_the_boards_of_the_final() -> None:
    day = a_team_day(game="guandan")
    for nth, side in enumerate(("home", "away", "away"), start=1):
        assert day.match(1).state == (MatchState.READY if nth == 1 else MatchState.PLAYING)
        win(day, board_number(1, nth), side)
    match = day.match(1)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("away", BY_BOARDS[DecidedBy.BOARDS])
    assert (match.result.home_standing["games"], match.result.away_standing["games"]) == (1, 2)
    shown = rounds(day.tournament)[0].matches[0]
    assert (shown.home.score, shown.away.score, len(shown.boards)) == (1, 2, 3)
    assert day.match(3).state == MatchState.WAITING
    forfeit_after(day, day.match(2))
    final = day.match(3)
    assert (final.state, final.home_team_id) == (MatchState.READY, match.away_team_id)
    assert [board(day, 3, nth).home_team_id for nth in (1, 2, 3)] == [final.home_team_id] * 3
    assert [board(day, 3, nth).state for nth in (1, 2, 3)] == [MatchState.READY] * 3


def forfeit_after(day: Day, match: Match) -> None:
    day.at(30)
    forfeit(match, "home", by=day.chief)


def test_boards_that_cannot_change_anything_are_not_played_until_a_correction() -> None:
    day = a_team_day(stop_early=True, tables=2, started=False)
    Match.every.filter(board=3).update(table=None)
    day.start()
    day.at(5)
    win_boards(day, 1, "home", "home")
    last = board(day, 1, 3)
    assert last.state == MatchState.OVER
    assert last.result is not None
    assert (last.result.reason, last.result.winner) == (NOT_PLAYED, "")
    assert day.match(1).state == MatchState.OVER
    assert day.match(3).home_team_id == day.match(1).home_team_id
    correct_result(board(day, 1, 2), by=day.chief, reason="记反了")
    match = day.match(1)
    assert (match.state, match.result) == (MatchState.PLAYING, None)
    assert (day.match(3).home_team_id, board(day, 3, 1).home_team_id) == (None, None)
    assert board(day, 1, 3).state in (MatchState.READY, MatchState.PLAYING)
    assert board(day, 1, 1).state == MatchState.OVER


def a_final_under_way(day: Day) -> None:
    """Home has won the first match by two boards of three, and the final has begun."""
    win_boards(day, 1, "", "away", "home")
    forfeit_after(day, day.match(2))
    day.start(2)
    enter(board(day, 3, 1), {"type": "result", "winner": "home"}, by=day.chief)
    assert day.match(3).state == MatchState.PLAYING


def test_once_the_final_has_begun_a_board_is_corrected_by_a_remedy_that_reaches_it(day: Day) -> None:
    a_final_under_way(day)
    with pytest.raises(Refused) as refused:
        correct_result(board(day, 1, 2), by=day.chief, reason="记反了")
    assert refused.value.problems[0].code == Code.NEXT_MATCH_BEGUN
    first, corrected = day.match(1), Corrected(winner="away")
    wrong = Match.every.select_related("result", "stage__tournament").get(pk=board(day, 1, 3).pk)
    offered = plan(wrong, corrected)
    assert {remedy.kind for remedy in offered.remedies} == {Kind.KEEP, Kind.REPLAY, Kind.WALKOVER, Kind.REMATCH}
    sign_remedy(wrong, Kind.REPLAY, by=day.chief, reason="记反了", corrected=corrected, seen=offered.seen)
    assert board(day, 1, 3).winning_team_id == first.away_team_id
    assert day.match(1).winning_team_id == first.away_team_id
    boards = [day.match(3), *Match.every.filter(team_match=day.match(3))]
    assert {(b.state, b.home_team_id) for b in boards} == {(MatchState.READY, first.away_team_id)}
    assert not board(day, 3, 1).games.filter(sheet__deals__isnull=False).exists()


def test_a_remedy_that_leaves_the_winner_keeps_what_follows(day: Day) -> None:
    a_final_under_way(day)
    wrong = Match.every.select_related("result", "stage__tournament").get(pk=board(day, 1, 2).pk)
    corrected = Corrected(winner="home")
    offered = plan(wrong, corrected)
    assert [remedy.kind for remedy in offered.remedies] == [Kind.KEEP]
    sign_remedy(wrong, Kind.KEEP, by=day.chief, reason="记反了", corrected=corrected, seen=offered.seen)
    result = day.match(1).result
    assert result is not None
    assert (result.winner, result.home_standing["games"], result.away_standing["games"]) == ("home", 3, 0)
    assert day.match(3).state == MatchState.PLAYING


def test_a_board_is_forfeited_alone_and_a_team_that_stays_away_forfeits_them_all(day: Day) -> None:
    forfeit_after(day, board(day, 1, 2))
    assert day.match(1).state == MatchState.PLAYING
    win_boards(day, 1, "", "", "away")
    assert day.match(1).winning_team_id == day.match(1).away_team_id
    forfeit_after(day, day.match(2))
    assert day.match(2).winning_team_id == day.match(2).away_team_id
    assert {board(day, 2, nth).result.reason for nth in (1, 2, 3)} == {NOT_PLAYED}  # type: ignore[union-attr]


def test_a_disqualification_at_a_board_loses_the_match(day: Day) -> None:
    disqualify(board(day, 1, 2), "home", by=day.chief, reason="违纪")
    assert day.match(1).winning_team_id == day.match(1).away_team_id
    assert board(day, 1, 1).winning_team_id == day.match(1).home_team_id


def test_a_withdrawal_and_its_restoration(day: Day) -> None:
    team = day.match(1).home_team
    assert team is not None
    withdraw_team(team, by=day.chief, reason="有事", sure=None)
    assert day.match(1).winning_team_id == day.match(1).away_team_id
    restore_team(team, by=day.chief, reason="来了")
    assert day.match(1).state == MatchState.PLAYING
    assert board(day, 1, 1).winning_team_id == team.pk
    win_boards(day, 1, "", "away", "away")
    assert day.match(1).winning_team_id == day.match(1).away_team_id


def test_equal_boards_are_decided_by_the_difference() -> None:
    day = a_team_day(boards=2, game="guandan")
    win(day, board_number(1, 1), "home")
    enter_deal(board(day, 1, 2), "NS", by=day.chief)
    win(day, board_number(1, 2), "away")
    result = day.match(1).result
    assert result is not None
    assert (result.winner, result.reason) == ("home", BY_BOARDS[DecidedBy.DIFFERENCE])


def test_what_stays_equal_is_decided_by_the_chief_referee() -> None:
    day = a_team_day(boards=2, boards_equal="drawn")
    win_boards(day, 1, "home", "away")
    assert day.match(1).state == MatchState.PLAYING
    decide(day.match(1), "away", by=day.chief, reason="抽签")
    assert day.match(1).winning_team_id == day.match(1).away_team_id


def test_a_drawn_board_counts_half_for_each_and_drawn_boards_are_for_the_chief_referee() -> None:
    day = a_team_day(seats=1)
    chess = GAMES["win_loss"].plain_options(GAMES["win_loss"].options_of({"name": "xiangqi", "draws": True}))
    Sheet.objects.filter(journal=day.tournament.journal).update(rule_set=chess)
    win_boards(day, 1, "draw", "away", "draw")
    result = day.match(1).result
    assert result is not None
    assert (result.winner, result.reason) == ("away", BY_BOARDS[DecidedBy.BOARDS])
    assert (result.home_standing["games"], result.away_standing["games"]) == (1, 2)
    win_boards(day, 2, "draw", "draw", "draw")
    assert (day.match(2).state, day.match(2).result) == (MatchState.PLAYING, None)
    decide(day.match(2), "home", by=day.chief, reason="抽签")
    assert day.match(2).winning_team_id == day.match(2).home_team_id


def test_standings_go_by_matches_and_then_by_boards() -> None:
    day = a_team_day(format_="round_robin")
    first = [m for m in Match.objects.filter(round=day.round).order_by("number") if m.state != MatchState.BYE]
    win_boards(day, first[0].number, "home", "home", "home")
    win_boards(day, first[1].number, "home", "away", "home")
    rows = standing(stage_view(Stage.objects.get(tournament=day.tournament)))
    assert [(row.points, row.difference) for row in rows] == [(1, 3), (1, 1), (0, -1), (0, -3)]


def test_swiss_rounds_are_paired_and_unpaired_with_their_boards() -> None:
    day = a_team_day(format_="swiss", settings={"rounds_played": 3})
    for match in Match.objects.filter(round=day.round):
        win_boards(day, match.number, "home", "home", "away")
    day.number = 2
    pair_round(day.round, by=day.chief)
    paired = Match.objects.filter(round=day.round).order_by("number")
    assert [b.state for b in Match.every.filter(team_match__in=paired)] == [MatchState.READY] * 6
    unpair_round(day.round, by=day.chief)
    assert [b.state for b in Match.every.filter(team_match__in=paired)] == [MatchState.WAITING] * 6
    pair_round(day.round, by=day.chief)
    day.at(0)
    start_round(day.round, by=day.chief)
    win_boards(day, paired[0].number, "home", "home", "away")
    assert Match.objects.get(pk=paired[0].pk).state == MatchState.OVER


def test_the_plan_of_tables_is_about_boards(client: Client) -> None:
    day = a_team_day(started=False)
    client.force_login(a_role(day.tournament, RoleKind.OFFICE))
    page = client.get(reverse("plan", args=[day.tournament.slug])).content.decode()
    assert [f'name="table-{board_number(1, nth)}"' in page for nth in (1, 2, 3)] == [True] * 3
    arrange_tables(day.round, {board_number(1, 3): 10}, by=day.chief)
    assert board(day, 1, 3).table == day.tournament.tables.get(number=10)


def test_a_board_may_be_best_of_three_games() -> None:
    day = a_team_day(best_of=3)
    win_boards(day, 1, "home", "home", "home")
    assert day.match(1).state == MatchState.PLAYING
    win_boards(day, 1, "away", "away", "away")
    assert board(day, 1, 1).state == MatchState.PLAYING
    win_boards(day, 1, "home", "away", "away")
    shown = rounds(day.tournament)[0].matches[0]
    assert (shown.home.score, shown.away.score, shown.winner) == (1, 2, "away")
    assert (shown.boards[0].home.games, shown.boards[0].away.games) == (2, 1)
