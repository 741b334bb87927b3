"""逐轮抽签淘汰赛 (a knockout drawn anew each round): whoever loses is out, and lots say whom the winners meet next.

Of an odd number one rests (轮空); only where fewer than twice the survivors are left do several. When four or three are
left their winners meet in the final: nothing is left to draw.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.formats.format import NO_GROUPS, Format, Meeting, Placed
from tournaments.formats.knockout import Knockout
from tournaments.formats.matches import BYE, LoserOf, Lot, PlannedMatch, Position, Slot, Source, WinnerOf, with_seats
from tournaments.formats.tie_breaks import Decision


@dataclass(frozen=True, slots=True)
class Redraw(Format):
    """``third_place``: the losers of the semi-finals meet. ``survivors``: it ends when so many are left."""

    name = "redraw"
    most = Knockout.most
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
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"a knockout takes {self.fewest} to {self.most} entries, not {entries}")
        return 2 * max(self.survivors, -(-entries // 2))

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
