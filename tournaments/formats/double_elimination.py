"""双败淘汰赛 (double elimination): whoever loses twice is out.

Winners (胜者组) play a knockout; who loses there goes on among the losers (败者组), whose rounds take turns: those who
come down meet those who are left, then those who are left meet each other. Those who come down cross over
(`CROSSING`), so that two who have met do not meet again soon. The winners' champion stands at home in the final; if he
loses it, that is his first loss, and a second final decides.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from tournaments.formats.format import NO_GROUPS, BracketPart, Format, Meeting, Placed, Where
from tournaments.formats.knockout import placed, sheet_size
from tournaments.formats.matches import (
    LEAVES_THE_EVENT,
    LoserOf,
    PlannedMatch,
    Position,
    Reason,
    SecondChance,
    Slot,
    Source,
    WinnerOf,
    with_seats,
)
from tournaments.formats.tie_breaks import Decision, TieBreak

LIVES = 2
CROSSING = {
    3: ("1",),
    4: ("1", ""),
    5: ("01", "1", ""),
    6: ("1", "11", "01", "1"),
    7: ("01", "1", "11", "", "1"),
    8: ("01", "011", "1", "11", "", "1"),
    9: ("001", "01", "011", "1", "11", "", "1"),
    10: ("1", "101", "11", "111", "001", "01", "1", ""),
}
"""Where those who lose among the winners come down, for 2ⁿ positions, by n: of each round from the second to the last
but one what changes place, 1 in front the halves, then the quarters of each half, then the eighths of each quarter.

Two who have met in rounds j < k come together again in the losers' round 2k-2 if all that changes in k changes in j as
well, else 2(n-c)-3, where only the first c agree. These are the crossings whose earliest such round is the latest, and
among them those with the fewest such meetings: for 8 positions the 3rd round of the losers, for 16 the 4th, then the
5th, 7th, 8th, 9th, 11th and 13th."""
Key: TypeAlias = tuple[str, int, int]
_round = attrgetter("round")


@dataclass(frozen=True, slots=True)
class DoubleElimination(Format):
    """``finals``: 2, with the second one if it is needed; 1, which decides alone; 0, the champion of the winners is
    first, that of the losers second."""

    name = "double_elimination"
    fewest = 3
    most = 1024
    is_sheet = True
    places_final = True
    has_parts = True

    finals: int = 2

    def size(self, entries: int) -> int:
        return sheet_size(entries)

    def rounds(self, size: int) -> tuple[int, ...]:
        return (0,) * plan(size, self.finals)[-1].round

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return plan(size, self.finals)

    def where(self, size: int) -> tuple[Where, ...]:
        return tuple(Where(BracketPart(part), round_) for _, (part, round_, _) in keys(size, self.finals))

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return placed(ranking, groups)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """名次 of those who are out, by the round of their second loss, which those share who go out in the same one,
        and of those who are left when all is played: the champion has lost least. A place is told when its round is
        over; a disqualified entry has none."""
        if not meetings:
            return ()
        losses, banned = Counter[int](), set[int]()
        alive = {slot for meeting in meetings for slot in (meeting.home, meeting.away) if isinstance(slot, int)}
        rows: list[Placed] = []
        for _, of_round in groupby(sorted(meetings, key=_round), key=_round):
            for meeting in of_round:
                outcome = meeting.outcome
                if outcome is None:
                    return tuple(reversed(rows))
                # where nobody came both are out
                is_last = outcome.reason in LEAVES_THE_EVENT or not isinstance(outcome.winner, int)
                beaten = {meeting.home, meeting.away} - {outcome.winner} if outcome.reason is not Reason.BYE else set()
                for entry in (slot for slot in beaten if isinstance(slot, int)):
                    losses[entry] += LIVES if is_last else 1
                    banned |= {entry} if outcome.reason is Reason.DISQUALIFICATION else set()
            out = {entry for entry in alive if losses[entry] >= LIVES}
            alive -= out
            rows += [Placed(entry, len(alive) + 1, TieBreak.ROUND) for entry in sorted(out - banned)]
        last = max(meetings, key=_round).outcome
        still = sorted(alive, key=lambda entry: (losses[entry], last is None or last.winner != entry), reverse=True)
        rows += [Placed(entry, len(still) - place, TieBreak.ROUND) for place, entry in enumerate(still)]
        return tuple(reversed(rows))


@cache
def plan(size: int, finals: int) -> tuple[PlannedMatch, ...]:
    """对阵 by number: winners before losers in each round; the final and the second one come last."""
    depth, in_order = size.bit_length() - 1, keys(size, finals)
    numbers = {key: number for number, (_, key) in enumerate(in_order, start=1)}
    places = Counter[int]()
    matches = []
    for round_, key in in_order:
        places[round_] += 1
        home, away = _sides(key, depth, numbers)
        matches.append(PlannedMatch(numbers[key], round_, places[round_], home, away))
    return with_seats(matches)


def keys(size: int, finals: int) -> list[tuple[int, Key]]:
    """By number, from 1: the round, and what the match is there: winners, losers or final; round of these; place."""
    parts = [[("winners", 1, size >> 1)]]  # of each round, with the number of its matches
    for level in range(2, size.bit_length()):
        count = size >> level
        parts += [[("winners", level, count), ("losers", 2 * level - 3, count)], [("losers", 2 * level - 2, count)]]
    parts += [[("final", number, 1)] for number in range(1, finals + 1)]
    return [
        (round_, (part, round_of_part, place))
        for round_, of_round in enumerate(parts, start=1)
        for part, round_of_part, count in of_round
        for place in range(1, count + 1)
    ]


def _sides(key: Key, depth: int, numbers: dict[Key, int]) -> tuple[Source, Source]:
    part, round_, place = key
    if part == "final":
        if round_ > 1:
            first = numbers["final", 1, 1]
            return SecondChance(first), WinnerOf(first)
        champion, last = numbers["winners", depth, 1], numbers.get(("losers", 2 * depth - 2, 1))
        return WinnerOf(champion), WinnerOf(last) if last else LoserOf(champion)
    if key[:2] == ("winners", 1):
        return Position(2 * place - 1), Position(2 * place)
    if key[:2] == ("losers", 1):
        return LoserOf(numbers["winners", 1, 2 * place - 1]), LoserOf(numbers["winners", 1, 2 * place])
    if part == "winners" or round_ % 2:
        return WinnerOf(numbers[part, round_ - 1, 2 * place - 1]), WinnerOf(numbers[part, round_ - 1, 2 * place])
    level = round_ // 2 + 1
    changes = CROSSING[depth][level - 2] if 1 < level < depth else ""
    crossed = (place - 1 ^ int(changes or "0", 2) << (depth - level - len(changes))) + 1
    return LoserOf(numbers["winners", level, crossed]), WinnerOf(numbers["losers", round_ - 1, place])
