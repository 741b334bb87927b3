"""历年成绩: what the finished events tell together: champions, medals by branch, records of branches, teams, players.

Rehearsals are left out, archived events stay in, as on the list of events. The number of queries depends neither on the
number of events nor on that of teams.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypeAlias

from django.db.models import Min, QuerySet

from tournaments.entries.competitors import APART, Competitor
from tournaments.entries.names import likeness, masked
from tournaments.formats.format import Drawing, Part
from tournaments.models import Branch, Player, Series, Tournament
from tournaments.queries.match_views import MatchView, TeamLabel
from tournaments.queries.matches import rounds_of
from tournaments.queries.standings import StageView, final_places, stages_of
from tournaments.states import TeamState, TournamentState

MEDALS = (1, 2, 3)
"""冠军, 亚军, 季军."""
OUTCOMES = ("won", "drawn", "lost")

Person: TypeAlias = tuple[str, str]
"""Branch and name by their likeness."""


@dataclass(frozen=True)
class PlayerName:
    """A player as everybody may read him; ``id`` leads to his record, 0 where names are not public."""

    id: int
    name: str


@dataclass(frozen=True)
class Entrant:
    """A team of a finished event with those who played for it at the end. ``key``: whom it is taken for over the events
    (`Competitor.key`), ``people``: whom its players are taken for; nobody where names are not public."""

    event: int
    team: TeamLabel
    players: tuple[PlayerName, ...]
    key: str
    is_out: bool
    people: frozenset[Person] = frozenset()


@dataclass(frozen=True)
class Tally:
    """胜、平、负: matches that were decided, byes left out."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Appearance:
    """One team in one event: its ``place``, 0 where it has none."""

    event: Tournament
    entrant: Entrant
    place: int
    tally: Tally

    @property
    def starts_at(self) -> datetime | None:
        return first_start_of(self.event)


@dataclass(frozen=True)
class Record:
    """战绩 of a branch, a team or a player, the newest event first. ``branch`` is its row of the last event, ``name``
    the name there; ``players`` whose record it is, none of a branch."""

    branch: int
    name: str
    players: tuple[PlayerName, ...]
    appearances: tuple[Appearance, ...]

    @cached_property
    def events(self) -> int:
        return len({appearance.event.pk for appearance in self.appearances})

    @cached_property
    def medals(self) -> tuple[int, ...]:
        """How many of each of `MEDALS`."""
        places = Counter(appearance.place for appearance in self.appearances)
        return tuple(places[place] for place in MEDALS)

    @cached_property
    def best(self) -> int:
        """The best place; 0 where there is none."""
        return min((appearance.place for appearance in self.appearances if appearance.place), default=0)

    @cached_property
    def tally(self) -> Tally:
        return sum((appearance.tally for appearance in self.appearances), Tally())


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
    found: datetime | None = event.first_start  # type: ignore[attr-defined]
    return found


def year_of(event: Tournament) -> int:
    """The year of its first round, in its zone."""
    start = first_start_of(event) or event.closes_at
    return start.astimezone(event.tzinfo).year


def finished_events() -> QuerySet[Tournament]:
    """赛事 that are over, the newest first."""
    over = Tournament.objects.filter(state=TournamentState.FINISHED, journal__rehearsal=False)
    return over.select_related("series").annotate(first_start=Min("stages__rounds__starts_at")).order_by(
        "-first_start", "-pk"
    )  # fmt: skip


def honours(events: Sequence[Tournament]) -> tuple[Honours, ...]:
    """历届冠军 of these events, in their order."""
    results = _results(events)
    placed = {team.id for result in results.values() for place in MEDALS for team in result.places.get(place, ())}
    known = {entrant.team.id: entrant for entrant in _entrants(events, Player.objects.filter(team__in=placed))}
    return tuple(
        Honours(
            event,
            tuple(
                tuple(known[team.id] for team in result.places.get(place, ()) if team.id in known) for place in MEDALS
            ),
            result.final,
        )
        for event in events
        for result in [results[event.pk]]
    )


