"""赛季: a series with its events, and the table that their confirmed places make.

The number of queries depends neither on the number of events nor on that of teams.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from django.db.models import Count, Exists, Min, OuterRef, QuerySet

from tournaments.bracket.queries.matches import rounds_of
from tournaments.bracket.queries.standings import final_places, stages_of, standing
from tournaments.entries.names import Competitor, alike, likeness
from tournaments.models import Player, Series, Tournament
from tournaments.series.season import (
    BRANCH_SCALES,
    Criterion,
    Outing,
    Ranked,
    Score,
    Scoring,
    branch_table,
    ranks_after_each,
    table,
)
from tournaments.states import SeriesCounts, TeamState, TournamentState

NEXT_IN_LINE = 8
"""How many behind the last who goes in are shown for the final."""
OF_BRANCHES = (Criterion.POINTS, Criterion.PLACES)
"""What branches are ranked by: the points, then more firsts, more seconds …"""


@dataclass(frozen=True)
class SeriesSettings:
    """All that the office may change of a series, as `models.Series` has it."""

    name: str
    organiser: str
    season: str
    scale: tuple[int, ...]
    best: int
    criteria: tuple[str, ...]
    finalists: int
    counts: str = SeriesCounts.TEAMS
    branch_scale: tuple[int, ...] = BRANCH_SCALES["six"]
    branch_best: int = 0
    share_points: bool = False


@dataclass(frozen=True)
class SeriesRow:
    """A series in a list."""

    series: Series
    events: int


@dataclass(frozen=True)
class SeasonEvent:
    """赛事 of a series. ``counts``: its places are confirmed. ``champion`` as far as it is decided."""

    id: int
    tournament: Tournament
    starts_at: datetime | None
    counts: bool
    champion: Competitor | None


@dataclass(frozen=True)
class SeasonLine:
    """A row of the table with names. ``scores`` and ``ranks`` stand for the events of `Season.counting` in their order,
    None where it did not take part (yet). ``team`` and ``teams``: its last team, and all of them; ``branches``: the
    rows of its branch in all events."""

    competitor: Competitor
    ranked: Ranked
    scores: tuple[Score | None, ...]
    ranks: tuple[int | None, ...]
    team: int
    teams: tuple[int, ...]
    branches: frozenset[int]
    declined: bool
    in_final: bool

    @property
    def key(self) -> str:
        return self.ranked.competitor

    @property
    def rank(self) -> int:
        return self.ranked.rank

    @property
    def events(self) -> frozenset[int]:
        return frozenset(score.event for score in self.ranked.scores)

    @property
    def branch_name(self) -> str:
        return self.competitor.branch

    @property
    def legs(self) -> tuple[tuple[Score, ...], ...]:
        """The scores as those of a branch."""
        return tuple((score,) if score else () for score in self.scores)


@dataclass(frozen=True)
class BranchLine:
    """团体总分: a row of the table of branches. ``legs`` stand for the events of `Season.counting` in their order: the
    places that count for it, 0 for a team that won none of worth; empty where none of its teams took part.
    ``branches``: its rows in all events."""

    branch_name: str
    ranked: Ranked
    legs: tuple[tuple[Score, ...], ...]
    branches: frozenset[int]

    @property
    def key(self) -> str:
        return self.ranked.competitor

    @property
    def rank(self) -> int:
        return self.ranked.rank


@dataclass(frozen=True)
class Season:
    """A series at a moment. ``events`` are those that the table counts, by their first day; the ``final`` is apart.
    ``branches``: a branch that stands in a table by its name → its row of the last event in which it has a team."""

    series: Series
    scoring: Scoring
    events: tuple[SeasonEvent, ...]
    final: SeasonEvent | None
    lines: tuple[SeasonLine, ...]
    branches: Mapping[str, int]
    branch_scoring: Scoring
    branch_lines: tuple[BranchLine, ...]

    @property
    def counts(self) -> SeriesCounts:
        return SeriesCounts(self.series.counts)

    @property
    def counting(self) -> tuple[SeasonEvent, ...]:
        """The events that are confirmed."""
        return tuple(event for event in self.events if event.counts)

    @cached_property
    def by_key(self) -> dict[str, SeasonLine]:
        return {line.key: line for line in self.lines}

    @cached_property
    def branch_by_key(self) -> dict[str, BranchLine]:
        return {line.key: line for line in self.branch_lines}

    @cached_property
    def alike(self) -> tuple[tuple[SeasonLine, SeasonLine], ...]:
        """Rows that may be the same competitor, for the office to say so; not those who once were in one event."""
        named = {line.competitor.key: line for line in self.lines}
        pairs = ((named[one.key], named[other.key]) for one, other in alike(line.competitor for line in self.lines))
        return tuple((one, other) for one, other in pairs if not one.events & other.events)

    @cached_property
    def qualified(self) -> tuple[SeasonLine, ...]:
        """Who goes into the final: the first of the table; the next in line comes for who declines."""
        coming = [line for line in self.lines if not line.declined]
        return tuple(coming[: self.series.finalists])

    @property
    def shortlist(self) -> tuple[SeasonLine, ...]:
        """Who goes in or might: down to a few after the last one, and whoever stands in the final."""
        last = max((self.lines.index(line) for line in self.qualified[-1:]), default=-1) + 1 + NEXT_IN_LINE
        return tuple(line for row, line in enumerate(self.lines) if row < last or line.in_final or line.declined)

    @cached_property
    def left_out_equal(self) -> tuple[SeasonLine, ...]:
        """Who shares the rank of the last one that goes in and finds no room: their order is nobody's merit."""
        last = self.qualified[-1].rank if self.qualified else 0
        coming = (line for line in self.lines if not line.declined)
        return tuple(line for line in coming if line.rank == last and line not in self.qualified)


