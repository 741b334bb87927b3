"""Entries as the office sees them: the list of branches, one branch's form, and the table of everybody.

Gender, remark and contacts are read here and nowhere else; only pages that need ``ENTRY_EDIT`` may show them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby

from django.db.models import Prefetch, Q, QuerySet

from journal.refusals import Problem
from tournaments.bracket.queries.labels import team_label
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry, values_of
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.forms import Registered, entry_problems, entry_warnings, in_full
from tournaments.entries.names import likeness
from tournaments.models import Branch, Player, Substitution, Team, Tournament
from tournaments.states import EntryState, TeamState


class EntryStatus(StrEnum):
    """How far a branch's form is."""

    NONE = "none"
    DRAFT = "draft"
    TO_MEND = "to_mend"
    TEAM_MISSING = "team_missing"
    HANDED_IN = "handed_in"
    RETURNED = "returned"
    DONE = "done"


_MARKS: dict[str, str] = {TeamState.ENTERED: "in", TeamState.DRAFT: "half", TeamState.WITHDRAWN: "out"}
_BETWEEN: dict[str, EntryStatus] = {
    EntryState.HANDED_IN: EntryStatus.HANDED_IN,
    EntryState.RETURNED: EntryStatus.RETURNED,
}
AWAITED = (EntryStatus.NONE, EntryStatus.DRAFT, EntryStatus.TO_MEND, EntryStatus.RETURNED)
"""The form is still to be handed in."""


@dataclass(frozen=True)
class BranchRow:
    """One branch in the list. ``marks`` has one word a place of the quota: in, half, out or empty."""

    id: int
    number: int
    name: str
    quota: int
    leader: str
    marks: tuple[str, ...]
    status: EntryStatus
    problems: tuple[Problem, ...]
    saved_at: datetime | None
    contact: str
    phone: str
    has_mail: bool

    @property
    def entered(self) -> int:
        return self.marks.count("in")

    @property
    def missing(self) -> tuple[int, ...]:
        """The ordinals of the teams that could still be entered."""
        return tuple(ordinal for ordinal, mark in enumerate(self.marks, start=1) if mark in ("", "half"))


@dataclass(frozen=True)
class EntryList:
    """All branches in the order of the annex."""

    branches: tuple[BranchRow, ...]
    namesakes: "tuple[Namesakes, ...]"

    @property
    def quota(self) -> int:
        return sum(row.quota for row in self.branches)

    @property
    def entered(self) -> int:
        return sum(row.entered for row in self.branches)

    @property
    def done(self) -> int:
        return sum(row.status in (EntryStatus.DONE, EntryStatus.HANDED_IN) for row in self.branches)

    @property
    def awaited(self) -> tuple[BranchRow, ...]:
        """Those that have not handed in their form, or are to mend it."""
        return tuple(row for row in self.branches if row.status in AWAITED)

    @property
    def waiting(self) -> tuple[BranchRow, ...]:
        """Those whose form the office has not looked at yet."""
        return tuple(row for row in self.branches if row.status == EntryStatus.HANDED_IN)

    @property
    def unfinished(self) -> tuple[BranchRow, ...]:
        """Those that have not entered what they may, and have not handed in their form with fewer teams."""
        return tuple(row for row in self.branches if row.missing and row.status != EntryStatus.DONE)

    @property
    def missing_teams(self) -> int:
        return sum(len(row.missing) for row in self.unfinished)

    @property
    def drafts(self) -> tuple[BranchRow, ...]:
        return tuple(row for row in self.branches if "half" in row.marks)


def entry_list(tournament: Tournament) -> EntryList:
    """The list beside the form: three queries whatever the number of branches, and three more if there are drafts."""
    branches = list(tournament.branches.order_by("number"))
    teams: defaultdict[int, dict[int, str]] = defaultdict(dict)
    of_event = Team.objects.filter(branch__tournament=tournament)
    for pk, ordinal, state in of_event.values_list("branch", "ordinal", "state"):
        teams[pk][ordinal] = state
    players = _registered_players(tournament.pk)
    drafted = [
        branch.pk
        for branch in branches
        if TeamState.DRAFT in teams[branch.pk].values() or (branch.saved_at is not None and not teams[branch.pk])
    ]
    by_mail: defaultdict[str, list[Registered]] = defaultdict(list)
    for player in players:
        by_mail[player.mail.casefold()].append(player)
    problems = {}
    for branch in _with_players(tournament).filter(pk__in=drafted) if drafted else ():
        form = stored_form(branch, tournament.most_players)
        mails = {player.mail.casefold() for team in form.teams for player in team.players if player.mail}
        elsewhere = [other for mail in mails for other in by_mail[mail] if other.branch != branch.name]
        wrong = entry_problems(form, quota=branch.quota, elsewhere=elsewhere, reserves=tournament.reserves)
        problems[branch.pk] = tuple(wrong)
    return EntryList(
        tuple(_branch_row(branch, teams[branch.pk], problems.get(branch.pk)) for branch in branches),
        namesakes([*players, *(_leader(branch) for branch in branches if branch.leader_name)]),
    )


