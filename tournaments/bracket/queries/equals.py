"""名次相同: teams of a table that are equal in everything, where somebody must say what becomes of it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.standings import StageView, StandingRow, final_places, is_decided, standing
from tournaments.formats.tie_breaks import TieBreak

FIRST_PRIZES: Final = 3
"""These places have a prize each, whoever shares them."""


@dataclass(frozen=True)
class Equals:
    """Teams of a stage that share a place, in the order of its table. ``place``: the best that they share in their
    ``group``, without one (0) in the stage, or, where it is about awards, in the event. ``into``: the number of the
    stage into which not all of them come, 0: awards."""

    stage: StageView
    place: int
    teams: tuple[TeamLabel, ...]
    into: int = 0
    group: int = 0

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(team.id for team in self.teams)

    @property
    def last_place(self) -> int:
        return self.place + len(self.teams) - 1


def equals_of(stage: StageView, *, decided: bool = False) -> tuple[tuple[StandingRow, ...], ...]:
    """The rows that share a place where places follow from a table and the stage is over, best first; ``decided``: also
    those of whom it was decided that they do."""
    if not (stage.is_over and stage.label.shape.criteria):
        return ()
    by_place: dict[int, list[StandingRow]] = {}
    for row in standing(stage):
        if row.place and (decided or row.decided_by is not TieBreak.SHARED):
            by_place.setdefault(row.place, []).append(row)
    return tuple(tuple(rows) for _place, rows in sorted(by_place.items()) if len(rows) > 1)


def parted(source: StageView, into: int, coming: Collection[int], without: Collection[int]) -> tuple[Equals, ...]:
    """The equal teams of ``source`` of whom some are ``coming`` into that stage and some are not, though they could:
    ``without`` are those who cannot."""
    found = []
    for rows in equals_of(source, decided=True):
        here = [row.team for row in rows if row.team.id not in without]
        if 0 < sum(team.id in coming for team in here) < len(here):
            found.append(_equals(source, rows, into=into))
    return tuple(found)


def _equals(stage: StageView, rows: Sequence[StandingRow], *, into: int = 0, place: int = 0) -> Equals:
    """``place``: that of the event."""
    groups = {row.group for row in rows}
    group = groups.pop() if len(groups) == 1 else 0
    if group:
        place = [row.place for row in standing(stage) if row.group == group].index(rows[0].place) + 1
    return Equals(stage, place or rows[0].place, tuple(row.team for row in rows), into, group)


def equals_for_awards(awards: Sequence[Mapping[str, Any]], stages: Sequence[StageView]) -> tuple[Equals, ...]:
    """The equal teams between whom a prize of the event ends, once the last match is over."""
    return tuple(_for_awards(_prizes(awards), stages)) if is_decided(stages) else ()


def _for_awards(prizes: Mapping[int, int], stages: Sequence[StageView]) -> Iterator[Equals]:
    places = {team.id: place for place, teams in final_places(stages).items() for team in teams}
    for stage in stages:
        ranks = {row.team.id: rank for rank, row in enumerate(standing(stage), start=1)}
        for rows in equals_of(stage):
            teams = tuple(row.team for row in rows)
            place, *others = {places.get(team.id, 0) for team in teams}
            if not place or others:
                continue
            span = ranks[teams[-1].id] - ranks[teams[0].id] + 1
            if len({prizes.get(each) for each in range(place, place + span)}) > 1:
                yield _equals(stage, rows, place=place)


def _prizes(awards: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The prize of each place by its best place; those of the first three where the event names none."""
    named = awards or [{"rank": rank} for rank in range(1, FIRST_PRIZES + 1)]
    prizes: dict[int, int] = {}
    for award in named:
        first = award["rank"]
        if first:
            prizes |= dict.fromkeys(range(first, first + (award.get("count") or 1)), first)
    return prizes
