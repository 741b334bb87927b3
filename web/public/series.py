"""赛季积分榜: the public page of a series, with its table, its events, and the curve: where the first stood after each.

A lane of the curve is a rank, a hundred high; the drawing is stretched to its place, so it holds lines and no words.
"""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.series.queries import BranchLine, Season, SeasonLine, season, series_at
from web.publishing.pages import public_page
from web.requests.numbers import typed_number

LANES = 12
"""The first so many of the table are drawn, and whoever is followed."""
WIDTH, HIGH = 1000, 100


@public_page("branch")
def series(request: HttpRequest, series: str) -> HttpResponse:
    """It is published like the list of events, with the version of the whole site: any of its events may change it.

    The branch that is followed is a row of ``?branch=`` in any event; 404 if it stands in none.
    """
    known_series = series_at(series)
    if known_series is None:
        raise Http404
    table = season(known_series, public=True)
    mine = typed_number(request.GET.get("branch", ""))
    lines: tuple[BranchLine | SeasonLine, ...] = (*table.branch_lines, *table.lines)
    line = next((line for line in lines if mine in line.branches), None)
    if mine is not None and line is None:
        raise Http404
    context = {
        "season": table,
        "curve": curve(table, mine or 0),
        "mine": mine or 0,
        "followed": line.branch_name if line else "",
    }
    return render(request, "series/series.html", context)


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
    width = WIDTH

    @property
    def height(self) -> int:
        return HIGH * (self.lanes + self.beyond)

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
    """The curve of a season; None before two events count, and where only branches do."""
    events = len(season.counting)
    if events < 2 or not season.lines:
        return None
    columns = tuple(WIDTH * (2 * number + 1) // (2 * events) for number in range(events))
    lanes = min(LANES, len(season.lines))
    shown = [(row, line) for row, line in enumerate(season.lines) if row < lanes or mine in line.branches]
    ways = []
    for row, line in shown:
        # it ends in the lane of its row, so that those who share a rank stand side by side there
        ranks = zip(columns, [*line.ranks[:-1], row + 1], strict=True)
        spots = [(x, HIGH * (2 * min(rank, lanes + 1) - 1) // 2) for x, rank in ranks if rank is not None]
        corners, dots = " ".join(f"{x},{y}" for x, y in spots), "".join(f"M{x} {y}h0" for x, y in spots)
        ways.append(Way(line, corners, dots, is_mine=mine in line.branches))
    beyond = any(rank and rank > lanes for _, line in shown for rank in line.ranks)
    finalists = season.series.finalists
    return Curve(tuple(ways), lanes, beyond, columns, HIGH * finalists if finalists < lanes else 0)