def _branch_row(branch: Branch, teams: Mapping[int, str], problems: tuple[Problem, ...] | None) -> BranchRow:
    """``teams``: their states by ordinal; ``problems``: those of a draft, None if the form is none."""
    marks = tuple(_MARKS[teams[ordinal]] if ordinal in teams else "" for ordinal in range(1, branch.quota + 1))
    # where forms need no acceptance, what is handed in is entered at once and waits for nobody
    counts = branch.state == EntryState.HANDED_IN and "half" not in marks
    if branch.state in _BETWEEN and not counts:
        status = _BETWEEN[branch.state]
    elif problems is not None:
        status = EntryStatus.TO_MEND if problems else EntryStatus.DRAFT
    elif not any(marks) and branch.saved_at is None:
        status = EntryStatus.NONE
    else:
        # a branch that has handed its form in has said how many teams it enters
        is_over = "" not in marks or (any(marks) and branch.handed_in_at is not None)
        status = EntryStatus.DONE if is_over else EntryStatus.TEAM_MISSING
    return BranchRow(
        id=branch.pk,
        number=branch.number,
        name=branch.name,
        quota=branch.quota,
        leader=branch.leader_name,
        marks=marks,
        status=status,
        problems=problems or (),
        saved_at=branch.saved_at,
        contact=branch.contact_name,
        phone=branch.contact_phone,
        has_mail=bool(branch.contact_mail),
    )


@dataclass(frozen=True)
class Namesakes:
    """A name that stands in more than one branch; ``likely`` the same person, as the gender is the same too."""

    name: str
    places: tuple[Registered, ...]
    likely: bool


def namesakes(people: Iterable[Registered]) -> tuple[Namesakes, ...]:
    """Everybody whose name stands in two branches or more; the likely ones first."""
    alike: defaultdict[str, list[Registered]] = defaultdict(list)
    for person in people:
        alike[likeness(person.name)].append(person)
    shared = []
    for others in alike.values():
        if len({other.branch for other in others}) > 1:
            # two branches name somebody of the same gender
            genders = {(other.gender, other.branch) for other in others if other.gender}
            likely = len({gender for gender, _branch in genders}) < len(genders)
            shared.append(Namesakes(others[0].name, tuple(others), likely))
    return tuple(sorted(shared, key=lambda each: not each.likely))


def _leader(branch: Branch) -> Registered:
    return Registered(branch.leader_name, "", branch.name, 0, branch.leader_gender)


def _with_players(tournament: Tournament) -> QuerySet[Branch]:
    """All branches in the order of the annex, with their teams and players."""
    players = Player.objects.filter(left_at=None).order_by("number")
    teams = Team.objects.order_by("ordinal").prefetch_related(Prefetch("players", players))
    return tournament.branches.order_by("number").prefetch_related(Prefetch("teams", teams))


def stored_form(branch: Branch, lines: int) -> BranchEntry:
    """The form as it is saved; withdrawn teams are no part of it. Teams and players should be prefetched."""
    teams = []
    for team in branch.teams.all():
        if team.state != TeamState.WITHDRAWN:
            by_number = {p.number: PlayerEntry(**values_of(PlayerEntry, p)) for p in team.players.all()}
            players = tuple(by_number.get(number, PlayerEntry()) for number in range(1, lines + 1))
            teams.append(TeamEntry(team.ordinal, players, **values_of(TeamEntry, team)))
    return BranchEntry(**values_of(BranchEntry, branch), teams=tuple(teams))


def roster_places(tournament: Tournament) -> list[ListedBranch]:
    """Every branch that a list of entries may name, with what is saved of it: three queries."""
    return [
        ListedBranch(branch.number, branch.name, branch.quota, stored_form(branch, tournament.most_players))
        for branch in _with_players(tournament)
    ]


@dataclass(frozen=True)
class OpenedEntry:
    """One branch's form with a place for every team of the quota. ``withdrawn`` are the ordinals that are out."""

    branch: Branch
    form: BranchEntry
    teams: tuple[Team, ...]
    elsewhere: tuple[Registered, ...]

    @property
    def withdrawn(self) -> frozenset[int]:
        return frozenset(team.ordinal for team in self.teams if team.state == TeamState.WITHDRAWN)

    @property
    def entered(self) -> tuple[Team, ...]:
        """Teams that have a page of their own: what was entered, and what was withdrawn."""
        return tuple(team for team in self.teams if team.state != TeamState.DRAFT)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return tuple(entry_warnings(self.form, self.elsewhere)) if self.form.filled else ()


