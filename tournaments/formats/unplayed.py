"""未赛场次 (matches that were not played): what they are worth to whoever was there, and what becomes of the results of
who has left.

轮空与缺席: a match that was never played brings no deals, and so a whole half would be lost to a bye or to an opponent
who did not come. The office chooses what it is worth (`Rest`). Whoever did play some deals before the opponent left
keeps them, if they are more.

中途退赛: where everybody meets everybody, matches against an entry that leaves, or is sent away, may be struck
(`Withdrawn`, 成绩一律取消): they count for nobody, and each of the others loses one. In a Swiss or a movement its
opponents alone would be a round short, so results stay there.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction

from tournaments.formats.format import Meeting
from tournaments.formats.matches import LEAVES_THE_EVENT, WITHOUT_PLAY, Reason

ABSENT = frozenset({Reason.BYE, Reason.FORFEIT, Reason.WALKOVER, *LEAVES_THE_EVENT})


class Rest(StrEnum):
    """``USUAL``: what the format gives by itself; ``OWN``: the average of one's own other rounds; ``FIELD``: that of
    all who played in the round; ``FIXED``: a number."""

    USUAL = "usual"
    OWN = "own"
    FIELD = "field"
    FIXED = "fixed"


class Withdrawn(StrEnum):
    """``STAY``: what is left is lost; ``STRUCK``: its matches count for nobody; ``STRUCK_UNDER_HALF``: so they do
    unless it has played half of them or more."""

    STAY = "stay"
    STRUCK = "struck"
    STRUCK_UNDER_HALF = "struck_under_half"


def valued(meetings: Sequence[Meeting], rest: Rest, fixed: int = 0) -> Sequence[Meeting]:
    """The meetings with the points of whoever had no opponent; unchanged where no scale counts points.

    The average of one's own is that of the field in that round while one has played nothing. Averages are exact, and
    those of rounds that are not over change with them.
    """
    if rest is Rest.USUAL or not any(meeting.points for meeting in meetings):
        return meetings
    own: dict[int, list[Fraction]] = defaultdict(list)
    field: dict[int, list[Fraction]] = defaultdict(list)
    for meeting in meetings:
        if meeting.points and meeting.outcome and meeting.outcome.reason not in WITHOUT_PLAY:
            for slot, points in zip((meeting.home, meeting.away), meeting.points, strict=True):
                field[meeting.round].append(points)
                if isinstance(slot, int):
                    own[slot].append(points)

    def worth(entry: int, round_: int) -> Fraction:
        if rest is Rest.FIXED:
            return Fraction(fixed)
        scores = own[entry] if rest is Rest.OWN and own[entry] else field[round_]
        return sum(scores, Fraction(0)) / len(scores) if scores else Fraction(0)

    def valued_one(meeting: Meeting) -> Meeting:
        outcome = meeting.outcome
        if outcome is None or outcome.reason not in ABSENT or not isinstance(outcome.winner, int):
            return meeting
        home, away = meeting.points or (Fraction(0), Fraction(0))
        given = worth(outcome.winner, meeting.round)
        is_home = outcome.winner == meeting.home
        return replace(meeting, points=(max(home, given), away) if is_home else (home, max(away, given)))

    return [valued_one(meeting) for meeting in meetings]
