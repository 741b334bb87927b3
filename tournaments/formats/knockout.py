"""淘汰赛 (knockout): whoever loses is out.

The sheet has 2ⁿ positions (签位): who plays whom is `plan`, the placing that is not drawn `placed`. A knockout as it
stands is `remedies.Bracket`.

逐轮抽签淘汰赛 (`Redraw`) is drawn anew each round: lots say whom the winners meet next. Of an odd number one rests
(轮空); only where fewer than twice the survivors are left do several. When four or three are left their winners meet in
the final: nothing is left to draw.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

from tournaments.formats.format import NO_GROUPS, Drawing, Format, Meeting, Placed
from tournaments.formats.matches import (
    BYE,
    LoserOf,
    Lot,
    PlannedMatch,
    Position,
    Reason,
    Slot,
    Source,
    WinnerOf,
    with_seats,
)
from tournaments.formats.tie_breaks import Decision, TieBreak

FEWEST, MOST = 2, 4096
TURNED = 16
"""Of so many groups it is tried to turn three, too; of more, only to change two."""


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """``third_place``: the losers of the semi-finals meet. ``survivors``: it ends when so many are left, a power of two
    (4: 决出四强); 1 is the champion. ``places_to``: each place from the 5th to it is played for (名次赛), 0: none.
    ``consolation``: those who lose in round 1 play a knockout of their own (安慰赛)."""

    name = "knockout"
    drawing = Drawing.BRACKET
    most = MOST
    is_sheet = True
    places_final = True

    third_place: bool = False
    survivors: int = 1
    places_to: int = 0
    consolation: bool = False

    @property
    def fewest(self) -> int:
        return self.survivors + 1

    def size(self, entries: int) -> int:
        return sheet_size(Format.size(self, entries))

    def rounds(self, size: int) -> tuple[int, ...]:
        entering = (size >> number for number in range(size.bit_length() - 1))
        return tuple(entrants for entrants in entering if entrants > self.survivors)

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return plan(
            size,
            third_place=self.third_place,
            survivors=self.survivors,
            places_to=self.places_to,
            consolation=self.consolation,
        )

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return placed(ranking, groups)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """名次 of those who have one. Whoever loses among ``entrants`` shares the rank behind those who go on, unless
        he plays for it: the semi-finals' losers are 3rd, the quarter-finals' 5th; with a third-place match its winner
        is 3rd, its loser 4th. Those who are left at the end share the first.

        Nobody has lost to a bye, nor where nobody advances. Whoever withdraws and would have played for a place has the
        last of those places. A disqualified entry has none.
        """
        played_for = frozenset(meeting.place_for for meeting in meetings)
        ranks, leavers = list[tuple[int, int]](), list[tuple[int, int]]()
        for meeting in meetings:
            outcome, first = meeting.outcome, meeting.place_for or 1
            if outcome is None or not isinstance(outcome.winner, int):
                continue
            if meeting.entrants == 2 * self.survivors:
                ranks.append((first, outcome.winner))
            if not isinstance(outcome.loser, int) or outcome.reason in (Reason.BYE, Reason.DISQUALIFICATION):
                continue
            second = first + meeting.entrants // 2
            if second not in played_for:
                ranks.append((second, outcome.loser))
            elif outcome.reason is Reason.WITHDRAWAL:
                leavers.append((first + meeting.entrants - 1, outcome.loser))
        share = Counter(last for last, _ in leavers)
        ranks += [(last - share[last] + 1, entry) for last, entry in leavers]
        return tuple(Placed(entry, rank, TieBreak.ROUND) for rank, entry in sorted(ranks, key=lambda row: row[0]))


@dataclass(frozen=True, slots=True)
class Redraw(Format):
    """``third_place``: the losers of the semi-finals meet. ``survivors``: it ends when so many are left."""

    name = "redraw"
    most = MOST
    is_pairs = True
    places_final = True

    third_place: bool = False
    survivors: int = 1

    @property
    def fewest(self) -> int:
        return self.survivors + 1

    @property
    def draws_rounds(self) -> bool:
        return True

    def size(self, entries: int) -> int:
        return 2 * max(self.survivors, -(-Format.size(self, entries) // 2))

    def rounds(self, size: int) -> tuple[int, ...]:
        return tuple(2 * pairs for pairs in _pairs(size, self.survivors))

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return _plan(size, self.survivors, self.third_place)

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        """The first meets the last, and the byes go to the best."""
        size = self.size(len(ranking))
        line: list[Slot] = [*ranking, *[BYE] * (size - len(ranking))]
        return tuple(slot for pair in zip(line[: size // 2], line[: size // 2 - 1 : -1], strict=True) for slot in pair)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """As in a knockout: who loses in one round shares the place behind those who go on."""
        return Knockout(self.third_place, self.survivors).standing(meetings)


def lot_rounds(plan: Sequence[PlannedMatch]) -> frozenset[int]:
    """The rounds, from 1, whose opponents are drawn once the one before is over."""
    return frozenset(match.round for match in plan if isinstance(match.home, Lot))


def _pairs(size: int, survivors: int) -> list[int]:
    """How many matches, byes among them, each round has."""
    pairs = [size // 2]
    while pairs[-1] > survivors:
        pairs.append(max(survivors, -(-pairs[-1] // 2)))
    return pairs


@cache
def _plan(size: int, survivors: int, third_place: bool) -> tuple[PlannedMatch, ...]:
    matches: list[PlannedMatch] = []
    before = 0
    for round_, pairs in enumerate(_pairs(size, survivors), start=1):
        last = len(matches)
        if before == 2:
            semi_finals = (last - 1, last)
            sources: list[Source] = [WinnerOf(number) for number in semi_finals]
            sources += [LoserOf(number) for number in semi_finals] if third_place else []
        else:
            sources = [Position(n) if round_ == 1 else Lot(round_, n) for n in range(1, 2 * pairs + 1)]
        for place, (home, away) in enumerate(zip(sources[::2], sources[1::2], strict=True), start=1):
            place_for = 3 if place > pairs else None
            matches.append(PlannedMatch(len(matches) + 1, round_, place, home, away, place_for=place_for))
        before = pairs
    return with_seats(matches)


def sheet_size(entries: int) -> int:
    """Positions (签位) of the smallest sheet for 2 to 4,096 entries. Raises ValueError for other numbers."""
    if not FEWEST <= entries <= MOST:
        raise ValueError(f"a knockout takes {FEWEST} to {MOST} entries, not {entries}")
    return int(1 << (entries - 1).bit_length())


@cache
def plan(
    entries: int, *, third_place: bool = False, survivors: int = 1, places_to: int = 0, consolation: bool = False
) -> tuple[PlannedMatch, ...]:
    """对阵 of a knockout, by number: in each round its matches, then those that are played for a place, the best first.

    Whoever loses goes on to play for the best place that is left to him, if that is the third and ``third_place`` says
    so, one from the fifth to ``places_to``, or, of the ``consolation``, the best for who loses in round 1. `survivors`,
    a power of two: the rounds end when so many are left; without a champion no place is played for.
    """
    size = sheet_size(entries)

    def is_played(place: int) -> bool:
        if place == size // 2 + 1 and consolation:
            return True
        return third_place if place == 3 else place <= places_to

    matches: list[PlannedMatch] = []
    # who plays on in the round, by the best place that they play for
    playing: dict[int, list[Source]] = {1: [Position(number) for number in range(1, size + 1)]}
    for round_ in range(1, size.bit_length() - survivors.bit_length() + 1):
        going_on: dict[int, list[Source]] = {}
        of_round = 0
        for first, sources in sorted(playing.items()):
            numbers = range(len(matches) + 1, len(matches) + len(sources) // 2 + 1)
            for number, home, away in zip(numbers, sources[::2], sources[1::2], strict=True):
                of_round += 1
                place_for = first if first > 1 else None
                matches.append(PlannedMatch(number, round_, of_round, home, away, place_for=place_for))
            second = first + len(numbers)
            if len(numbers) > 1:
                going_on[first] = [WinnerOf(number) for number in numbers]
                if survivors == 1 and is_played(second):
                    going_on[second] = [LoserOf(number) for number in numbers]
        playing = going_on
    return with_seats(matches)


def seed_order(entries: int) -> tuple[int, ...]:
    """Which rank stands on each position: 1 meets the last, 1 and 2 can meet only in the final, and so on down."""
    ranks = [1]
    while len(ranks) < sheet_size(entries):
        total = 2 * len(ranks) + 1
        ranks = [rank for high in ranks for rank in (high, total - high)]
    return tuple(ranks)


def placed(ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
    """The sheet of entries given best first; the byes go to the best (种子轮空).

    ``groups``: of entries that come from groups (小组). All first ones stand as they are; second ones change places
    among themselves, and so do third ones, …, so that those of one group meet as late as can be (同组分在两个半区), and
    nobody moves farther than that takes. Where only the best of the last ones come (成绩最好的第二名), they have nobody
    to change with, so that first ones change places among themselves, too.
    """
    order = seed_order(len(ranking))
    if groups:
        ranking = _apart(ranking, groups, {rank: line for line, rank in enumerate(order)})
    return tuple(ranking[rank - 1] if rank <= len(ranking) else BYE for rank in order)


def soonest_meeting(positions: Sequence[Slot | None], groups: Mapping[int, int]) -> int:
    """How many entries are left in the earliest round in which two of one group may meet: 2 in the final, …; 0: never.
    ``positions``: the entry of each line of the sheet, anything else for a bye."""
    lines: dict[int, list[int]] = {}
    for line, entry in enumerate(positions):
        if isinstance(entry, int) and entry in groups:
            lines.setdefault(groups[entry], []).append(line)
    soonest = min((_round(*pair) for of in lines.values() for pair in combinations(of, 2)), default=0)
    return (len(positions) >> (soonest - 1)) if soonest else 0


def _round(line: int, other: int) -> int:
    """The round, from 1, in which two lines of a sheet meet; lines count from 0."""
    return (line ^ other).bit_length()


def _tiers(ranking: Sequence[int], groups: Mapping[int, int]) -> Iterable[list[int]]:
    """The indices of all who are first of their groups, of all who are second, …"""
    tiers: dict[int, list[int]] = {}
    of_group: Counter[int] = Counter()
    for index, entry in enumerate(ranking):
        tiers.setdefault(of_group[groups[entry]], []).append(index)
        of_group[groups[entry]] += 1
    return tiers.values()


def _apart(ranking: Sequence[int], groups: Mapping[int, int], lines: Mapping[int, int]) -> list[int]:
    """The ranking with those of equal place in their groups changed about, two or three at a time, as long as that
    helps. ``lines``: of the sheet, from 0, by rank."""
    first, *behind = _tiers(ranking, groups)
    entries = list(ranking)
    natural = {entry: index for index, entry in enumerate(ranking)}

    def cost() -> tuple[list[int], int]:
        """How many pairs of one group meet in each round, the first one first; how far entries were moved."""
        stand: dict[int, list[int]] = {}
        for index, entry in enumerate(entries):
            stand.setdefault(groups[entry], []).append(lines[index + 1])
        rounds = Counter(_round(*pair) for of in stand.values() for pair in combinations(of, 2))
        moved = sum((index - natural[entry]) ** 2 for index, entry in enumerate(entries))
        return [rounds[number] for number in range(1, len(lines).bit_length() + 1)], moved

    least = cost()

    def changed(changes: Sequence[tuple[int, ...]]) -> bool:
        """Has one of these helped? The entries at its indices go on to the next one."""
        nonlocal least
        before = least
        for indices in changes:
            saved = [entries[index] for index in indices]
            for index, entry in zip(indices, (*saved[1:], saved[0]), strict=True):
                entries[index] = entry
            if (tried := cost()) < least:
                least = tried
            else:
                for index, entry in zip(indices, saved, strict=True):
                    entries[index] = entry
        return least < before

    are_all = not behind or len(behind[-1]) == len(first)
    for changing in (behind, [] if are_all else [*behind, first]):
        swaps = [pair for indices in changing for pair in combinations(indices, 2)]
        turns = [three for indices in changing if len(indices) <= TURNED for three in permutations(indices, 3)]
        while changed(swaps) or changed(turns):
            pass
    return entries
