"""历年成绩: what the finished events tell together: champions, medals by branch, records of branches, teams, players.

Rehearsals are left out, archived events stay in, as on the list of events. What is counted over all events the database
counts (``models.Placing``); names are read of those that are shown alone.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any, TypeAlias

from django.db.models import Count, F, Max, Min, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum

from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.matches import rounds_of
from tournaments.bracket.queries.people import team_label
from tournaments.bracket.queries.standings import StageView, stages_of
from tournaments.entries.names import APART, Competitor, likeness, masked
from tournaments.event.queries.tournaments import held_in, with_first_start, years_of
from tournaments.formats.format import BracketPart, Drawing
from tournaments.models import Branch, Placing, Player, Round, Series, Team, Tournament
from tournaments.states import TeamState, TournamentState

MEDALS = (1, 2, 3)
"""冠军, 亚军, 季军."""

Person: TypeAlias = tuple[str, str]
"""Branch and name by their likeness."""


@dataclass(frozen=True)
class PlayerName:
    """A player as everybody may read him; ``id`` leads to his record, 0 where names are not public."""

    id: int
    name: str


@dataclass(frozen=True)
class Entrant:
    """A team of a finished event with those who played for it at the end; ``is_named``: their names are public."""

    team: TeamLabel
    players: tuple[PlayerName, ...]
    is_named: bool
    is_out: bool


@dataclass(frozen=True)
class Tally:
    """胜、平、负: matches that were decided, byes left out."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Appearance:
    """One team in one event: its ``place``, 0 where it has none."""

    event: Tournament
    starts_at: datetime | None
    entrant: Entrant
    place: int
    tally: Tally


@dataclass(frozen=True)
class Record:
    """战绩 of a branch, a team or a player. ``branch`` is its row of the last event, ``name`` the name there,
    ``players`` whose record it is, none of a branch; ``medals`` how many of each of `MEDALS`; ``best`` the best place,
    0: none. ``teams`` are all that count, the newest event first: `appearances` makes a page of them."""

    branch: int
    name: str
    players: tuple[PlayerName, ...]
    events: int
    medals: tuple[int, ...]
    best: int
    tally: Tally
    teams: QuerySet[Team] = field(compare=False)


@dataclass(frozen=True)
class Honours:
    """The first three of an event; ``final`` is the match between the first two where its last stage ends in one."""

    event: Tournament
    places: tuple[tuple[Entrant, ...], ...]
    final: MatchView | None

    @property
    def starts_at(self) -> datetime | None:
        return first_start_of(self.event)


@dataclass(frozen=True)
class MedalRow:
    """A branch of the medal table. ``branch`` is its row of the last event; ``rank`` is shared by equals."""

    rank: int
    branch: int
    name: str
    medals: tuple[int, ...]
    events: int

    @property
    def total(self) -> int:
        return sum(self.medals)


@dataclass(frozen=True)
class MedalTable:
    """奖牌榜 of the ``year``, or of all (0); ``years`` are those in which an event was held, the newest first."""

    year: int
    years: tuple[int, ...]
    rows: tuple[MedalRow, ...]
    events: int


def first_start_of(event: Tournament) -> datetime | None:
    """The start of its first round, as `finished_events` has read it."""
    start: datetime | None = event.first_start  # type: ignore[attr-defined]
    return start


def year_of(event: Tournament) -> int:
    """The year of its first round, in its zone."""
    start = first_start_of(event) or event.closes_at
    return start.astimezone(event.tzinfo).year


def finished_events() -> QuerySet[Tournament]:
    """赛事 that are over, the newest first."""
    over: Any = with_first_start(Tournament.objects.filter(state=TournamentState.FINISHED, journal__rehearsal=False))
    newest_first: QuerySet[Tournament] = over.select_related("series").order_by("-first_start", "-pk")
    return newest_first


def honours(events: Sequence[Tournament], *, finals: bool = False) -> tuple[Honours, ...]:
    """历届冠军 of these events, in their order: one query, and those of ``rounds_of`` with their ``finals``."""
    # who shares which place, by plain columns: a list of all years is long
    named = {event.pk: event.names_public for event in events}
    alone = {event.pk for event in events if event.plays_alone and event.names_public}
    rows = Player.objects.filter(team__placing__place__in=MEDALS, team__branch__tournament__in=named, left_at=None)
    columns = (
        "team__branch__tournament", "team__placing__place", "team__state", "team", "team__branch",
        "team__branch__name", "team__ordinal", "pk", "name",
    )  # fmt: skip
    in_order = ("team__branch__tournament", "team__branch__number", "team__ordinal", "number")
    ordered = rows.order_by(*in_order).values_list(*columns)
    placed: defaultdict[tuple[int, int], tuple[Entrant, ...]] = defaultdict(tuple)
    for (event, place, state, *label), players in groupby(ordered, key=lambda row: row[:7]):
        names = tuple(_player_name(pk, name, is_named=named[event]) for *_team, pk, name in players)
        person = names[0].name if event in alone else ""
        entrant = Entrant(replace(TeamLabel(*label), person=person), names, named[event], state == TeamState.WITHDRAWN)
        placed[event, place] += (entrant,)

    stages = {pk: stages_of(rounds) for pk, rounds in rounds_of(events).items()} if finals else {}
    return tuple(
        Honours(event, places, _final(stages[event.pk], places) if finals else None)
        for event in events
        for places in [tuple(placed[event.pk, place] for place in MEDALS)]
    )


