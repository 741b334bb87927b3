"""报名: saving a branch's form, by the office or by the branch, and putting a substitute in a player's place."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import accumulate

from django.db.models import Q

from accounts.models import User
from journal import clock
from journal.queries import last_event_number
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken
from journal.states import become, become_all
from journal.texts import storable
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.rules.bracket_moves import team_facts
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import BranchEntry, PlayerEntry, field_name
from tournaments.entries.files.rosters import roster_problems
from tournaments.entries.forms import (
    draft_problems,
    entry_problems,
    is_same_person,
    namesake_warning,
    one_name_problem,
    value_problems,
)
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import people_elsewhere, roster_places
from tournaments.entries.queries.links import may_hand_in
from tournaments.entries.rules.entry_rows import Filled, keep, player_values
from tournaments.entries.rules.saved_entries import player_names, record_saved
from tournaments.locks import locked_matches, locked_tournament
from tournaments.models import Branch, Match, Player, Substitution, Team, Tournament
from tournaments.permissions import Permission, may
from tournaments.presets.samples import sample_entry
from tournaments.states import EntryState, MatchState, TeamState, TournamentState

Roster = set[tuple[int, str, tuple[str, ...]]]


@action
def save_entry(
    branch: Branch,
    form: BranchEntry,
    *,
    by: User | None,
    draft: bool = False,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Branch:
    """保存报名表 (annex 4): every team that is filled becomes entered, or a draft with ``draft``; emptied ones go.

    Teams that the form does not mention, and withdrawn ones, stay as they are. Who plays where cannot change after the
    deadline or the draw; contacts, genders and remarks can, and a further team may enter a Swiss while a round of it is
    to be paired (补报). Refused with all problems at their fields; asked about: a
    team that is taken out. ``Overtaken`` if ``seen`` is not the branch's last event.
    """
    return _save(branch, form, EntryState.OPEN if draft else EntryState.ACCEPTED, by=by, seen=seen, sure=sure)


@action
def hand_in_entry(
    branch: Branch,
    form: BranchEntry,
    *,
    by: User | None,
    draft: bool = False,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Branch:
    """提交报名表 by the branch itself: as ``save_entry``, until the deadline, or until the draw if it was returned.

    The teams are entered at once, or drafts until the office accepts them if the event says so. What was handed in is
    no draft again: ``WrongState``.
    """
    return _save(branch, form, EntryState.OPEN if draft else EntryState.HANDED_IN, of_branch=True, by=by, seen=seen,
                 sure=sure)  # fmt: skip


def _save(
    branch: Branch,
    form: BranchEntry,
    state: EntryState,
    *,
    by: User | None,
    seen: int | None,
    sure: Collection[str] | None,
    of_branch: bool = False,
) -> Branch:
    tournament, draft = _locked(branch.tournament), state == EntryState.OPEN
    rows = Branch.objects.select_for_update(of=("self",), no_key=True).prefetch_related("teams__players")
    branch = rows.get(pk=branch.pk)
    branch.tournament = tournament
    refuse_overtaken(branch.subject, seen, last_event_number(tournament.journal, branch.subject))
    if of_branch and draft and branch.state in (EntryState.HANDED_IN, EntryState.ACCEPTED):
        raise WrongState(branch.subject, branch.state)
    filled = _filled(branch, form, tournament.seats)
    form, teams = filled.form, filled.teams
    waits = state == EntryState.HANDED_IN and tournament.acceptance_needed
    if of_branch:
        late = [] if may_hand_in(branch, clock.now(tournament.journal)) else [Problem(Code.ENTRY_CLOSED)]
    else:
        late = _time_problems(tournament, form, teams, draft=draft)
    refuse_if(_form_problems(branch, form, teams, draft=draft) + late)
    ask_about(_removal_doubts(form, teams), sure)
    public = not (draft or waits) or any(team.state == TeamState.ENTERED for team in teams.values())
    keep(tournament, [filled], TeamState.DRAFT if draft or waits else TeamState.ENTERED)
    record_saved(tournament, [branch], by=by, draft=draft, public=public)
    if state == EntryState.HANDED_IN:
        become(branch, state, handed_in_at=clock.now(tournament.journal))
        record(tournament.journal, TournamentEvent.ENTRY_HANDED_IN, branch.subject, by=by, public=False,
               branch=branch.name)  # fmt: skip
    elif not draft:
        become(branch, state, remarks={})
    elif branch.state != EntryState.RETURNED:  # a draft of what is being mended stays to be mended
        become(branch, state)
    return branch


@action
def enter_samples(tournament: Tournament, *, by: User | None) -> list[Branch]:
    """样例: every branch of an event without teams enters its full quota of sample teams, as ``save_entry`` would, and
    nobody is in two of them.

    The number of queries does not depend on the size. Refused after the deadline.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    branches = list(tournament.branches.select_for_update(no_key=True).order_by("pk"))
    counts = accumulate((branch.quota * tournament.seats for branch in branches), initial=0)
    forms = {
        branch.pk: sample_entry(branch.quota, tournament.seats, first)
        for branch, first in zip(branches, counts, strict=False)
    }
    refuse_if([p for form in forms.values() for p in _time_problems(tournament, form, {}, draft=False)])
    keep(tournament, [Filled(branch, forms[branch.pk], {}) for branch in branches], TeamState.ENTERED)
    become_all(tournament.branches.all(), EntryState.ACCEPTED)
    record_saved(tournament, branches, by=by, draft=False, public=True)
    return branches