def settings_of(series: Series) -> SeriesSettings:
    """The settings as they are."""
    return SeriesSettings(
        series.name, series.organiser, series.season, tuple(series.scale), series.best, tuple(series.criteria),
        series.finalists, series.counts, tuple(series.branch_scale), series.branch_best, series.share_points,
    )  # fmt: skip


def series_at(slug: str) -> Series | None:
    """The series of an address, with its journal."""
    return Series.objects.select_related("journal").filter(slug=slug).first()


def every_series() -> tuple[SeriesRow, ...]:
    """All of them, the newest first: one query."""
    rows = Series.objects.annotate(events_count=Count("events")).order_by("-created_at", "-pk")
    return tuple(SeriesRow(series, series.events_count) for series in rows)


def series_with_events() -> QuerySet[Series]:
    """Those in which there is an event, the newest first."""
    return Series.objects.filter(Exists(Tournament.objects.filter(series=OuterRef("pk")))).order_by(
        "-created_at", "-pk"
    )


def events_without_series() -> list[Tournament]:
    """Those that may still be put into one, the newest first: one query."""
    free = Tournament.objects.filter(series=None, archived_at=None, journal__rehearsal=False)
    return list(free.order_by("-created_at", "-pk"))


def season(series: Series, *, public: bool = False) -> Season:
    """The series with its tables: the queries of ``rounds_of`` and two more. For the ``public`` names are masked as the
    events want it."""
    of_series = series.events.annotate(first_start=Min("stages__rounds__starts_at")).select_related("journal")
    tournaments = list(of_series.order_by("first_start", "pk"))
    final = next((t for t in tournaments if t.is_season_final), None)
    counting = [t for t in tournaments if t.state == TournamentState.FINISHED and t != final]
    read = rounds_of([*counting, *([final] if final else [])])
    stages = {pk: stages_of(rounds) for pk, rounds in read.items()}
    places = {pk: final_places(of_event) for pk, of_event in stages.items()}
    teams = _teams(tournaments, series.merged, public=public)
    scoring = Scoring(tuple(series.scale), series.best, tuple(Criterion(name) for name in series.criteria))
    branch_scoring = Scoring(
        tuple(series.branch_scale), criteria=OF_BRANCHES, each=series.branch_best, shares=series.share_points
    )
    counts = SeriesCounts(series.counts)
    outings: list[Outing] = []
    won: dict[int, tuple[int, int]] = {}
    for t in counting:
        gathered: defaultdict[int, Fraction] = defaultdict(Fraction)
        for row in (row for stage in stages[t.pk] for row in standing(stage)):
            gathered[row.team.id] += row.points
        for place, placed in places[t.pk].items():
            won |= {team.id: (place, len(placed)) for team in placed}
            own = (team.id for team in placed if team.id in teams)
            outings += [Outing(teams[pk].key, t.pk, place, gathered[pk]) for pk in own]
    order = [t.pk for t in counting]
    events = {}
    for t in tournaments:
        first = next(iter(places.get(t.pk, {}).get(1, ())), None)
        champion = teams[first.id].shown if first and first.id in teams else None
        events[t.pk] = SeasonEvent(t.pk, t, t.first_start, t in counting, champion)
    lines: tuple[SeasonLine, ...] = ()
    if counts.has_teams:
        ranks = ranks_after_each(outings, scoring, order)
        lines = tuple(_lines(series, table(outings, scoring), ranks, order, teams))
    branch_lines = tuple(_branch_lines(branch_scoring, won, order, teams)) if counts.has_branches else ()
    standing_there = frozenset().union(*(line.branches for line in lines), *(line.branches for line in branch_lines))
    rows = {team.shown.branch: team.branch for team in teams.values() if team.event in order}
    return Season(
        series=series,
        scoring=scoring,
        events=tuple(events[t.pk] for t in tournaments if t != final),
        final=events[final.pk] if final else None,
        lines=lines,
        branches={name: row for name, row in rows.items() if row in standing_there},
        branch_scoring=branch_scoring,
        branch_lines=branch_lines,
    )


