"""分组: to which part of its stage each match belongs."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.bracket.queries.round_views import RoundView
from tournaments.formats.format import Where


def parts_of_matches(
    drawn: Sequence[RoundView], by_stage: Mapping[int, Iterable[int]]
) -> dict[tuple[int, int], Where | None]:
    """By the id of the stage and the number of the match, where there are parts; ``by_stage``: these numbers."""
    parts: dict[tuple[int, int], Where | None] = {}
    for stage in {r.stage.id: r.stage for r in drawn if r.stage.shape.has_parts or r.stage.shape.has_sections}.values():
        numbers = sorted(by_stage.get(stage.id, ()))
        of_matches = [stage.shape.section(1)] * len(numbers) if stage.is_ladder else stage.shape.where(stage.size)
        parts |= {(stage.id, number): part for number, part in zip(numbers, of_matches, strict=True)}
    return parts