@action
def save_entries(
    tournament: Tournament,
    forms: Mapping[int, BranchEntry],
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> list[Branch]:
    """导入报名: the forms of several branches (by their numbers) at once, as ``save_entry`` saves one; all or none.

    The field of a problem is ``<number of the branch>:<field>``. ``Overtaken`` if ``seen`` is not the event's last.
    """
    tournament = _locked(tournament)
    refuse_overtaken("entries", seen, tournament.journal.last_number)
    branches = tournament.branches.select_for_update(no_key=True).filter(number__in=forms).order_by("pk")
    rows = branches.prefetch_related("teams__players")
    filled = [_filled(branch, forms[branch.number], tournament.seats) for branch in rows]
    doubts = []
    problems = roster_problems({each.branch.number: each.form for each in filled}, roster_places(tournament))
    for each in filled:
        late = _time_problems(tournament, each.form, each.teams, draft=False)
        problems += [(each.branch.number, p) for p in [*_history_problems(each.branch, each.form), *late]]
        doubts += [(each.branch.number, p) for p in _removal_doubts(each.form, each.teams)]
    refuse_if([replace(p, field=f"{number}:{p.field}") for number, p in problems])
    ask_about([replace(p, field=f"{number}:{p.field}") for number, p in doubts], sure)
    keep(tournament, filled, TeamState.ENTERED)
    become_all(Branch.objects.filter(pk__in=[each.branch.pk for each in filled]), EntryState.ACCEPTED, remarks={})
    record_saved(tournament, [each.branch for each in filled], by=by, draft=False, public=True)
    return [each.branch for each in filled]


def _locked(tournament: Tournament) -> Tournament:
    """Once lots are drawn with its matches, so that nobody pairs a round while a team comes late."""
    if tournament.state != TournamentState.ENTRY:
        locked_matches(tournament.stages.earliest("number"))
    return locked_tournament(tournament)


def _filled(branch: Branch, form: BranchEntry, seats: int) -> Filled:
    """The form with the rows of its branch, prefetched; teams that were withdrawn are no part of it. Refused if a team
    has more lines than seats: forms have no more, programs may send them."""
    teams = {team.ordinal: team for team in branch.teams.all()}
    mentioned = [entry for entry in form.teams if not _is_withdrawn(teams.get(entry.ordinal))]
    refuse_if(
        [
            Problem(
                Code.TEAM_IS_FULL,
                field_name(entry.ordinal, seats + 1, "name"),
                {"ordinal": entry.ordinal, "seats": seats},
            )
            for entry in mentioned
            if len(entry.players) > seats
        ]
    )
    return Filled(branch, replace(form, teams=tuple(entry.with_seats(seats) for entry in mentioned)), teams)


def _is_withdrawn(team: Team | None) -> bool:
    return team is not None and team.state == TeamState.WITHDRAWN


def _form_problems(branch: Branch, form: BranchEntry, teams: dict[int, Team], *, draft: bool) -> list[Problem]:
    if draft:
        problems = draft_problems(form, quota=branch.quota)
    else:
        problems = entry_problems(form, quota=branch.quota, elsewhere=people_elsewhere(branch))
    if any(_is_withdrawn(team) for team in teams.values()):
        problems = [problem for problem in problems if problem.code != Code.NO_PLAYERS]
    return problems + _history_problems(branch, form)


def _removal_doubts(form: BranchEntry, teams: dict[int, Team]) -> list[Problem]:
    return [
        Problem(Code.TEAM_REMOVED, field_name(entry.ordinal, 1, "name"), {"ordinal": entry.ordinal})
        for entry in form.teams
        if entry.is_empty and entry.ordinal in teams and teams[entry.ordinal].state == TeamState.ENTERED
    ]


def _history_problems(branch: Branch, form: BranchEntry) -> list[Problem]:
    """A place that was once given to a substitute cannot be emptied: the record of it stays."""
    places = set(
        Player.objects.filter(team__branch=branch, left_at__isnull=False).values_list("team__ordinal", "number")
    )
    return [
        Problem(Code.TEAM_HAS_HISTORY, field_name(entry.ordinal, number, "name"), {"ordinal": entry.ordinal})
        for entry in form.teams
        for number, player in enumerate(entry.players, start=1)
        if player.is_empty and (entry.ordinal, number) in places
    ]


def _time_problems(tournament: Tournament, form: BranchEntry, teams: dict[int, Team], *, draft: bool) -> list[Problem]:
    closed = tournament.state != TournamentState.ENTRY
    if not closed and clock.now(tournament.journal) <= tournament.closes_at:
        return []
    state = TeamState.DRAFT if draft else TeamState.ENTERED
    wanted: Roster = {(team.ordinal, state.value, tuple(p.name for p in team.players)) for team in form.filled}
    mentioned = [teams[entry.ordinal] for entry in form.teams if entry.ordinal in teams]
    stored: Roster = {(team.ordinal, team.state, player_names(team, tournament.seats)) for team in mentioned}
    entered = {team for team in stored if team[1] == TeamState.ENTERED}
    if wanted == stored or (entered <= wanted and late_round(tournament)):
        return []
    return [Problem(Code.TEAM_CHANGED_AFTER_DRAW if closed else Code.AFTER_DEADLINE)]


@action
def substitute_player(
    player: Player, came: PlayerEntry, *, by: User | None, reason: str = "", sure: Collection[str] | None = None
) -> Player:
    """换人: until the deadline the office puts somebody else in; later the chief referee does, with a reason.

    The player who leaves stays readable. Refused with all problems; asked about: a name that stands in another branch.
    ``WrongState`` if he left already, his team is not entered, or it is playing just now.
    """
    tournament = locked_tournament(player.team.branch.tournament)
    team = Team.objects.select_for_update(of=("self",), no_key=True).select_related("branch").get(pk=player.team_id)
    player = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    _may_be_substituted(tournament, team, player)
    late = tournament.state != TournamentState.ENTRY or clock.now(tournament.journal) > tournament.closes_at
    refuse_if(
        [
            *(_chief_problems(tournament, by) if late else []),
            *reason_problems(reason, required=late),
            *_newcomer_problems(team, came),
            *value_problems(came),
        ]
    )
    namesake = namesake_warning(came, people_elsewhere(team.branch), "name")
    ask_about([namesake] if namesake else [], sure)
    newcomer = _take_place(tournament, player, came, by=by, reason=storable(reason))
    record(
        tournament.journal,
        TournamentEvent.PLAYER_SUBSTITUTED,
        team.subject,
        by=by,
        team=team_facts(team),
        left=player.name,
        came=newcomer.name,
        number=player.number,
    )
    return newcomer


def _may_be_substituted(tournament: Tournament, team: Team, player: Player) -> None:
    if player.left_at is not None:
        raise WrongState(team.subject, "substituted")
    if team.state != TeamState.ENTERED or tournament.state == TournamentState.FINISHED:
        raise WrongState(team.subject, team.state)
    playing = Match.objects.filter(Q(home_team=team) | Q(away_team=team), state=MatchState.PLAYING)
    if playing.exists():
        raise WrongState(team.subject, MatchState.PLAYING)


def _chief_problems(tournament: Tournament, by: User | None) -> list[Problem]:
    allowed = by is None or may(by, Permission.LATE_SUBSTITUTION, tournament)
    return [] if allowed else [Problem(Code.SUBSTITUTION_NEEDS_CHIEF)]


def _newcomer_problems(team: Team, came: PlayerEntry) -> list[Problem]:
    problem = one_name_problem(came.name, "name")
    if problem:
        return [problem]
    name, alike = came.name, likeness(came.name)
    for other in Player.objects.filter(team__branch=team.branch, left_at=None).select_related("team"):
        if likeness(other.name) == alike:
            code = Code.TWICE_IN_TEAM if other.team_id == team.pk else Code.IN_TWO_TEAMS
            return [Problem(code, "name", {"name": name, "ordinal": other.team.ordinal, "other": other.name})]
    return [
        Problem(Code.IN_ANOTHER_BRANCH, "name", {"name": name, "branch": r.branch, "ordinal": r.ordinal})
        for r in people_elsewhere(team.branch)
        if is_same_person(came, r)
    ]


def _take_place(tournament: Tournament, player: Player, came: PlayerEntry, *, by: User | None, reason: str) -> Player:
    moment = clock.now(tournament.journal)
    player.left_at = moment
    player.save(update_fields=["left_at"])
    newcomer = Player.objects.create(team_id=player.team_id, number=player.number, **player_values(came))
    Substitution.objects.create(left=player, came=newcomer, reason=reason, at=moment, by=by)
    return newcomer
