"""A table with time of its own: extended alone, or begun after its round; every reading follows its own bell."""

from datetime import timedelta

import pytest

from guandan_rules import Code as RuleCode
from journal.texts import ReasonCode
from scoring.actions.submissions import SentEntry
from scoring.models import Sheet
from scoring.states import DealKind, ScoringCode, SubmissionState
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import PASSES_ACE, Day, a_day, cards_of, tick, win
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import agree, answer_bell, enter_deal, extend_match, submit, uphold
from tournaments.day.actions.rounds import extend_round, pause_round, resume_round
from tournaments.day.queries.desk import match_card
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.states import MatchState

pytestmark = pytest.mark.django_db


def left(day: Day, number: int) -> int:
    """Whole minutes left at the table."""
    return int(sheet_view(day.tournament, number).clock.remaining.total_seconds() // 60)


def playing(minute: float = 50) -> Day:
    """Two tables, a deal each, so many minutes after the start."""
    day = a_day()
    for number in (1, 2):
        enter_deal(day.match(number), "NS", by=day.chief)
    day.at(minute)
    return day


def test_next_game_has_the_time_that_its_table_has_of_its_own():
    day = a_day(best_of=3)
    extend_match(day.match(1), 7, by=day.chief, reason="换牌")
    before = left(day, 1)
    win(day, 1)
    assert (day.match(1).state, day.match(1).games.count()) == (MatchState.PLAYING, 2)
    assert kinds(day.tournament)[-1] == "game.confirmed"
    assert left(day, 1) == before


def test_extended_table_goes_on_while_the_other_has_heard_the_bell():
    day = playing()
    after = last_number(day.tournament)
    extend_match(day.match(1), 10, by=day.chief, reason="换牌")
    assert kinds(day.tournament, after) == ["sheet.extended"]
    assert (left(day, 1), left(day, 2)) == (20, 10)
    day.at(61)
    assert (left(day, 1), left(day, 2)) == (9, 0)
    one, two = (sheet_view(day.tournament, number) for number in (1, 2))
    assert (one.kinds, one.clock.rung, one.asks_at_bell) == (("regular",), False, False)
    assert (two.kinds, two.clock.rung, two.asks_at_bell) == (("late",), True, True)
    cards = {card.match.number: card for card in cards_of(day)}
    assert [(cards[n].extra, cards[n].match.extra) for n in (1, 2)] == [(timedelta(minutes=m),) * 2 for m in (10, 0)]
    assert [match_card(day.tournament, number).status for number in (1, 2)] == ["playing", "question"]
    enter_deal(day.match(1), "WE", by=day.chief)
    assert refused_codes(lambda: enter_deal(day.match(2), "WE", by=day.chief)) == {RuleCode.AFTER_THE_BELL}
    assert refused_codes(lambda: answer_bell(day.match(1), True, by=day.chief)) == {ScoringCode.CLOCK_NOT_OVER}
    day.at(70)
    assert sheet_view(day.tournament, 1).asks_at_bell


def test_extension_after_the_tables_bell_counts_from_now_and_asks_again():
    day = playing(63)
    answer_bell(day.match(1), True, by=day.chief)
    enter_deal(day.match(1), "WE", by=day.chief, kind=DealKind.IN_HAND)
    extend_match(day.match(1), 5, by=day.chief, reason="计时有误")
    assert left(day, 1) == 5
    assert current_sheet(day.match(1)).in_hand is None
    enter_deal(day.match(1), "NS", by=day.chief)
    day.at(68)
    assert sheet_view(day.tournament, 1).asks_at_bell


@pytest.mark.parametrize(("own", "minutes"), [(10, (10, 5)), (2, (5, 5))], ids=["one still plays", "after all bells"])
def test_round_extended_after_its_bell_counts_from_now_for_every_table(own, minutes):
    day = playing()
    extend_match(day.match(1), own, by=day.chief, reason="换牌")
    day.at(65)
    if own < 5:
        answer_bell(day.match(1), False, by=day.chief)
    extend_round(day.round, 5, by=day.chief, reason="停电")
    assert (left(day, 1), left(day, 2)) == minutes
    assert current_sheet(day.match(1)).in_hand is None


def test_table_is_extended_by_some_minutes_with_a_reason_while_it_is_played():
    day = a_day(started=False, minute=-5)
    extend = lambda minutes=5, reason="换牌": extend_match(day.match(2), minutes, by=day.chief, reason=reason)  # noqa: E731
    assert too_late(extend) == "set"
    day.start()
    assert refused_codes(lambda: extend(0)) == {ScoringCode.MINUTES_OUT_OF_RANGE}
    both = {ScoringCode.MINUTES_OUT_OF_RANGE, ReasonCode.REASON_MISSING}
    assert refused_codes(lambda: extend(181, "")) == both
    win(day, 2)
    assert too_late(extend) == MatchState.OVER


def a_late_final() -> Day:
    """The final of four teams becomes known after the clock of its round began, by a ruling on the dispute."""
    day = a_day(branches=4)
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    sheet = sheet_view(day.tournament, 1)
    agree(day.match(1), "home", by=day.chief, seen=sheet.seen, agrees=False)
    for number in (2, 3, 4):
        win(day, number)
    day.start(2)
    day.at(10)
    uphold(day.match(1), by=day.chief, reason="录像为证")
    return day


made_once, late = once_a_module(a_late_final)


def test_entry_that_is_refused_does_not_begin_a_sheet_that_waits(late):
    refused = SentEntry("one", "a", "deal", 1, "", {"order": "NS", "kind": "extra"})
    assert submit(late.match(5), refused, by=late.chief).state == SubmissionState.REFUSED
    assert refused_codes(lambda: enter_deal(late.match(5), "NW", by=late.chief)) == {RuleCode.DOUBLE_NOT_PARTNERS}
    sheet, after = current_sheet(late.match(5)), last_number(late.tournament)
    assert (sheet.waits, sheet.extra, late.match(5).state) == (True, timedelta(0), MatchState.READY)
    submit(late.match(5), SentEntry("one", "b", "deal", 1, "", {"order": "NS"}), by=late.chief)
    assert kinds(late.tournament, after) == ["sheet.started", "deal.entered"]
    assert (current_sheet(late.match(5)).waits, late.match(5).state) == (False, MatchState.PLAYING)


def test_match_that_became_known_after_its_round_began_has_its_whole_time(late):
    match = late.match(5)
    assert (match.state, current_sheet(match).waits) == (MatchState.READY, True)
    late.at(40)
    assert (left(late, 5), sheet_view(late.tournament, 5).clock.rung) == (60, False)
    after = last_number(late.tournament)
    tick(match, "home", "away", by=late.chief)
    assert late.match(5).state == MatchState.PLAYING
    assert kinds(late.tournament, after).count("sheet.started") == 1
    assert current_sheet(match).extra == timedelta(minutes=40)
    late.at(45)
    assert (left(late, 5), left(late, 6)) == (55, 15)
    late.at(99)
    enter_deal(match, "NS", by=late.chief)
    late.at(101)
    assert sheet_view(late.tournament, 5).asks_at_bell


def test_late_match_begins_with_its_first_deal_even_after_the_bell_of_the_round(late):
    late.at(70)
    assert sheet_view(late.tournament, 5).kinds == ("regular",)
    enter_deal(late.match(5), "NS", by=late.chief)
    assert left(late, 5) == 60


def test_pauses_of_the_round_are_no_time_of_the_late_match(late):
    late.at(20)
    pause_round(late.round, by=late.chief)
    late.at(30)
    enter_deal(late.match(5), "NS", by=late.chief)
    assert current_sheet(late.match(5)).extra == timedelta(minutes=20)
    late.at(35)
    resume_round(late.round, by=late.chief)
    assert (left(late, 5), left(late, 6)) == (60, 40)


def test_team_that_comes_late_itself_gets_no_time():
    day = a_day()
    day.at(20)
    tick(day.match(1), "home", "away", by=day.chief)
    assert (left(day, 1), Sheet.objects.filter(extra__gt=timedelta(0)).exists()) == (40, False)
