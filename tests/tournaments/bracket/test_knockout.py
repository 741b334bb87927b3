"""The knockout by examples: what a referee would look up."""

from collections import Counter

import pytest

from tests.tournaments.played_bracket import Bracket, BracketError, Status, Trouble, fold, plan, with_byes
from tournaments.formats.matches import (
    BYE,
    NOBODY,
    OPEN,
    LoserOf,
    Lot,
    MatchSide,
    Outcome,
    Position,
    Reason,
    Side,
    WinnerOf,
    settle,
)
from tournaments.formats.positions import placed, seed_order, sheet_size


def bracket_of(*positions, **options):
    return Bracket.start(positions, **options)


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


def test_plan_with_third_place_sends_losers_of_the_semi_finals_there_and_drawn_rounds_have_lots():
    semi_1, semi_2, final, third = plan(4, third_place=True)
    assert (third.home, third.away, third.place_for) == (LoserOf(1), LoserOf(2), 3)
    assert (semi_1.loser_to, semi_2.loser_to) == (MatchSide(4, Side.HOME), MatchSide(4, Side.AWAY))
    assert (final.round, third.round, final.loser_to) == (2, 2, None)
    assert plan(2, third_place=True) == plan(2)
    matches = plan(8, drawn_rounds=frozenset({2}))
    assert (matches[4].home, matches[5].away) == (Lot(2, 1), Lot(2, 4))
    assert (matches[0].winner_to, matches[4].winner_to) == (None, MatchSide(7, Side.HOME))


def test_plan_of_a_wrong_number_or_with_a_draw_of_a_round_that_has_none_is_refused():
    for entries in (-1, 0, 1, 4097):
        with pytest.raises(ValueError, match="entries"):
            plan(entries)
    for drawn_rounds in ({1}, {4}):
        with pytest.raises(ValueError, match="drawn anew"):
            plan(8, drawn_rounds=frozenset(drawn_rounds))


def test_sheet_has_the_next_power_of_two_and_seeds_and_byes_are_placed_in_order():
    assert [sheet_size(n) for n in (2, 3, 4, 5, 26, 4095, 4096)] == [2, 4, 4, 8, 32, 4096, 4096]
    assert seed_order(8) == seed_order(5) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert placed("abcde") == ("a", BYE, "d", "e", "b", BYE, "c", BYE)
    assert with_byes([1, 2, 3, 4, 5]) == (1, 2, 3, BYE, 4, BYE, 5, BYE)
    assert with_byes([1, 2], size=8) == (1, BYE, 2, BYE, BYE, BYE, BYE, BYE)
    assert fold([7, 5, 9, 1]) == ((7, 1), (5, 9))
    with pytest.raises(ValueError, match="3 entries"):
        fold([1, 2, 3])


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


def test_best_of_three_is_decided_by_two_games_unless_somebody_decides_it():
    bracket = bracket_of(1, 2, best_of=3).game(1, 1).game(1, 2)
    assert (bracket.outcome(1), bracket.score(1), bracket.status(1)) == (None, (1, 1), Status.RUNNING)
    assert bracket.game(1, 2).champion == 2
    level = bracket_of(1, 2, best_of=2).game(1, 1).game(1, 2)
    assert (level.outcome(1), level.status(1)) == (None, Status.RUNNING)
    assert level.record(1, 2, Reason.DECISION).champion == 2
    decided = bracket_of(1, 2, best_of=3).game(1, 1).record(1, 2, Reason.FORFEIT)
    refused(decided.game, Trouble.ALREADY_DECIDED)(1, 1)
    assert decided.champion == 2


def test_game_left_over_may_be_played_and_changes_nothing():
    bracket = bracket_of(1, 2, best_of=3).game(1, 1).game(1, 1)
    assert bracket.champion == 1
    assert bracket.game(1, 2).champion == 1
    assert bracket.game(1, 2).score(1) == (2, 1)
    refused(bracket.game(1, 2).game, Trouble.UNKNOWN_GAME)(1, 2)


def test_game_corrected_or_taken_back_takes_the_result_back():
    bracket = bracket_of(1, 2, 3, 4, best_of=3).game(1, 1).game(1, 1)
    assert bracket.reset_game(1, 2) == bracket_of(1, 2, 3, 4, best_of=3).game(1, 1)
    assert bracket.game(1, 2, game=2).outcome(1) is None
    refused(bracket.record(2, 3).begin(3).reset_game, Trouble.NEXT_BEGUN)(1, 2)
    refused(bracket.reset_game, Trouble.UNKNOWN_GAME)(1, 3)