def medal_table(year: int = 0) -> MedalTable:
    """奖牌榜 by branch: who shares a place has its medal, and a branch is the same by the likeness of its name."""
    every = finished_events()
    events = held_in(every, year) if year else every
    placed = Placing.objects.filter(team__branch__tournament__in=events.order_by().values("pk")).order_by()
    counts = {f"place_{place}": Count("pk", filter=Q(place=place)) for place in MEDALS}
    facts = {"last": Max("team__branch"), "held": Count("team__branch__tournament", distinct=True)}
    rows: dict[str, tuple[int, str, tuple[int, ...], int]] = {}
    for name, last, held, *medals in placed.values_list("team__branch__name").annotate(**facts, **counts):
        branch, shown, before, events_before = rows.get(likeness(name), (0, "", (0,) * len(MEDALS), 0))
        newest = (last, name) if last > branch else (branch, shown)
        rows[likeness(name)] = (*newest, tuple(map(sum, zip(before, medals, strict=True))), events_before + held)
    order = sorted(rows.values(), key=lambda row: (tuple(-n for n in row[2]), row[1]))
    ranked = tuple(MedalRow(1 + sum(other[2] > row[2] for other in order), *row) for row in order)
    return MedalTable(year, years_of(every), ranked, events.count())


def branch_record(pk: int) -> Record | None:
    """战绩 of the branch that this is a row of, in whatever event; None if there is no such row, or of a rehearsal."""
    own = Branch.objects.filter(pk=pk, tournament__journal__rehearsal=False).first()
    if own is None:
        return None
    return _record(own, (), _entered().filter(branch__name__in=_branch_names({likeness(own.name)})))


def team_record(pk: int) -> Record | None:
    """战绩 of these players of this branch, whatever the event; None for a team whose names are not public."""
    players = list(_public_players().filter(team=pk, left_at=None).order_by("number"))
    if not players:
        return None
    branch, merged = players[0].team.branch, _merged()
    key = Competitor(branch.name, tuple(player.name for player in players)).key
    key = merged.get(key, key)
    keys = {key, *(other for other, into in merged.items() if into == key)}
    people = {(branch, player) for branch, *names in (one.split(APART) for one in keys) for player in names}
    same = [
        team
        for team, (branch_name, *names) in _line_ups(people).items()
        if Competitor(branch_name, tuple(names)).key in keys
    ]
    shown = tuple(PlayerName(player.pk, player.name) for player in players)
    return _record(branch, shown, _entered().filter(pk__in=same))


def player_record(pk: int) -> Record | None:
    """战绩 of this player, one by the likeness of name and branch; None if there is none whose name is public."""
    player = _public_players().filter(pk=pk).first()
    if player is None:
        return None
    branch = player.team.branch
    renamed = renamed_people()
    own = (likeness(branch.name), likeness(player.name))
    own = renamed.get(own, own)
    people = {own, *(other for other, into in renamed.items() if into == own)}
    same = [
        team
        for team, (branch_name, *names) in _line_ups(people).items()
        if any((likeness(branch_name), likeness(name)) in people for name in names)
    ]
    return _record(branch, (PlayerName(player.pk, player.name),), _entered().filter(pk__in=same))


def renamed_people() -> dict[Person, Person]:
    """People whose branch goes by another name since, as they are known now: they are in both of two competitors that
    count as one. One query."""
    renamed: dict[Person, Person] = {}
    for key, into in _merged().items():
        (before, *players), (after, *others) = key.split(APART), into.split(APART)
        renamed |= {(before, name): (after, name) for name in players if name in others and before != after}
    return renamed


