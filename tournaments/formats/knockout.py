"""淘汰赛 (knockout): whoever loses is out. The shape of the sheet is `positions`, a knockout as it stands `bracket`."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats import positions
from tournaments.formats.format import NO_GROUPS, Drawing, Format, Meeting, Placed
from tournaments.formats.matches import PlannedMatch, Reason, Slot
from tournaments.formats.tie_breaks import Decision, TieBreak


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """``third_place``: the losers of the semi-finals meet. ``survivors``: it ends when so many are left, a power of two
    (4: 决出四强); 1 is the champion. ``places_to``: each place from the 5th to it is played for (名次赛), 0: none.
    ``consolation``: those who lose in round 1 play a knockout of their own (安慰赛)."""

    name = "knockout"
    drawing = Drawing.BRACKET
    most = positions.MOST
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
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"a knockout takes {self.fewest} to {self.most} entries, not {entries}")
        return positions.sheet_size(entries)

    def rounds(self, size: int) -> tuple[int, ...]:
        entering = (size >> number for number in range(size.bit_length() - 1))
        return tuple(entrants for entrants in entering if entrants > self.survivors)

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        played_out = {"places_to": self.places_to, "consolation": self.consolation}
        return positions.plan(size, third_place=self.third_place, survivors=self.survivors, **played_out)

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return positions.placed(ranking, groups)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """名次 of those who have one. Whoever loses among ``entrants`` shares the rank behind those who go on, unless
        he plays for it: the semi-finals' losers are 3rd, the quarter-finals' 5th; with a third-place match its winner
        is 3rd, its loser 4th. Those who are left at the end share the first.

        Whoever withdraws and would have played for a place has the last of those places. A disqualified entry has none.
        """
        played_for = frozenset(meeting.place_for for meeting in meetings)
        ranks = [rank for meeting in meetings for rank in self._ranked(meeting, played_for)]
        leavers = [leaver for meeting in meetings for leaver in _leavers(meeting, played_for)]
        share = Counter(last for last, _ in leavers)
        ranks += [(last - share[last] + 1, entry) for last, entry in leavers]
        return tuple(Placed(entry, rank, TieBreak.ROUND) for rank, entry in sorted(ranks, key=lambda row: row[0]))

    def _ranked(self, meeting: Meeting, played_for: frozenset[int | None]) -> Iterator[tuple[int, int]]:
        """Rank and entry of those whom this match places: not who goes on to a match for that rank, which is one of
        ``played_for``. Nobody has lost to a bye, nor where nobody advances."""
        outcome = meeting.outcome
        if outcome is None or not isinstance(outcome.winner, int):
            return
        first = meeting.place_for or 1
        second = first + meeting.entrants // 2
        if meeting.entrants == 2 * self.survivors:
            yield first, outcome.winner
        is_out = isinstance(outcome.loser, int) and outcome.reason not in (Reason.BYE, Reason.DISQUALIFICATION)
        if is_out and isinstance(outcome.loser, int) and second not in played_for:
            yield second, outcome.loser


def _leavers(meeting: Meeting, played_for: frozenset[int | None]) -> Iterator[tuple[int, int]]:
    """Who withdrew from the match and would have gone on to another for a place, with the last place of those."""
    outcome, first = meeting.outcome, meeting.place_for or 1
    if outcome is None or outcome.reason is not Reason.WITHDRAWAL or not isinstance(outcome.winner, int):
        return
    if isinstance(outcome.loser, int) and first + meeting.entrants // 2 in played_for:
        yield first + meeting.entrants - 1, outcome.loser
