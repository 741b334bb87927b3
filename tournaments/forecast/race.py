"""一场的时长和胜负 (a match as it may go): the level race of the rules, played by chance.

Assumed, and said on the page: a deal takes six minutes on average, shuffling and tribute with it (S001-5 plans ten an
hour), nearly always between three and ten; the better side wins a deal with the odds of the difference in strength, and
its partner is out second, third or last equally often. The rest is the rule set: what a deal raises, how A is passed,
what the bell ends, who wins at equal levels.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from random import Random
from statistics import NormalDist
from threading import Lock
from typing import Final

from guandan_rules import Deal, OnTime, Race, RuleSet, Side, Sides, Verdict, finish_order, start, step, verdict

DEAL_MINUTES: Final = 6.0
REGULARITY: Final = 9
"""Shape of the gamma distribution of a deal's length: a standard deviation of a third of the mean."""
SPREAD: Final = 0.25
"""Standard deviation of the teams' strengths, in the logarithm of the odds of a deal: of two teams that far apart the
better one wins 56 deals of 100."""
GRAIN: Final = 0.1
"""Differences of strength are told apart so finely."""
SAMPLE, EVEN = 400, 1200
"""Matches played by chance for each difference, and evenly matched ones for their lengths."""

ORDERS: Final = {Side.HOME: ("NS", "NWSE", "NWES"), Side.AWAY: ("WE", "WNES", "WNSE")}
"""How a deal ends: the winning side, and its partner second, third or last."""
NEVER: Final[Sides[int | None]] = Sides(None, None)


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
    return tuple(sorted(match.minutes for match in sample(rules, 0, EVEN)))


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
        self.races = [_bare(start(rules))]
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
        race = _bare(step(self.rules, self.races[state], Deal(finish_order(order))))
        if race not in self._numbers:
            self._numbers[race] = len(self.races)
            self.races.append(race)
            self.ways.append(None)
        return self._numbers[race]


@lru_cache(maxsize=16)
def _ladder(rules: RuleSet) -> _Ladder:
    return _Ladder(rules)


def winner_at_the_bell(rules: RuleSet, race: Race) -> Side | None:
    """胜方 if nothing more is played; None where the rules leave it to the referee, to an extra deal or to nobody."""
    if race.winner:
        return race.winner
    outcome = verdict(rules, race, time_up=True, in_hand=False)
    return outcome.winner if isinstance(outcome, Verdict) else None


def _bare(race: Race) -> Race:
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
