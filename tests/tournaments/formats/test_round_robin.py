"""单循环赛 as a value: who meets whom in which round, and the table of standings."""

from collections import Counter
from itertools import combinations, groupby
from pathlib import Path

import pytest

from tournaments.formats import FORMATS, RoundRobin
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, Outcome, Reason, seated
from tournaments.formats.tie_breaks import TieBreak

FORMAT = RoundRobin()
PUBLISHED = (Path(__file__).parents[2] / "cases/berger.txt").read_text().strip().split("\n\n")
"""Berger's tables as FIDE's handbook has them: C.05 General Regulations for Competitions, annex 1."""


@pytest.mark.parametrize("size", [4, 6, 8, 24])
def test_everybody_meets_everybody_once_plays_once_a_round_and_is_home_as_often_as_away(size):
    planned = FORMAT.plan(size)
    pairs = [(m.home.number, m.away.number) for m in planned]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == list(combinations(range(1, size + 1), 2))
    homes = Counter(home for home, _ in pairs)
    assert set(homes.values()) == {size // 2 - 1, size // 2}
    for number in range(1, size):
        of_round = [m for m in planned if m.round == number]
        assert sorted(p.number for m in of_round for p in (m.home, m.away)) == list(range(1, size + 1))
        assert [m.place for m in of_round] == list(range(1, size // 2 + 1))
    assert all(m.winner_to is None and m.loser_to is None for m in planned)


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table.split()[0])
def test_rounds_are_the_published_ones(table):
    size, *rounds = table.splitlines()
    planned = groupby(FORMAT.plan(int(size)), key=lambda match: match.round)
    ours = [", ".join(f"{m.home.number}-{m.away.number}" for m in of_round) for _, of_round in planned]
    assert ours == rounds


@pytest.mark.parametrize("groups", [1, 2, 3, 4])
def test_nobody_is_on_one_side_more_than_twice_running(groups):
    """Of every number of entries, rests left out."""
    format_ = RoundRobin(groups=groups)
    for entries in range(format_.fewest, min(format_.most, 24 * 2) + 1):
        sides = dict.fromkeys(range(1, entries + 1), "")
        for seat in seated(format_.plan(format_.size(entries)), format_.placed([*sides])):
            if seat.outcome is None:
                for entry, side in zip(seat.pair, "HA", strict=True):
                    sides[entry] += side
        assert not [entry for entry, played in sides.items() if "HHH" in played or "AAA" in played], entries


@pytest.mark.parametrize("groups", [1, 2])
def test_in_two_legs_everybody_meets_everybody_once_at_home(groups):
    """主客场: no pair is home twice, and nobody is on one side more than twice running, where the legs meet, too."""
    format_ = RoundRobin(groups=groups, legs=2)
    for entries in range(format_.fewest, format_.most + 1):
        size = format_.size(entries)
        planned, once = format_.plan(size), RoundRobin(groups=groups).plan(size)
        both_ways = [pair for m in once for pair in ((m.home, m.away), (m.away, m.home))]
        assert Counter((m.home, m.away) for m in planned) == Counter(both_ways)
        assert len(format_.rounds(size)) == planned[-1].round == 2 * once[-1].round
        for position in range(1, size + 1):
            sides = ["HA"[m.away.number == position] for m in planned if position in (m.home.number, m.away.number)]
            assert len(sides) == planned[-1].round  # once a round
            assert "HHH" not in "".join(sides)
            assert "AAA" not in "".join(sides)


def test_odd_number_leaves_a_position_whose_opponent_rests_and_other_numbers_are_refused():
    for entries, size in ((3, 4), (4, 4), (5, 6), (6, 6)):
        assert FORMAT.size(entries) == size
        placed = FORMAT.placed(range(101, 101 + entries))
        assert placed.count(BYE) == size - entries
        rests = [seat.outcome.reason for seat in seated(FORMAT.plan(size), placed) if seat.outcome]
        assert rests == [Reason.BYE] * (size - 1 if entries < size else 0)
    for entries in (0, 2, 25):
        with pytest.raises(ValueError, match="3 to 24"):
            FORMAT.size(entries)


# the table


def met(home, away, winner, difference=0, reason=Reason.PLAYED):
    """A match that ``winner`` won by so many levels (0: nobody)."""
    loser = away if winner == home else home
    outcome = Outcome(winner, loser, reason) if winner else Outcome(NOBODY, NOBODY, Reason.BOTH_ABSENT)
    return Meeting(home, away, outcome, difference=difference, positions=(home, away))


def table(*meetings):
    return [(row.entry, row.place, row.decided_by) for row in FORMAT.standing(meetings)]


def test_more_wins_come_first_and_equal_wins_are_told_apart_by_levels():
    by_wins = table(met(1, 2, 2, -3), met(1, 3, 3, -2), met(2, 3, 2, 5))
    assert by_wins == [(2, 1, TieBreak.POINTS), (3, 2, TieBreak.POINTS), (1, 3, TieBreak.POINTS)]
    circle = (met(1, 2, 1, 4), met(2, 3, 2, 3), met(3, 1, 3, 1))
    assert table(*circle) == [(1, 1, TieBreak.DIFFERENCE), (2, 2, TieBreak.DIFFERENCE), (3, 3, TieBreak.DIFFERENCE)]


def test_two_who_are_still_equal_of_three_are_told_apart_by_their_own_match():
    standing = table(
        met(1, 2, 2, -1), met(1, 3, 1, 3), met(1, 4, 1, 1), met(2, 3, 3, -1), met(2, 4, 2, 3), met(3, 4, 3, 1)
    )
    # 1, 2 and 3 have two wins, one of them against each other; 1: +3, 2: +3, 3: -1
    by = [TieBreak.HEAD_TO_HEAD, TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE, TieBreak.POINTS]
    assert standing == list(zip((2, 1, 3, 4), (1, 2, 3, 4), by, strict=True))


def test_whoever_left_the_event_stands_last_without_a_place():
    rows = FORMAT.standing([met(1, 2, 1, 2), met(1, 3, 3, 0, Reason.WITHDRAWAL), met(2, 3, 3, -4)])
    assert [(row.entry, row.place, row.decided_by) for row in rows][-1] == (1, 0, TieBreak.LEFT)


def test_match_that_nobody_came_to_is_lost_by_both_and_a_rest_counts_as_nothing():
    rows = {row.entry: row for row in FORMAT.standing([met(1, 2, 0), met(1, 3, 1), met(2, 3, 3)])}
    assert (rows[1].won, rows[1].lost, rows[2].won, rows[2].lost) == (1, 1, 0, 2)
    bye = Meeting(1, BYE, Outcome(1, BYE, Reason.BYE), positions=(1, 4))
    assert {row.entry: row.played for row in FORMAT.standing([bye, met(2, 3, 2)])} == {1: 0, 2: 1, 3: 1}


def test_every_format_says_what_the_protocol_asks():
    for name, format_ in FORMATS.items():
        size = format_.size(format_.fewest)
        assert format_.name == name
        planned = {match.round for match in format_.plan(size)} or {bool(format_.season_days)}
        assert len(format_.rounds(size)) == max(planned)
        assert len(format_.placed(range(1, format_.fewest + 1))) == size
