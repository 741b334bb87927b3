"""胜率 (a side's chance to win from where the race stands), exactly, under the rule set of the match.

Assumed: both sides are equally strong, a winner's partner is out second, third or last equally often, and deals take as
long as `race` says. What the rules leave to the referee, to an extra deal or to nobody counts as even.
"""

from dataclasses import replace
from functools import lru_cache
from math import exp
from typing import Final

from guandan_rules import Deal, Measure, OnTime, Race, RuleSet, Side, Sides, Verdict, finish_order, step, verdict
from tournaments.forecast.race import DEAL_MINUTES, ORDERS, REGULARITY

EVEN: Final = 0.5
HORIZON: Final = 40
"""Further deals that are looked at; a race that goes on beyond them counts as even."""
ALL_ORDERS: Final = tuple(Deal(finish_order(order)) for side in Side for order in ORDERS[side])


def chance(rules: RuleSet, race: Race, *, minutes_left: float | None = None) -> float:
    """The chance of home, 0 to 1; ``minutes_left`` until the bell, None where the clock ends nothing."""
    bare = _bare(rules, race, race.raised_at)
    most = HORIZON if rules.deal_limit is None else max(rules.deal_limit - race.deals, 0)
    if minutes_left is None or race.winner:
        return _after(rules, bare, most)
    return sum(share * _after(rules, bare, min(deals, most)) for deals, share in _deals_left(rules, minutes_left))


def _deals_left(rules: RuleSet, minutes: float) -> list[tuple[int, float]]:
    """How many further deals count, with the probability of each: those begun, or those over, before the bell."""
    last = 0 if rules.on_time is OnTime.STOP_NOW else 1
    begun = [1.0, *(_over_within(deals - last, minutes) for deals in range(1, HORIZON + 1)), 0.0]
    return [(deals, begun[deals] - begun[deals + 1]) for deals in range(HORIZON + 1)]


def _over_within(deals: int, minutes: float) -> float:
    """The probability that so many deals together take less: the Erlang distribution."""
    if minutes <= 0:
        return 0.0
    mean = minutes * REGULARITY / DEAL_MINUTES
    term, rest = exp(-mean), 0.0
    for count in range(deals * REGULARITY):
        rest += term
        term *= mean / (count + 1)
    return 1 - rest


@lru_cache(maxsize=200_000)
def _after(rules: RuleSet, race: Race, deals: int) -> float:
    """The chance of home if exactly so many deals are still played, unless one of them ends the race."""
    if race.winner:
        return float(race.winner is Side.HOME)
    if deals == 0:
        found = verdict(rules, race, time_up=True, in_hand=False)
        winner = found.winner if isinstance(found, Verdict) else None
        return EVEN if winner is None else float(winner is Side.HOME)
    return sum(_after(rules, way, deals - 1) for way in _ways(rules, race)) / len(ALL_ORDERS)


@lru_cache(maxsize=20_000)
def _ways(rules: RuleSet, race: Race) -> tuple[Race, ...]:
    return tuple(_moved(rules, race, deal) for deal in ALL_ORDERS)


def _moved(rules: RuleSet, race: Race, deal: Deal) -> Race:
    after, now = step(rules, race, deal), len(Side)
    raised = (now if after.levels[side] != race.levels[side] else race.raised_at[side] for side in Side)
    return _bare(rules, after, Sides(*raised))


def _bare(rules: RuleSet, race: Race, raised_at: Sides[int | None]) -> Race:
    """Without its history: of the moments of the levels only which side was there first."""
    moments = sorted({moment for moment in raised_at if moment is not None})
    ranks: Sides[int | None] = Sides(*(None if moment is None else moments.index(moment) for moment in raised_at))
    points = race.points if rules.measure is Measure.POINTS else Sides(0, 0)
    return replace(race, steps=(), deals=0, raised_at=ranks, points=points)
