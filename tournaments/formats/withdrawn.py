"""中途退赛: what becomes of the results of an entry that leaves a round robin, or is sent away from it.

Where everybody meets everybody, matches against it may be struck (成绩一律取消): they count for nobody, and each of the
others loses one. In a Swiss or a movement its opponents alone would be a round short, so results stay there.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import StrEnum

from tournaments.formats.format import Meeting
from tournaments.formats.matches import LEAVES_THE_EVENT, WITHOUT_PLAY


class Withdrawn(StrEnum):
    """``STAY``: what is left is lost; ``STRUCK``: its matches count for nobody; ``STRUCK_UNDER_HALF``: so they do
    unless it has played half of them or more."""

    STAY = "stay"
    STRUCK = "struck"
    STRUCK_UNDER_HALF = "struck_under_half"


def struck_entries(meetings: Sequence[Meeting], rule: Withdrawn) -> frozenset[int]:
    """Whose matches count for nobody. A match is played if both sat down to it and it was not given away."""
    left, played, planned = set[int](), Counter[int](), Counter[int]()
    if rule is Withdrawn.STAY:
        return frozenset()
    for meeting in meetings:
        outcome, pair = meeting.outcome, [slot for slot in (meeting.home, meeting.away) if isinstance(slot, int)]
        if len(pair) < 2:
            continue
        planned.update(pair)
        if outcome and outcome.reason not in WITHOUT_PLAY:
            played.update(pair)
        if outcome and outcome.reason in LEAVES_THE_EVENT and isinstance(outcome.loser, int):
            left.add(outcome.loser)
    return frozenset(entry for entry in left if rule is Withdrawn.STRUCK or 2 * played[entry] < planned[entry])


def without(meetings: Sequence[Meeting], struck: Collection[int]) -> Sequence[Meeting]:
    """The meetings with those of ``struck`` entries as if they were open."""
    if not struck:
        return meetings
    return [replace(m, outcome=None) if m.home in struck or m.away in struck else m for m in meetings]
