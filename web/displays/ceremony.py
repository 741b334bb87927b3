"""抽签仪式 as it is drawn: the sheet in two wings with the lot between them, a part of a large one at a time."""

from dataclasses import dataclass

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.draw.queries.ceremony import CeremonyView

MOST = 32
"""Positions that stand on a screen at once."""
LONG = 12
"""Letters of a branch's name that take two lines of a row."""
ROWS = (4, 8, 12, 16, 20, 24)
"""The most rows of a wing for which there is a size of letters."""


@dataclass(frozen=True)
class Cell:
    """A position: ``kind`` is open, team or bye; ``turn`` names the turning of a lot that has just come here: one that
    is turned once more lands once more."""

    position: int
    kind: str
    team: TeamLabel | None
    turn: str

    @property
    def is_long(self) -> bool:
        return self.team is not None and len(self.team.branch) > LONG


@dataclass(frozen=True)
class Block:
    """A match of the first round, a ``group``, or a single number."""

    group: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class SheetPart:
    """Of a sheet too large for a screen: its positions, or its groups, from ``first`` to ``last``."""

    number: int
    first: int
    last: int
    drawn: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Scene:
    """``rows`` names the size of letters, ``forks`` are the rounds that the matches of a wing lead to, by matches."""

    part: SheetPart
    parts: tuple[SheetPart, ...]
    wings: tuple[tuple[Block, ...], ...]
    rows: int
    forks: tuple[range, ...]


def scene(view: CeremonyView, part_number: int | None = None) -> Scene:
    """The sheet with what is known of it: the part of ``part_number``, or the one where the last lot landed.
    LookupError: there is no such part."""
    parts = _parts(view)
    if part_number is not None and not 1 <= part_number <= len(parts):
        raise LookupError(part_number)
    last = view.last.position if view.last else 1
    landed = next(part for part in parts if any(cell.position == last for b in part.blocks for cell in b.cells))
    part = parts[part_number - 1] if part_number else landed
    middle = -(-len(part.blocks) // 2)
    wings = tuple(wing for wing in (part.blocks[:middle], part.blocks[middle:]) if wing)
    most = sum(len(block.cells) + (block.group > 0) for block in wings[0])
    forks, matches = [], len(wings[0])
    while view.has_tree and len(wings) > 1 and matches > 1:
        matches //= 2
        forks.append(range(matches))
    return Scene(part, parts, wings, next((rows for rows in ROWS if most <= rows), ROWS[-1]), tuple(forks))


def _parts(view: CeremonyView) -> tuple[SheetPart, ...]:
    """As few as needed, all as full as each other."""
    cells, newest = [], view.last
    for position in range(1, view.size + 1):
        if position not in view.places:
            cells.append(Cell(position, "open", None, ""))
            continue
        team = view.places[position]
        is_new = newest is not None and not view.is_over and position in (newest.position, newest.bye)
        turn = ("even", "odd")[(view.repeats + len(view.lots)) % 2] if is_new else ""
        cells.append(Cell(position, "team" if team else "bye", team, turn))
    if view.groups:
        blocks = [Block(group + 1, tuple(cells[group :: view.groups])) for group in range(view.groups)]
    else:
        together = 2 if view.is_sheet else 1
        blocks = [Block(0, tuple(cells[i : i + together])) for i in range(0, len(cells), together)]
    count = -(-len(blocks) // max(1, MOST // len(blocks[0].cells)))
    parts = []
    for n in range(count):
        shown = blocks[n * len(blocks) // count : (n + 1) * len(blocks) // count]
        ends = (shown[0].group, shown[-1].group)
        first, last = ends if view.groups else (shown[0].cells[0].position, shown[-1].cells[-1].position)
        drawn = sum(cell.kind == "team" for block in shown for cell in block.cells)
        parts.append(SheetPart(n + 1, first, last, drawn, tuple(shown)))
    return tuple(parts)
