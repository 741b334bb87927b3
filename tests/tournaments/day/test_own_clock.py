"""A table with time of its own: extended alone, or begun after its round; every reading follows its own bell."""

from datetime import timedelta

import pytest

from guandan_rules import Code as RuleCode
from journal.reasons import ReasonCode
from scoring.actions.submissions import SentEntry
from scoring.models import Sheet
from scoring.states import DealKind, ScoringCode, SubmissionState
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import PASSES_ACE, Day, a_day, cards_of, tick, win
from tournaments.bracket.queries.matches import rounds
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
    assert day.match(1).games.count() == 2
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
    assert [match_card(day.tournament, number).status for number in (1, 2)] == ["playing", "question"]
    enter_deal(day.match(1), "WE", by=day.chief)
    assert refused_codes(lambda: enter_deal(day.match(2), "WE", by=day.chief)) == {RuleCode.AFTER_THE_BELL}
    assert refused_codes(lambda: answer_bell(day.match(1), True, by=day.chief)) == {ScoringCode.CLOCK_NOT_OVER}
    day.at(70)
    assert sheet_view(day.tournament, 1).asks_at_bell


def test_every_reading_knows_the_tables_own_time():
    day = playing()
    extend_match(day.match(1), 10, by=day.chief, reason="换牌")
    shown = {match.number: match.extra for match in rounds(day.tournament)[0].matches}
    assert shown == {1: timedelta(minutes=10), 2: timedelta(0)}
    cards = {card.match.number: card for card in cards_of(day)}
    assert [int(cards[n].clock.remaining.total_seconds() // 60) for n in (1, 2)] == [20, 10]
    assert (cards[1].extra, cards[1].match.extra) == (timedelta(minutes=10), timedelta(minutes=10))


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


def test_round_extended_after_its_bell_counts_from_now_for_a_table_that_still_plays():
    day = playing()
    extend_match(day.match(1), 10, by=day.chief, reason="换牌")
    day.at(65)
    extend_round(day.round, 5, by=day.chief, reason="停电")
    assert (left(day, 1), left(day, 2)) == (10, 5)


def test_round_extended_after_all_bells_gives_every_table_the_same():
    day = playing()
    extend_match(day.match(1), 2, by=day.chief, reason="换牌")
    day.at(65)
    answer_bell(day.match(1), False, by=day.chief)
    extend_round(day.round, 5, by=day.chief, reason="停电")
    assert (left(day, 1), left(day, 2)) == (5, 5)
    assert current_sheet(day.match(1)).in_hand is None


@pytest.mark.parametrize(
    ("minutes", "reason", "codes"),
    [
        (0, "换牌", {ScoringCode.MINUTES_OUT_OF_RANGE}),
        (181, "", {ScoringCode.MINUTES_OUT_OF_RANGE, ReasonCode.REASON_MISSING}),
    ],
)
def test_extension_of_a_table_is_refused_with_all_problems(minutes, reason, codes):
    day = playing()
    assert refused_codes(lambda: extend_match(day.match(1), minutes, by=day.chief, reason=reason)) == codes


def test_table_is_not_extended_before_the_clock_nor_once_it_is_over():
    day = a_day(started=False, minute=-5)
    assert too_late(lambda: extend_match(day.match(1), 5, by=day.chief, reason="换牌")) == "set"
    day = a_day()
    win(day, 2)
    assert too_late(lambda: extend_match(day.match(2), 5, by=day.chief, reason="换牌")) == MatchState.OVER


def a_late_final(minute: float = 25) -> Day:
    """The final of four teams becomes known after the clock of its round began, by a ruling on the dispute."""
    day = a_day(branches=4)
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    sheet = sheet_view(day.tournament, 1)
    agree(day.match(1), "home", by=day.chief, seen=sheet.seen, agrees=False)
    for number in (2, 3, 4):
        win(day, number)
    day.start(2)
    day.at(minute)
    uphold(day.match(1), by=day.chief, reason="录像为证")
    return day


def test_entry_that_is_refused_does_not_begin_a_sheet_that_waits():
    day = a_late_final()
    refused = SentEntry("one", "a", "deal", 1, "", {"order": "NS", "kind": "extra"})
    assert submit(day.match(5), refused, by=day.chief).state == SubmissionState.REFUSED
    sheet, after = current_sheet(day.match(5)), last_number(day.tournament)
    assert (sheet.waits, sheet.extra, day.match(5).state) == (True, timedelta(0), MatchState.READY)
    submit(day.match(5), SentEntry("one", "b", "deal", 1, "", {"order": "NS"}), by=day.chief)
    assert kinds(day.tournament, after) == ["sheet.started", "deal.entered"]
    assert (current_sheet(day.match(5)).waits, day.match(5).state) == (False, MatchState.PLAYING)


def test_match_that_became_known_after_its_round_began_has_its_whole_time():
    day = a_late_final()
    match = day.match(5)
    assert (match.state, current_sheet(match).waits) == (MatchState.READY, True)
    day.at(40)
    assert (left(day, 5), sheet_view(day.tournament, 5).clock.rung) == (60, False)
    after = last_number(day.tournament)
    tick(match, "home", "away", by=day.chief)
    assert day.match(5).state == MatchState.PLAYING
    assert kinds(day.tournament, after).count("sheet.started") == 1
    assert current_sheet(match).extra == timedelta(minutes=40)
    day.at(45)
    assert (left(day, 5), left(day, 6)) == (55, 15)
    day.at(99)
    enter_deal(match, "NS", by=day.chief)
    day.at(101)
    assert sheet_view(day.tournament, 5).asks_at_bell


def test_late_match_begins_with_its_first_deal_even_after_the_bell_of_the_round():
    day = a_late_final()
    day.at(70)
    assert sheet_view(day.tournament, 5).kinds == ("regular",)
    after = last_number(day.tournament)
    enter_deal(day.match(5), "NS", by=day.chief)
    assert kinds(day.tournament, after) == ["sheet.started", "deal.entered"]
    assert left(day, 5) == 60


def test_refused_first_deal_does_not_begin_the_late_match():
    day = a_late_final()
    assert refused_codes(lambda: enter_deal(day.match(5), "NW", by=day.chief)) == {RuleCode.DOUBLE_NOT_PARTNERS}
    assert current_sheet(day.match(5)).waits


def test_pauses_of_the_round_are_no_time_of_the_late_match():
    day = a_late_final(10)
    day.at(20)
    pause_round(day.round, by=day.chief)
    day.at(30)
    enter_deal(day.match(5), "NS", by=day.chief)
    assert current_sheet(day.match(5)).extra == timedelta(minutes=20)
    day.at(35)
    resume_round(day.round, by=day.chief)
    assert (left(day, 5), left(day, 6)) == (60, 40)


def test_team_that_comes_late_itself_gets_no_time():
    day = a_day()
    day.at(20)
    tick(day.match(1), "home", "away", by=day.chief)
    assert (left(day, 1), Sheet.objects.filter(extra__gt=timedelta(0)).exists()) == (40, False)
