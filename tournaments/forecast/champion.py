"""夺冠机会 (the better side): how often the strongest entry wins, stage after stage through the formats, by chance.

Lots are drawn anew in each run, and the teams' strengths are those of `race`. Who comes next follows from the formats:
`settle` and `handed_on` for what is fed, `standing` where places follow from rounds, `ranked` where from a table. The
rounds of a Swiss are paired in a quick way: the real pairing weighs the whole round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from typing import Final, TypeAlias

from guandan_rules import RuleSet
from tournaments.forecast.legs import Leg
from tournaments.forecast.race import GRAIN, Played, sample, strengths
from tournaments.formats.format import Meeting
from tournaments.formats.matches import (
    BYE,
    Lot,
    Outcome,
    Position,
    Reason,
    Slot,
    Source,
    at_position,
    handed_on,
    settle,
)
from tournaments.formats.table import ranked
from tournaments.formats.tie_breaks import Tally

SEED: Final = 7
WORK: Final = 20_000
"""Matches played by chance for one forecast, spent on so many runs:"""
FEWEST_RUNS, MOST_RUNS = 150, 1000
Z: Final = 2.576
"""Standard deviations within which 99 of 100 cases lie: several formats are compared at once."""

Stood: TypeAlias = tuple[Slot, Slot, Outcome]
"""A match with its two sides."""

Meet: TypeAlias = Callable[[int, int], Played]
"""Plays a match of two entries, the first at home."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The share of so many ``runs``, and between which bounds the truth lies in 99 of 100 cases (Wilson's)."""

    share: float
    runs: int

    @property
    def low(self) -> float:
        return self._bound(-1)

    @property
    def high(self) -> float:
        return self._bound(1)

    def _bound(self, sign: int) -> float:
        middle = self.share + Z * Z / (2 * self.runs)
        spread = self.share * (1 - self.share) / self.runs + Z * Z / (4 * self.runs**2)
        return (middle + sign * Z * sqrt(spread)) / (1 + Z * Z / self.runs)


@lru_cache(maxsize=512)
def best_wins(legs: tuple[Leg, ...], rules: RuleSet) -> Chance | None:
    """The share of runs in which the strongest of those who enter wins the event; None where it is too large to
    be played often enough."""
    entries, dice = legs[0].entries, Random(SEED)
    strong, known = strengths(entries), dict[int, tuple[Played, ...]]()

    def meet(home: int, away: int) -> Played:
        grains = round((strong[home - 1] - strong[away - 1]) / GRAIN)
        matches = known.get(grains)
        if matches is None:
            matches = sample(rules, abs(grains))
            known[grains] = matches = matches if grains >= 0 else tuple(match.turned for match in matches)
        return matches[int(dice.random() * len(matches))]

    runs = min(MOST_RUNS, WORK // sum(sum(leg.matches) for leg in legs))
    if runs < FEWEST_RUNS:
        return None
    won = 0
    for _ in range(runs):
        ranking = list(range(1, entries + 1))
        dice.shuffle(ranking)
        for leg in legs:
            ranking = played(leg, ranking[: leg.entries], meet)
        won += ranking[0] == 1
    return Chance(won / runs, runs)


def played(leg: Leg, ranking: Sequence[int], meet: Meet) -> list[int]:
    """The entries of a stage by their places, who came into it in the order of ``ranking``."""
    format_, positions = leg.format, leg.format.placed(ranking)
    tallies = {slot: Tally(slot, lot) for lot, slot in enumerate(positions, start=1) if isinstance(slot, int)}
    bye = 0 if format_.places_final else int(format_.points.bye)  # type: ignore[attr-defined]
    by_number: dict[int, Stood] = {}
    for matches in leg.planned:
        if isinstance(matches[0].home, Lot):
            pairs = paired([entry for entry, *_ in ranked(format_, tallies)], tallies)
        else:
            sides = [(match.home, match.away) for match in matches]
            pairs = [(_slot(home, positions, by_number), _slot(away, positions, by_number)) for home, away in sides]
        for match, (home, away) in zip(matches, pairs, strict=True):
            outcome = settle(home, away)
            if outcome is None:
                assert isinstance(home, int)
                assert isinstance(away, int)
                went = meet(home, away)
                won, lost, (own, other) = int(went.home_won), int(not went.home_won), went.levels
                tallies[home].meet(away, points=won, share=won, difference=went.margin, levels=own)
                tallies[away].meet(home, points=lost, share=lost, difference=-went.margin, levels=other)
                outcome = Outcome(*((home, away) if won else (away, home)), Reason.PLAYED)
            elif isinstance(outcome.winner, int):
                tallies[outcome.winner].rest(bye)
            by_number[match.number] = home, away, outcome
    if format_.places_final:
        entering = format_.rounds(leg.size)
        meetings = [
            Meeting(*by_number[match.number], entering[match.round - 1], match.place_for, round=match.round)
            for matches in leg.planned
            for match in matches
        ]
        return [row.entry for row in format_.standing(meetings)]
    return [entry for entry, *_ in ranked(format_, tallies)]


def paired(ranking: Sequence[int], tallies: Mapping[int, Tally]) -> list[tuple[Slot, Slot]]:
    """From the top, each with the next whom it has not met; of an odd number the lowest who has not rested rests."""
    free = list(ranking)
    rests: list[tuple[Slot, Slot]] = []
    if len(free) % 2:
        resting = next((entry for entry in reversed(free) if not tallies[entry].has_rested), free[-1])
        free.remove(resting)
        rests = [(resting, BYE)]
    tables: list[tuple[Slot, Slot]] = []
    while free:
        one = free.pop(0)
        known = {met.opponent for met in tallies[one].met}
        other = next((entry for entry in free if entry not in known), free[0])
        free.remove(other)
        tables.append((one, other))
    return [*tables, *rests]


def _slot(source: Source, positions: Sequence[Slot], by_number: Mapping[int, Stood]) -> Slot:
    if isinstance(source, Position):
        return at_position(positions, source.number)
    assert not isinstance(source, Lot)
    home, away, outcome = by_number[source.match]
    return handed_on(source, outcome, (home, away))