def ranks_of_final(final: Tournament) -> dict[int, int]:
    """位次 in the season by the id of the team, of those of the final among others; who stands in no table has none."""
    lines = season(final.series).lines if final.series else ()
    return {team: line.rank for line in lines for team in line.teams}


@dataclass(frozen=True)
class _Team:
    """A team of one event as the season sees it, under the name that is ``shown``; ``key`` is that of the competitor
    whom it is taken for, ``own_key`` its own."""

    id: int
    event: int
    branch: int
    shown: Competitor
    own_key: str
    key: str
    state: str
    is_of_final: bool

    @property
    def is_out(self) -> bool:
        return self.state == TeamState.WITHDRAWN


def _teams(tournaments: Sequence[Tournament], merged: Mapping[str, str], *, public: bool) -> dict[int, _Team]:
    """The teams of the events by id, those of earlier events first: one query."""
    hidden = {tournament.pk for tournament in tournaments if public and not tournament.names_public}
    order = {tournament.pk: number for number, tournament in enumerate(tournaments)}
    finals = {tournament.pk for tournament in tournaments if tournament.is_season_final}
    players = Player.objects.filter(team__branch__tournament__in=order, left_at=None).order_by("team", "number")
    columns = ("team_id", "team__branch__tournament_id", "team__branch_id", "team__branch__name", "team__state", "name")
    rows: defaultdict[tuple[int, int, int, str, str], list[str]] = defaultdict(list)
    for *of_team, name in players.values_list(*columns):
        rows[tuple(of_team)].append(name)
    teams = []
    for (pk, event, branch, branch_name, state), names in rows.items():
        competitor = Competitor(branch_name, tuple(names))
        key = merged.get(competitor.key, competitor.key)
        shown = competitor.masked if event in hidden else competitor
        teams.append(_Team(pk, event, branch, shown, competitor.key, key, state, event in finals))
    return {team.id: team for team in sorted(teams, key=lambda team: (order[team.event], team.id))}


def _lines(
    series: Series,
    ranked: Iterable[Ranked],
    ranks: Mapping[str, tuple[int | None, ...]],
    order: Sequence[int],
    teams: Mapping[int, _Team],
) -> Iterable[SeasonLine]:
    of_key: defaultdict[str, list[_Team]] = defaultdict(list)
    branches: defaultdict[str, set[int]] = defaultdict(set)
    for team in teams.values():
        of_key[team.key].append(team)
        branches[likeness(team.shown.branch)].add(team.branch)
    declined = set(series.declined)
    for row in ranked:
        played = [team for team in of_key[row.competitor] if team.event in order]
        in_final = [team for team in of_key[row.competitor] if team.is_of_final]
        last, scores = played[-1], {score.event: score for score in row.scores}
        # named as in its last event under its own key; as it entered last, where it never did
        own = [team for team in played if team.own_key == row.competitor]
        yield SeasonLine(
            competitor=(own or played)[-1].shown,
            ranked=row,
            scores=tuple(scores.get(event) for event in order),
            ranks=ranks[row.competitor],
            team=last.id,
            teams=tuple(team.id for team in of_key[row.competitor]),
            branches=frozenset(branches[likeness(last.shown.branch)]),
            declined=row.competitor in declined or any(team.is_out for team in in_final),
            in_final=any(not team.is_out for team in in_final),
        )


def _branch_lines(
    scoring: Scoring, won: Mapping[int, tuple[int, int]], order: Sequence[int], teams: Mapping[int, _Team]
) -> Iterable[BranchLine]:
    """``won``: the place of each team, and how many share it. A team that withdrew has none; its branch stands there
    all the same, as does one without any points."""
    of_key: defaultdict[str, list[_Team]] = defaultdict(list)
    for team in teams.values():
        if team.event in order and team.state != TeamState.DRAFT:
            of_key[likeness(team.shown.branch)].append(team)
    outings = []
    for key, of_branch in of_key.items():
        for team in of_branch:
            place, sharing = (0, 1) if team.is_out else won.get(team.id, (0, 1))
            outings.append(Outing(key, team.event, place, sharing=sharing))
    for row in branch_table(outings, scoring):
        of_branch = of_key[row.competitor]
        yield BranchLine(
            branch_name=of_branch[-1].shown.branch,
            ranked=row,
            legs=tuple(tuple(score for score in row.scores if score.event == event) for event in order),
            branches=frozenset(team.branch for team in of_branch),
        )
