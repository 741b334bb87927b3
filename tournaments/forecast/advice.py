"""建议: every format that a clerk may think of for so many teams, with what it would bring, or why it does not fit; and
where none fits, what would have to change."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, groupby
from typing import Any, Final

from guandan_rules import RuleSet
from tournaments.forecast.champion import Chance, best_wins
from tournaments.forecast.legs import Leg
from tournaments.forecast.plan import (
    ForecastDay,
    ForecastRound,
    Session,
    day_ends,
    days_needed,
    laid_out,
    sessions_of,
)
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.individual import A_TABLE, USUAL_ROUNDS, Individual
from tournaments.formats.knockout import Knockout
from tournaments.formats.movement import Movement
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import FIRST_PLAYED_OUT, MOST
from tournaments.formats.swiss import Swiss

USUAL_GROUP: Final = 4
FEWEST_SWISS_ROUNDS: Final = 3
LARGE_FIELD: Final = 24
"""From so many teams on the final has eight places where there is time for it, below it four."""
MOST_DAYS: Final = 60
CHANGES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Wish:
    """What the clerk knows. ``minutes`` a round; ``start`` and ``latest`` of a day in minutes after midnight, and its
    ``breaks``; everybody plays at least ``least`` matches. ``final``: how many teams play a final knockout; 0: as the
    format has it. ``people``: who would enter alone, 0 where they come as teams."""

    teams: int
    tables: int
    days: int
    minutes: int
    start: int
    latest: int
    least: int = 1
    breaks: tuple[Session, ...] = ()
    final: int = 0
    people: int = 0

    @property
    def sessions(self) -> tuple[Session, ...]:
        return sessions_of(self.start, self.breaks, self.latest)


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
    MOVEMENT_FINAL = "movement_final"
    INDIVIDUAL = "individual"


class Why(StrEnum):
    """Why one does not fit: it does not take so many teams; it ends without the final that is wanted; not everybody
    plays often enough; a day gets too long."""

    TEAMS = "teams"
    FINAL = "final"
    LEAST = "least"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Misfit:
    """``low`` and ``high``: the teams that it takes; ``least``: the matches that everybody has; ``round`` of ``day``
    is over at ``ends`` only, and so it needs so many ``days`` (0: a single round is too long for a day)."""

    why: Why
    low: int = 0
    high: int = 0
    least: int = 0
    day: int = 0
    round: int = 0
    ends: int = 0
    days: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A format with what it brings. ``chance``: how often the strongest team wins, None for what does not fit,
    and where it is not known. Of what does not fit, ``rounds`` are those of an event that is played all the same; there
    are none where it cannot be."""

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

    @property
    def rests(self) -> bool:
        """轮休: does somebody who is not out sit out a round of the first stage, as one of an odd number does?"""
        first = self.legs[0]
        return not first.format.is_sheet and 2 * sum(first.matches) < first.entries * len(first.matches)

    def rounds_of(self, leg: int) -> tuple[ForecastRound, ...]:
        """Those of a stage, from 0."""
        before = sum(len(earlier.matches) for earlier in self.legs[:leg])
        return self.rounds[before : before + len(self.legs[leg].matches)]


@dataclass(frozen=True, slots=True)
class Change:
    """A wish that differs from the one that was asked, so that ``kinds`` fit."""

    wish: Wish
    kinds: tuple[Offer, ...]


@lru_cache(maxsize=128)
def advise(wish: Wish, rules: RuleSet | None) -> tuple[Proposal, ...]:
    """建议: one proposal of each kind that there is for such a number, those that fit first.

    ``rules`` are those of 掼蛋, with any minutes. None for another game: how its matches go is not known, so each lasts
    the minutes of a round, and who wins the event is not told.
    """
    of_kinds = groupby(_offered(wish.teams, wish.least, wish.final, wish.people), key=lambda offered: offered[0])
    proposals = []
    for _, offered in of_kinds:
        tried = [_proposal(kind, legs, wish, rules) for kind, legs in offered]
        proposal = next((proposal for proposal in tried if not proposal.misfit), tried[0])
        # where partners change nobody is strong by himself
        if rules and not proposal.misfit and not proposal.legs[0].format.changes_partners:
            # matches for other places change nothing about the first
            beside = ("third_place", "places_to")
            for_the_title = tuple(
                replace(leg, settings=tuple(s for s in leg.settings if s[0] not in beside)) for leg in proposal.legs
            )
            proposal = replace(proposal, chance=best_wins(for_the_title, replace(rules, minutes=wish.minutes)))
        proposals.append(proposal)
    return tuple(sorted(proposals, key=lambda proposal: proposal.misfit is not None))


