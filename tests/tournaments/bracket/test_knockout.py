"""The knockout by examples: what a referee would look up."""

from collections import Counter

import pytest

from tests.tournaments.played_bracket import Bracket, BracketError, Status, Trouble
from tournaments.formats.knockout import placed, plan, seed_order, sheet_size
from tournaments.formats.matches import (
    BYE,
    NOBODY,
    OPEN,
    LoserOf,
    MatchSide,
    Outcome,
    Position,
    Reason,
    Side,
    WinnerOf,
    settle,
)


def bracket_of(*positions, third_place=False):
    return Bracket.start(positions, third_place=third_place)


def refused(step, code):
    """The step with that code expected of it, and its bracket left as it was."""
    bracket = step.__self__

    def attempt(*arguments, **options):
        before = repr(bracket)
        with pytest.raises(BracketError) as caught:
            step(*arguments, **options)
        assert (repr(bracket), caught.value.code) == (before, code)

    return attempt


def test_settle_says_what_follows_without_play_and_who_left_the_event_is_not_handed_down():
    for home, away, absent, outcome in (
        (1, 2, (), None),
        (1, OPEN, (), None),
        (BYE, OPEN, (), None),
        (1, OPEN, (1,), None),
        (1, BYE, (), Outcome(1, BYE, Reason.BYE)),
        (BYE, 2, (), Outcome(2, BYE, Reason.BYE)),
        (NOBODY, 2, (), Outcome(2, NOBODY, Reason.WALKOVER)),
        (1, NOBODY, (), Outcome(1, NOBODY, Reason.WALKOVER)),
        (1, 2, (1,), Outcome(2, 1, Reason.WITHDRAWAL)),
        (1, 2, (2,), Outcome(1, 2, Reason.WITHDRAWAL)),
        (1, 2, (1, 2), Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)),
        (NOBODY, 2, (2,), Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)),
        (NOBODY, NOBODY, (), Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)),
        (NOBODY, BYE, (), Outcome(NOBODY, BYE, Reason.BOTH_ABSENT)),
        (BYE, 2, (2,), Outcome(NOBODY, BYE, Reason.BOTH_ABSENT)),
        (BYE, BYE, (), Outcome(BYE, BYE, Reason.BYE)),
    ):
        assert settle(home, away, absent) == outcome, (home, away, absent)
    for reason in Reason.PLAYED, Reason.FORFEIT:
        assert Outcome(1, 2, reason).handed_down == 2
    for reason in Reason.WITHDRAWAL, Reason.DISQUALIFICATION:
        assert Outcome(1, 2, reason).handed_down is NOBODY


def test_plan_of_the_championship_has_its_rounds():
    matches = plan(26)
    assert Counter(match.round for match in matches) == {1: 16, 2: 8, 3: 4, 4: 2, 5: 1}
    assert [match.number for match in matches] == list(range(1, 32))
    assert (matches[0].home, matches[0].away) == (Position(1), Position(2))
    assert (matches[16].home, matches[16].away) == (WinnerOf(1), WinnerOf(2))
    assert matches[1].winner_to == MatchSide(17, Side.AWAY)
    assert matches[30].winner_to is None


def test_plan_with_third_place_sends_losers_of_the_semi_finals_there():
    semi_1, semi_2, final, third = plan(4, third_place=True)
    assert (third.home, third.away, third.place_for) == (LoserOf(1), LoserOf(2), 3)
    assert (semi_1.loser_to, semi_2.loser_to) == (MatchSide(4, Side.HOME), MatchSide(4, Side.AWAY))
    assert (final.round, third.round, final.loser_to) == (2, 2, None)
    assert plan(2, third_place=True) == plan(2)


def test_plan_of_a_wrong_number_is_refused():
    for entries in (-1, 0, 1, 4097):
        with pytest.raises(ValueError, match="entries"):
            plan(entries)


def test_sheet_has_the_next_power_of_two_and_seeds_are_placed_in_order():
    assert [sheet_size(n) for n in (2, 3, 4, 5, 26, 4095, 4096)] == [2, 4, 4, 8, 32, 4096, 4096]
    assert seed_order(8) == seed_order(5) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert placed("abcde") == ("a", BYE, "d", "e", "b", BYE, "c", BYE)


def test_winner_stands_in_the_next_match_at_once_and_a_bye_advances_without_a_win():
    bracket = bracket_of(1, 2, 3, 4).record(1, 2)
    assert bracket.slots(3) == (2, OPEN)
    assert [bracket.status(number) for number in (1, 2, 3)] == [Status.COMPLETED, Status.READY, Status.WAITING]
    assert bracket_of(1, 2, 3, 4).status(3) is Status.LOCKED
    bracket = bracket_of(1, None, 3, 4).record(2, 3)
    assert (bracket.slots(3), bracket.wins(1)) == ((1, 3), 0)
    assert bracket.record(3, 1).wins(1) == 1


