from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guandan_rules import Scale, Side, Sides, award_points, deal_points, finish_order, level_points, result_points


@pytest.mark.parametrize(
    ("home_worth", "away_worth", "points"), [(16, 2, (28, 0)), (15, 13, (16, 12)), (5, 5, (14, 14)), (2, 15, (1, 27))]
)
def test_28_scale_is_14_and_the_difference(home_worth, away_worth, points):
    """28分制 (S001-7): 一方过A一方打K级差为2级; 一方过王一方为2级差为14级."""
    assert level_points(Scale.LEVELS_28, Sides(home_worth, away_worth)) == Sides(*points)


def test_26_scale_is_13_and_the_difference():
    assert level_points(Scale.LEVELS_26, Sides(15, 2)) == Sides(26, 0)
    assert level_points(Scale.LEVELS_26, Sides(2, 16)) == Sides(0, 26)


@given(st.sampled_from([Scale.LEVELS_28, Scale.LEVELS_26]), st.integers(2, 16), st.integers(2, 16))
def test_level_points_share_out_the_whole(scale, one, other):
    points = level_points(scale, Sides(one, other))
    assert sum(points) == {Scale.LEVELS_28: 28, Scale.LEVELS_26: 26}[scale]
    assert min(points) >= 0
    assert level_points(scale, Sides(other, one)) == Sides(points.away, points.home)


@pytest.mark.parametrize(
    ("scale", "points"), [(Scale.DEAL_421, [4, 2, 1]), (Scale.DEAL_321, [3, 2, 1]), (Scale.NONE, [0, 0, 0])]
)
def test_deal_points_by_the_place_of_the_partner(scale, points):
    won = [deal_points(scale, finish_order(letters)) for letters in ("WE", "WNES", "WNSE")]
    assert won == [Sides(0, amount) for amount in points]


@pytest.mark.parametrize(
    ("scale", "won", "drawn"),
    [
        (Scale.WIN_3_LOSS_1, (3, 1), (2, 2)),
        (Scale.WIN_2_DRAW_1, (2, 0), (1, 1)),
        (Scale.WIN_1_DRAW_HALF, (1, 0), (Fraction(1, 2), Fraction(1, 2))),
    ],
)
def test_result_points(scale, won, drawn):
    """胜一局3分, 负一局1分 (S001-2)."""
    assert tuple(result_points(scale, Side.HOME)) == won
    assert tuple(result_points(scale, Side.AWAY)) == won[::-1]
    assert tuple(result_points(scale, None)) == drawn


def test_scales_refuse_what_they_do_not_count():
    with pytest.raises(ValueError, match="does not count levels"):
        level_points(Scale.DEAL_421, Sides(5, 2))
    with pytest.raises(ValueError, match="does not count results"):
        result_points(Scale.LEVELS_28, Side.HOME)
    with pytest.raises(ValueError, match="no points for a forfeit"):
        award_points(Scale.LEVELS_26, Side.HOME, before_start=True)
