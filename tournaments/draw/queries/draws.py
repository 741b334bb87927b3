"""The draw as people read it: what would be drawn, the sheet of positions, its record, and the same draw run again.

A record names teams by their place in the closed list (annex order, from 1) and branches by the order in which they
first stand there, so that the list, the seed and the constraint are all that anybody needs to run the draw again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from guandan_rules import RuleSetError
from journal.queries import last_event_number
from journal.refusals import Problem
from scoring import clocks
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rounds import new_clock
from tournaments.bracket.rules.rule_sets import stage_minutes
from tournaments.codes import Code
from tournaments.day.queries.timetable import order_problems
from tournaments.draw import method as drawing
from tournaments.draw.queries.sheets import (
    DrawnPosition,
    FirstPairing,
    Half,
    constraints,
    first_round,
    number_problems,
    teams_in_order,
)
from tournaments.entries.queries.entries import Namesakes, namesakes, registered
from tournaments.formats import FORMATS
from tournaments.formats.format import Format, group_at
from tournaments.formats.positions import soonest_meeting
from tournaments.models import Draw, Stage, Team, Tournament
from tournaments.states import BranchesApart, DrawMethod, DrawState, TeamState


@dataclass(frozen=True)
class UnavoidablePairs:
    """A branch with more teams than the first round has matches: at least ``pairs`` of them are within it."""

    branch: str
    teams: int
    matches: int
    pairs: int


@dataclass(frozen=True)
class Prospect:
    """What would be drawn if the list were closed now. ``size`` is 0 below two teams."""

    teams: tuple[TeamLabel, ...]
    branches: int
    drafts: tuple[TeamLabel, ...]
    size: int
    shape: Format
    rounds_needed: int
    rounds_planned: int
    tables: int
    unavoidable: tuple[UnavoidablePairs, ...]
    namesakes: tuple[Namesakes, ...]
    problems: tuple[Problem, ...]

    @property
    def takes_wishes(self) -> bool:
        return self.shape.is_sheet or self.shape.groups > 1

    @property
    def byes(self) -> int:
        return self.size + self.size % 2 - len(self.teams) if self.size else 0

    @property
    def first_matches(self) -> int:
        return len(self.teams) - -(-self.size // 2) if self.size else 0

    @property
    def tables_short(self) -> int:
        """How many tables are lacking in the round that has the most matches."""
        return max(0, max(self.first_matches, self.size // 4) - self.tables)

    @property
    def rounds_spare(self) -> int:
        return max(0, self.rounds_planned - self.rounds_needed) if self.size else 0

    @property
    def can_be_drawn(self) -> bool:
        """Nothing but drafts, which may be left out, stands in the way."""
        return all(problem.code == Code.DRAFTS_LEFT for problem in self.problems)


@dataclass(frozen=True)
class ListedTeam:
    """A line of the closed list: its number there, the number of its branch, and the position it drew (0: none yet)."""

    number: int
    branch_number: int
    team: TeamLabel
    position: int


@dataclass(frozen=True)
class WishView:
    """One kind of wish: of how many teams or pairs (``asked``), the ``missed`` ones, and whether that is known yet."""

    kind: str
    asked: int
    missed: tuple[tuple[TeamLabel, ...], ...]
    is_drawn: bool


@dataclass(frozen=True)
class BreachView:
    """A breach of the definition of a legal sheet, with the names that its sentence needs."""

    code: str
    teams: tuple[TeamLabel, ...]
    positions: tuple[int, ...]
    branch: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class DrawView:
    """A draw with everything its page and its printed record show. ``seen`` is what a confirmation carries.

    Without ``is_sheet`` the ``places`` are numbers, and ``halves`` say whom they bring together in the first round,
    group by group; the pairs of one round are one half. ``stage``: 0 for the only one of an event; ``earlier``: how
    many draws of it came before. ``soonest``: how many are left in the earliest round in which two of one group of the
    stage before may meet; 0 if they cannot, or nobody was placed.
    ``first_rounds``: those of a branch who may meet in the first rounds all the same, where they are kept apart in more
    than one.
    """

    id: int
    number: int
    stage: int
    earlier: int
    state: str
    method: str
    likelihood: str
    seed: str
    branches_apart: str
    first_rounds: WishView | None
    listed: tuple[ListedTeam, ...]
    is_sheet: bool
    places: tuple[DrawnPosition, ...]
    halves: tuple[Half, ...]
    breaches: tuple[BreachView, ...]
    unavoidable: tuple[UnavoidablePairs, ...]
    soonest: int
    reason: str
    made_at: datetime
    made_by: str
    confirmed_at: datetime | None
    confirmed_by: str
    seen: int

    @property
    def is_preview(self) -> bool:
        return self.state == DrawState.PREVIEW

    @property
    def is_confirmed(self) -> bool:
        return self.state == DrawState.CONFIRMED

    @property
    def by_program(self) -> bool:
        return self.method == DrawMethod.PROGRAM

    @property
    def by_places(self) -> bool:
        return self.method == DrawMethod.PLACES

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def byes(self) -> int:
        return sum(place.team is None for place in self.places)

    @property
    def within_branch(self) -> tuple[FirstPairing, ...]:
        return tuple(p for half in self.halves for p in half.pairings if p.within_branch)


def entered_teams(tournament: Tournament) -> list[Team]:
    """The list that is drawn from, in the order of the annex."""
    return _teams(tournament, TeamState.ENTERED)


def _teams(tournament: Tournament, state: str) -> list[Team]:
    teams = Team.objects.filter(branch__tournament=tournament, state=state)
    return list(with_people(teams).order_by("branch__number", "ordinal"))


def entries(teams: Sequence[Team]) -> list[drawing.Entrant]:
    """The closed list as the pure draw takes it: teams and branches by number, in the given order."""
    numbers: dict[int, int] = {}
    for team in teams:
        numbers.setdefault(team.branch_id, len(numbers) + 1)
    return [drawing.Entrant(number, numbers[team.branch_id]) for number, team in enumerate(teams, start=1)]


def first_stage(tournament: Tournament) -> Stage:
    """The one that lots are drawn for."""
    return tournament.stages.select_related("tournament").earliest("number")


def prospect(tournament: Tournament) -> Prospect:
    """What the draw page shows before anything is drawn: eight queries whatever the size.

    Problems: the numbers of teams and rounds, drafts, options that contradict each other, and matches so long that the
    planned rounds would overlap.
    """
    teams, drafts = entered_teams(tournament), _teams(tournament, TeamState.DRAFT)
    stage = first_stage(tournament)
    format_ = format_of(stage)
    size = format_.size(len(teams)) if format_.fewest <= len(teams) <= format_.most else 0
    planned = list(stage.rounds.filter(sitting=1).order_by("number").values_list("starts_at", flat=True))
    problems = number_problems(format_, len(teams), len(planned))
    for draft in drafts:
        data = {"branch": draft.branch.name, "ordinal": draft.ordinal}
        problems.append(Problem(Code.DRAFTS_LEFT, "drafts", data))
    try:
        is_limited = bool(stage_minutes(stage))
    except RuleSetError as error:
        problems += [Problem(Code.RULE_OPTION_INVALID, data={"option": p.option}) for p in error.problems]
    else:
        problems += order_problems(planned, [clocks.planned(new_clock(stage))]) if is_limited else []
    return Prospect(
        teams=tuple(map(team_label, teams)),
        branches=len({team.branch_id for team in teams}),
        drafts=tuple(map(team_label, drafts)),
        size=size,
        shape=format_,
        rounds_needed=len(format_.rounds(size)) if size else 0,
        rounds_planned=len(planned),
        tables=tournament.tables.count(),
        unavoidable=_unavoidable_pairs(stage, teams, tournament.branches_apart) if size else (),
        namesakes=namesakes(registered(tournament.pk)),
        problems=tuple(problems),
    )


def _unavoidable_pairs(stage: Stage, teams: Sequence[Team], branches_apart: str) -> tuple[UnavoidablePairs, ...]:
    if not FORMATS[stage.format].is_drawn_in_pairs:
        return ()
    listed = entries(teams)
    names = {entry.branch: team.branch.name for entry, team in zip(listed, teams, strict=True)}
    unavoidable = drawing.unavoidable(listed, constraints(stage, len(teams), branches_apart))
    return tuple(UnavoidablePairs(names[u.branch], u.teams, u.matches, u.pairs) for u in unavoidable)


def present_draw(tournament: Tournament) -> Draw | None:
    """The draw that is previewed or confirmed now."""
    draws = Draw.objects.filter(stage__tournament=tournament).exclude(state=DrawState.DISCARDED)
    return draws.select_related("made_by", "confirmed_by", "stage").order_by("-number").first()


def change_problems(draw: Draw, tournament: Tournament, teams: Sequence[int]) -> list[Problem]:
    """What was drawn from, or sealed, must be what is entered now (ids), under the same constraint."""
    problems = []
    if list(teams) != draw.teams:
        problems.append(Problem(Code.TEAMS_CHANGED, data={"drawn": len(draw.teams), "entered": len(teams)}))
    if draw.branches_apart != tournament.branches_apart:
        problems.append(Problem(Code.CONSTRAINT_CHANGED))
    return problems


def discarded_draws(tournament: Tournament) -> list[Draw]:
    """What was previewed or confirmed once and counts no more, the newest first."""
    draws = Draw.objects.filter(stage__tournament=tournament, state=DrawState.DISCARDED)
    return list(draws.select_related("made_by").order_by("-number"))


def _soonest(draw: Draw) -> int:
    """As `DrawView` has it: one query."""
    source = draw.stage.source
    groups = format_of(source).groups if source and draw.method == DrawMethod.PLACES else 1
    confirmed = Draw.objects.filter(stage=source, state=DrawState.CONFIRMED).values_list("positions", flat=True)
    positions = enumerate(confirmed.last() or () if groups > 1 else (), start=1)
    return soonest_meeting(draw.positions, {team: group_at(position, groups) for position, team in positions if team})


def _first_rounds(draw: Draw, teams: Sequence[Team], labels: Mapping[int, TeamLabel]) -> WishView | None:
    """As `DrawView` has it."""
    rounds = BranchesApart(draw.branches_apart).rounds
    if rounds < 2 or not draw.positions or not FORMATS[draw.stage.format].is_sheet:
        return None
    entrants = [drawing.Entrant(team.pk, team.branch_id) for team in teams]
    early = drawing.missed(draw.positions, entrants, drawing.Wishes(rounds=rounds)).rounds
    return WishView("rounds", rounds, tuple((labels[one], labels[other]) for one, other in early), True)


def draw_view(tournament: Tournament, draw: Draw) -> DrawView:
    """The draw with names: a few queries whatever the size."""
    teams = teams_in_order(draw.teams)
    labels = {team.pk: team_label(team) for team in teams}
    branches = {team.branch_id: team.branch.name for team in teams}
    format_ = format_of(draw.stage)
    alone = tournament.stages.count() == 1
    earlier = draw.number - 1 if alone else Draw.objects.filter(stage=draw.stage, number__lt=draw.number).count()
    places = tuple(
        DrawnPosition(position, labels.get(team), group_at(position, format_.groups))
        for position, team in enumerate(draw.positions, start=1)
    )
    drew = {place.team.id: place.position for place in places if place.team}
    return DrawView(
        id=draw.pk,
        number=draw.number,
        stage=0 if alone else draw.stage.number,
        earlier=earlier,
        state=draw.state,
        method=draw.method,
        likelihood=draw.likelihood,
        seed=draw.seed,
        branches_apart=draw.branches_apart,
        first_rounds=_first_rounds(draw, teams, labels),
        listed=tuple(
            ListedTeam(entry.id, entry.branch, labels[team.pk], drew.get(team.pk, 0))
            for entry, team in zip(entries(teams), teams, strict=True)
        ),
        is_sheet=format_.is_drawn_in_pairs,
        places=places,
        halves=first_round(places, format_),
        breaches=tuple(
            BreachView(
                code=breach["code"],
                teams=tuple(labels[team] for team in breach["teams"] if team in labels),
                positions=tuple(breach["positions"]),
                branch=branches.get(breach["branch"], ""),
                counts=tuple(breach["counts"]),
            )
            for breach in draw.breaches
        ),
        unavoidable=_unavoidable_pairs(draw.stage, teams, draw.branches_apart),
        soonest=_soonest(draw) if format_.is_sheet else 0,
        reason=draw.reason,
        made_at=draw.made_at,
        made_by=str(draw.made_by or ""),
        confirmed_at=draw.confirmed_at,
        confirmed_by=str(draw.confirmed_by or ""),
        seen=last_event_number(tournament.journal, draw.subject),
    )
