"""What the formats share in whose every round everybody stands: the positions are the entries, one more if their number
is odd, whose opponent rests (轮空)."""

from collections.abc import Sequence
from typing import ClassVar

from tournaments.formats.format import Drawing, Where
from tournaments.formats.matches import BYE, Slot


class AllAtOnce:
    """瑞士制, 移位赛: nobody goes out, and a table of points follows from the rounds."""

    __slots__ = ()

    name: ClassVar[str]
    fewest: ClassVar[int]
    most: ClassVar[int]
    drawing: ClassVar[Drawing] = Drawing.ROUNDS
    is_sheet: ClassVar[bool] = False
    places_final: ClassVar[bool] = False
    takes_draws: ClassVar[bool] = True
    has_parts: ClassVar[bool] = False
    groups: ClassVar[int] = 1

    def size(self, entries: int) -> int:
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"{self.name} takes {self.fewest} to {self.most} entries, not {entries}")
        return entries + entries % 2

    def where(self, size: int) -> tuple[Where, ...]:
        return ()

    def placed(self, ranking: Sequence[int]) -> tuple[Slot, ...]:
        return (*ranking, *[BYE] * (len(ranking) % 2))
