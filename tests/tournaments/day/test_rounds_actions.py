"""下一场上桌, and the start of a round in which not every match can begin."""

from datetime import timedelta

import pytest

from scoring.clocks import sheet_reading
from scoring.states import ClockState
from tests.refusals import refused_codes
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import a_day, tick, win
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match, enter_deal
from tournaments.day.actions.rounds import assign_next, call_round, start_round
from tournaments.day.actions.rulings import decide
from tournaments.models import Match
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


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
    for number in (1, 2):
        decide(day.match(number), "home", by=day.chief, reason="无人到场")
    assert [assign_next(day.round, by=day.chief).number for _ in range(2)] == [3, 4]
    assert tables(day) == [1, 2, 1, 2]
    assert refused_codes(lambda: assign_next(day.round, by=day.chief)) == {Code.NO_MATCH_FOR_TABLE}


def test_disputed_table_is_not_free():
    day = a_day(branches=4, tables=2)
    Match.objects.filter(stage__tournament=day.tournament, number=1).update(state=MatchState.DISPUTED)
    decide(day.match(2), "home", by=day.chief, reason="无人到场")
    assert assign_next(day.round, by=day.chief).table.number == 2


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


def test_call_of_the_round_leaves_out_whoever_has_no_table_and_the_round_still_starts():
    day = a_day(branches=4, tables=3, started=False, minute=-10)
    assert [match.number for match in call_round(day.round, by=day.chief)] == [1, 2, 3]
    assert refused_codes(lambda: call_round(day.round, by=day.chief)) == {Code.NO_MATCH_TO_CALL}
    day.at(0)
    assert start_round(day.round, by=day.chief).state == ClockState.RUNNING


def test_match_called_without_a_table_gets_the_next_one():
    day = a_day(branches=4, tables=3)
    call_match(day.match(4), by=day.chief)
    decide(day.match(1), "home", by=day.chief, reason="无人到场")
    assert assign_next(day.round, by=day.chief).number == 4
    assert day.match(4).table.number == 1