def test_both_absent_give_the_next_opponent_a_walkover_and_on_both_sides_leave_the_first_rank_empty():
    absent = bracket_of(1, 2, 3, 4).record(1, None)
    assert absent.slots(3) == (NOBODY, OPEN)
    bracket = absent.record(2, 4)
    assert bracket.outcome(3) == Outcome(4, NOBODY, Reason.WALKOVER)
    assert (bracket.champion, bracket.wins(4)) == (4, 2)
    assert bracket.places() == {4: 1, 1: 3, 2: 3, 3: 3}
    bracket = absent.record(2, None)
    assert (bracket.champion, bracket.places()) == (NOBODY, {1: 3, 2: 3, 3: 3, 4: 3})
    bracket = bracket_of(1, 2).record(1, None)
    assert (bracket.champion, bracket.places()) == (NOBODY, {1: 2, 2: 2})


def test_places_without_and_with_a_third_place_match():
    plain = bracket_of(1, 2, 3, 4).record(1, 1).record(2, 3)
    assert plain.places() == {2: 3, 4: 3}
    assert plain.record(3, 3).places() == {3: 1, 1: 2, 2: 3, 4: 3}
    match = bracket_of(1, 2, 3, 4, third_place=True).record(1, 1).record(2, 3)
    assert match.places() == {}
    assert match.slots(4) == (2, 4)
    assert match.record(4, 4).places() == {4: 3, 2: 4}
    assert match.record(4, 4).record(3, 3).places() == {3: 1, 1: 2, 4: 3, 2: 4}


def test_who_lost_a_semi_final_plays_for_third_place_unless_disqualified_withdrawn_or_alone():
    start = bracket_of(1, 2, 3, 4, third_place=True)
    bracket = start.record(1, 1, Reason.FORFEIT).record(2, 3)
    assert (bracket.slots(4), bracket.outcome(4)) == ((2, 4), None)
    bracket = start.record(1, 1, Reason.DISQUALIFICATION).record(2, 3)
    assert (bracket.outcome(4), bracket.places()) == (Outcome(4, NOBODY, Reason.WALKOVER), {4: 3, 2: 4})
    bracket = start.record(1, 1).withdraw(2).record(2, 3)
    assert (bracket.outcome(4), bracket.places()) == (Outcome(4, 2, Reason.WITHDRAWAL), {4: 3, 2: 4})
    beside_a_bye = bracket_of(1, None, 3, 4, third_place=True)
    assert beside_a_bye.slots(4) == (BYE, OPEN)
    assert beside_a_bye.record(2, 4).places() == {3: 3}


def test_correction_is_open_until_the_next_match_begins():
    bracket = bracket_of(1, 2, 3, 4).record(1, 1).record(2, 3)
    assert bracket.record(1, 2, correct=True).slots(3) == (2, 3)
    assert bracket.reset(1) == bracket_of(1, 2, 3, 4).record(2, 3)
    begun = bracket.begin(3)
    refused(begun.record, Trouble.NEXT_BEGUN)(1, 2, correct=True)
    refused(begun.reset, Trouble.NEXT_BEGUN)(1)
    assert begun.record(1, 1, Reason.DECISION, correct=True).slots(3) == (1, 3)


def test_automatic_advance_is_taken_back_with_the_result():
    bracket = bracket_of(1, 2, None, None, 5, 6, 7, 8).record(1, 1)
    assert bracket.slots(7) == (1, OPEN)
    assert bracket.reset(1).slots(7) == (OPEN, OPEN)
    locked = bracket.record(3, 5).record(4, 7).record(6, 5).begin(7)
    refused(locked.reset, Trouble.NEXT_BEGUN)(1)
    refused(locked.reset, Trouble.SETTLED_WITHOUT_PLAY)(5)
    refused(bracket.reset, Trouble.NOT_DECIDED)(3)


def test_withdrawal_makes_a_walkover_when_the_opponent_is_known_and_who_is_out_or_champion_cannot():
    start = bracket_of(1, 2, 3, 4)
    assert start.withdraw(1).outcome(1) == Outcome(2, 1, Reason.WITHDRAWAL)
    refused(start.withdraw(1).withdraw, Trouble.ENTRY_OUT)(1)
    refused(start.withdraw, Trouble.UNKNOWN_ENTRY)(9)
    won = start.record(1, 1)
    refused(won.withdraw, Trouble.ENTRY_OUT)(2)
    refused(won.record(2, 3).record(3, 1).withdraw, Trouble.ENTRY_OUT)(1)
    bracket = won.withdraw(1)
    assert (bracket.outcome(1).winner, bracket.slots(3), bracket.outcome(3)) == (1, (1, OPEN), None)
    assert bracket.record(2, 3).outcome(3) == Outcome(3, 1, Reason.WITHDRAWAL)


def test_withdrawal_after_a_walkover_leaves_the_walkover():
    bracket = bracket_of(1, 2, 3, 4, 5, 6, 7, 8).record(1, None).record(2, 3).withdraw(3)
    assert bracket.outcome(5) == Outcome(3, NOBODY, Reason.WALKOVER)
    earlier = bracket_of(1, 2, 3, 4, 5, 6, 7, 8).record(2, 3).withdraw(3).record(1, None)
    assert earlier.outcome(5) == Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)
