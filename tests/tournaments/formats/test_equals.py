"""名次依据 and 名次相同: in which order equals are told apart, and what stands where nothing does."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.test_round_robin import met
from tournaments.formats import FORMATS, RoundRobin, made
from tournaments.formats.format import Meeting
from tournaments.formats.matches import Outcome, Reason
from tournaments.formats.settings import SettingsError
from tournaments.formats.table import USUAL, tallies
from tournaments.formats.tie_breaks import SELECTABLE, Decision, TieBreak

A, B, C, D = 1, 2, 3, 4
LEVELS_FIRST = RoundRobin(criteria=(TieBreak.WINS, TieBreak.DIFFERENCE, TieBreak.HEAD_TO_HEAD))
CIRCLE = (met(A, B, A, 2), met(B, C, B, 2), met(C, A, C, 2))


def placed(format_, meetings, *decisions):
    return [(row.entry, row.place, row.decided_by) for row in format_.standing(meetings, decisions)]


def test_of_two_with_as_many_points_the_winner_of_their_match_is_first():
    """R5: A beat B, and B's other wins were higher."""
    meetings = (met(A, B, A, 1), met(A, C, C, -1), met(A, D, A, 1), met(B, C, B, 8), met(B, D, B, 1), met(D, C, D, 1))
    assert [row[0] for row in placed(RoundRobin(), meetings)] == [A, B, D, C]
    assert placed(RoundRobin(), meetings)[0] == (A, 1, TieBreak.HEAD_TO_HEAD)
    assert [row[0] for row in placed(LEVELS_FIRST, meetings)][:2] == [B, A]


def test_who_is_equal_in_everything_shares_a_place_that_is_followed_by_the_one_behind_all_who_share_it():
    """R6: until somebody decides."""
    assert placed(RoundRobin(), CIRCLE) == [(each, 1, TieBreak.EQUAL) for each in (A, B, C)]
    above = [met(D, each, D, 1) for each in (A, B, C)]
    assert [row[:2] for row in placed(RoundRobin(), (*CIRCLE, *above))] == [(D, 1), (A, 2), (B, 2), (C, 2)]
    below = [met(D, each, each, -1) for each in (A, B, C)]
    assert [row[:2] for row in placed(RoundRobin(), (*CIRCLE, *below))] == [(A, 1), (B, 1), (C, 1), (D, 4)]


def test_a_decision_gives_each_a_place_of_its_own_or_they_share_it_for_good():
    for how in (TieBreak.PLAY_OFF, TieBreak.DRAWN):
        assert placed(RoundRobin(), CIRCLE, Decision((C, A, B), how)) == [(C, 1, how), (A, 2, how), (B, 3, how)]
    shared = Decision((A, B, C), TieBreak.SHARED)
    assert placed(RoundRobin(), CIRCLE, shared) == [(each, 1, TieBreak.SHARED) for each in (A, B, C)]


def test_a_decision_counts_for_these_and_no_others():
    of_two = Decision((B, A), TieBreak.PLAY_OFF)
    assert placed(RoundRobin(), CIRCLE, of_two) == placed(RoundRobin(), CIRCLE)
    unequal = (met(A, B, A, 3), *CIRCLE[1:])
    assert placed(RoundRobin(), unequal, Decision((C, B, A), TieBreak.DRAWN)) == placed(RoundRobin(), unequal)


def test_an_event_that_was_drawn_before_goes_by_the_number_drawn_and_asks_once():
    old = RoundRobin(criteria=(*LEVELS_FIRST.criteria, TieBreak.LOT))
    assert placed(old, CIRCLE) == [(A, 1, TieBreak.LOT), (B, 2, TieBreak.LOT), (C, 3, TieBreak.LOT)]
    # A, B and D beat each other in a circle, then A is ahead in levels, and D beat B
    meetings = (met(A, B, B, -1), met(B, D, D, -1), met(A, D, A, 3), met(A, C, A, 0), met(B, C, B, 1), met(C, D, D, -3))
    criteria = (TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE)
    asked_once = [row[0] for row in placed(RoundRobin(criteria=(*criteria, TieBreak.LOT)), meetings)]
    asked_anew = [row[0] for row in placed(RoundRobin(criteria=criteria), meetings)]
    assert (asked_once, asked_anew) == ([A, B, D, C], [A, D, B, C])