def medal_table(year: int = 0) -> MedalTable:
    """奖牌榜 by branch: who shares a place has its medal, and a branch is the same by the likeness of its name."""
    every = list(finished_events())
    events = [event for event in every if year in (0, year_of(event))]
    results = _results(events)
    medals: defaultdict[str, Counter[int]] = defaultdict(Counter)
    shown: dict[str, TeamLabel] = {}
    taken_part: defaultdict[str, set[int]] = defaultdict(set)
    for event in events:
        for team in results[event.pk].teams:
            key = likeness(team.branch)
            shown.setdefault(key, team)
            taken_part[key].add(event.pk)
        for place in MEDALS:
            for team in results[event.pk].places.get(place, ()):
                medals[likeness(team.branch)][place] += 1
    counted = {key: tuple(medals[key][place] for place in MEDALS) for key in shown}
    order = sorted(shown, key=lambda key: (tuple(-n for n in counted[key]), shown[key].branch))
    better = {key: sum(counted[other] > counted[key] for other in shown) for key in shown}
    rows = tuple(
        MedalRow(better[key] + 1, shown[key].branch_id, shown[key].branch, counted[key], len(taken_part[key]))
        for key in order
    )
    return MedalTable(year, tuple(sorted({year_of(event) for event in every}, reverse=True)), rows, len(events))


def branch_record(pk: int) -> Record | None:
    """战绩 of the branch that this is a row of, in whatever event; None if there is no such row, or of a rehearsal."""
    own = Branch.objects.filter(pk=pk, tournament__journal__rehearsal=False).first()
    if own is None:
        return None
    events = list(finished_events())
    rows = Branch.objects.filter(tournament__in=events).values_list("pk", "name")
    same = [row for row, name in rows if likeness(name) == likeness(own.name)]
    return _record(own, (), events, _entrants(events, Player.objects.filter(team__branch__in=same)))


def team_record(pk: int) -> Record | None:
    """战绩 of the players of this team together, in whatever event; None if there is no such team with public names."""
    players = list(_public_players().filter(team=pk, left_at=None).order_by("number"))
    if not players:
        return None
    branch = players[0].team.branch
    key = Competitor(branch.name, tuple(player.name for player in players)).key
    key = _merged().get(key, key)
    events = list(finished_events())
    entrants = [entrant for entrant in _entrants(events, Player.objects.all()) if entrant.key == key]
    return _record(branch, tuple(PlayerName(player.pk, player.name) for player in players), events, entrants)


def player_record(pk: int) -> Record | None:
    """战绩 of this player, one by the likeness of name and branch; None if there is none whose name is public."""
    player = _public_players().filter(pk=pk).first()
    if player is None:
        return None
    branch = player.team.branch
    one = _person(branch.name, player.name, _renamed(_merged()))
    events = list(finished_events())
    entrants = [entrant for entrant in _entrants(events, Player.objects.all()) if one in entrant.people]
    return _record(branch, (PlayerName(player.pk, player.name),), events, entrants)


def _public_players() -> QuerySet[Player]:
    events = {"team__branch__tournament__names_public": True, "team__branch__tournament__journal__rehearsal": False}
    return Player.objects.filter(**events).exclude(team__state=TeamState.DRAFT).select_related("team__branch")


def _record(
    own: Branch, players: tuple[PlayerName, ...], events: Sequence[Tournament], entrants: Iterable[Entrant]
) -> Record:
    """Only the events that they were in are read."""
    of_event: defaultdict[int, list[Entrant]] = defaultdict(list)
    for entrant in entrants:
        of_event[entrant.event].append(entrant)
    concerned = [event for event in events if event.pk in of_event]
    results = _results(concerned)
    found = tuple(
        Appearance(event, entrant, results[event.pk].place_of(entrant), results[event.pk].tallies[entrant.team.id])
        for event in concerned
        for entrant in sorted(of_event[event.pk], key=lambda entrant: entrant.team.ordinal)
    )
    last = found[0].entrant.team if found else None
    return Record(last.branch_id if last else own.pk, last.branch if last else own.name, players, found)


