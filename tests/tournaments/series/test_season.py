"""赛季 as a value: points by place, the best events, ranks with what decides them, the curve, and who is the same."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import tries
from tournaments.entries.names import Competitor, alike
from tournaments.series.season import SCALES, Criterion, Outing, Score, Scoring, ranks_after_each, table

SCALE = (32, 24, 18, 18, 10)


def outings(text: str) -> list[Outing]:
    """``a1.2`` is competitor a, second in event 1."""
    return [Outing(word[0], int(word[1]), int(word[3:])) for word in text.split()]


@pytest.mark.parametrize(
    ("played", "scoring", "expected"),
    [
        ("", Scoring(SCALE), ""),
        ("a1.1", Scoring(SCALE), "1 a 32 -"),
        ("a1.1 b1.2 c1.3 d1.3 e1.5 f1.6", Scoring(SCALE),
         "1 a 32 points, 2 b 24 points, 3 c 18 points, 3 d 18 -, 5 e 10 points, 6 f 0 points"),
        # three second places are worth more than two firsts and nothing
        ("a1.1 a2.1 a3.9 b1.2 b2.2 b3.1", Scoring(SCALE), "1 b 80 points, 2 a 64 points"),
        ("a1.1 a2.1 a3.9 b1.2 b2.2 b3.1", Scoring(SCALE, criteria=(Criterion.PLACES,)), "1 a 64 places, 2 b 80 places"),
        # two of three count: 32 + 24 against 24 + 32 leaves the third event to decide
        ("a1.1 a2.2 a3.5 b1.2 b2.1 b3.3", Scoring(SCALE, best=2, criteria=(Criterion.POINTS, Criterion.ALL_POINTS)),
         "1 b 56 all_points, 2 a 56 all_points"),
        ("a1.3 b1.9 b2.3", Scoring(SCALE, best=1, criteria=(Criterion.POINTS, Criterion.EVENTS)),
         "1 b 18 events, 2 a 18 events"),
        ("a1.3 b2.3", Scoring(SCALE), "1 a 18 -, 1 b 18 -"),
        ("a1.9 a1.2", Scoring(SCALE), "1 a 24 -"),
        ("a1.0 a1.6", Scoring(SCALE), "1 a 0 -"),
    ],
)  # fmt: skip
def test_table(played, scoring, expected):
    rows = table(outings(played), scoring)
    assert ", ".join(f"{r.rank} {r.competitor} {r.points} {r.because or '-'}" for r in rows) == expected


def test_scores_say_which_events_count_and_each_row_is_compared_with_the_one_above_or_below_it():
    assert [row.beside for row in table(outings("a1.1 b1.2 c1.3"), Scoring(SCALE))] == ["b", "a", "b"]
    row = table(outings("a1.5 a2.1 a3.2"), Scoring(SCALE, best=2))[0]
    assert row.scores == (
        Score(1, 5, Fraction(10), False), Score(2, 1, Fraction(32), True), Score(3, 2, Fraction(24), True),
    )  # fmt: skip
    assert (row.points, row.all_points) == (56, 66)


def test_without_a_scale_the_points_of_the_events_count():
    rows = table([Outing("a", 1, 2, Fraction(9, 2)), Outing("b", 1, 1, Fraction(4))], Scoring())
    assert [(row.competitor, row.points) for row in rows] == [("a", Fraction(9, 2)), ("b", 4)]


def test_ranks_after_each_event_begin_with_the_first_one_played():
    played = outings("a1.1 b1.2 b2.1 c2.2 a3.1 c3.2")
    assert ranks_after_each(played, Scoring(SCALE), [1, 2, 3]) == {"a": (1, 2, 1), "b": (2, 1, 2), "c": (None, 3, 3)}


def test_named_scales_fall():
    assert all(list(scale) == sorted(scale, reverse=True) for scale in SCALES.values())


MANY = st.lists(
    st.builds(Outing, st.sampled_from("abcdef"), st.integers(1, 6), st.integers(0, 9), st.fractions(0, 20)), max_size=30
)
SCORINGS = st.builds(
    Scoring,
    st.sampled_from([(), SCALE, *SCALES.values()]),
    st.integers(0, 4),
    st.lists(st.sampled_from(Criterion), min_size=1, unique=True).map(tuple),
)


@given(MANY, SCORINGS, st.randoms())
@settings(max_examples=tries(200))
def test_order_of_the_outings_does_not_matter(played, scoring, random):
    mixed = list(played)
    random.shuffle(mixed)
    assert table(mixed, scoring) == table(played, scoring)


@given(MANY, SCORINGS)
@settings(max_examples=tries(200))
def test_more_points_never_rank_lower_and_the_best_are_no_more_than_all(played, scoring):
    rows = table(played, scoring)
    assert {row.competitor for row in rows} == {outing.competitor for outing in played}
    for row, below in pairwise(rows):
        assert row.rank <= below.rank
        if scoring.criteria[0] is Criterion.POINTS:
            assert row.points >= below.points
    for row in rows:
        assert 0 <= row.points <= row.all_points
        assert row.points == sum(score.points for score in row.scores if score.counts)
        assert sum(score.counts for score in row.scores) <= (scoring.best or len(row.scores))


@given(MANY, st.integers(0, 4), st.data())
@settings(max_examples=tries(200))
def test_a_better_place_in_one_event_never_ranks_lower(played, best, data):
    firsts = {(outing.competitor, outing.event): outing for outing in played}
    if not firsts:
        return
    key = data.draw(st.sampled_from(sorted(firsts)))
    bettered = firsts | {key: Outing(*key, place=1)}
    scoring = Scoring(SCALE, best)
    before, after = (
        {row.competitor: row.rank for row in table(by_event.values(), scoring)} for by_event in (firsts, bettered)
    )
    assert after[key[0]] <= before[key[0]]


def test_competitor_is_the_same_in_any_order_and_however_it_was_typed():
    assert Competitor("机电分会", ("张 三", "李四")).key == Competitor(" 机电分会", ("李四", "张三")).key
    assert Competitor("机电分会", ("张三", "李四")).key != Competitor("信息分会", ("张三", "李四")).key
    assert Competitor("机电分会", ("张三",)).key != Competitor("机电分会", ("张三", "李四")).key


def test_alike_are_those_with_a_player_in_common_and_those_who_changed_their_branch():
    pair, changed = Competitor("机电分会", ("张三", "李四")), Competitor("机电分会", ("张三", "王五"))
    moved, other = Competitor("信息分会", ("李四", "张三")), Competitor("信息分会", ("王五", "赵六"))
    pairs = {frozenset(pair) for pair in alike([pair, changed, moved, other])}
    assert pairs == {frozenset((pair, changed)), frozenset((pair, moved))}
