"""At the table and at the desk: calls, check-in, the clock, deals, the confirmed result that hands the winner on."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from guandan_rules import Code as RuleCode
from guandan_rules import Reason
from journal.models import Event
from journal.queries import last_event_number
from journal.texts import ReasonCode
from scoring.clocks import sheet_reading
from scoring.states import ClockState, DealKind, ScoringCode
from tests.factories import a_team, a_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import PASSES_ACE, a_day, at_the_bell, players, tick, win
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import (
    answer_bell,
    call_match,
    check_in,
    check_out,
    confirm_result,
    enter_deal,
    undo_deal,
)
from tournaments.day.actions.rounds import assign_next, call_round, extend_round, pause_round, resume_round, start_round
from tournaments.day.actions.rulings import both_absent, decide
from tournaments.models import Booking, CheckIn, Match
from tournaments.states import MatchState, SlotKind, TournamentState

pytestmark = pytest.mark.django_db
made_once, day = once_a_module(a_day)


def states(day) -> list[str]:
    return [m.state for m in day.round.matches.order_by("number")]


# the call and the check-in


def test_calling_a_round_calls_every_match_with_both_opponents_once():
    day = a_day(branches=3, started=False, minute=-10)
    call_match(day.match(3), by=day.chief)
    assert day.match(3).called_at is not None
    assert too_late(lambda: call_match(day.match(3), by=day.chief)) == MatchState.CALLED
    assert too_late(lambda: call_match(day.match(7), by=day.chief)) == MatchState.WAITING
    call_round(day.round, by=day.chief)
    assert states(day) == [MatchState.BYE, MatchState.BYE, MatchState.CALLED, MatchState.CALLED]
    assert kinds(day.tournament) == ["match.called", "match.called", "round.called"]
    assert last_data(day.tournament)["matches"] == 1
    assert refused_codes(lambda: call_round(day.round, by=day.chief)) == {Code.NO_MATCH_TO_CALL}


def test_check_in_ticks_a_player_once():
    day = a_day(started=False, minute=-5)
    match, player = day.match(1), players(day.match(1), "home")[0]
    stranger = a_team(day.tournament.branches.get(number=2)).players.first()
    assert refused_codes(lambda: check_in(match, stranger, by=day.chief)) == {Code.PLAYER_NOT_HERE}
    for _ in range(2):
        check_in(match, player, by=day.chief)
    assert CheckIn.objects.filter(match=match).count() == 1
    assert last_data(day.tournament)["player"] == player.name
    for _ in range(2):
        check_out(match, player, by=day.chief)
    assert kinds(day.tournament) == ["player.checked_in", "player.checked_out"]


def test_complete_tables_begin_with_the_clock_and_late_teams_with_their_last_tick():
    day = a_day(started=False, minute=-5)
    tick(day.match(1), "home", "away", by=day.chief)
    tick(day.match(2), "home", "away", by=day.chief, missing=1)
    day.start()
    assert states(day) == [MatchState.PLAYING, MatchState.READY]
    late = players(day.match(1), "home")[0]
    assert too_late(lambda: check_out(day.match(1), late, by=day.chief)) == MatchState.PLAYING
    tick(day.match(2), "home", by=day.chief)
    assert day.match(2).state == MatchState.READY
    tick(day.match(2), "away", by=day.chief)
    assert day.match(2).state == MatchState.PLAYING


# the clock of the round


def test_start_runs_the_clock_and_the_event():
    day = a_day(started=False, minute=-5)
    early = lambda number: enter_deal(day.match(number), "NS", by=day.chief)  # noqa: E731
    assert refused_codes(lambda: early(1)) == {ScoringCode.CLOCK_NOT_STARTED}
    assert too_late(lambda: early(3)) == MatchState.WAITING
    day.at(0)
    start_round(day.round, by=day.chief)
    assert day.round.clock.state == ClockState.RUNNING
    day.tournament.refresh_from_db()
    assert day.tournament.state == TournamentState.RUNNING
    assert kinds(day.tournament) == ["clock.started"]
    assert Event.objects.get(journal=day.tournament.journal).subject == day.round.subject
    assert too_late(lambda: start_round(day.round, by=day.chief)) == ClockState.RUNNING


def test_round_does_not_start_before_the_draw_nor_with_open_opponents_nor_once_all_is_decided():
    first, chief = a_tournament().stages.get().rounds.get(number=1), a_user()
    assert too_late(lambda: start_round(first, by=chief)) == TournamentState.ENTRY
    day = a_day(started=False, minute=1)
    both_absent(day.match(1), by=day.chief)
    day.number = 2
    assert refused_codes(lambda: start_round(day.round, by=day.chief)) == {Code.PREVIOUS_ROUND_OPEN}
    both_absent(day.match(2), by=day.chief)
    assert [m.state for m in day.tournament.stages.get().matches.all()] == [MatchState.OVER] * 3
    for day.number in (1, 2):
        assert too_late(lambda: start_round(day.round, by=day.chief)) == MatchState.OVER


def test_pause_resume_and_extra_time_are_recorded_on_the_round(day):
    after = last_number(day.tournament)
    pause_round(day.round, by=day.chief)
    resume_round(day.round, by=day.chief)
    extend_round(day.round, 5, by=day.chief, reason="停电")
    assert kinds(day.tournament, after) == ["clock.paused", "clock.resumed", "clock.extended"]
    assert {e.subject for e in Event.objects.all()} == {day.round.subject}
    assert refused_codes(lambda: extend_round(day.round, 0, by=day.chief, reason="")) == {
        ScoringCode.MINUTES_OUT_OF_RANGE,
        ReasonCode.REASON_MISSING,
    }


# deals


def test_first_deal_begins_the_match_even_unticked_and_an_undo_leaves_it_being_played(day):
    after = last_number(day.tournament)
    enter_deal(day.match(1), "NS", by=day.chief)
    assert day.match(1).state == MatchState.PLAYING
    data = last_data(day.tournament)
    assert (data["number"], data["home"]["ordinal"], data["deal"]) == (1, 1, 1)
    undo_deal(day.match(1), by=day.chief)
    assert kinds(day.tournament, after) == ["deal.entered", "deal.undone"]
    assert day.match(1).state == MatchState.PLAYING
    assert refused_codes(lambda: undo_deal(day.match(1), by=day.chief)) == {ScoringCode.NO_DEAL_TO_UNDO}


def test_device_that_missed_a_deal_is_too_late(day):
    match = day.match(1)
    seen = last_event_number(day.tournament.journal, current_sheet(match).subject)
    enter_deal(match, "NS", by=day.chief, seen=seen)
    for change in (partial(enter_deal, match, "WE"), partial(undo_deal, match), partial(answer_bell, match, True)):
        assert too_late(partial(change, by=day.chief, seen=seen)) == "changed"


# the result


def test_confirmed_result_hands_the_winner_on_in_the_same_transaction(day):
    match = day.match(1)
    for order in PASSES_ACE["away"]:
        enter_deal(match, order, by=day.chief)
    after = last_number(day.tournament)
    result = confirm_result(match, by=day.chief)
    assert kinds(day.tournament, after) == ["sheet.closed", "result.confirmed"]
    assert (result.winner, result.reason, result.version, result.by) == ("away", Reason.PASSED_A, 1, day.chief)
    assert result.home_standing["level"] == 2
    assert result.away_standing == {"level": 14, "passed": True, "games": 1, "points": 0}
    match, final = day.match(1), day.match(3)
    assert match.state == MatchState.OVER
    assert (final.home_slot, final.home_team, final.away_slot) == (SlotKind.TEAM, match.away_team, SlotKind.OPEN)
    assert not Booking.objects.filter(match=match).exists()
    win(day, 2)
    final.refresh_from_db()
    assert (final.state, final.games.count()) == (MatchState.READY, 1)
    assert Booking.objects.filter(match=final, resource=final.home_team_id).exists()


def test_result_is_not_confirmed_while_something_is_awaited(day):
    enter_deal(day.match(1), "NS", by=day.chief)
    assert refused_codes(lambda: confirm_result(day.match(1), by=day.chief)) == {Code.VERDICT_PENDING}
    match = at_the_bell(day, 1, in_hand=None)
    assert refused_codes(lambda: confirm_result(match, by=day.chief)) == {Code.VERDICT_PENDING}
    answer_bell(match, True, by=day.chief)
    assert refused_codes(lambda: confirm_result(match, by=day.chief)) == {Code.VERDICT_PENDING}
    enter_deal(match, "WE", by=day.chief, kind=DealKind.IN_HAND)
    assert confirm_result(match, by=day.chief).reason == Reason.FIRST_TO_REACH


def test_tie_at_two_is_decided_by_an_extra_deal(day):
    tick(day.match(1), "home", "away", by=day.chief)
    match = at_the_bell(day, 1)
    assert refused_codes(lambda: confirm_result(match, by=day.chief)) == {Code.VERDICT_PENDING}
    assert refused_codes(lambda: enter_deal(match, "NS", by=day.chief)) == {RuleCode.AFTER_THE_BELL}
    enter_deal(match, "WNSE", by=day.chief, kind=DealKind.EXTRA)
    result = confirm_result(match, by=day.chief)
    assert (result.winner, result.reason, result.away_standing["level"]) == ("away", Reason.EXTRA_DEAL, 2)


def test_confirmation_of_a_device_that_missed_the_undo_is_too_late(day):
    match = day.match(1)
    for order in (*PASSES_ACE["home"][:-1], "WE", "NS"):
        enter_deal(match, order, by=day.chief)
    enter_deal(match, "NS", by=day.chief)
    seen = last_event_number(day.tournament.journal, current_sheet(match).subject)
    undo_deal(match, by=day.chief)
    enter_deal(match, "NS", by=day.chief)
    assert too_late(lambda: confirm_result(match, by=day.chief, seen=seen)) == "changed"


# the next match to a free table


def tables(day) -> list[int]:
    rows = Match.objects.filter(stage__tournament=day.tournament, round__number=1).order_by("number")
    return [match.table.number if match.table else 0 for match in rows.select_related("table")]


def test_next_match_gets_the_first_free_table_and_is_called():
    day = a_day(branches=4, tables=2)
    assert tables(day) == [1, 2, 0, 0]
    assert refused_codes(lambda: assign_next(day.round, by=day.chief)) == {Code.NO_FREE_TABLE}
    win(day, 2)
    after = last_number(day.tournament)
    assert assign_next(day.round, by=day.chief).number == 3
    assert tables(day) == [1, 2, 2, 0]
    assert day.match(3).state == MatchState.CALLED
    assert kinds(day.tournament, after) == ["tables.assigned", "match.called"]


def test_each_free_table_is_given_once():
    day = a_day(branches=4, tables=2)
    Match.objects.filter(stage__tournament=day.tournament, number=1).update(state=MatchState.DISPUTED)
    decide(day.match(2), "home", by=day.chief, reason="无人到场")
    assert [assign_next(day.round, by=day.chief).number] == [3]
    assert refused_codes(lambda: assign_next(day.round, by=day.chief)) == {Code.NO_FREE_TABLE}  # one is disputed
    decide(day.match(1), "home", by=day.chief, reason="无人到场")
    assert [assign_next(day.round, by=day.chief).number] == [4]
    assert tables(day) == [1, 2, 2, 1]
    assert refused_codes(lambda: assign_next(day.round, by=day.chief)) == {Code.NO_MATCH_FOR_TABLE}


def test_match_without_table_does_not_begin_with_the_round_and_has_its_whole_time():
    day = a_day(branches=4, tables=3, started=False, minute=-10)
    for number in (1, 4):
        tick(day.match(number), "home", "away", by=day.chief)
    day.start()
    assert [day.match(number).state for number in (1, 4)] == [MatchState.PLAYING, MatchState.READY]
    day.at(25)
    win(day, 1)
    assign_next(day.round, by=day.chief)
    assert day.match(4).state == MatchState.PLAYING
    sheet = current_sheet(day.match(4))
    assert sheet.clock.state == ClockState.RUNNING
    now = day.round.starts_at + timedelta(minutes=25)
    assert sheet_reading(sheet, now).remaining == timedelta(minutes=60)


def test_team_ticked_before_it_has_a_table_does_not_begin_until_a_deal_is_entered():
    day = a_day(branches=4, tables=3)
    tick(day.match(4), "home", "away", by=day.chief)
    assert day.match(4).state == MatchState.READY
    enter_deal(day.match(4), "NS", by=day.chief)
    assert day.match(4).state == MatchState.PLAYING


def test_match_called_without_a_table_gets_the_next_one():
    day = a_day(branches=4, tables=3)
    call_match(day.match(4), by=day.chief)
    decide(day.match(1), "home", by=day.chief, reason="无人到场")
    assert assign_next(day.round, by=day.chief).number == 4
    assert day.match(4).table.number == 1


def test_call_of_the_round_leaves_out_whoever_has_no_table_and_the_round_still_starts():
    day = a_day(branches=4, tables=3, started=False, minute=-10)
    assert [match.number for match in call_round(day.round, by=day.chief)] == [1, 2, 3]
    assert refused_codes(lambda: call_round(day.round, by=day.chief)) == {Code.NO_MATCH_TO_CALL}
    day.at(0)
    assert start_round(day.round, by=day.chief).state == ClockState.RUNNING


# the cost


MOST_OF_A_DEAL = 2.1
DECIDED = (1, 2)
"""The second one makes the next match ready."""


def statements(action, *args, by) -> int:
    with CaptureQueriesContext(connection) as captured:
        action(*args, by=by)
    return len(captured)


def costs(branches: int) -> tuple[list[int], list[int]]:
    """Statements of the last deal and of the confirmation at both matches."""
    day = a_day(branches=branches, teams=2)
    *before, last = PASSES_ACE["home"]
    for number in DECIDED:
        for order in before:
            enter_deal(day.match(number), order, by=day.chief)
    deals = [statements(enter_deal, day.match(number), last, by=day.chief) for number in DECIDED]
    results = [statements(confirm_result, day.match(number), by=day.chief) for number in DECIDED]
    assert day.match(2).winner_to.state == MatchState.READY
    return deals, results


def test_confirmation_asks_as_often_at_64_teams_as_at_8_and_about_twice_as_often_as_a_deal():
    deals, results = costs(4)
    assert max(results) <= MOST_OF_A_DEAL * max(deals)
    assert costs(32) == (deals, results)
