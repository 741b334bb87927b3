"""报名: saving a branch's form, and putting a substitute in a player's place."""

from collections.abc import Collection
from dataclasses import replace
from itertools import accumulate

from django.db.models import Q

from accounts.models import User
from journal import clock
from journal.queries import last_event_number
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken
from journal.states import become
from journal.texts import storable
from tournaments.entries.forms import (
    REMARK_LENGTH,
    BranchEntry,
    PlayerEntry,
    TeamEntry,
    draft_problems,
    entry_problems,
    field_name,
    gender_problems,
    is_same_person,
    mail_problems,
    namesake_warning,
    one_name_problem,
    text_problems,
)
from tournaments.entries.names import likeness, sort_key
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Match, Player, Substitution, Team, Tournament
from tournaments.permissions import Permission, may
from tournaments.play.bracket_moves import team_facts
from tournaments.play.saved_entries import player_names, record_saved
from tournaments.presets.samples import sample_entry
from tournaments.queries.entries import people_elsewhere
from tournaments.states import Code, MatchState, TeamState, TournamentEvent, TournamentState

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
    deadline or the draw; contacts, genders and remarks can. Refused with all problems at their fields; asked about: a
    team that is taken out. ``Overtaken`` if ``seen`` is not the branch's last event.
    """
    tournament = locked_tournament(branch.tournament)
    branch = Branch.objects.select_for_update(of=("self",), no_key=True).get(pk=branch.pk)
    refuse_overtaken(branch.subject, seen, last_event_number(tournament.journal, branch.subject))
    teams = {team.ordinal: team for team in branch.teams.prefetch_related("players")}
    mentioned = [entry for entry in form.teams if not _is_withdrawn(teams.get(entry.ordinal))]
    form = replace(form, teams=tuple(entry.with_seats(tournament.seats) for entry in mentioned))
    refuse_if(_form_problems(branch, form, teams, draft=draft) + _time_problems(tournament, form, teams, draft=draft))
    ask_about(_removal_doubts(form, teams), sure)
    public = not draft or any(team.state == TeamState.ENTERED for team in teams.values())
    _fill_branch(branch, form, tournament)
    branch.save()
    for entry in form.teams:
        _keep_team(branch, teams.get(entry.ordinal), entry, TeamState.DRAFT if draft else TeamState.ENTERED)
    record_saved(tournament, [branch], by=by, draft=draft, public=public)
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
    for branch in branches:
        _fill_branch(branch, forms[branch.pk], tournament)
    Branch.objects.bulk_create(
        branches, update_conflicts=True, unique_fields=["id"], update_fields=["leader_name", "saved_at"]
    )
    entries = [(branch, entry) for branch in branches for entry in forms[branch.pk].teams]
    teams = Team.objects.bulk_create(
        Team(branch=branch, ordinal=entry.ordinal, state=TeamState.ENTERED) for branch, entry in entries
    )
    Player.objects.bulk_create(
        Player(team=team, number=number, **_player_values(player))
        for team, (_, entry) in zip(teams, entries, strict=True)
        for number, player in enumerate(entry.players, start=1)
    )
    record_saved(tournament, branches, by=by, draft=False, public=True)
    return branches


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
    if wanted == {(team.ordinal, team.state, player_names(team, tournament.seats)) for team in mentioned}:
        return []
    return [Problem(Code.TEAM_CHANGED_AFTER_DRAW if closed else Code.AFTER_DEADLINE)]


def _fill_branch(branch: Branch, form: BranchEntry, tournament: Tournament) -> None:
    branch.leader_name = form.leader_kept
    branch.leader_gender = form.leader_gender if branch.leader_name else ""
    branch.leader_remark = form.leader_remark
    branch.contact_name = storable(form.contact_name)
    branch.contact_phone = form.contact_phone
    branch.contact_mail = storable(form.contact_mail)
    branch.saved_at = clock.now(tournament.journal)


def _keep_team(branch: Branch, team: Team | None, entry: TeamEntry, state: TeamState) -> None:
    if entry.is_empty:
        if team is not None:
            team.delete()
        return
    if team is None:
        team = Team.objects.create(branch=branch, ordinal=entry.ordinal, state=state)
    else:
        become(team, state)
    for number, player in enumerate(entry.players, start=1):
        if player.is_empty:
            Player.objects.filter(team=team, number=number, left_at=None).delete()
        else:
            values = _player_values(player)
            Player.objects.update_or_create(team=team, number=number, left_at=None, defaults=values)


def _player_values(entry: PlayerEntry) -> dict[str, str]:
    """As a row: nothing that nobody can see is kept, not even in a draft."""
    name = storable(entry.name)
    return {
        "name": name,
        "pinyin": sort_key(name),
        "gender": entry.gender,
        "remark": entry.remark,
        "mail": storable(entry.mail),
    }


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
            *gender_problems("gender", came.gender),
            *text_problems("remark", came.remark, REMARK_LENGTH),
            *mail_problems("mail", came.mail),
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
    newcomer = Player.objects.create(team_id=player.team_id, number=player.number, **_player_values(came))
    Substitution.objects.create(left=player, came=newcomer, reason=reason, at=moment, by=by)
    return newcomer
