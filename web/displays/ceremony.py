"""抽签仪式 as it is drawn: the sheet in two wings with the lot between them, a part of a large one at a time."""

from collections.abc import Sequence
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
class Part:
    """Of a sheet too large for a screen: its positions, or its groups, from ``first`` to ``last``."""

    number: int
    first: int
    last: int
    drawn: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Scene:
    """``rows`` names the size of letters, ``forks`` are the rounds that the matches of a wing lead to, by matches."""

    part: Part
    parts: tuple[Part, ...]
    wings: tuple[tuple[Block, ...], ...]
    rows: int
    forks: tuple[range, ...]


def scene(view: CeremonyView, part_number: int | None = None) -> Scene:
    """The sheet with what is known of it: the part of ``part_number``, or the one where the last lot landed.
    LookupError: there is no such part."""
    blocks = _blocks(view)
    parts = _parts(view, blocks)
    if part_number is not None and not 1 <= part_number <= len(parts):
        raise LookupError(part_number)
    last = view.last.position if view.last else 1
    landed = next(part for part in parts if any(cell.position == last for b in part.blocks for cell in b.cells))
    part = parts[part_number - 1] if part_number else landed
    middle = -(-len(part.blocks) // 2)
    wings = tuple(wing for wing in (part.blocks[:middle], part.blocks[middle:]) if wing)
    most = sum(len(block.cells) + (block.group > 0) for block in wings[0])
    forks = _forks(len(wings[0])) if view.is_sheet and len(wings) > 1 else ()
    return Scene(part, parts, wings, next((rows for rows in ROWS if most <= rows), ROWS[-1]), forks)


def _blocks(view: CeremonyView) -> tuple[Block, ...]:
    cells = [_cell(view, position) for position in range(1, view.size + 1)]
    if view.groups:
        return tuple(Block(group + 1, tuple(cells[group :: view.groups])) for group in range(view.groups))
    together = 2 if view.is_sheet else 1
    return tuple(Block(0, tuple(cells[i : i + together])) for i in range(0, len(cells), together))


def _cell(view: CeremonyView, position: int) -> Cell:
    last = view.last
    is_new = last is not None and not view.is_over and position in (last.position, last.bye)
    turn = ("even", "odd")[(view.repeats + len(view.lots)) % 2] if is_new else ""
    if position not in view.places:
        return Cell(position, "open", None, "")
    team = view.places[position]
    return Cell(position, "team" if team else "bye", team, turn)


def _parts(view: CeremonyView, blocks: tuple[Block, ...]) -> tuple[Part, ...]:
    """As few as needed, all as full as each other."""
    most = max(1, MOST // len(blocks[0].cells))
    count = -(-len(blocks) // most)
    portions = [blocks[n * len(blocks) // count : (n + 1) * len(blocks) // count] for n in range(count)]
    return tuple(_part(number, part, view) for number, part in enumerate(portions, start=1))


def _part(number: int, blocks: Sequence[Block], view: CeremonyView) -> Part:
    ends = (blocks[0].group, blocks[-1].group)
    first, last = ends if view.groups else (blocks[0].cells[0].position, blocks[-1].cells[-1].position)
    drawn = sum(cell.kind == "team" for block in blocks for cell in block.cells)
    return Part(number, first, last, drawn, tuple(blocks))


def _forks(matches: int) -> tuple[range, ...]:
    halves = [matches := matches // 2 for _ in range(matches.bit_length()) if matches > 1]
    return tuple(map(range, halves))
