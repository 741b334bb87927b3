"""名次曲线: where the first of a season's table stood after each event, as lines to be drawn.

A lane is a rank, a hundred high; the drawing is stretched to its place, so it holds lines and no words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.series.queries import Season, SeasonLine

LANES = 12
"""The first so many of the table are drawn, and whoever is followed."""
WIDTH, HIGH = 1000, 100


@dataclass(frozen=True)
class Way:
    """One competitor's line: its corners for a polyline, and its dots for a path of its own."""

    line: SeasonLine
    corners: str
    dots: str
    is_mine: bool


@dataclass(frozen=True)
class Curve:
    """``lanes`` ranks, and one more ``beyond`` for all that is worse. ``cut``: the height of the line under the last
    who goes into the final, 0 where it lies outside."""

    ways: tuple[Way, ...]
    lanes: int
    beyond: bool
    columns: tuple[int, ...]
    cut: int

    @property
    def height(self) -> int:
        return HIGH * (self.lanes + self.beyond)

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def named(self) -> tuple[Way, ...]:
        """The ways that end in a lane of their own, in the order of the table."""
        return self.ways[: self.lanes]

    @property
    def drawn(self) -> list[Way]:
        """All ways, those that are followed over the others."""
        return sorted(self.ways, key=lambda way: way.is_mine)

    @property
    def ranks(self) -> range:
        return range(1, self.lanes + 1)


def curve(season: Season, mine: int) -> Curve | None:
    """The curve of a season; None before two events count."""
    events = len(season.counting)
    if events < 2:
        return None
    columns = tuple(WIDTH * (2 * number + 1) // (2 * events) for number in range(events))
    lanes = min(LANES, len(season.lines))
    shown = [(row, line) for row, line in enumerate(season.lines) if row < lanes or mine in line.branches]
    ways = tuple(_way(row, line, columns, lanes, mine) for row, line in shown)
    beyond = any(rank and rank > lanes for _, line in shown for rank in line.ranks)
    finalists = season.series.finalists
    return Curve(ways, lanes, beyond, columns, HIGH * finalists if finalists < lanes else 0)


def _way(row: int, line: SeasonLine, columns: Sequence[int], lanes: int, mine: int) -> Way:
    """It ends in the lane of its row, so that those who share a rank stand side by side there."""
    ranks = [*line.ranks[:-1], row + 1]
    spots = [
        (x, HIGH * (2 * min(rank, lanes + 1) - 1) // 2)
        for x, rank in zip(columns, ranks, strict=True)
        if rank is not None
    ]
    return Way(
        line,
        corners=" ".join(f"{x},{y}" for x, y in spots),
        dots="".join(f"M{x} {y}h0" for x, y in spots),
        is_mine=mine in line.branches,
    )
