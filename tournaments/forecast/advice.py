"""建议: every format that a clerk may think of for so many teams, with what it would bring, or why it does not fit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final

from guandan_rules import RuleSet
from tournaments.forecast.champion import Chance, best_wins
from tournaments.forecast.legs import Leg
from tournaments.forecast.timetable import ForecastDay, ForecastRound, day_ends, laid_out
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.knockout import Knockout
from tournaments.formats.movement import Movement
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import FIRST_PLAYED_OUT, MOST
from tournaments.formats.swiss import Swiss

USUAL_GROUP: Final = 4
FEWEST_SWISS_ROUNDS: Final = 3
LARGE_FIELD: Final = 24
"""From so many teams on the final of a Swiss has eight places, below it four."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the clerk knows. ``minutes`` a round; ``start`` and ``latest`` of a day in minutes after midnight; everybody
    plays at least ``least`` matches."""

    teams: int
    tables: int
    days: int
    minutes: int
    start: int
    latest: int
    least: int = 1


class Offer(StrEnum):
    """What is offered: formats, alone or one after another."""

    KNOCKOUT = "knockout"
    THIRD_PLACE = "third_place"
    EVERY_PLACE = "every_place"
    DOUBLE_ELIMINATION = "double_elimination"
    GROUPS = "groups"
    SWISS = "swiss"
    SWISS_FINAL = "swiss_final"
    ROUND_ROBIN = "round_robin"
    MOVEMENT = "movement"


class Why(StrEnum):
    """Why one does not fit: it does not take so many teams; not everybody plays often enough; a day gets too long."""

    TEAMS = "teams"
    LEAST = "least"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Misfit:
    """``low`` and ``high``: the teams that it takes; ``least``: the matches that everybody has; ``round`` of ``day``
    is over at ``ends`` only."""

    why: Why
    low: int = 0
    high: int = 0
    least: int = 0
    day: int = 0
    round: int = 0
    ends: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A format with what it brings. ``chance``: how often the strongest team wins, None for what does not fit,
    and where it is not known."""

    kind: Offer
    legs: tuple[Leg, ...]
    rounds: tuple[ForecastRound, ...] = ()
    days: tuple[ForecastDay, ...] = ()
    chance: Chance | None = None
    misfit: Misfit | None = None

    @property
    def least(self) -> int:
        """保底场数: who is not among those that go on plays in the first stage only."""
        return self.legs[0].least

    @property
    def matches(self) -> int:
        """The most that are played."""
        return sum(round_.matches for round_ in self.rounds)

    @property
    def perhaps(self) -> int:
        """Matches among these that are played only if they are needed."""
        return sum(leg.perhaps for leg in self.legs)

    @property
    def at_once(self) -> int:
        """Matches that would be played at once, were there tables for all."""
        return max(round_.matches for round_ in self.rounds)

    @property
    def sittings(self) -> int:
        """批 of its largest round."""
        return max(len(round_.starts) for round_ in self.rounds)

    def rounds_of(self, leg: int) -> tuple[ForecastRound, ...]:
        """Those of a stage, from 0."""
        before = sum(len(earlier.matches) for earlier in self.legs[:leg])
        return self.rounds[before : before + len(self.legs[leg].matches)]


@lru_cache(maxsize=128)
def advise(wish: Wish, rules: RuleSet | None) -> tuple[Proposal, ...]:
    """建议: one proposal of each kind that there is for such a number, those that fit first.

    ``rules`` are those of 掼蛋. None for another game: how its matches go is not known, so each lasts the minutes of a
    round, and who wins the event is not told.
    """
    proposals = [_proposal(kind, legs, wish, rules) for kind, legs in _offered(wish)]
    return tuple(sorted(proposals, key=lambda proposal: proposal.misfit is not None))


def _offered(wish: Wish) -> Iterator[tuple[Offer, tuple[Leg, ...]]]:
    teams, odd = wish.teams, wish.teams % 2
    often = wish.least + odd
    yield Offer.KNOCKOUT, (Leg(Knockout.name, teams),)
    if teams > 3:
        yield Offer.THIRD_PLACE, (Leg(Knockout.name, teams, (("third_place", True),)),)
    if FIRST_PLAYED_OUT <= teams <= MOST:
        every_place = (("third_place", True), ("places_to", teams))
        yield Offer.EVERY_PLACE, (Leg(Knockout.name, teams, every_place),)
    yield Offer.DOUBLE_ELIMINATION, (Leg(DoubleElimination.name, teams),)
    # a power of two, so that the two best of each group fill a knockout, with groups nearest to four teams, in which
    # everybody plays often enough
    smallest = max(3, wish.least + 1)
    counts = [1 << power for power in range(1, MOST.bit_length()) if (teams >> power) >= smallest]
    fitting = [count for count in counts if Leg(RoundRobin.name, teams, (("groups", count),)).takes]
    if fitting:
        groups = min(fitting, key=lambda count: abs(teams / count - USUAL_GROUP))
        yield Offer.GROUPS, (Leg(RoundRobin.name, teams, (("groups", groups),)), Leg(Knockout.name, 2 * groups))
    enough = max(1, (teams + odd - 1).bit_length())
    yield Offer.SWISS, (Leg(Swiss.name, teams, (("rounds_played", max(enough, often)),)),)
    final = 8 if teams >= LARGE_FIELD else 4
    if teams > 2 * final:
        rounds = max(FEWEST_SWISS_ROUNDS, enough - 2, often)
        yield (
            Offer.SWISS_FINAL,
            (Leg(Swiss.name, teams, (("rounds_played", rounds),)), Leg(Knockout.name, final)),
        )
    yield Offer.ROUND_ROBIN, (Leg(RoundRobin.name, teams),)
    yield Offer.MOVEMENT, (Leg(Movement.name, teams, (("halves", max(2, often)),)),)


def _proposal(kind: Offer, legs: tuple[Leg, ...], wish: Wish, rules: RuleSet | None) -> Proposal:
    first = legs[0]
    if not first.takes:
        return Proposal(kind, legs, misfit=Misfit(Why.TEAMS, low=first.format.fewest, high=first.format.most))
    if first.least < wish.least:
        return Proposal(kind, legs, misfit=Misfit(Why.LEAST, least=first.least))
    matches = [of_round for leg in legs for of_round in leg.matches]
    length = rules or wish.minutes
    rounds = laid_out(matches, tables=wish.tables, days=wish.days, start=wish.start, length=length)
    late = next((round_ for round_ in rounds if round_.ends > wish.latest), None)
    if late:
        return Proposal(kind, legs, rounds, misfit=Misfit(Why.LATE, day=late.day, round=late.number, ends=late.ends))
    days = day_ends(rounds, tables=wish.tables, length=length)
    # matches for other places change nothing about the first
    beside = ("third_place", "places_to")
    for_the_title = (replace(leg, settings=tuple(s for s in leg.settings if s[0] not in beside)) for leg in legs)
    return Proposal(kind, legs, rounds, days, best_wins(tuple(for_the_title), rules) if rules else None)
