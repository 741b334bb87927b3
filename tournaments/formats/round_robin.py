"""循环赛 (round robin): everybody of a group meets everybody of it once, by Berger's tables; one group, or several. In
two legs (双循环, 主客场) they all meet again with home and away changed.

Positions are dealt to the groups one after the other: of three groups the first has positions 1, 4, 7, …, so that byes,
which stand last, never fall into one group. With an odd number the last position of a group is empty, and whoever would
meet it rests (轮空) for that round.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from tournaments.formats.format import NO_GROUPS, Drawing, Format, Meeting, Placed
from tournaments.formats.matches import BYE, LEAVES_THE_EVENT, WITHOUT_PLAY, PlannedMatch, Position, Slot
from tournaments.formats.table import USUAL, Points, standing
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.formats.unplayed import Rest, Withdrawn, valued

FEWEST, LARGEST = 3, 24
Rounds: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By round the pairs of positions, home first."""


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """``groups`` of 3 to 24 entries; ``legs``: how often each meets each other; ``rounds_played``: no more than so many
    rounds (0: all), opponents as the lots have it; ``rest``: as in a movement; ``withdrawn``: what becomes of the
    results of who leaves, `STAY` as in events that were drawn before there was the choice; ``criteria`` tell apart who
    has the same ``points``."""

    name = "round_robin"
    drawing = Drawing.TABLE
    takes_draws = True
    is_fed = False

    groups: int = 1
    legs: int = 1
    rounds_played: int = 0
    points: Points = USUAL
    rest: Rest = Rest.USUAL
    rest_points: int = 0
    withdrawn: Withdrawn = Withdrawn.STAY
    criteria: tuple[TieBreak, ...] = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.DIFFERENCE)

    @property
    def has_sides(self) -> bool:
        return self.legs > 1

    @property
    def fewest(self) -> int:
        return FEWEST * self.groups

    @property
    def most(self) -> int:
        return LARGEST * self.groups

    def size(self, entries: int) -> int:
        largest = -(-Format.size(self, entries) // self.groups)
        return (largest + largest % 2) * self.groups

    def rounds(self, size: int) -> tuple[int, ...]:
        every = (size // self.groups - 1) * self.legs
        return (0,) * min(self.rounds_played or every, every)

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return _plan(size, self.groups, self.legs, len(self.rounds(size)))

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        """Best first through the groups and back, so that each has its share of the better ones (蛇形)."""
        size = self.size(len(ranking))
        rows = [ranking[start : start + self.groups] for start in range(0, len(ranking), self.groups)]
        turned = [row if number % 2 == 0 else row[::-1] for number, row in enumerate(rows) if len(row) == self.groups]
        rest = rows[-1] if len(rows[-1]) < self.groups else ()
        return (*(entry for row in turned for entry in row), *rest, *[BYE] * (size - len(ranking)))

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """积分表 of the group, or of all groups: first everybody who leads one, then all second ones, …"""
        struck = self.struck(meetings)
        left_open = [replace(m, outcome=None) if {m.home, m.away} & struck else m for m in meetings]
        counting = valued(left_open, self.rest, self.rest_points)
        return standing(self, counting, self.points, decisions, struck=struck)

    @property
    def may_strike(self) -> bool:
        return self.withdrawn is not Withdrawn.STAY

    def struck(self, meetings: Sequence[Meeting]) -> frozenset[int]:
        """A match is played if both sat down to it and it was not given away."""
        if self.withdrawn is Withdrawn.STAY:
            return frozenset()
        left, played, planned = set[int](), Counter[int](), Counter[int]()
        for meeting in meetings:
            outcome, pair = meeting.outcome, [slot for slot in (meeting.home, meeting.away) if isinstance(slot, int)]
            if len(pair) < 2:
                continue
            planned.update(pair)
            if outcome and outcome.reason not in WITHOUT_PLAY:
                played.update(pair)
            if outcome and outcome.reason in LEAVES_THE_EVENT and isinstance(outcome.loser, int):
                left.add(outcome.loser)
        is_all = self.withdrawn is Withdrawn.STRUCK
        return frozenset(entry for entry in left if is_all or 2 * played[entry] < planned[entry])


@cache
def berger(size: int) -> Rounds:
    """贝格尔编排 of an even number of positions: by round the pairs, home first, as FIDE's handbook prints them (C.05,
    annex 1). Nobody is on one side more than twice running."""
    rounds = []
    for number in range(1, size):
        # the last position meets 1, half the positions on, 2, half the positions on, …, each round on its other side;
        # those who stand round its opponent meet each other
        opponent = (number + 1 if number % 2 else number + size) // 2
        of_last = (opponent, size) if number % 2 else (size, opponent)
        turned = [(opponent + place - 1) % (size - 1) + 1 for place in range(size - 1)]
        rounds.append((of_last, *zip(turned[1 : size // 2], turned[: size // 2 - 1 : -1], strict=True)))
    return tuple(rounds)


@cache
def _plan(size: int, groups: int, legs: int, rounds: int) -> tuple[PlannedMatch, ...]:
    """By round, in a round group by group.

    双循环: the last two rounds of the first leg change places, as the handbook advises, so that nobody is on one side
    three times running where the legs meet.
    """
    matches: list[PlannedMatch] = []
    table = berger(size // groups)
    if legs > 1:
        second_leg = tuple(tuple((away, home) for home, away in pairs) for pairs in table)
        table = (*table[:-2], table[-1], table[-2], *second_leg)
    for round_, pairs in enumerate(table[:rounds], start=1):
        for place, (group, home, away) in enumerate(((g, *pair) for g in range(groups) for pair in pairs), start=1):
            first, second = (Position((local - 1) * groups + group + 1) for local in (home, away))
            matches.append(PlannedMatch(len(matches) + 1, round_, place, first, second))
    return tuple(matches)
