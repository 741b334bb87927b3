"""团体赛: matches of several boards reckoned by hand, and what holds of every one."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.team_match import MOST_BOARDS, BoardResult, BoardsEqual, DecidedBy, Verdict, boards_won, verdict

OTHER = {"home": "away", "away": "home", "": ""}
DRAWN = BoardResult(is_drawn=True)
NOBODY_CAME = BoardResult()


def home(by: int = 0) -> BoardResult:
    return BoardResult("home", by)


def away(by: int = 0) -> BoardResult:
    return BoardResult("away", -by)


@pytest.mark.parametrize(
    ("results", "equal", "expected"),
    [
        # 三桌两胜
        ([home(1), home(2), away(9)], "difference", Verdict("home", DecidedBy.BOARDS, Fraction(2), Fraction(1), -6)),
        ([away(), DRAWN, DRAWN], "drawn", Verdict("away", DecidedBy.BOARDS, Fraction(1), Fraction(2), 0)),
        # 1:1 of two boards: levels, then the first board
        ([home(1), away(3)], "difference", Verdict("away", DecidedBy.DIFFERENCE, Fraction(1), Fraction(1), -2)),
        ([away(3), home(3)], "difference", Verdict("away", DecidedBy.FIRST_BOARD, Fraction(1), Fraction(1), 0)),
        ([home(1), away(3)], "first_board", Verdict("home", DecidedBy.FIRST_BOARD, Fraction(1), Fraction(1), -2)),
        ([home(1), away(3)], "drawn", Verdict("", DecidedBy.EQUAL, Fraction(1), Fraction(1), -2)),
        # the first board drawn: the second decides
        ([DRAWN, away(), home(), DRAWN], "first_board", Verdict("away", DecidedBy.FIRST_BOARD, *[Fraction(2)] * 2, 0)),
        # nobody came to a board: it counts for neither
        ([NOBODY_CAME, home(2)], "drawn", Verdict("home", DecidedBy.BOARDS, Fraction(1), Fraction(0), 2)),
        ([DRAWN, DRAWN], "difference", Verdict("", DecidedBy.EQUAL, Fraction(1), Fraction(1), 0)),
        ([NOBODY_CAME] * 3, "difference", Verdict("", DecidedBy.EQUAL, Fraction(0), Fraction(0), 0)),
        ([home(), None, away()], "difference", None),
    ],
)
def test_match_is_decided_by_its_boards(results, equal, expected):
    assert verdict(results, BoardsEqual(equal), stop_early=False) == expected


@pytest.mark.parametrize(
    ("results", "is_over"),
    [
        ([home(), None, home(), None, home()], True),  # three of five
        ([home(), None, home(), None, None], False),
        ([home(), home(), DRAWN, None, None], False),  # two and a half may still be made equal
        ([home(), home(), None, None], False),
        ([home(), home(), DRAWN, None], True),
        ([home(), None], False),
        ([home(), away(), None], False),
    ],
)
def test_match_stops_at_more_than_half_of_its_boards_where_it_is_set_so(results, is_over):
    early = verdict(results, BoardsEqual.DIFFERENCE, stop_early=True)
    assert (early is not None) == is_over
    assert early is None or (early.winner, early.decided_by) == ("home", DecidedBy.BOARDS)
    assert verdict(results, BoardsEqual.DIFFERENCE, stop_early=False) is None


ways = st.sampled_from(BoardsEqual)
over = st.one_of(
    st.integers(0, 12).map(home),
    st.integers(0, 12).map(away),
    st.sampled_from([DRAWN, NOBODY_CAME]),
)
whole = st.lists(over, min_size=1, max_size=MOST_BOARDS)
going_on = st.lists(st.one_of(st.none(), over), min_size=1, max_size=MOST_BOARDS)


def swapped(result: BoardResult | None) -> BoardResult | None:
    return result and replace(result, winner=OTHER[result.winner], difference=-result.difference)


@given(going_on, ways, st.booleans())
def test_sides_are_alike(results, equal, stop_early):
    here = verdict(results, equal, stop_early=stop_early)
    there = verdict([*map(swapped, results)], equal, stop_early=stop_early)
    turned = here and Verdict(OTHER[here.winner], here.decided_by, here.away, here.home, -here.difference)
    assert there == turned


@given(whole, ways, st.data())
def test_order_of_the_boards_matters_to_the_first_board_alone(results, equal, data):
    before = verdict(results, equal, stop_early=False)
    after = verdict(data.draw(st.permutations(results)), equal, stop_early=False)
    assume(before.decided_by != DecidedBy.FIRST_BOARD)
    assert after == before


@given(going_on, ways, st.data())
def test_what_was_decided_early_is_what_the_boards_left_would_have_come_to(results, equal, data):
    early = verdict(results, equal, stop_early=True)
    assume(early is not None)
    played_out = [result or data.draw(over) for result in results]
    assert verdict(played_out, equal, stop_early=False).winner == early.winner
    assert verdict(played_out, equal, stop_early=True).winner == early.winner


@given(going_on, ways, st.booleans())
def test_match_goes_on_until_all_boards_are_over_or_one_side_cannot_be_caught(results, equal, stop_early):
    decided, won = verdict(results, equal, stop_early=stop_early), boards_won(results)
    assert sum(won) <= len(results)
    if None not in results:
        assert decided is not None
    elif decided is not None:
        assert stop_early
        assert max(won) > Fraction(len(results), 2)


@given(whole, ways)
def test_match_with_a_board_won_is_drawn_only_where_it_is_set_so(results, equal):
    decided = verdict(results, equal, stop_early=False)
    assert (decided.winner == "") == (decided.decided_by == DecidedBy.EQUAL)
    if not decided.winner and equal != BoardsEqual.DRAWN:
        assert not any(result.winner for result in results)
    if decided.home != decided.away:
        assert decided.decided_by == DecidedBy.BOARDS
