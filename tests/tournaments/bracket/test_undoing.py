"""撤回 on the round day: a call, a start, a pause, extra time; and what a start asks about."""

from datetime import timedelta

import pytest
from django.db import transaction

from guandan_rules import Offence
from journal.refusals import Refused
from scoring.states import ClockState, ScoringCode, SheetState
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import a_day, cards_of, tick
from tournaments.bracket.actions.undoing import undo_call, undo_extension, undo_pause, undo_round_call, undo_start
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import (
    call_match,
    check_in_all,
    enter_deal,
    enter_penalty,
    extend_match,
    undo_deal,
    undo_match_extension,
)
from tournaments.day.actions.rounds import (
    assign_next,
    call_round,
    check_in_round,
    extend_round,
    pause_round,
    resume_round,
    start_round,
)
from tournaments.day.actions.rulings import decide, forfeit
from tournaments.day.queries.desk import round_desk
from tournaments.models import CheckIn, Tournament
from tournaments.states import MatchState, TournamentState

pytestmark = pytest.mark.django_db
DAY = 24 * 60


def bell(day) -> float:
    """Minutes from the planned start to the bell."""
    desk = round_desk(day.tournament, day.number)
    return (desk.clock.bell_at - day.round.starts_at) / timedelta(minutes=1)


def state(day) -> str:
    return Tournament.objects.get(pk=day.tournament.pk).state


def test_start_asks_about_plan_call_and_presence_and_the_desk_names_the_same():
    day = a_day(branches=4, started=False, minute=-8 * DAY)
    doubts = {Code.START_BEFORE_PLAN, Code.TABLES_NOT_CALLED, Code.NOBODY_AT_TABLES}
    assert refused_codes(lambda: start_round(day.round, by=day.chief, ask=True)) == doubts
    call_match(day.match(1), by=day.chief)
    tick(day.match(1), "home", by=day.chief, missing=1)
    day.at(0)
    with pytest.raises(Refused) as refused:
        start_round(day.round, by=day.chief, ask=True)
    assert refused.value.problems == round_desk(day.tournament).start_lacks
    assert [problem.data["tables"] for problem in refused.value.problems] == [3, 3]
    check_in_round(day.round, by=day.chief)
    start_round(day.round, by=day.chief, ask=True)
    assert day.round.clock.state == ClockState.RUNNING


def test_start_is_taken_back_and_everything_stands_as_before_it():
    day = a_day(branches=4, tables=3, started=False, minute=-8 * DAY)
    call_match(day.match(1), by=day.chief)
    for number in (1, 2):
        check_in_all(day.match(number), by=day.chief)
    start_round(day.round, by=day.chief)
    extend_round(day.round, 180, by=day.chief, reason="手误")
    pause_round(day.round, by=day.chief)
    assert state(day) == TournamentState.RUNNING
    assert current_sheet(day.match(4)).waits
    after = last_number(day.tournament)
    clock = undo_start(day.round, by=day.chief)
    assert (clock.state, clock.extra, clock.started_at) == (ClockState.SET, timedelta(0), None)
    assert [day.match(n).state for n in (1, 2, 3)] == [MatchState.CALLED, MatchState.READY, MatchState.READY]
    assert state(day) == TournamentState.DRAWN
    assert not current_sheet(day.match(4)).waits
    assert kinds(day.tournament, after) == ["clock.start_undone"]
    assert too_late(lambda: undo_start(day.round, by=day.chief)) == ClockState.SET
    day.start()
    assert [day.match(n).state for n in (1, 2, 3)] == [MatchState.PLAYING, MatchState.PLAYING, MatchState.READY]
    assert too_late(lambda: undo_extension(day.round, by=day.chief)) == ClockState.RUNNING
    for number in (1, 2, 3, 4):
        decide(day.match(number), "home", by=day.chief, reason="裁定")
    day.start(2)
    undo_start(day.round, by=day.chief)
    assert state(day) == TournamentState.RUNNING  # the first round has started, and stays so


def test_start_on_which_a_deal_a_penalty_or_a_ruling_rests_stays():
    day = a_day(branches=4, minute=1)

    def stays():
        return refused_codes(lambda: undo_start(day.round, by=day.chief)) == {ScoringCode.ENTRIES_DEPEND}

    enter_deal(day.match(1), "NS", by=day.chief)
    assert stays()
    undo_deal(day.match(1), by=day.chief)
    undo_start(day.round, by=day.chief)
    start_round(day.round, by=day.chief)
    with transaction.atomic():
        forfeit(day.match(1), "away", by=day.chief)
        assert stays()
        transaction.set_rollback(True)
    enter_penalty(day.match(2), "home", Offence.LATE, by=day.chief, note="")
    assert stays()


