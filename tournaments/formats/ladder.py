"""擂台赛 (ladder): the entries stand in an order, and who stands lower may challenge one a few places above him.

Nothing is planned: matches come by challenges (挑战) until the season ends. Home is who was challenged, away the
challenger. If the challenger wins he takes the other's place, else nothing changes; whoever enters late joins at the
bottom, and the order at the end is the ranking. Who stands first is 擂主.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.format import BracketPart, Drawing, Format, Meeting, Placed, Where
from tournaments.formats.matches import BYE, LEAVES_THE_EVENT, PlannedMatch, Reason, Slot
from tournaments.formats.tie_breaks import Decision, TieBreak

FEWEST, MOST = 2, 256


class Moves(StrEnum):
    """What becomes of the places when a challenger has won: the two change places (互换), or he takes the other's and
    everybody from there on moves one down (依次顺延)."""

    SWAP = "swap"
    INSERT = "insert"


@dataclass(frozen=True, slots=True)
class Ladder(Format):
    """``reach``: how many places above himself one may challenge; ``moves``: what a challenge that is won does to the
    order; ``pause_days``: so many days after a match the same two do not meet again; ``season_days``: how long the
    season is, the day on which it begins being the first."""

    name = "ladder"
    drawing = Drawing.LADDER
    fewest = FEWEST
    most = MOST
    takes_draws = True
    is_fed = False

    reach: int = 3
    moves: Moves = Moves.SWAP
    pause_days: int = 7
    season_days: int = 90

    def rounds(self, size: int) -> tuple[int, ...]:
        """The season."""
        return (0,)

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        return ()

    def section(self, round_: int) -> Where | None:
        return Where(BracketPart.SEASON)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """The order, whose places nobody shares. ``meetings``: first each entry against nobody, from the top as the
        season began, then the matches in the order in which they were decided."""
        order = order_of(meetings, self.moves)
        left = {m.outcome.loser for m in meetings if m.outcome and m.outcome.reason in LEAVES_THE_EVENT}
        won, lost, drawn = Counter[Slot](), Counter[Slot](), Counter[Slot]()
        for meeting in meetings:
            if meeting.outcome is None or BYE in (meeting.home, meeting.away):
                continue
            if meeting.outcome.reason is Reason.DRAWN:
                drawn.update((meeting.home, meeting.away))
            elif meeting.outcome.reason is Reason.BOTH_ABSENT:
                lost.update((meeting.home, meeting.away))
            else:
                won[meeting.outcome.winner] += 1
                lost[meeting.outcome.loser] += 1

        def row(entry: int, place: int, why: TieBreak) -> Placed:
            return Placed(entry, place, why, won=won[entry], lost=lost[entry], drawn=drawn[entry])

        there = [entry for entry in order if entry not in left]
        return (
            *(row(entry, place, TieBreak.CHALLENGES) for place, entry in enumerate(there, start=1)),
            *(row(entry, 0, TieBreak.LEFT) for entry in order if entry in left),
        )


def order_of(meetings: Iterable[Meeting], moves: Moves) -> tuple[int, ...]:
    """Everybody who stood on the ladder, the first one first, with those who have left, as `Ladder.standing` has it."""
    order: list[int] = []
    for meeting in meetings:
        order += [slot for slot in (meeting.home, meeting.away) if isinstance(slot, int) and slot not in order]
        if is_taken(meeting):
            assert isinstance(meeting.home, int)
            assert isinstance(meeting.away, int)
            order = moved(order, meeting.away, meeting.home, moves)
    return tuple(order)


def is_taken(meeting: Meeting) -> bool:
    """Has the challenger won against somebody?"""
    outcome = meeting.outcome
    both = isinstance(meeting.home, int) and isinstance(meeting.away, int)
    return both and outcome is not None and outcome.reason is not Reason.DRAWN and outcome.winner == meeting.away


def moved(order: Sequence[int], challenger: int, challenged: int, moves: Moves) -> list[int]:
    """The order once the challenger has won. Who stands above the other by now, since others have played meanwhile,
    stays there."""
    after, below, above = list(order), order.index(challenger), order.index(challenged)
    if below < above:
        return after
    if moves is Moves.SWAP:
        after[above], after[below] = challenger, challenged
    else:
        after.insert(above, after.pop(below))
    return after