def _entrants(events: Sequence[Tournament], players: QuerySet[Player]) -> list[Entrant]:
    """The teams of these events to which these players belong, with all that they need: two queries."""
    merged = _merged()
    renamed, hidden = _renamed(merged), {event.pk for event in events if not event.names_public}
    rows = players.filter(team__branch__tournament__in=[event.pk for event in events], left_at=None)
    columns = (
        "team__branch__tournament_id", "team__state", "team_id", "team__branch_id", "team__branch__name",
        "team__ordinal", "pk", "name",
    )  # fmt: skip
    teams: defaultdict[tuple[int, str, TeamLabel], list[PlayerName]] = defaultdict(list)
    entered = rows.exclude(team__state=TeamState.DRAFT).order_by("team", "number").values_list(*columns)
    for event, state, *label, player, name in entered:
        teams[event, state, TeamLabel(*label)].append(PlayerName(player, name))
    found = []
    for (event, state, team), of_team in teams.items():
        is_out = state == TeamState.WITHDRAWN
        if event in hidden:
            found.append(Entrant(event, team, tuple(PlayerName(0, masked(p.name)) for p in of_team), "", is_out))
            continue
        key = Competitor(team.branch, tuple(player.name for player in of_team)).key
        people = frozenset(_person(team.branch, player.name, renamed) for player in of_team)
        found.append(Entrant(event, team, tuple(of_team), merged.get(key, key), is_out, people))
    return found


def _merged() -> dict[str, str]:
    """Whom the offices of all series count as whom: one query."""
    return {key: into for merged in Series.objects.values_list("merged", flat=True) for key, into in merged.items()}


def _renamed(merged: Mapping[str, str]) -> dict[Person, Person]:
    """The people whose branch goes by another name since: they are in both of two competitors that count as one."""
    found: dict[Person, Person] = {}
    for key, into in merged.items():
        (branch, *players), (other, *others) = key.split(APART), into.split(APART)
        found |= {(branch, player): (other, player) for player in players if player in others and branch != other}
    return found


def _person(branch: str, name: str, renamed: Mapping[Person, Person]) -> Person:
    person = (likeness(branch), likeness(name))
    return renamed.get(person, person)


@dataclass(frozen=True)
class _Result:
    """What a finished event came to: the teams that were drawn, 名次 → teams, and what each won and lost."""

    teams: tuple[TeamLabel, ...]
    places: Mapping[int, tuple[TeamLabel, ...]]
    tallies: Mapping[int, Tally]
    final: MatchView | None

    def place_of(self, entrant: Entrant) -> int:
        return next((place for place, teams in self.places.items() if entrant.team in teams), 0)


def _results(events: Sequence[Tournament]) -> dict[int, _Result]:
    """By the id of each event: the queries of ``rounds_of``."""
    return {pk: _result(stages_of(rounds)) for pk, rounds in rounds_of(events).items()}


def _result(stages: Sequence[StageView]) -> _Result:
    teams: dict[int, TeamLabel] = {}
    tallies: defaultdict[int, Tally] = defaultdict(Tally)
    lines = [(match, line) for stage in stages for match in stage.matches for line in match.lines]
    for match, line in lines:
        if line.team is None:
            continue
        teams[line.team.id] = line.team
        if match.is_over:
            tallies[line.team.id] += Tally(**{outcome: int(line.outcome == outcome) for outcome in OUTCOMES})
    places = final_places(stages)
    return _Result(tuple(teams.values()), places, tallies, _final(stages, places))


def _final(stages: Sequence[StageView], places: Mapping[int, Sequence[TeamLabel]]) -> MatchView | None:
    """The last match of the first two, where places are played out to a last match."""
    first_two = {team.id for place in (1, 2) for team in places.get(place, ())}
    if len(first_two) != 2:
        return None
    is_sheet = stages[-1].drawing is Drawing.BRACKET
    finals = (
        match for match in reversed(stages[-1].matches)
        if match.is_over and (is_sheet or (match.where and match.where.part == Part.FINAL))
    )  # fmt: skip
    return next((m for m in finals if {line.team.id for line in m.lines if line.team} == first_two), None)
