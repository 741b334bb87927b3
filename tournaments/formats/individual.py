"""个人赛，每轮换搭档 (individuals with changing partners): everybody enters alone, and plays each round with another
partner against other opponents; a table of points follows from what each has won.

Four sit at a table. Whoever is too many rests (轮空): one, two or three in each round, who meet nobody. Who sits where
is known before the first card (`balanced`), or once the round before is over, by lot or by the standing.

`individual_schedules.txt` beside this module has one balanced schedule for each number of entries. In none of them do
two people sit together twice, and in however few of its rounds they meet as opponents as seldom as could be had: they
are known designs (whist tournaments) where there are any, and were computed once for all others
(docs/decisions/0069-changing-partners.md). What a schedule comes to is counted here, not believed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import cycle, islice, product
from pathlib import Path
from typing import Final, TypeAlias

from tournaments.formats.format import Format, Meeting, Placed
from tournaments.formats.matches import BYE, NOBODY, Lot, Outcome, PlannedMatch, Position, Reason, Slot, Source
from tournaments.formats.table import HALF, Points, standing
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.formats.unplayed import Rest, valued

A_TABLE: Final = 4
MOST: Final = 64
"""Balanced schedules are for so many entries, from `A_TABLE` on."""
A_REST_IS_THE_MIDDLE = Points(bye=HALF)
USUAL_ROUNDS = 6
MOST_UNBALANCED = 512

Four: TypeAlias = tuple[int, int, int, int]
"""Home, home's partner, away, away's partner."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where in a round, as positions from 1; each of them sits at one table or rests (轮空)."""

    tables: tuple[Four, ...]
    rests: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often, at most, two of the schedule sit together (``partners``) and meet (``opponents``), and the fewest and
    most ``rests`` of one of them."""

    partners: int
    opponents: int
    rests: tuple[int, int]


class Partners(StrEnum):
    """Who sits with whom: as few repeats as can be (``BALANCED``), by lot in each round, or by the standing, the first
    with the last."""

    BALANCED = "balanced"
    LOT = "lot"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Individual(Format):
    """``rounds_played``: 0 is six, or as many as there are partners; ``rest``: as in a movement, and where no
    points of deals count, what lies between a win and a defeat."""

    name = "individual"
    fewest = A_TABLE
    takes_draws = True
    is_fed = False
    changes_partners = True

    rounds_played: int = 0
    partners: Partners = Partners.BALANCED
    points: Points = A_REST_IS_THE_MIDDLE
    rest: Rest = Rest.FIELD
    rest_points: int = 0
    criteria: tuple[TieBreak, ...] = (TieBreak.POINTS, TieBreak.WINS, TieBreak.DIFFERENCE)

    @property
    def most(self) -> int:
        """As many as there are balanced schedules for; otherwise there is no bound but that of the office's lists."""
        return MOST if self.partners is Partners.BALANCED else MOST_UNBALANCED

    @property
    def draws_rounds(self) -> bool:
        return self.partners is Partners.LOT

    def rounds(self, size: int) -> tuple[int, ...]:
        return (0,) * (self.rounds_played or min(USUAL_ROUNDS, size - 1))

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        """In each round its tables, then a match against nobody for each who rests."""
        schedule = self.schedule(size)
        matches: list[PlannedMatch] = []
        for round_, sitting in enumerate(schedule, start=1):
            # behind the last position nobody stands
            rests = [(rest, size + 1) for rest in sitting.rests]
            is_known = round_ == 1 or self.partners is Partners.BALANCED
            for place, sides in enumerate([*sitting.tables, *rests], start=1):
                sources: list[Source] = [Position(side) if is_known else Lot(round_, side) for side in sides]
                is_table = len(sources) == A_TABLE
                home, away = sources[0], sources[2 if is_table else 1]
                partners = (sources[1], sources[3]) if is_table else None
                matches.append(PlannedMatch(len(matches) + 1, round_, place, home, away, partners=partners))
        return tuple(matches)

    def schedule(self, size: int) -> tuple[Sitting, ...]:
        """By positions; of rounds by lot or by the standing only how many sit and rest is true."""
        rounds = len(self.rounds(size))
        if self.partners is Partners.BALANCED:
            return balanced(size, rounds)
        first = range(1, size // A_TABLE * A_TABLE + 1)
        tables = tuple((n, n + 1, n + 2, n + 3) for n in first[::A_TABLE])
        return (Sitting(tables, tuple(range(first.stop, size + 1))),) * rounds

    def counts(self, size: int) -> Counts | None:
        """How often two sit together, meet and rest at most, so far as it is known beforehand."""
        return counts(self.schedule(size), size) if self.partners is Partners.BALANCED else None

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """积分表 of what each has won, whoever the partners were."""
        own = tuple(each for meeting in meetings for each in of_each_pair(meeting, disqualified(meetings)))
        return standing(self, valued(own, self.rest, self.rest_points), self.points, decisions)

    def next_sitting(self, ranking: Sequence[int], rested: Mapping[int, int]) -> Sitting:
        """The next round of these entries, who come best first, or as lots were drawn. Whoever is too many rests: who
        has ``rested`` least, from the bottom. By the standing the first sits with the last, the second with the one
        before, and these two pairs meet; by lot the four of a table follow each other."""
        too_many = len(ranking) % A_TABLE
        from_below = sorted(enumerate(ranking), key=lambda ranked: (rested.get(ranked[1], 0), -ranked[0]))
        rests = {entry for _, entry in from_below[:too_many]}
        playing = [entry for entry in ranking if entry not in rests]
        half = len(playing) // 2
        by_lot = playing[::2], playing[1::2]
        by_standing = playing[:half], playing[half:][::-1]
        pairs = list(zip(*(by_lot if self.partners is Partners.LOT else by_standing), strict=True))
        tables = tuple((*home, *away) for home, away in zip(pairs[::2], pairs[1::2], strict=True))
        return Sitting(tables, tuple(entry for entry in ranking if entry in rests))


def disqualified(meetings: Iterable[Meeting]) -> frozenset[int]:
    """Both partners of a side that was sent away."""
    out = set[Slot]()
    for meeting in meetings:
        outcome = meeting.outcome
        if outcome and meeting.partners and outcome.reason is Reason.DISQUALIFICATION and outcome.loser != NOBODY:
            out |= {outcome.loser, meeting.partners[outcome.loser == meeting.away]}
    return frozenset(slot for slot in out if isinstance(slot, int))


def of_each_pair(meeting: Meeting, out: Collection[int] = ()) -> Iterator[Meeting]:
    """The meeting as each of the four counts it: home's against away's, and their partners' against each other. One
    that was not played since somebody of it has left, or was sent ``out`` elsewhere, is a rest of all the others."""
    if meeting.partners is None:
        yield meeting
        return
    four = (meeting.home, meeting.away, *meeting.partners)
    outcome = meeting.outcome
    gone = {*four} & {*meeting.left, *out}
    if gone and outcome and outcome.winner is NOBODY:
        for slot, position in zip(four, (*meeting.positions, *meeting.partner_positions), strict=True):
            has_left = slot in gone
            alone = Outcome(NOBODY, slot, Reason.WITHDRAWAL) if has_left else Outcome(slot, BYE, Reason.BYE)
            against = NOBODY if has_left else BYE
            yield Meeting(slot, against, alone, positions=(position, 0), round=meeting.round)
        return
    yield replace(meeting, partners=None)
    beside = dict(zip((meeting.home, meeting.away), meeting.partners, strict=True))
    theirs = outcome and replace(
        outcome,
        winner=beside.get(outcome.winner, outcome.winner),
        loser=beside.get(outcome.loser, outcome.loser),
    )
    yield replace(
        meeting,
        home=meeting.partners[0],
        away=meeting.partners[1],
        outcome=theirs,
        positions=meeting.partner_positions,
        partners=None,
    )


def rests_of(meetings: Iterable[Meeting]) -> Counter[int]:
    """How often each of them rested."""
    rested = Counter[int]()
    for meeting in (each for one in meetings for each in of_each_pair(one)):
        if meeting.outcome and meeting.outcome.reason is Reason.BYE and isinstance(meeting.outcome.winner, int):
            rested[meeting.outcome.winner] += 1
    return rested


def balanced(entries: int, rounds: int) -> tuple[Sitting, ...]:
    """So many rounds for that many entries. After twelve of them, with up to 17 entries after as many as there are
    partners, it begins again. KeyError outside `A_TABLE` to `MOST`."""
    return tuple(islice(cycle(_schedules()[entries]), rounds))


def counts(schedule: Iterable[Sitting], entries: int) -> Counts:
    """What that schedule comes to for positions 1 to ``entries``."""
    together, against = Counter[frozenset[int]](), Counter[frozenset[int]]()
    rests = Counter(dict.fromkeys(range(1, entries + 1), 0))
    for sitting in schedule:
        rests.update(sitting.rests)
        for home, home_partner, away, away_partner in sitting.tables:
            pairs = (home, home_partner), (away, away_partner)
            together.update(frozenset(pair) for pair in pairs)
            against.update(frozenset(both) for both in product(*pairs))
    most_together, most_against = (max(of.values(), default=0) for of in (together, against))
    return Counts(most_together, most_against, (min(rests.values()), max(rests.values())))


@cache
def _schedules() -> dict[int, tuple[Sitting, ...]]:
    """A line of the file is a round: the number of entries, a colon, and the positions, table by table."""
    schedules: dict[int, tuple[Sitting, ...]] = {}
    for line in Path(__file__).with_name("individual_schedules.txt").read_text("ascii").splitlines():
        entries, _, positions = line.partition(":")
        size, seated = int(entries), [int(position) for position in positions.split()]
        tables = tuple(zip(*[iter(seated)] * A_TABLE, strict=True))
        rests = tuple(sorted({*range(1, size + 1)} - {*seated}))
        schedules[size] = (*schedules.get(size, ()), Sitting(tables, rests))
    return schedules