def appearances(teams: Iterable[Team]) -> tuple[Appearance, ...]:
    """Some of the ``teams`` of a record, as a page shows them."""
    rows = []
    for team in teams:
        event, placing = team.branch.tournament, getattr(team, "placing", None)
        is_named = event.names_public
        players = tuple(_player_name(player.pk, player.name, is_named=is_named) for player in team.players.all())
        person = players[0].name if players and is_named and event.plays_alone else ""
        entrant = Entrant(team_label(team, person), players, is_named, team.state == TeamState.WITHDRAWN)
        tally = Tally(placing.won, placing.drawn, placing.lost) if placing else Tally()
        starts_at: datetime | None = team.first_start  # type: ignore[attr-defined]
        rows.append(Appearance(event, starts_at, entrant, placing.place if placing else 0, tally))
    return tuple(rows)


def _record(own: Branch, players: tuple[PlayerName, ...], teams: QuerySet[Team]) -> Record:
    """The sums over all events are one query."""
    counts: dict[str, Any] = {f"place_{place}": Count("pk", filter=Q(placing__place=place)) for place in MEDALS}
    sums = teams.order_by().aggregate(
        events=Count("branch__tournament", distinct=True),
        best=Min("placing__place", filter=Q(placing__place__gt=0)),
        **counts,
        **{name: Sum(f"placing__{name}", default=0) for name in ("won", "drawn", "lost")},
    )
    last = teams.values_list("branch", "branch__name").first()
    branch, name = last or (own.pk, own.name)
    return Record(
        branch=branch,
        name=name,
        players=players,
        events=sums["events"],
        medals=tuple(sums[name] for name in counts),
        best=sums["best"] or 0,
        tally=Tally(sums["won"], sums["drawn"], sums["lost"]),
        teams=teams,
    )


def _entered() -> QuerySet[Team]:
    """The teams of all events that are over with all that an `Appearance` tells, the newest event first."""
    starts = Round.objects.filter(stage__tournament=OuterRef("branch__tournament")).order_by("starts_at")
    here = Prefetch("players", Player.objects.filter(left_at=None).order_by("number"))
    teams = Team.objects.filter(**_over("branch__tournament")).exclude(state=TeamState.DRAFT)
    with_start = teams.annotate(first_start=Subquery(starts.values("starts_at")[:1])).prefetch_related(here)
    return with_start.select_related("branch__tournament", "placing").order_by(
        F("first_start").desc(nulls_first=True), "-branch__tournament", "ordinal"
    )


def _over(event: str) -> dict[str, Any]:
    """Is the event at the end of that way a finished one?"""
    return {f"{event}__state": TournamentState.FINISHED, f"{event}__journal__rehearsal": False}


def _player_name(pk: int, name: str, *, is_named: bool) -> PlayerName:
    return PlayerName(pk, name) if is_named else PlayerName(0, masked(name))


def _branch_names(alike: Collection[str]) -> list[str]:
    """The names of branches of finished events, of these likenesses."""
    names = Branch.objects.filter(**_over("tournament")).order_by().values_list("name", flat=True).distinct()
    return [name for name in names if likeness(name) in alike]


def _line_ups(people: Collection[Person]) -> dict[int, list[str]]:
    """The teams of finished events that publish names in which one of them may have played at the end: the name of the
    branch and those of all who did, by the id of the team."""
    branches = _branch_names({branch for branch, _player in people})
    players = _public_players().filter(
        team__branch__name__in=branches, left_at=None, **_over("team__branch__tournament")
    ).order_by()  # fmt: skip
    names = players.values_list("name", flat=True).distinct()
    wanted = {player for _branch, player in people}
    alike = [name for name in names if likeness(name) in wanted]
    teams = players.filter(name__in=alike).values("team")
    line_ups: dict[int, list[str]] = {}
    rows = Player.objects.filter(team__in=teams, left_at=None).order_by("team", "number")
    for team, branch, name in rows.values_list("team", "team__branch__name", "name"):
        line_ups.setdefault(team, [branch]).append(name)
    return line_ups


def _public_players() -> QuerySet[Player]:
    events = {"team__branch__tournament__names_public": True, "team__branch__tournament__journal__rehearsal": False}
    return Player.objects.filter(**events).exclude(team__state=TeamState.DRAFT).select_related("team__branch")


def _merged() -> dict[str, str]:
    """Whom the offices of all series count as whom: one query."""
    return {key: into for merged in Series.objects.values_list("merged", flat=True) for key, into in merged.items()}


def _final(stages: Sequence[StageView], places: Sequence[Sequence[Entrant]]) -> MatchView | None:
    """The last match of the first two, where places are played out to a last match."""
    first_two = {entrant.team.id for place in places[:2] for entrant in place}
    if len(first_two) != 2 or not stages:
        return None
    is_sheet = stages[-1].drawing is Drawing.BRACKET
    finals = (
        match for match in reversed(stages[-1].matches)
        if match.is_over and (is_sheet or (match.where and match.where.part == BracketPart.FINAL))
    )  # fmt: skip
    return next((m for m in finals if {line.team.id for line in m.lines if line.team} == first_two), None)
