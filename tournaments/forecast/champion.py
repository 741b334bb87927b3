"""夺冠机会 (the better side): how often the strongest entry wins, stage after stage through the formats, by chance.

Lots are drawn anew in each run, and the teams' strengths are those of `race`. Who comes next follows from the formats:
`settle` and `handed_on` for what is fed, `standing` where places follow from rounds, `tables` where from points.
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
from tournaments.forecast.tables import Record, across, paired, ranked
from tournaments.formats.format import Meeting
from tournaments.formats.matches import (
    Lot,
    Outcome,
    PlannedMatch,
    Position,
    Reason,
    Slot,
    Source,
    handed_on,
    settle,
)
from tournaments.formats.round_robin import RoundRobin

SEED: Final = 7
WORK: Final = 20_000
"""Matches played by chance for one forecast, spent on so many runs:"""
FEWEST_RUNS, MOST_RUNS = 150, 1000
Z: Final = 2.576
"""Standard deviations within which 99 of 100 cases lie: several formats are compared at once."""

Stood: TypeAlias = tuple[Slot, Slot, Outcome]
"""A match with its two sides."""

Meet: TypeAlias = Callable[[int, int], tuple[bool, int]]
"""Plays a match of two entries: whether the first won, and its levels above the other's."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The share of so many ``runs``, and between which bounds the truth lies in 99 of 100 cases (Wilson's)."""

    share: float
    runs: int

    @property
    def low(self) -> float:
        return self._middle - self._half

    @property
    def high(self) -> float:
        return self._middle + self._half

    @property
    def _middle(self) -> float:
        return (self.share + Z * Z / (2 * self.runs)) / (1 + Z * Z / self.runs)

    @property
    def _half(self) -> float:
        spread = self.share * (1 - self.share) / self.runs + Z * Z / (4 * self.runs**2)
        return Z * sqrt(spread) / (1 + Z * Z / self.runs)


@lru_cache(maxsize=512)
def best_wins(legs: tuple[Leg, ...], rules: RuleSet) -> Chance | None:
    """The share of runs in which the strongest of those who enter wins the event; None where it is too large to
    be played often enough."""
    entries, dice = legs[0].entries, Random(SEED)
    meet = _by_strength(rules, strengths(entries), dice)
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
    records = {slot: Record(lot) for lot, slot in enumerate(positions, start=1) if isinstance(slot, int)}
    bye = 0 if format_.places_final else int(format_.points.bye)  # type: ignore[attr-defined]
    found: dict[int, Stood] = {}
    for matches in leg.planned:
        if isinstance(matches[0].home, Lot):
            pairs = paired(ranked(records, format_.criteria, records), records)
        else:
            pairs = [_pair(match, positions, found) for match in matches]
        for match, (home, away) in zip(matches, pairs, strict=True):
            outcome = settle(home, away)
            if outcome is None:
                outcome = _played(home, away, meet, records)  # type: ignore[arg-type]
            elif isinstance(outcome.winner, int):
                records[outcome.winner].rest(bye)
            found[match.number] = home, away, outcome
    if format_.places_final:
        return [row.entry for row in format_.standing(_meetings(leg, found))]
    if isinstance(format_, RoundRobin) and format_.groups > 1:
        return across(format_, records)
    return ranked(records, format_.criteria, records)


def _pair(match: PlannedMatch, positions: Sequence[Slot], found: Mapping[int, Stood]) -> tuple[Slot, Slot]:
    return _slot(match.home, positions, found), _slot(match.away, positions, found)


def _slot(source: Source, positions: Sequence[Slot], found: Mapping[int, Stood]) -> Slot:
    if isinstance(source, Position):
        return positions[source.number - 1]
    assert not isinstance(source, Lot)
    home, away, outcome = found[source.match]
    return handed_on(source, outcome, (home, away))


def _played(home: int, away: int, meet: Meet, records: Mapping[int, Record]) -> Outcome:
    """What comes of a match, entered in the records."""
    won, difference = meet(home, away)
    records[home].meet(away, won=won, difference=difference)
    records[away].meet(home, won=not won, difference=-difference)
    return Outcome(home, away, Reason.PLAYED) if won else Outcome(away, home, Reason.PLAYED)


def _meetings(leg: Leg, found: Mapping[int, Stood]) -> list[Meeting]:
    entering = leg.format.rounds(leg.size)
    return [
        Meeting(*found[match.number], entering[match.round - 1], match.place_for, round=match.round)
        for matches in leg.planned
        for match in matches
    ]


def _by_strength(rules: RuleSet, strong: Sequence[float], dice: Random) -> Meet:
    known: dict[int, tuple[Played, ...]] = {}

    def meet(home: int, away: int) -> tuple[bool, int]:
        grains = round((strong[home - 1] - strong[away - 1]) / GRAIN)
        far = abs(grains)
        matches = known.get(far)
        if matches is None:
            matches = known[far] = sample(rules, far)
        match = matches[int(dice.random() * len(matches))]
        return (match.home_won, match.margin) if grains >= 0 else (not match.home_won, -match.margin)

    return meet
