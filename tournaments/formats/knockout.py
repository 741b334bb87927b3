"""淘汰赛 (knockout): whoever loses is out. The shape of the sheet is `positions`, a knockout as it stands `bracket`."""

from collections.abc import Iterator, Sequence

from tournaments.formats import positions
from tournaments.formats.bracket import Bracket
from tournaments.formats.format import Because, Drawing, Meeting, Placed, Record
from tournaments.formats.matches import PlannedMatch, Reason, Slot
from tournaments.formats.remedies import Remedy, remedies

FINALISTS = 2


class Knockout:
    name = "knockout"
    drawing = Drawing.BRACKET
    fewest, most = positions.FEWEST, positions.MOST
    is_sheet = True
    places_stand = True

    def size(self, entries: int) -> int:
        return positions.sheet_size(entries)

    def rounds(self, size: int) -> tuple[int, ...]:
        return tuple(size >> number for number in range(size.bit_length() - 1))

    def plan(self, size: int, *, third_place: bool = False) -> tuple[PlannedMatch, ...]:
        return positions.plan(size, third_place=third_place)

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        return positions.placed(ranking)

    def standing(self, meetings: Sequence[Meeting]) -> tuple[Placed, ...]:
        """名次 of those who have one. Whoever loses among ``entrants`` shares the rank behind those who go on: the
        semi-finals' losers are 3rd, the quarter-finals' 5th; with a third-place match its winner is 3rd, its loser 4th.

        A disqualified entry has no place.
        """
        has_third = any(meeting.is_third_place for meeting in meetings)
        ranks = [rank for meeting in meetings for rank in _ranked(meeting, has_third=has_third)]
        return tuple(Placed(entry, rank, Because.ROUND) for rank, entry in sorted(ranks, key=lambda found: found[0]))

    def remedies(self, record: Record, number: int, winner: int) -> tuple[Remedy, ...]:
        bracket = Bracket(
            positions=record.positions,
            third_place=record.third_place,
            results=record.results,
            begun=record.begun,
            withdrawn=record.withdrawn,
        )
        return remedies(bracket, number, winner)


def _ranked(meeting: Meeting, *, has_third: bool) -> Iterator[tuple[int, int]]:
    """Rank and entry of those whom this match places. Nobody has lost to a bye, nor where nobody advances."""
    outcome = meeting.outcome
    if outcome is None or not isinstance(outcome.winner, int):
        return
    first, second = (3, 4) if meeting.is_third_place else (1, meeting.entrants // 2 + 1)
    if meeting.entrants == FINALISTS:
        yield first, outcome.winner
    is_out = isinstance(outcome.loser, int) and outcome.reason not in (Reason.BYE, Reason.DISQUALIFICATION)
    if is_out and isinstance(outcome.loser, int) and not (has_third and second == 3):
        yield second, outcome.loser