def test_call_is_taken_back_until_the_match_is_played_and_lateness_counts_from_a_start_before_the_plan():
    day = a_day(started=False, minute=-10)
    call_round(day.round, by=day.chief)
    tick(day.match(1), "home", by=day.chief)
    after = last_number(day.tournament)
    undone = undo_call(day.match(1), by=day.chief)
    assert (undone.state, undone.called_at) == (MatchState.READY, None)
    assert CheckIn.objects.filter(match=undone).exists()
    assert too_late(lambda: undo_call(day.match(1), by=day.chief)) == MatchState.READY
    undo_round_call(day.round, by=day.chief)
    assert kinds(day.tournament, after) == ["match.call_undone", "match.call_undone", "round.call_undone"]
    assert refused_codes(lambda: undo_round_call(day.round, by=day.chief)) == {Code.NO_CALL_TO_UNDO}
    start_round(day.round, by=day.chief)
    day.at(-3)
    assert cards_of(day)[0].late.minutes == 7
    assert forfeit(day.match(1), "away", by=day.chief).winner == "home"


def test_pause_taken_back_leaves_the_bell_where_it_was_and_stays_once_a_deal_was_entered_behind_that():
    day = a_day(minute=10)
    pause_round(day.round, by=day.chief)
    day.at(15)
    undo_pause(day.round, by=day.chief)
    assert (day.round.clock.state, bell(day)) == (ClockState.RUNNING, 60)
    assert too_late(lambda: undo_pause(day.round, by=day.chief)) == ClockState.RUNNING
    day.at(59)
    pause_round(day.round, by=day.chief)
    day.at(65)
    enter_deal(day.match(1), "NS", by=day.chief)
    assert refused_codes(lambda: undo_pause(day.round, by=day.chief)) == {ScoringCode.ENTRIES_DEPEND}
    resume_round(day.round, by=day.chief)
    assert bell(day) == 66


def test_newest_extension_is_taken_back_first_each_once_and_none_that_was_used():
    day = a_day(minute=50)
    extend_round(day.round, 5, by=day.chief, reason="停电")
    extend_round(day.round, 180, by=day.chief, reason="手误")
    undo_extension(day.round, by=day.chief)
    assert (bell(day), round_desk(day.tournament).extension) == (65, 5)
    undo_extension(day.round, by=day.chief)
    assert (bell(day), round_desk(day.tournament).extension) == (60, 0)
    assert too_late(lambda: undo_extension(day.round, by=day.chief)) == ClockState.RUNNING
    extend_round(day.round, 5, by=day.chief, reason="停电")
    day.at(62)
    enter_deal(day.match(1), "NS", by=day.chief)
    assert refused_codes(lambda: undo_extension(day.round, by=day.chief)) == {ScoringCode.ENTRIES_DEPEND}
    day.at(66)
    assert too_late(lambda: undo_extension(day.round, by=day.chief)) == ClockState.RUNNING
    day.at(70)
    extend_round(day.round, 30, by=day.chief, reason="手误")
    day.at(72)
    undo_extension(day.round, by=day.chief)
    assert bell(day) == 70  # where it was given, after the bell


def test_extra_time_of_one_table_is_taken_back_unless_it_was_used():
    day = a_day(minute=50)
    for number in (1, 2):
        extend_match(day.match(number), 10, by=day.chief, reason="换牌")
    assert [card.extension for card in cards_of(day)] == [10, 10]
    after = last_number(day.tournament)
    undo_match_extension(day.match(1), by=day.chief)
    assert kinds(day.tournament, after) == ["sheet.extension_undone"]
    assert [card.extension for card in cards_of(day)] == [0, 10]
    assert [card.extra for card in cards_of(day)] == [timedelta(0), timedelta(minutes=10)]
    assert too_late(lambda: undo_match_extension(day.match(1), by=day.chief)) == SheetState.OPEN
    day.at(62)
    enter_deal(day.match(2), "NS", by=day.chief)
    assert refused_codes(lambda: undo_match_extension(day.match(2), by=day.chief)) == {ScoringCode.ENTRIES_DEPEND}


def test_everybody_present_is_one_event_a_table_and_starts_what_runs():
    day = a_day(branches=4, tables=3, minute=1)
    tick(day.match(1), "home", by=day.chief, missing=1)
    after = last_number(day.tournament)
    check_in_round(day.round, by=day.chief)
    assert kinds(day.tournament, after) == ["match.checked_in"] * 3 + ["round.checked_in"]
    assert [day.match(n).state for n in (1, 2, 3, 4)] == [MatchState.PLAYING] * 3 + [MatchState.READY]
    assert refused_codes(lambda: check_in_round(day.round, by=day.chief)) == {Code.NOBODY_TO_CHECK_IN}
    check_in_all(day.match(1), by=day.chief)
    assert CheckIn.objects.filter(match=day.match(1)).count() == 4
    decide(day.match(2), "home", by=day.chief, reason="裁定")
    assert assign_next(day.round, by=day.chief).number == 4
