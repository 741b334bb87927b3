"""名次: who stands where in each stage, as its format says, and in the event; and which teams are equal in everything
(名次相同), where somebody must say what becomes of it. Nothing here asks which format it is."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any, Final

from scoring.states import ClockState
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView, StageLabel
from tournaments.bracket.queries.whole_stages import meeting_of
from tournaments.formats.format import Drawing, Format, Meeting, Placed
from tournaments.formats.matches import BYE, Outcome, Reason
from tournaments.formats.tie_breaks import Decision, TieBreak
from tournaments.models import Stage


@dataclass(frozen=True)
class StageView:
    """A stage with its rounds; before its draw the rounds are planned and have no matches."""

    label: StageLabel
    rounds: tuple[RoundView, ...]

    @property
    def drawing(self) -> Drawing:
        return self.label.shape.drawing

    @property
    def matches(self) -> tuple[MatchView, ...]:
        return tuple(match for round_ in self.rounds for match in round_.matches)

    @property
    def is_drawn(self) -> bool:
        return self.label.is_drawn

    @cached_property
    def teams(self) -> dict[int, TeamLabel]:
        """Who stands in it, by id."""
        of_matches = {one.id: one for match in self.matches for line in match.lines for one in line.each}
        return {team.id: team for team in self.label.entries} | of_matches

    @property
    def is_over(self) -> bool:
        if self.label.is_ladder:
            return all(round_.is_over for round_ in self.rounds)
        return bool(self.matches) and all(match.is_over or match.is_bye for match in self.matches)


@dataclass(frozen=True)
class StandingRow(Placed):
    """A line of a table of standings: what the format says of an entry, with its team."""

    team: TeamLabel = field(kw_only=True)


def stages_of(round_views: Sequence[RoundView]) -> tuple[StageView, ...]:
    """The stages of an event by the rounds of each."""
    return tuple(StageView(label, tuple(of)) for label, of in groupby(round_views, key=lambda round_: round_.stage))


def standing(stage: StageView) -> tuple[StandingRow, ...]:
    """Who has which place by now, best first; of a stage that is not over the places may change where the format says
    so (``Format.places_final``), and nothing is decided yet about who is equal."""
    decisions = stage.label.decisions if stage.is_over else ()
    played = tuple(meetings(stage, stage.rounds))
    return _standing(stage.label.shape, played, tuple(stage.teams.values()), decisions)


@lru_cache(maxsize=16)
def _standing(
    shape: Format, played: tuple[Meeting, ...], teams: tuple[TeamLabel, ...], decisions: tuple[Decision, ...]
) -> tuple[StandingRow, ...]:
    by_id, names = {team.id: team for team in teams}, [each.name for each in fields(Placed)]
    return tuple(
        StandingRow(**{name: getattr(row, name) for name in names}, team=by_id[row.entry])
        for row in shape.standing(played, decisions)
    )


def groups_of(stage: StageView) -> dict[int, int]:
    """The group of each team by its id, from 1; empty where the stage has no groups."""
    return {row.team.id: row.group for row in standing(stage) if row.group} if stage.matches else {}


def going_on(stage: StageView, stages: Sequence[StageView]) -> frozenset[int]:
    """晋级: the ids of the teams that stand where a later one of these stages takes the best places of this one; empty
    before its first result."""
    later = (other.label for other in stages if other.label.source == stage.label.id and other.label.first_place == 1)
    best = max((label.last_place for label in later), default=0)
    if not any(match.is_over for match in stage.matches):
        return frozenset()
    return frozenset(row.team.id for row in [row for row in standing(stage) if row.place][:best])


def meetings(stage: StageView, rounds_: Sequence[RoundView]) -> list[Meeting]:
    """The matches of those rounds of the stage as its format reads them; in a table a bye counts once its round has
    begun, as what the others win in it does. Of a ladder first its entries, each against nobody."""
    first, in_a_table = stage.rounds[0].number - 1, not stage.label.shape.places_final
    read = []
    for team in stage.label.entries:
        has_left = team.id in stage.label.left
        outcome = Outcome(BYE, team.id, Reason.WITHDRAWAL) if has_left else Outcome(team.id, BYE, Reason.BYE)
        read.append(Meeting(team.id, BYE, outcome))
    for round_ in rounds_:
        is_ahead = in_a_table and round_.clock.state == ClockState.SET and not round_.is_over
        for match in round_.matches:
            meeting = meeting_of(match, match.round_number - first)
            read.append(replace(meeting, outcome=None) if is_ahead and match.is_bye else meeting)
    return read


def final_places(stages: Sequence[StageView]) -> dict[int, tuple[TeamLabel, ...]]:
    """名次 → teams of the whole event, as far as they are decided.

    Whoever went on to a later stage has its place from there, counted from the place that it came for. The others keep
    theirs; who would have gone on, but for a lot, stands behind those who did, and who did not come has none.
    """
    best: dict[int, int] = {}  # the best place of the event that each stage gives
    for stage in stages:
        source = stage.label.source
        best[stage.label.id] = best[source] + stage.label.first_place - 1 if source else 1

    by_place: defaultdict[int, list[TeamLabel]] = defaultdict(list)
    for stage in stages:
        rows = standing(stage) if stage.is_over or stage.label.shape.places_final else ()
        later = []
        for other in stages:
            if other.label.source != stage.label.id:
                continue
            given = range(best[other.label.id], best[other.label.id] + other.label.places)
            went_on = frozenset(other.teams)
            worst = max((row.place for row in rows if row.team.id in went_on), default=0)
            later.append((given, went_on, worst))
        for row in rows:
            place = row.place + best[stage.label.id] - 1
            for given, went_on, worst in later:
                if place in given:
                    place = given.stop if went_on and row.place >= worst else 0
            if row.place and place and not any(row.team.id in went_on for _, went_on, _ in later):
                by_place[place].append(row.team)
    return {rank: tuple(teams) for rank, teams in by_place.items()}


def place_of_each(stages: Sequence[StageView]) -> dict[int, int]:
    """The same by the id of the team."""
    return {team.id: place for place, teams in final_places(stages).items() for team in teams}


def is_decided(stages: Sequence[StageView]) -> bool:
    """Is every stage over?"""
    return bool(stages) and all(stage.is_over for stage in stages)


def stage_view(stage: Stage) -> StageView:
    """One stage, with all queries of ``rounds``."""
    return next(view for view in stages_of(rounds(stage.tournament)) if view.label.id == stage.pk)


FIRST_PRIZES: Final = 3
"""These places have a prize each, whoever shares them, where the event names none."""


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
    if not is_decided(stages):
        return ()
    prizes: dict[int, int] = {}  # the prize of each place by its best place
    for award in awards or [{"rank": rank} for rank in range(1, FIRST_PRIZES + 1)]:
        first = award["rank"]
        if first:
            prizes |= dict.fromkeys(range(first, first + (award.get("count") or 1)), first)
    places = place_of_each(stages)
    found = []
    for stage in stages:
        ranks = {row.team.id: rank for rank, row in enumerate(standing(stage), start=1)}
        for rows in equals_of(stage):
            place, *others = {places.get(row.team.id, 0) for row in rows}
            if not place or others:
                continue
            span = ranks[rows[-1].team.id] - ranks[rows[0].team.id] + 1
            if len({prizes.get(each) for each in range(place, place + span)}) > 1:
                found.append(_equals(stage, rows, place=place))
    return tuple(found)
