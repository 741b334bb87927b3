"""记分办法: how many points a deal, a difference of levels or a result is worth (rules.md §4)."""

from fractions import Fraction
from typing import Final

from guandan_rules.options import Scale
from guandan_rules.orders import FinishOrder
from guandan_rules.seats import Side, Sides

DEAL_POINTS: Final = {Scale.DEAL_421: {2: 4, 3: 2, 4: 1}, Scale.DEAL_321: {2: 3, 3: 2, 4: 1}}
"""每副积分 by the place of the winner's partner (S001-5: 双上 4, 上游+三游 2, 上游+末游 1)."""

MIDDLE: Final = {Scale.LEVELS_28: 14, Scale.LEVELS_26: 13}
"""级差分 of equal levels; both sides' points always add up to twice that."""

RESULT_POINTS: Final[dict[Scale, tuple[Fraction, Fraction, Fraction]]] = {
    Scale.WIN_3_LOSS_1: (Fraction(3), Fraction(2), Fraction(1)),
    Scale.WIN_2_DRAW_1: (Fraction(2), Fraction(1), Fraction(0)),
    Scale.WIN_1_DRAW_HALF: (Fraction(1), Fraction(1, 2), Fraction(0)),
}
"""胜、平、负 (S001-2 knows no draw; the 2 there is ours)."""

FORFEIT_28: Final = (20, 0)
"""比赛中弃权 (S001-7 八、1): the other side's points, and one's own."""

WITHDRAWAL_28: Final = (28, 0)
"""赛前退出 (S001-7 八、1), and a match lost by penalty (八、4)."""


def deal_points(scale: Scale, order: FinishOrder) -> Sides[int]:
    """一副的积分; 0:0 on scales that count no deals."""
    won = DEAL_POINTS.get(scale, {}).get(order.partner_place, 0)
    return Sides(0, 0).put(order.winner, won)


def level_points(scale: Scale, worth: Sides[int]) -> Sides[int]:
    """级差分: middle ± d of the two levels as numbers (`Race.worth`, 过A = 15); ValueError on other scales.

    28分制 is 14 ± d and 26分制 13 ± d, never below 0 nor above the whole.
    """
    if scale not in MIDDLE:
        raise ValueError(f"{scale} does not count levels")
    middle = MIDDLE[scale]
    home = min(2 * middle, max(0, middle + worth.home - worth.away))
    return Sides(home, 2 * middle - home)


def result_points(scale: Scale, winner: Side | None) -> Sides[Fraction]:
    """胜负分 for a winner or, with None, a draw; ValueError on scales that do not count results."""
    if scale not in RESULT_POINTS:
        raise ValueError(f"{scale} does not count results")
    win, draw, loss = RESULT_POINTS[scale]
    return Sides.both(loss).put(winner, win) if winner else Sides.both(draw)


def award_points(scale: Scale, winner: Side, *, before_start: bool) -> Sides[int]:
    """弃权分 on the 28 scale: 20:0 during the match, 28:0 before it; ValueError on scales without such a rule."""
    if scale is not Scale.LEVELS_28:
        raise ValueError(f"{scale} has no points for a forfeit")
    won, lost = WITHDRAWAL_28 if before_start else FORFEIT_28
    return Sides.both(lost).put(winner, won)
