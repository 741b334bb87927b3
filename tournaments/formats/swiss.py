"""瑞士制 (Swiss): nobody goes out; in each round like meets like, and nobody the same opponent twice.

The first round is drawn by lot, a pair beside each other. Whom the others bring together is known when the round before
is over: until then their sides wait for a `Lot`, and `swiss_pairing` fills them.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from tournaments.formats.format import NO_GROUPS, Format, Meeting, Placed
from tournaments.formats.matches import BYE, WITHOUT_PLAY, Lot, PlannedMatch, Position, Slot
from tournaments.formats.swiss_pairing import MOST, Contender
from tournaments.formats.table import NOTHING, Points, standing
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.formats.unplayed import Rest, valued

A_BYE_IS_A_WIN = Points(bye=Fraction(1))


@dataclass(frozen=True, slots=True)
class Swiss(Format):
    """``rounds_played``: 0 as many as it takes until one alone may have won all; ``rest``: as in a movement.
    ``lots_each_round``: lots say who meets in later rounds, too; nobody meets twice if that can be had.
    ``virtual_opponents``: in 对手分 a round that one did not play (轮空, 弃权, 缺席) counts as one against an opponent
    with one's own points, as FIDE's Tie-Break Regulations of March 2026 have it (16.4): no more than the opponent's
    who did not come, otherwise than a draw in every round. Without it, as in events that were drawn before there was
    the choice, a bye counts nothing and a forfeit as played."""

    name = "swiss"
    fewest = 4
    most = MOST
    takes_draws = True
    is_pairs = True
    is_fed = False

    rounds_played: int = 0
    lots_each_round: bool = False
    points: Points = A_BYE_IS_A_WIN
    rest: Rest = Rest.USUAL
    rest_points: int = 0
    virtual_opponents: bool = False
    criteria: tuple[TieBreak, ...] = (TieBreak.POINTS, TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.DIFFERENCE)

    @property
    def draws_rounds(self) -> bool:
        return self.lots_each_round

    def size(self, entries: int) -> int:
        """One more if their number is odd, whose opponent rests (轮空)."""
        return Format.size(self, entries) + entries % 2

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return (*ranking, *[BYE] * (len(ranking) % 2))

    def rounds(self, size: int) -> tuple[int, ...]:
        return (0,) * (self.rounds_played or (size - 1).bit_length())

    def plan(self, size: int) -> tuple[PlannedMatch, ...]:
        matches: list[PlannedMatch] = []
        for round_ in range(1, len(self.rounds(size)) + 1):
            for place in range(1, size // 2 + 1):
                lines = (2 * place - 1, 2 * place)
                home, away = (Position(line) if round_ == 1 else Lot(round_, line) for line in lines)
                matches.append(PlannedMatch(len(matches) + 1, round_, place, home, away))
        return tuple(matches)

    def standing(self, meetings: Sequence[Meeting], decisions: Collection[Decision] = ()) -> tuple[Placed, ...]:
        """积分表 so far."""
        virtual = None
        if self.virtual_opponents:
            entries = {slot for meeting in meetings for slot in (meeting.home, meeting.away) if isinstance(slot, int)}
            virtual = self.points.draw * len(self.rounds(len(entries)))
        counting = valued(meetings, self.rest, self.rest_points)
        return standing(self, counting, self.points, decisions, virtual=virtual)

    def contenders(self, meetings: Sequence[Meeting], branches: Mapping[int, int]) -> tuple[Contender, ...]:
        """Who is to be paired after these meetings: the entries of ``branches``, which says the branch of each, but for
        those who were sent away. Who has met nobody yet came late and stands last, with no points (补报). A match
        without play is no meeting, and to whoever won it as good as a bye."""
        rows = self.standing(meetings)
        scale = lcm(*(row.points.denominator for row in rows))
        met: dict[int, Counter[int]] = {entry: Counter() for entry in branches}
        home, byes, was_home = Counter[int](), Counter[int](), dict[int, bool]()
        for meeting in meetings:
            if meeting.outcome and meeting.outcome.reason in WITHOUT_PLAY:
                byes.update(slot for slot in (meeting.outcome.winner,) if isinstance(slot, int))
            elif isinstance(meeting.home, int) and isinstance(meeting.away, int):
                for one, other in ((meeting.home, meeting.away), (meeting.away, meeting.home)):
                    met.setdefault(one, Counter())[other] += 1
                home[meeting.home] += 1
                was_home |= {meeting.home: True, meeting.away: False}
        late = sorted(branches.keys() - {row.entry for row in rows})
        standing = [*((row.entry, row.points) for row in rows if row.place), *((entry, NOTHING) for entry in late)]
        return tuple(
            Contender(
                entry=entry,
                points=int(points * scale),
                rank=rank,
                branch=branches[entry],
                met=met[entry],
                byes=byes[entry],
                home=home[entry],
                was_home=was_home.get(entry, False),
            )
            for rank, (entry, points) in enumerate(standing, start=1)
            if entry in branches
        )
