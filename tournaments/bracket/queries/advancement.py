"""晋级: who comes into a stage from an earlier one, and who would be next in line for an absent team (替补)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from journal.refusals import Problem
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import (
    Equals,
    StageView,
    StandingRow,
    equals_for_awards,
    meetings,
    parted,
    stage_view,
    stages_of,
    standing,
)
from tournaments.bracket.rules.sides import SEATED
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.formats.matches import LEAVES_THE_EVENT, NOBODY, Slot
from tournaments.models import Match, Stage, Team, Tournament
from tournaments.states import TeamState

FARTHEST = 4096
"""No place is counted further."""
ALTERNATES = 4
"""So many of those next in line are named."""


@dataclass(frozen=True)
class Advancement:
    """Of a stage that waits for its teams: ``coming`` as things stand, and the next ``alternates``. Lots say in which
    order those come who share a place; ``equals`` are those of whom some come and some do not."""

    stage: StageView
    source: StageView
    coming: tuple[StandingRow, ...]
    alternates: tuple[StandingRow, ...]
    equals: tuple[Equals, ...] = ()


def stage_to_place(stages: Sequence[StageView]) -> StageView | None:
    """The first stage that waits for its teams, once the places that it takes are settled."""
    by_id = {stage.label.id: stage for stage in stages}
    waiting = ((stage, stage.label.source) for stage in stages if not stage.is_drawn)
    return next((s for s, source in waiting if source and are_settled(by_id[source], s.label.first_place)), None)


def are_settled(source: StageView, first_place: int) -> bool:
    """Is every place of the stage known from ``first_place`` on, and will it stay so? Those who still play have better
    ones."""
    return source.is_over or first_place > open_places(source)


def open_places(source: StageView, before: int | None = None) -> int:
    """How many of the best places of the stage are open still, or by the results of the rounds ``before`` that number:
    all, where a result may change a place that is known."""
    teams = source.teams.keys()
    shape = source.label.shape
    if not teams or not shape.places_final:
        return len(teams) or FARTHEST
    known = [
        meeting if before is None or round_.number < before else replace(meeting, outcome=None)
        for round_ in source.rounds
        for meeting in meetings(source, [round_])
    ]
    without: set[Slot] = {row.entry for row in shape.standing(known)}
    for meeting in known:
        if meeting.outcome and (meeting.outcome.winner is NOBODY or meeting.outcome.reason in LEAVES_THE_EVENT):
            without |= {
                slot for slot in (meeting.home, meeting.away) if slot in teams and slot != meeting.outcome.winner
            }
    return len(teams - without)


def later_stage_problems(match: Match) -> list[Problem]:
    """A later stage took places that the match may change: its draw is to be discarded before the result does."""
    later = Stage.objects.filter(source=match.stage_id, size__gt=0).order_by("number")
    if not later:
        return []
    changing = open_places(stage_view(match.stage), match.round.number)
    taken = next((stage for stage in later if stage.first_place <= changing), None)
    return [Problem(Code.LATER_STAGE_DRAWN, data={"stage": taken.number})] if taken else []


def advancement(stages: Sequence[StageView]) -> Advancement | None:
    """Who comes into the stage that waits for its teams; three queries."""
    waiting = stage_to_place(stages)
    if waiting is None:
        return None
    label = waiting.label
    source = next(stage for stage in stages if stage.label.id == label.source)
    rows = {row.team.id: row for row in standing(source) if row.place}
    unavailable = _unavailable(label.id, label.source)
    line = [rows[team] for team in _in_line(list(rows), source, label.first_place, unavailable)]
    coming, others = tuple(line[: label.places]), tuple(line[label.places :][:ALTERNATES])
    equals = parted(source, label.number, {row.team.id for row in coming}, unavailable)
    return Advancement(waiting, source, coming, others, equals)


def open_equals(tournament: Tournament) -> tuple[Equals, ...]:
    """About whom somebody must decide before the next stage is placed, or the awards are confirmed."""
    stages = stages_of(rounds(tournament))
    waiting = advancement(stages)
    return (*(waiting.equals if waiting else ()), *equals_for_awards(tournament.awards, stages))


def advancing(
    stage: Stage, source: StageView, seed: str, *, absent: Collection[int] = ()
) -> tuple[list[int], list[Problem]]:
    """The ids of the teams that come from ``source`` into ``stage``, best first: no more than its places, fewer if
    there are no more. A problem for those who are equal in everything, of whom some come and some do not.

    Who is absent, has left the event, or came into another stage is replaced by the next in line. Who shares a place
    stands in the order of lots drawn from the seed.
    """
    placed = [row for row in standing(source) if row.place]
    sharing: dict[int, list[int]] = {}
    for row in placed:
        sharing.setdefault(row.place, []).append(row.team.id)
    drawn = {place: iter(drawing.shuffled(sorted(teams), f"{seed}:{place}")) for place, teams in sharing.items()}
    ranking = [next(drawn[row.place]) for row in placed]
    unavailable = {*absent, *_unavailable(stage.pk, source.label.id)}
    coming = _in_line(ranking, source, stage.first_place, unavailable)[: stage.places]
    return coming, [equal_places(equals) for equals in parted(source, stage.number, coming, unavailable)]


def equal_places(equals: Equals) -> Problem:
    """Nothing goes on before somebody has decided about them."""
    return Problem(Code.PLACES_EQUAL, data={"teams": len(equals.teams)})


def _in_line(ranking: Sequence[int], source: StageView, first_place: int, without: Collection[int]) -> list[int]:
    """From that place of ``source`` on. Those who still play are not in the ``ranking``, and stand above it."""
    above = 0 if source.is_over else open_places(source)
    return [team for team in ranking[first_place - above - 1 :] if team not in without]


def _unavailable(stage: int, source: int | None) -> set[int]:
    """Who has left the event, or stands in another stage that takes its teams from the same one."""
    siblings = Stage.objects.filter(source=source).exclude(pk=stage)
    seated = siblings.exclude(matches=None).values_list(*(f"matches__{column}" for column in SEATED))
    event = Stage.objects.filter(pk=stage).values("tournament")
    withdrawn = Team.objects.filter(branch__tournament__in=event, state=TeamState.WITHDRAWN)
    return {*withdrawn.values_list("pk", flat=True), *(team for four in seated for team in four if team)}