def test_record_refuses_what_cannot_be_and_a_match_that_is_not_to_be_played():
    bracket = bracket_of(1, 2, 3, None)
    refused(bracket.record, Trouble.NOT_IN_MATCH)(1, 3)
    refused(bracket.record, Trouble.WRONG_REASON)(1, None, Reason.PLAYED)
    for reason in (Reason.BYE, Reason.BOTH_ABSENT):
        refused(bracket.record, Trouble.WRONG_REASON)(1, 1, reason)
    refused(bracket.record, Trouble.NOT_READY)(3, 1)
    refused(bracket.record, Trouble.UNKNOWN_MATCH)(4, 1)
    refused(bracket.record, Trouble.SETTLED_WITHOUT_PLAY)(2, 3)
    refused(bracket.begin, Trouble.NOT_READY)(3)
    refused(bracket.record(1, 1).record, Trouble.ALREADY_DECIDED)(1, 2)
    refused(bracket.record(1, 1).begin, Trouble.ALREADY_DECIDED)(1)


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


def test_round_with_its_own_draw_pairs_by_lot_also_before_its_winners_are_known():
    start = bracket_of(1, 2, 3, 4, 5, 6, 7, 8, drawn_rounds=[2])
    bracket = start.record(1, 1).record(2, 3).record(3, 5).record(4, 7)
    assert bracket.slots(5) == (OPEN, OPEN)
    drawn = bracket.draw_round(2, [1, 4, 3, 2])
    assert (drawn.slots(5), drawn.slots(6)) == ((1, 7), (5, 3))
    assert drawn.record(6, 5).record(5, 7).record(7, 5).champion == 5
    assert drawn.reset(4).slots(5) == (1, OPEN)
    refused(drawn.begin(5).reset, Trouble.NEXT_BEGUN)(4)
    early = start.draw_round(2, [4, 1, 2, 3]).record(4, 8).record(1, None)
    assert early.outcome(5) == Outcome(8, NOBODY, Reason.WALKOVER)


def test_draw_of_a_round_refuses_wrong_lots_and_is_frozen_once_it_has_begun():
    start = bracket_of(1, 2, 3, 4, drawn_rounds=[2]).record(1, 1)
    bracket = start.record(2, None)
    refused(bracket.draw_round, Trouble.WRONG_LOTS)(2, [1, 1])
    refused(bracket_of(1, 2, 3, 4).draw_round, Trouble.ROUND_NOT_DRAWN)(2, [1, 2])
    assert bracket.draw_round(2, [2, 1]).champion == 1
    drawn = start.record(2, 3).draw_round(2, [1, 2])
    assert drawn.draw_round(2, [2, 1]).slots(3) == (3, 1)
    refused(drawn.begin(3).draw_round, Trouble.BEGUN)(2, [2, 1])


def test_redraw_keeps_matches_that_have_begun():
    bracket = bracket_of(1, 2, 3, 4).begin(2)
    assert bracket.redraw([2, 1, 3, 4]).slots(1) == (2, 1)
    refused(bracket.redraw, Trouble.BEGUN)([1, 2, 4, 3])
    refused(bracket.redraw, Trouble.BEGUN)([1, 2, 3, 4, 5, 6, 7, 8])
    refused(bracket.record(2, 3).record(1, 1).begin(3).redraw, Trouble.BEGUN)([1, 2, 3, 4])
    assert len(bracket_of(1, 2, 3, 4).redraw([1, 2]).matches) == 1


def test_start_refuses_what_is_no_sheet_and_the_draw_of_a_round_that_is_not_there():
    for positions, options, code in (
        ([1, 1, 3, 4], {}, Trouble.ENTRY_TWICE),
        ([1, 2, 3], {}, Trouble.WRONG_SIZE),
        ([1], {}, Trouble.WRONG_SIZE),
        ([], {}, Trouble.WRONG_SIZE),
        (range(1, 8193), {}, Trouble.WRONG_SIZE),
        ([1, 2], {"drawn_rounds": [2]}, Trouble.ROUND_NOT_DRAWN),
    ):
        with pytest.raises(BracketError) as caught:
            Bracket.start(positions, **options)
        assert caught.value.code == code
