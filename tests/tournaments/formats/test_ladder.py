"""擂台赛: what a decided challenge does to the order, and what it never does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats import FORMATS, Ladder, made
from tournaments.formats.format import Meeting
from tournaments.formats.ladder import Moves, moved
from tournaments.formats.matches import BYE, NOBODY, Outcome, Reason
from tournaments.formats.remedies import Bracket
from tournaments.formats.settings import SettingsError
from tournaments.formats.tie_breaks import TieBreak

A, B, C, D, E = range(1, 6)


def at_start(*entries):
    return [Meeting(entry, BYE, Outcome(entry, BYE, Reason.BYE)) for entry in entries]


def challenge(challenger, challenged, winner, reason=Reason.PLAYED):
    """``winner``: 0 while it is open, NOBODY where both stayed away."""
    if not winner:
        return Meeting(challenged, challenger, None)
    loser = next((one for one in (challenger, challenged) if one != winner), NOBODY)
    return Meeting(challenged, challenger, Outcome(winner, NOBODY if winner is NOBODY else loser, reason))


def order(meetings, moves=Moves.SWAP):
    return [row.entry for row in Ladder(moves=moves).standing(meetings)]


def test_challenger_who_wins_takes_the_place_also_by_forfeit():
    for moves, after in ((Moves.SWAP, [A, D, C, B, E]), (Moves.INSERT, [A, D, B, C, E])):
        for reason in (Reason.PLAYED, Reason.FORFEIT):
            assert order([*at_start(A, B, C, D, E), challenge(D, B, D, reason)], moves) == after
    # B and D were open together: meanwhile D has come up by another match
    assert moved([D, A, B], D, B, Moves.INSERT) == [D, A, B]


def test_who_does_not_win_changes_nothing():
    for nothing in (
        challenge(D, B, B),
        challenge(D, B, 0),
        challenge(D, B, B, Reason.DRAWN),  # whoever stands at home, as a drawn outcome has it
        challenge(D, B, NOBODY, Reason.BOTH_ABSENT),
        challenge(D, B, B, Reason.FORFEIT),
    ):
        assert order([*at_start(A, B, C, D, E), nothing]) == [A, B, C, D, E]


def test_whoever_left_has_no_place_and_the_others_move_up():
    rows = Ladder().standing([*at_start(A, B, C), challenge(C, A, C, Reason.WITHDRAWAL)])
    assert [(row.entry, row.place, row.decided_by) for row in rows] == [
        (C, 1, TieBreak.CHALLENGES), (B, 2, TieBreak.CHALLENGES), (A, 0, TieBreak.LEFT),
    ]  # fmt: skip


def test_rows_count_what_was_played_and_a_result_is_taken_back_or_only_its_record_mended():
    played = [challenge(B, A, B), challenge(C, B, B), challenge(C, B, B, Reason.DRAWN)]
    rows = Ladder().standing([*at_start(A, B, C), *played])
    assert {row.entry: (row.won, row.drawn, row.lost) for row in rows} == {A: (0, 0, 1), B: (2, 1, 0), C: (0, 1, 1)}
    record = Bracket((), (), {1: Outcome(A, B, Reason.PLAYED)})
    assert [remedy.kind for remedy in Ladder().remedies(record, 1, A)] == ["keep"]
    assert Ladder().remedies(record, 1, B) == ()


def test_nothing_is_planned_one_round_is_the_season_and_other_settings_are_refused():
    shape = FORMATS["ladder"]
    assert (shape.plan(8), shape.rounds(8), shape.season_days) == ((), (0,), 90)
    assert {name for name, other in FORMATS.items() if other.season_days} == {"ladder"}
    for wrong in ({"reach": 0}, {"moves": "jump"}, {"pause_days": -1}, {"season_days": 0}):
        with pytest.raises(SettingsError):
            made("ladder", wrong)


# laws

MOVES = st.sampled_from(Moves)


@st.composite
def seasons(draw):
    """An order, and challenges between any two of it, as they were decided; some by who has left since."""
    entries = draw(st.permutations(range(1, draw(st.integers(2, 9)) + 1)))
    pairs = st.tuples(st.sampled_from(entries), st.sampled_from(entries)).filter(lambda pair: pair[0] != pair[1])
    matches = []
    for challenger, challenged in draw(st.lists(pairs, max_size=12)):
        played = [(challenger, Reason.PLAYED), (challenged, Reason.PLAYED), (challenged, Reason.DRAWN)]
        others = [(0, Reason.PLAYED), (NOBODY, Reason.BOTH_ABSENT), (challenger, Reason.WITHDRAWAL)]
        matches.append(challenge(challenger, challenged, *draw(st.sampled_from([*played, *others]))))
    return list(entries), matches


@given(seasons(), MOVES)
def test_everybody_has_one_place_and_no_place_is_shared(season, moves):
    entries, matches = season
    rows = Ladder(moves=moves).standing([*at_start(*entries), *matches])
    assert sorted(row.entry for row in rows) == sorted(entries)
    there = [row.place for row in rows if row.place]
    assert there == [*range(1, len(there) + 1)]
    assert all(row.place == 0 for row in rows[len(there) :])


@given(seasons(), MOVES)
def test_the_same_season_ends_the_same_and_goes_on_from_where_it_stood(season, moves):
    entries, matches = season
    played = [match for match in matches if not (match.outcome and match.outcome.reason is Reason.WITHDRAWAL)]
    whole = order([*at_start(*entries), *played], moves)
    for cut in range(len(played) + 1):
        so_far = order([*at_start(*entries), *played[:cut]], moves)
        assert order([*at_start(*so_far), *played[cut:]], moves) == whole


@given(st.permutations(range(1, 10)), st.integers(0, 8), st.integers(0, 8), MOVES)
def test_winner_stands_where_the_other_stood_and_who_is_not_between_stays(entries, one, other, moves):
    above, below = min(one, other), max(one, other)
    if above == below:
        return
    after = moved(entries, entries[below], entries[above], moves)
    assert sorted(after) == sorted(entries)
    assert after[above] == entries[below]
    assert after[:above] == list(entries[:above])
    assert after[below + 1 :] == list(entries[below + 1 :])
    between = range(above + 1, below)
    if moves is Moves.SWAP:
        assert after[below] == entries[above]
        assert [after[place] for place in between] == [entries[place] for place in between]
    else:  # everybody from the place that was taken on moves one down
        assert after[above + 1 : below + 1] == list(entries[above:below])


@given(seasons(), MOVES, st.integers(min_value=100))
def test_who_joins_late_stands_at_the_bottom_and_moves_nobody(season, moves, late):
    entries, matches = season
    before = order([*at_start(*entries), *matches], moves)
    left = {m.outcome.loser for m in matches if m.outcome and m.outcome.reason is Reason.WITHDRAWAL}
    after = order([*at_start(*entries, late), *matches], moves)
    assert [entry for entry in after if entry != late] == before
    assert after.index(late) == len(entries) - len(left)


@given(seasons(), MOVES)
def test_who_leaves_changes_the_order_of_nobody_else(season, moves):
    """Leaving after the last match: the others stand as they stood."""
    entries, matches = season
    before = order([*at_start(*entries), *matches], moves)
    gone = entries[0]
    leaves = Meeting(gone, BYE, Outcome(BYE, gone, Reason.WITHDRAWAL))
    after = order([*at_start(*entries), *matches, leaves], moves)
    assert [entry for entry in after if entry != gone] == [entry for entry in before if entry != gone]
