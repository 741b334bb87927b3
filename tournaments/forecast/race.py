"""一场的时长和胜负 (a match as it may go): the level race of the rules, played by chance; and 胜率 (a side's chance
to win from where the race stands), exactly, under the rule set of the match.

Assumed of a match that is played by chance, and said on the page: a deal takes six minutes on average, shuffling and
tribute with it (S001-5 plans ten an hour), nearly always between three and ten; the better side wins a deal with
the odds of the difference in strength, and its partner is out second, third or last equally often. The rest is the rule
set: what a deal raises, how A is passed, what the bell ends, who wins at equal levels.

Assumed of a chance: both sides are equally strong, a winner's partner is out second, third or last equally often, and
deals take as long as above. What the rules leave to the referee, to an extra deal or to nobody counts as even.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from random import Random
from statistics import NormalDist
from threading import Lock
from typing import Final

from guandan_rules import (
    Deal,
    Measure,
    OnTime,
    Race,
    RuleSet,
    Side,
    Sides,
    Verdict,
    finish_order,
    start,
    step,
    verdict,
)

DEAL_MINUTES: Final = 6.0
REGULARITY: Final = 9
"""Shape of the gamma distribution of a deal's length: a standard deviation of a third of the mean."""
SPREAD: Final = 0.25
"""Standard deviation of the teams' strengths, in the logarithm of the odds of a deal: of two teams that far apart the
better one wins 56 deals of 100."""
GRAIN: Final = 0.1
"""Differences of strength are told apart so finely."""
SAMPLE, EVEN_SAMPLE = 400, 1200
"""Matches played by chance for each difference, and evenly matched ones for their lengths."""

ORDERS: Final = {Side.HOME: ("NS", "NWSE", "NWES"), Side.AWAY: ("WE", "WNES", "WNSE")}
"""How a deal ends: the winning side, and its partner second, third or last."""
NEVER: Final[Sides[int | None]] = Sides(None, None)
EVEN: Final = 0.5
HORIZON: Final = 40
"""Further deals that are looked at; a race that goes on beyond them counts as even."""
ALL_ORDERS: Final = tuple(Deal(finish_order(order)) for side in Side for order in ORDERS[side])


@dataclass(frozen=True, slots=True)
class Played:
    """A match as it went: minutes from the start to its result, whether home won, its levels above away's (one more for
    A passed), and the levels that home and away reached."""

    minutes: float
    home_won: bool
    margin: int
    levels: tuple[int, int]

    @property
    def turned(self) -> "Played":
        """The same with home for away."""
        return Played(self.minutes, not self.home_won, -self.margin, self.levels[::-1])


def strengths(teams: int) -> tuple[float, ...]:
    """实力 of so many teams, the best first, as even as a normal distribution has them."""
    normal = NormalDist(0, SPREAD)
    return tuple(normal.inv_cdf(1 - (place + 0.5) / teams) for place in range(teams))


@lru_cache(maxsize=256)
def sample(rules: RuleSet, grains: int, count: int = SAMPLE) -> tuple[Played, ...]:
    """Matches of a home side that is so many `GRAIN`s stronger; the same ones each time."""
    dice = Random(f"{rules.minutes} {grains}")
    win = 1 / (1 + exp(-grains * GRAIN))
    ladder = _ladder(replace(rules, minutes=None))
    return tuple(_played(rules, ladder, win, dice) for _ in range(count))


@lru_cache(maxsize=64)
def lengths(rules: RuleSet) -> tuple[float, ...]:
    """时长 in minutes of evenly matched sides, which play longest, the shortest first."""
    return tuple(sorted(match.minutes for match in sample(rules, 0, EVEN_SAMPLE)))


def longest(rules: RuleSet, tables: int, share: float) -> float:
    """Minutes in which, with that probability, so many matches that start together are all over.

    The longest of many is below a length as often as each of them is, all at once.
    """
    known = lengths(rules)
    return known[min(int(len(known) * share ** (1 / tables)), len(known) - 1)]


