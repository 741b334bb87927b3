"""个人赛，每轮换搭档 (individuals with changing partners): everybody enters alone, and plays each round with another
partner against other opponents; a table of points follows from what each has won.

Four sit at a table. Whoever is too many rests (轮空): one, two or three in each round, who meet nobody. Who sits where
is known before the first card (`individual_schedule`), or once the round before is over, by lot or by the standing.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats.format import NO_GROUPS, Meeting, Placed
from tournaments.formats.individual_schedule import MOST, Counts, Sitting, balanced, counts
from tournaments.formats.matches import BYE, NOBODY, Lot, Outcome, PlannedMatch, Position, Reason, Slot, Source
from tournaments.formats.remedies import Record, Remedy, kept_remedy
from tournaments.formats.rests import Rest, valued
from tournaments.formats.table import HALF, AllAtOnce, Points, standing
from tournaments.formats.tie_breaks import Decision, TieBreak

A_TABLE = 4
A_REST_IS_THE_MIDDLE = Points(bye=HALF)
USUAL_ROUNDS = 6
MOST_UNBALANCED = 512


class Partners(StrEnum):
    """Who sits with whom: as few repeats as can be (``BALANCED``), by lot in each round, or by the standing, the first
    with the last."""

    BALANCED = "balanced"
    LOT = "lot"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class Individual(AllAtOnce):
    """``rounds_played``: 0 is six, or as many as there are partners; ``rest``: as in a movement, and where no
    points of deals count, what lies between a win and a defeat."""

    name = "individual"
    fewest = A_TABLE
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

    def size(self, entries: int) -> int:
        """As many as there are entries: whoever is too many at four a table rests."""
        AllAtOnce.size(self, entries)  # refuses what it cannot take
        return entries

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return tuple(ranking)

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
                sources = [Position(side) if is_known else Lot(round_, side) for side in sides]
                matches.append(_planned(len(matches) + 1, round_, place, sources))
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

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        """Who sits with whom stays: a result that changes counts from the next pairing on."""
        return kept_remedy(record, number, winner)

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


def _planned(number: int, round_: int, place: int, sources: Sequence[Source]) -> PlannedMatch:
    """Of four who sit at a table, or of one who rests, and nobody."""
    if len(sources) < A_TABLE:
        rests, nobody = sources
        return PlannedMatch(number, round_, place, rests, nobody)
    home, home_partner, away, away_partner = sources
    return PlannedMatch(number, round_, place, home, away, partners=(home_partner, away_partner))


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