_Step = tuple[dict[str, Any], float]
"""What would be changed about a wish, and how much that is."""


@lru_cache(maxsize=128)
def changes(wish: Wish, rules: RuleSet | None) -> tuple[Change, ...]:
    """What to change where nothing fits, the smallest change first: one thing, or two where one is not enough."""
    # of each thing that may change, the changes, the smallest first
    tables = [({"tables": n}, (n - wish.tables) / wish.tables) for n in range(wish.tables + 1, wish.teams // 2 + 1)]
    minutes = [({"minutes": n}, (wish.minutes - n) / wish.minutes) for n in range(wish.minutes - 5, 19, -5)]
    evening = range(wish.latest + 15, min(wish.latest + 240, 22 * 60) + 1, 15)
    latest = [({"latest": n}, (n - wish.latest) / 240) for n in evening]
    days = [({"days": wish.days + n}, float(n)) for n in range(1, 4)]
    least = [({"least": wish.least - n}, n / 2) for n in range(1, wish.least)]
    final = [({"final": n}, (wish.final - n) / wish.final) for n in (12, 8, 6, 4) if n < wish.final]
    steps: list[list[_Step]] = [each for each in (tables, minutes, latest, days, least, final) if each]
    costs = {changed: cost for each in steps for changed, cost in _smallest(wish, [each], rules)}
    if len(costs) < 2:
        costs |= {changed: cost for pair in combinations(steps, 2) for changed, cost in _smallest(wish, pair, rules)}
    nearest = sorted(costs, key=lambda changed: costs[changed])[:CHANGES_SHOWN]
    return tuple(Change(changed, _fitting(changed, rules)) for changed in nearest)


def _smallest(wish: Wish, steps: Sequence[list[_Step]], rules: RuleSet | None) -> Iterator[tuple[Wish, float]]:
    """The smallest change of one thing that makes something fit; of two, with each of some changes of the other."""
    *others, last = steps
    for other, cost in others[0][:: max(1, len(others[0]) // 4)] if others else [({}, 0.0)]:
        so_far = replace(wish, **other)
        at = bisect_left(last, True, key=lambda step: bool(_fitting(replace(so_far, **step[0]), rules)))
        if at < len(last):
            yield replace(so_far, **last[at][0]), cost + last[at][1]
            if others:
                return


@lru_cache(maxsize=2048)
def _fitting(wish: Wish, rules: RuleSet | None) -> tuple[Offer, ...]:
    offered = _offered(wish.teams, wish.least, wish.final, wish.people)
    return tuple(dict.fromkeys(kind for kind, legs in offered if not _why_not(legs, wish, rules)))


@lru_cache(maxsize=64)
def _offered(teams: int, least: int, final: int, people: int) -> tuple[tuple[Offer, tuple[Leg, ...]], ...]:
    """What is tried, several of a kind one after the other, the one that is preferred first."""
    odd = teams % 2
    often = least + odd
    offered: list[tuple[Offer, tuple[Leg, ...]]] = [(Offer.KNOCKOUT, (Leg(Knockout.name, teams),))]
    if teams > 3:
        offered.append((Offer.THIRD_PLACE, (Leg(Knockout.name, teams, (("third_place", True),)),)))
    if FIRST_PLAYED_OUT <= teams <= MOST:
        every_place = (("third_place", True), ("places_to", teams))
        offered.append((Offer.EVERY_PLACE, (Leg(Knockout.name, teams, every_place),)))
    offered.append((Offer.DOUBLE_ELIMINATION, (Leg(DoubleElimination.name, teams),)))
    for groups, best in _groupings(teams, least, final):
        first = Leg(RoundRobin.name, teams, (("groups", groups),))
        offered.append((Offer.GROUPS, (first, Leg(Knockout.name, best))))
    enough = max(1, (teams + odd - 1).bit_length())
    offered.append((Offer.SWISS, (Leg(Swiss.name, teams, (("rounds_played", max(enough, often)),)),)))
    usual = (8, 4) if teams >= LARGE_FIELD else (4,)
    finals = [final] if teams > final > 0 else [places for places in usual if not final and teams > 2 * places]
    for places in finals:
        rounds = max(FEWEST_SWISS_ROUNDS, enough - 2, often)
        first = Leg(Swiss.name, teams, (("rounds_played", rounds),))
        offered.append((Offer.SWISS_FINAL, (first, Leg(Knockout.name, places))))
    offered.append((Offer.ROUND_ROBIN, (Leg(RoundRobin.name, teams),)))
    halves = Leg(Movement.name, teams, (("halves", max(2, often)),))
    offered.append((Offer.MOVEMENT, (halves,)))
    offered += [(Offer.MOVEMENT_FINAL, (halves, Leg(Knockout.name, places))) for places in finals if final]
    if people:
        alone = ("rounds_played", max(USUAL_ROUNDS, least + bool(people % A_TABLE)))
        offered.append((Offer.INDIVIDUAL, (Leg(Individual.name, people, (alone,)),)))
    return tuple(offered)


def _groupings(teams: int, least: int, final: int) -> list[tuple[int, int]]:
    """How many groups, in which everybody plays often enough, and how many go on: the best two of each, or the best of
    each where only so many play the final. Of those that there are the one with groups nearest to four teams; without a
    final that was asked for, of powers of two, so that the best fill it."""
    smallest = max(3, least + 1)
    powers = [1 << power for power in range(1, MOST.bit_length())]
    counts = {final, final // 2 if final % 2 == 0 else final} if final else set(powers)
    large = [count for count in sorted(counts) if count > 1 and teams // count >= smallest]
    takes = [count for count in large if Leg(RoundRobin.name, teams, (("groups", count),)).takes]
    nearest = sorted(takes, key=lambda count: abs(teams / count - USUAL_GROUP))[:1]
    return [(count, final or 2 * count) for count in nearest]


def _why_not(legs: tuple[Leg, ...], wish: Wish, rules: RuleSet | None) -> Why | None:
    first, last = legs[0], legs[-1]
    if not first.takes:
        return Why.TEAMS
    if wish.final and last.name in (Swiss.name, RoundRobin.name, Movement.name, Individual.name):
        return Why.FINAL
    if first.least < wish.least:
        return Why.LEAST
    return None if 0 < _days_needed(legs, wish, rules) <= wish.days else Why.LATE


def _proposal(kind: Offer, legs: tuple[Leg, ...], wish: Wish, rules: RuleSet | None) -> Proposal:
    """Without its chance."""
    first, why = legs[0], _why_not(legs, wish, rules)
    if why is Why.TEAMS:
        return Proposal(kind, legs, misfit=Misfit(why, low=first.format.fewest, high=first.format.most))
    needed, length = _days_needed(legs, wish, rules), _length(wish, rules)
    misfit = Misfit(why, least=first.least) if why else None
    if why is Why.LATE:
        late = next(round_ for round_ in _rounds(legs, wish, length, wish.days) if round_.ends > wish.latest)
        misfit = Misfit(why, day=late.day, round=late.number, ends=late.ends, days=needed)
    if not needed or needed > MOST_DAYS:
        return Proposal(kind, legs, misfit=misfit)
    rounds = _rounds(legs, wish, length, max(needed, wish.days))
    return Proposal(kind, legs, rounds, day_ends(rounds, tables=wish.tables, length=length), misfit=misfit)


def _length(wish: Wish, rules: RuleSet | None) -> RuleSet | int:
    return replace(rules, minutes=wish.minutes) if rules else wish.minutes


def _matches(legs: Sequence[Leg]) -> list[int]:
    return [of_round for leg in legs for of_round in leg.matches]


def _days_needed(legs: Sequence[Leg], wish: Wish, rules: RuleSet | None) -> int:
    return days_needed(_matches(legs), tables=wish.tables, sessions=wish.sessions, length=_length(wish, rules))


def _rounds(legs: Sequence[Leg], wish: Wish, length: RuleSet | int, days: int) -> tuple[ForecastRound, ...]:
    return laid_out(_matches(legs), tables=wish.tables, days=days, sessions=wish.sessions, length=length)
