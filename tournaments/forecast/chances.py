"""胜率 (a side's chance to win from where the race stands), exactly, under the rule set of the match.

Assumed: both sides are equally strong, a winner's partner is out second, third or last equally often, and deals take as
long as `race` says. What the rules leave to the referee, to an extra deal or to nobody counts as even.
"""

from dataclasses import replace
from functools import lru_cache
from math import exp
from threading import Lock
from typing import Final

from guandan_rules import Deal, Measure, OnTime, Race, RuleSet, Side, Sides, finish_order, start, step
from tournaments.forecast.race import DEAL_MINUTES, ORDERS, REGULARITY, winner_at_the_bell

EVEN: Final = 0.5
HORIZON: Final = 40
"""Further deals that are looked at; a race that goes on beyond them counts as even."""
ALL_ORDERS: Final = tuple(Deal(finish_order(order)) for side in Side for order in ORDERS[side])


def chance(rules: RuleSet, race: Race, *, minutes_left: float | None = None) -> float | None:
    """The chance of home, 0 to 1; ``minutes_left`` until the bell, None where the clock ends nothing. None where points
    are counted: their races have too many states."""
    if rules.measure is Measure.POINTS:
        return None
    after = _chances(rules).of(race)
    most = HORIZON if rules.deal_limit is None else min(max(rules.deal_limit - race.deals, 0), HORIZON)
    if minutes_left is None or race.winner:
        return after[most]
    return sum(share * after[min(deals, most)] for deals, share in _deals_left(rules, minutes_left))


def _deals_left(rules: RuleSet, minutes: float) -> list[tuple[int, float]]:
    """How many further deals count, with the probability of each: those begun, or those over, before the bell.

    That 0 to `HORIZON` deals together take less than the minutes is the Erlang distribution.
    """
    if minutes <= 0:
        return [(0, 1.0)]
    mean = minutes * REGULARITY / DEAL_MINUTES
    term, rest, over = exp(-mean), 0.0, [1.0]
    for count in range(1, HORIZON * REGULARITY + 1):
        rest += term
        term *= mean / count
        if count % REGULARITY == 0:
            over.append(1 - rest)
    begun = over if rules.on_time is OnTime.STOP_NOW else [1.0, *over]
    shares = [*begun[: HORIZON + 1], 0.0]
    return [(deals, shares[deals] - shares[deals + 1]) for deals in range(HORIZON + 1)]


class _Chances:
    """The states of the race, each with the states after the six deals that there are (``ways``), and home's chance
    in each if exactly so many deals are still played, unless one of them ends the race (``table``, by deals)."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.numbers: dict[Race, int] = {}
        self.races: list[Race] = []
        self.ways: list[tuple[int, ...]] = []
        self.table: list[list[float]] = []
        self._growing = Lock()
        self.of(start(rules))

    def of(self, race: Race) -> list[float]:
        """Home's chance with 0 to `HORIZON` deals to play. A penalty may have led to states that no deal leads to."""
        bare = _bare(race, race.raised_at)
        with self._growing:
            if bare not in self.numbers:
                self._grow(bare)
            number = self.numbers[bare]
            return [chances[number] for chances in self.table]

    def _grow(self, bare: Race) -> None:
        self._number(bare)
        while len(self.ways) < len(self.races):
            at = self.races[len(self.ways)]
            on = ALL_ORDERS if at.winner is None else ()
            self.ways.append(tuple(self._number(self._after(at, deal)) for deal in on))
        winners = [winner_at_the_bell(self.rules, race) for race in self.races]
        self.table = [[EVEN if winner is None else float(winner is Side.HOME) for winner in winners]]
        for _ in range(HORIZON):
            before = self.table[-1]
            after = [
                sum([before[state] for state in on]) / len(ALL_ORDERS) if on else decided
                for on, decided in zip(self.ways, before, strict=True)
            ]
            self.table.append(after)

    def _after(self, race: Race, deal: Deal) -> Race:
        after, now = step(self.rules, race, deal), len(Side)
        raised = (now if after.levels[side] != race.levels[side] else race.raised_at[side] for side in Side)
        return _bare(after, Sides(*raised))

    def _number(self, bare: Race) -> int:
        if bare not in self.numbers:
            self.numbers[bare] = len(self.races)
            self.races.append(bare)
        return self.numbers[bare]


@lru_cache(maxsize=16)
def _chances(rules: RuleSet) -> _Chances:
    return _Chances(rules)


def _bare(race: Race, raised_at: Sides[int | None]) -> Race:
    """Without its history: of the moments of the levels only which side was there first."""
    moments = sorted({moment for moment in raised_at if moment is not None})
    ranks: Sides[int | None] = Sides(*(None if moment is None else moments.index(moment) for moment in raised_at))
    return replace(race, steps=(), deals=0, raised_at=ranks, points=Sides(0, 0))