def entry_form(tournament: Tournament, number: int) -> OpenedEntry | None:
    """The form of the branch with that number, None if there is none: five queries."""
    branch = _with_players(tournament).filter(number=number).first()
    if branch is None:
        return None
    lines = tournament.most_players
    form = in_full(stored_form(branch, lines), quota=branch.quota, lines=lines)
    return OpenedEntry(branch, form, tuple(branch.teams.all()), tuple(people_elsewhere(branch)))


def people_elsewhere(branch: Branch) -> list[Registered]:
    """The players and leaders of all other branches: two queries."""
    return registered(branch.tournament_id, exclude=branch.pk)


def registered(tournament_id: int, exclude: int | None = None) -> list[Registered]:
    """The players, then the leaders, of all branches but one: two queries."""
    leaders = Branch.objects.filter(tournament_id=tournament_id).exclude(Q(pk=exclude) | Q(leader_name=""))
    return [*_registered_players(tournament_id, exclude), *map(_leader, leaders.order_by("number"))]


def _registered_players(tournament_id: int, exclude: int | None = None) -> list[Registered]:
    players = Player.objects.filter(left_at=None, team__branch__tournament_id=tournament_id)
    playing = players.exclude(Q(team__branch=exclude) | Q(team__state=TeamState.WITHDRAWN))
    rows = playing.order_by("team__branch__number", "team__ordinal", "number")
    columns = ("name", "mail", "team__branch__name", "team__ordinal", "gender")
    return [Registered(*row) for row in rows.values_list(*columns)]


@dataclass(frozen=True)
class PlayerRow:
    """One line of the table of all entries."""

    team_id: int
    branch: str
    branch_number: int
    ordinal: int
    state: str
    pinyin: str
    leads: bool
    player: PlayerEntry
    team: TeamEntry


@dataclass(frozen=True)
class BranchBlock:
    """The lines of one branch for the printed table."""

    branch: Branch
    rows: tuple[PlayerRow, ...]


def all_entries(tournament: Tournament) -> tuple[BranchBlock, ...]:
    """总表: branches in the order of the annex, teams by ordinal, players by number, as on the form: three queries."""
    blocks = []
    for branch in _with_players(tournament):
        rows = [
            PlayerRow(
                team_id=team.pk,
                branch=branch.name,
                branch_number=branch.number,
                ordinal=team.ordinal,
                state=team.state,
                pinyin=player.pinyin,
                leads=bool(branch.leader_name) and branch.leader_name == player.name,
                player=PlayerEntry(**values_of(PlayerEntry, player)),
                team=own,
            )
            for team in branch.teams.all()
            for own in (TeamEntry(team.ordinal, **values_of(TeamEntry, team)),)
            for player in team.players.all()
        ]
        blocks.append(BranchBlock(branch, tuple(rows)))
    return tuple(blocks)


def by_name(blocks: tuple[BranchBlock, ...]) -> list[PlayerRow]:
    """The same lines in one list by pinyin: the stored key, as the database has no Chinese collation."""
    rows = [row for block in blocks for row in block.rows]
    return sorted(rows, key=lambda row: (row.pinyin, row.player.name, row.branch_number, row.ordinal))


@dataclass(frozen=True)
class SingleEntry:
    """单人报名: somebody who entered alone in an event for teams and waits for partners; ``id`` is his team's."""

    id: int
    team: TeamLabel
    name: str
    gender: str


def singles(tournament: Tournament) -> tuple[SingleEntry, ...]:
    """In the order of the annex; none where everybody plays alone. One query."""
    if tournament.plays_alone:
        return ()
    drafts = Player.objects.filter(team__branch__tournament=tournament, team__state=TeamState.DRAFT, left_at=None)
    ordered = drafts.select_related("team__branch").order_by("team__branch__number", "team__ordinal", "number")
    teams = [list(players) for _, players in groupby(ordered, key=lambda player: player.team_id)]
    return tuple(
        SingleEntry(one.team_id, team_label(one.team), one.name, one.gender) for one, *others in teams if not others
    )


def team_substitutions(team: Team) -> list[Substitution]:
    """Who came for whom in that team, in order."""
    substitutions = Substitution.objects.filter(left__team=team).select_related("left", "came", "by")
    return list(substitutions.order_by("at", "pk"))
