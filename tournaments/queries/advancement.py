"""晋级: who comes into a stage from an earlier one, and who would be next in line for an absent team (替补)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments import draw as drawing
from tournaments.models import Stage, Team
from tournaments.queries.standings import StageView, StandingRow, standing
from tournaments.states import TeamState

ALTERNATES = 4
"""So many of those next in line are named."""


@dataclass(frozen=True)
class Advancement:
    """Of a stage that waits for its teams: ``coming`` as things stand, and the next ``alternates``. Places are shared
    where nothing decides; lots then say who comes first."""

    stage: StageView
    source: StageView
    coming: tuple[StandingRow, ...]
    alternates: tuple[StandingRow, ...]


def stage_to_place(found: Sequence[StageView]) -> StageView | None:
    """The first stage that waits for its teams, once the one that they come from is over."""
    over = {stage.label.id for stage in found if stage.is_over}
    return next((stage for stage in found if not stage.matches and stage.label.source in over), None)


def advancement(found: Sequence[StageView]) -> Advancement | None:
    """Who comes into the stage that waits for its teams; three queries."""
    waiting = stage_to_place(found)
    if waiting is None:
        return None
    label = waiting.label
    source = next(stage for stage in found if stage.label.id == label.source)
    rows = {row.team.id: row for row in standing(source) if row.place}
    line = [rows[team] for team in _in_line(list(rows), label.first_place, _unavailable(label.id, label.source))]
    return Advancement(waiting, source, tuple(line[: label.places]), tuple(line[label.places :][:ALTERNATES]))


def advancing(stage: Stage, source: StageView, seed: str, *, absent: Collection[int] = ()) -> list[int]:
    """The ids of the teams that come from ``source`` into ``stage``, best first: no more than its places, fewer if
    there are no more.

    Who is absent, has left the event, or came into another stage is replaced by the next in line. Who shares a place
    stands in the order of lots drawn from the seed.
    """
    placed = [row for row in standing(source) if row.place]
    equals = groupby(placed, key=lambda row: row.place)
    drawn = (drawing.shuffled(sorted(row.team.id for row in equal), f"{seed}:{place}") for place, equal in equals)
    ranking = [team for teams in drawn for team in teams]
    return _in_line(ranking, stage.first_place, {*absent, *_unavailable(stage.pk, source.label.id)})[: stage.places]


def _in_line(ranking: Sequence[int], first_place: int, without: Collection[int]) -> list[int]:
    return [team for team in ranking[first_place - 1 :] if team not in without]


def _unavailable(stage: int, source: int | None) -> set[int]:
    """Who has left the event, or stands in another stage that takes its teams from the same one."""
    siblings = Stage.objects.filter(source=source).exclude(pk=stage)
    seated = siblings.exclude(matches=None).values_list("matches__home_team", "matches__away_team")
    event = Stage.objects.filter(pk=stage).values("tournament")
    left = Team.objects.filter(branch__tournament__in=event, state=TeamState.WITHDRAWN).values_list("pk", flat=True)
    return {*left, *(team for pair in seated for team in pair if team)}