class _Ladder:
    """The states of the race, each with the states after the six deals that there are, worked out when first met."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.races = [_without_history(start(rules))]
        self.ways: list[tuple[int, ...] | None] = [None]
        self._numbers = {self.races[0]: 0}
        self._growing = Lock()

    def after(self, state: int, way: int) -> int:
        """The state after a deal; ways 0 to 2 are won by home, 3 to 5 by away."""
        ways = self.ways[state]
        if ways is None:
            with self._growing:
                ways = tuple(self._number(state, order) for side in Side for order in ORDERS[side])
                self.ways[state] = ways
        return ways[way]

    def _number(self, state: int, order: str) -> int:
        race = _without_history(step(self.rules, self.races[state], Deal(finish_order(order))))
        if race not in self._numbers:
            self._numbers[race] = len(self.races)
            self.races.append(race)
            self.ways.append(None)
        return self._numbers[race]


_ladder = lru_cache(maxsize=16)(_Ladder)


def winner_at_the_bell(rules: RuleSet, race: Race) -> Side | None:
    """胜方 if nothing more is played; None where the rules leave it to the referee, to an extra deal or to nobody."""
    if race.winner:
        return race.winner
    outcome = verdict(rules, race, time_up=True, in_hand=False)
    return outcome.winner if isinstance(outcome, Verdict) else None


def _without_history(race: Race) -> Race:
    """Without its history: equal for all ways that lead to the same state."""
    return replace(race, steps=(), raised_at=NEVER, deals=0)


def _played(rules: RuleSet, ladder: _Ladder, win: float, dice: Random) -> Played:
    limit = rules.minutes or float("inf")
    minutes, state, deals = 0.0, 0, 0
    raised: dict[Side, int | None] = dict.fromkeys(Side)
    while True:
        race = ladder.races[state]
        is_full = rules.deal_limit is not None and deals >= rules.deal_limit
        if race.winner or minutes >= limit or is_full:
            break
        length = dice.gammavariate(REGULARITY, DEAL_MINUTES / REGULARITY)
        if minutes + length > limit and rules.on_time is OnTime.STOP_NOW:
            minutes = limit
            continue
        minutes, deals = minutes + length, deals + 1
        state = ladder.after(state, (0 if dice.random() < win else 3) + dice.randrange(3))
        for side in Side:
            if ladder.races[state].levels[side] != race.levels[side]:
                raised[side] = deals
    # by the rules; by lot where they leave it to the referee, to an extra deal or to nobody
    race = replace(race, raised_at=Sides(*raised.values()), deals=deals)
    winner = winner_at_the_bell(rules, race) or dice.choice(list(Side))
    home, away = Side
    levels = race.levels[home], race.levels[away]
    return Played(minutes, winner is home, race.worth(home) - race.worth(away), levels)


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
            ways = []
            for deal in ALL_ORDERS if at.winner is None else ():
                after, now = step(self.rules, at, deal), len(Side)
                raised = (now if after.levels[side] != at.levels[side] else at.raised_at[side] for side in Side)
                ways.append(self._number(_bare(after, Sides(*raised))))
            self.ways.append(tuple(ways))
        winners = [winner_at_the_bell(self.rules, race) for race in self.races]
        self.table = [[EVEN if winner is None else float(winner is Side.HOME) for winner in winners]]
        for _ in range(HORIZON):
            before = self.table[-1]
            chances = [
                sum([before[state] for state in on]) / len(ALL_ORDERS) if on else decided
                for on, decided in zip(self.ways, before, strict=True)
            ]
            self.table.append(chances)

    def _number(self, bare: Race) -> int:
        if bare not in self.numbers:
            self.numbers[bare] = len(self.races)
            self.races.append(bare)
        return self.numbers[bare]


_chances = lru_cache(maxsize=16)(_Chances)


def _bare(race: Race, raised_at: Sides[int | None]) -> Race:
    """Without its history: of the moments of the levels only which side was there first."""
    moments = sorted({moment for moment in raised_at if moment is not None})
    ranks: Sides[int | None] = Sides(*(None if moment is None else moments.index(moment) for moment in raised_at))
    return replace(race, steps=(), deals=0, raised_at=ranks, points=Sides(0, 0))
