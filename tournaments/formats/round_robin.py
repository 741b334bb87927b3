"""单循环赛 (round robin) of 3 to 6 entries: everybody meets everybody once, by the circle method.

The last position stays where it is, the others move round it; with an odd number it is empty, and whoever would meet
it rests (轮空) for that round.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby

from tournaments.formats.format import Because, Drawing, Meeting, Placed, Record
from tournaments.formats.matches import (
    BYE,
    LEAVES_THE_EVENT,
    Outcome,
    PlannedMatch,
    Position,
    Reason,
    Slot,
)
from tournaments.formats.remedies import Change, Fate, Kind, Remedy

FEWEST, MOST = 3, 6


class RoundRobin:
    name = "round_robin"
    drawing = Drawing.TABLE
    fewest, most = FEWEST, MOST
    is_sheet = False
    places_stand = False

    def size(self, entries: int) -> int:
        if not FEWEST <= entries <= MOST:
            raise ValueError(f"a round robin takes {FEWEST} to {MOST} entries, not {entries}")
        return entries + entries % 2

    def rounds(self, size: int) -> tuple[int, ...]:
        return (0,) * (size - 1)

    def plan(self, size: int, *, third_place: bool = False) -> tuple[PlannedMatch, ...]:
        return circle(size)

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        return (*ranking, *[BYE] * (self.size(len(ranking)) - len(ranking)))

    def standing(self, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
        """积分表: by matches won, then the difference of levels over all matches, then the matches among those who are
        still equal, then the lot, which is the position drawn. Whoever left the event stands last and has no place."""
        return _standing(meetings)

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        """Nothing is built upon a match within the stage: it can be taken back, unless only the record is wrong."""
        old = record.results[number]
        if winner != old.winner or not isinstance(old.loser, int):
            return ()
        pair = (old.winner, old.loser)
        change = Change(number, Fate.SIGNED, True, pair, pair, old, Outcome(winner, old.loser, Reason.PLAYED))
        return (Remedy(Kind.KEEP, (change,), None),)


@cache
def circle(size: int) -> tuple[PlannedMatch, ...]:
    """对阵 of an even number of positions by number, size-1 rounds; sides change, so that nobody is always home."""
    matches: list[PlannedMatch] = []
    for round_ in range(1, size):
        turned = [(place + round_ - 1) % (size - 1) + 1 for place in range(size - 1)]
        pairs = [(turned[0], size), *zip(turned[1 : size // 2], reversed(turned[size // 2 :]), strict=True)]
        for place, (one, other) in enumerate(pairs, start=1):
            home, away = (other, one) if place == 1 and round_ % 2 == 0 else (one, other)
            number = len(matches) + 1
            matches.append(PlannedMatch(number, round_, place, Position(home), Position(away)))
    return tuple(matches)


def _standing(meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
    positions = {
        slot: position
        for meeting in meetings
        for slot, position in zip((meeting.home, meeting.away), meeting.positions, strict=True)
        if isinstance(slot, int)
    }
    played = [m for m in meetings if m.outcome and m.outcome.reason is not Reason.BYE]
    left = {m.outcome.loser for m in played if m.outcome and m.outcome.reason in LEAVES_THE_EVENT}
    won, total, difference = _wins(played), _totals(played), _differences(played)
    staying = [entry for entry in positions if entry not in left]
    rows: list[Placed] = []
    for entry, because in _ordered(staying, played, won, difference, positions):
        rows.append(Placed(entry, len(rows) + 1, because, won[entry], total[entry] - won[entry], difference[entry]))
    gone = sorted((entry for entry in positions if entry in left), key=positions.__getitem__)
    return (*rows, *(Placed(e, 0, Because.LEFT, won[e], total[e] - won[e], difference[e]) for e in gone))


def _ordered(
    entries: Iterable[int],
    played: Sequence[Meeting],
    won: Counter[int],
    difference: Counter[int],
    positions: dict[int, int],
) -> Iterable[tuple[int, Because]]:
    """Best first, each with the first measure that tells it from everybody else."""
    for equal in _split(entries, won.__getitem__):
        if len(equal) == 1:
            yield equal[0], Because.WINS
            continue
        for still in _split(equal, difference.__getitem__):
            if len(still) == 1:
                yield still[0], Because.DIFFERENCE
                continue
            among = _wins([m for m in played if m.home in still and m.away in still])
            for last in _split(still, among.__getitem__):
                because = Because.MUTUAL if len(last) == 1 else Because.LOT
                yield from ((entry, because) for entry in sorted(last, key=positions.__getitem__))


def _split(entries: Iterable[int], measure: Callable[[int], int]) -> list[list[int]]:
    """Those of equal measure together, the highest first."""
    ranked = sorted(entries, key=measure, reverse=True)
    return [list(equal) for _, equal in groupby(ranked, key=measure)]


def _wins(played: Iterable[Meeting]) -> Counter[int]:
    return Counter(m.outcome.winner for m in played if m.outcome and isinstance(m.outcome.winner, int))


def _totals(played: Iterable[Meeting]) -> Counter[int]:
    return Counter(slot for m in played for slot in (m.home, m.away) if isinstance(slot, int))


def _differences(played: Iterable[Meeting]) -> Counter[int]:
    found: defaultdict[int, int] = defaultdict(int)
    for m in played:
        for slot, sign in ((m.home, 1), (m.away, -1)):
            if isinstance(slot, int):
                found[slot] += sign * m.difference
    return Counter(found)