def test_fewer_penalties_come_first():
    given_ = zip(CIRCLE, [(1, 0), (0, 0), (2, 0)], strict=True)
    meetings = [replace(one, penalties=penalties) for one, penalties in given_]
    rows = RoundRobin(criteria=(TieBreak.WINS, TieBreak.PENALTIES)).standing(meetings)
    assert [(row.entry, row.tie_breaks[TieBreak.PENALTIES]) for row in rows] == [(B, 0), (A, 1), (C, 2)]
    assert {row.decided_by for row in rows} == {TieBreak.PENALTIES}


def a_group_stage(*differences):
    """Two groups of three, in each the first wins twice and the second once, by these differences in the second."""
    meetings = []
    for group, by in ((1, (2, 2, 2)), (2, differences)):
        one, two, three = (group + 2 * n for n in range(3))
        for (home, away), difference in zip(((one, two), (one, three), (two, three)), by, strict=True):
            meetings.append(met(home, away, home, difference))
    return meetings


def test_who_leads_a_group_shares_the_place_with_whoever_leads_another_as_well():
    format_ = RoundRobin(groups=2)
    rows = format_.standing(a_group_stage(2, 2, 2))
    assert [(row.entry, row.group, row.place) for row in rows] == [
        (1, 1, 1), (2, 2, 1), (3, 1, 3), (4, 2, 3), (5, 1, 5), (6, 2, 5),
    ]  # fmt: skip
    decided = format_.standing(a_group_stage(2, 2, 2), [Decision((4, 3), TieBreak.DRAWN)])
    assert [(row.entry, row.place) for row in decided][2:4] == [(4, 3), (3, 4)]
    assert [row.place for row in format_.standing(a_group_stage(2, 2, 1))] == [1, 1, 3, 4, 5, 6]


def test_equals_of_one_group_share_its_better_place_and_are_decided_about_first():
    format_ = RoundRobin(groups=2)
    circle = [met(1, 3, 1, 2), met(3, 5, 3, 2), met(5, 1, 5, 2)]
    other = a_group_stage(2, 2, 2)[3:]
    places = {row.entry: row.place for row in format_.standing([*circle, *other])}
    assert places == {2: 1, 1: 2, 3: 2, 4: 4, 5: 2, 6: 6}
    decided = format_.standing([*circle, *other], [Decision((5, 3, 1), TieBreak.PLAY_OFF)])
    assert [row.entry for row in decided if row.group == 1] == [5, 3, 1]


@st.composite
def round_robins(draw):
    meetings = []
    for home, away in combinations(range(1, draw(st.integers(3, 6)) + 1), 2):
        who, by = draw(st.tuples(st.sampled_from("hda"), st.integers(0, 2)))
        sides, reason = ((away, home) if who == "a" else (home, away)), Reason.DRAWN if who == "d" else Reason.PLAYED
        difference = {"h": by, "d": 0, "a": -by}[who]
        meetings.append(Meeting(home, away, Outcome(*sides, reason), difference=difference, positions=(home, away)))
    order = draw(st.permutations([each for each in SELECTABLE if each is not TieBreak.PENALTIES]))
    return meetings, tuple(order[: draw(st.integers(1, 4))])


def the_regulation(entries, order, rows, start=0):
    """By hand: the first criterion that parts them, and for each part those behind it, from 相互胜负 anew if it was
    asked; parts that nothing parts stay together."""
    for number in range(start, len(order)):
        values = {entry: order[number].measure(rows[entry], entries, rows) for entry in entries}
        if len(set(values.values())) == 1:
            continue
        asked = [n for n, each in enumerate(order[: number + 1]) if each is TieBreak.HEAD_TO_HEAD]
        parts = [{e for e in entries if values[e] == value} for value in sorted(set(values.values()), reverse=True)]
        again = asked[0] if asked else number + 1
        return [part for each in parts for part in the_regulation(each, order, rows, again)]
    return [entries]


@given(round_robins())
def test_the_table_is_what_the_regulation_says_step_by_step(played):
    meetings, order = played
    rows = tallies(meetings, USUAL)
    expected, place = {}, 1
    for part in the_regulation(set(rows), order, rows):
        expected |= dict.fromkeys(part, place)
        place += len(part)
    assert {row.entry: row.place for row in RoundRobin(criteria=order).standing(meetings)} == expected


def test_lots_come_last_or_not_at_all():
    for name in (name for name, format_ in FORMATS.items() if format_.criteria):
        assert made(name, {"criteria": ["wins", "lot"]}).criteria == (TieBreak.WINS, TieBreak.LOT)
        for wrong in (["lot"], ["lot", "wins"], ["wins", "lot", "lot"], ["wins", "equal"], []):
            with pytest.raises(SettingsError):
                made(name, {"criteria": wrong})
