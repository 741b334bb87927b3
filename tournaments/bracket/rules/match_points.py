"""积分 of a decided match by the scale of its stage."""

from fractions import Fraction

from guandan_rules import Reason, Side, Sides
from guandan_rules.options import Scale
from guandan_rules.scales import DEAL_POINTS, MIDDLE, award_points, level_points

AWARDED = (Reason.FORFEIT, Reason.WITHDRAWAL, Reason.DISQUALIFICATION, Reason.PENALTY)


def match_points(
    scale: Scale, *, winner: str, reason: str, difference: int, gathered: Sides[int]
) -> tuple[Fraction, Fraction] | None:
    """积分 of a decided match, home's and away's (rules.md §4); None where the result alone counts.

    ``difference``: levels of home above away; ``gathered``: points of the deals, and those that penalties took.
    """
    if scale in DEAL_POINTS:
        return Fraction(gathered.home), Fraction(gathered.away)
    if scale not in MIDDLE:
        return None
    if not winner and reason != Reason.DRAW:
        return Fraction(0), Fraction(0)
    if reason in AWARDED and scale is Scale.LEVELS_28:
        points = award_points(scale, Side(winner), before_start=reason != Reason.FORFEIT)
    else:
        points = level_points(scale, Sides(difference, 0))
    return Fraction(points.home + gathered.home), Fraction(points.away + gathered.away)
