"""报名: saving a branch's form, and putting a substitute in a player's place."""

from dataclasses import replace

from django.db.models import Q

from accounts.models import User
from journal import clock
from journal.actions import action, record
from journal.queries import last_event_number
from journal.reasons import reason_problems
from journal.refusals import Problem, WrongState, refuse_if
from journal.texts import storable
from tournaments.entry_forms import (
    PLAYERS,
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
    name_problem,
    text_problems,
)
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Match, Player, Substitution, Team, Tournament
from tournaments.names import likeness, sort_key, written
from tournaments.permissions import roles_of
from tournaments.progress import team_facts
from tournaments.queries.entries import players_elsewhere
from tournaments.states import Code, MatchState, RoleKind, TeamState, TournamentEvent, TournamentState

Roster = set[tuple[int, str, str, str]]


@action
def save_entry(
    branch: Branch, form: BranchEntry, *, by: User | None, draft: bool = False, seen: int | None = None
) -> Branch:
    """保存报名表 (annex 4): every team that is filled becomes entered, or a draft with ``draft``; emptied ones go.

    Teams that the form does not mention, and withdrawn ones, stay as they are. Who plays where cannot change after the
    deadline or the draw; contacts, genders and remarks can. Refused with all problems at their fields; ``WrongState``
    if ``seen`` is not the branch's last event.
    """
    tournament = locked_tournament(branch.tournament)
    branch = Branch.objects.select_for_update(of=("self",), no_key=True).get(pk=branch.pk)
    if seen is not None and seen != last_event_number(tournament.journal, branch.subject):
        raise WrongState(branch.subject, tournament.state)
    teams = {team.ordinal: team for team in branch.teams.prefetch_related("players")}
    form = _without_withdrawn(form, teams)
    refuse_if(_form_problems(branch, form, teams, draft=draft) + _time_problems(tournament, form, teams, draft=draft))
    public = not draft or any(team.state == TeamState.ENTERED for team in teams.values())
    _keep_branch(branch, form, tournament)
    for entry in form.teams:
        _keep_team(branch, teams.get(entry.ordinal), entry, TeamState.DRAFT if draft else TeamState.ENTERED)
    _record_saved(tournament, branch, by=by, draft=draft, public=public)
    return branch


def _without_withdrawn(form: BranchEntry, teams: dict[int, Team]) -> BranchEntry:
    out = {ordinal for ordinal, team in teams.items() if team.state == TeamState.WITHDRAWN}
    return replace(form, teams=tuple(entry for entry in form.teams if entry.ordinal not in out))


def _form_problems(branch: Branch, form: BranchEntry, teams: dict[int, Team], *, draft: bool) -> list[Problem]:
    if draft:
        problems = draft_problems(form, quota=branch.quota)
    else:
        problems = entry_problems(form, quota=branch.quota, elsewhere=players_elsewhere(branch))
    if any(team.state == TeamState.WITHDRAWN for team in teams.values()):
        problems = [problem for problem in problems if problem.code != Code.NO_PLAYERS]
    return problems + _history_problems(branch, form)


def _history_problems(branch: Branch, form: BranchEntry) -> list[Problem]:
    """A place that was once given to a substitute cannot be emptied: the record of it stays."""
    places = set(
        Player.objects.filter(team__branch=branch, left_at__isnull=False).values_list("team__ordinal", "number")
    )
    return [
        Problem(Code.TEAM_HAS_HISTORY, field_name(entry.ordinal, number, "name"), {"ordinal": entry.ordinal})
        for entry in form.teams
        for number, player in zip(PLAYERS, entry.players, strict=True)
        if player.is_empty and (entry.ordinal, number) in places
    ]


def _time_problems(tournament: Tournament, form: BranchEntry, teams: dict[int, Team], *, draft: bool) -> list[Problem]:
    closed = tournament.state != TournamentState.ENTRY
    if not closed and clock.now(tournament.journal) <= tournament.closes_at:
        return []
    if _stored_roster(form, teams) == _wanted_roster(form, TeamState.DRAFT if draft else TeamState.ENTERED):
        return []
    return [Problem(Code.TEAM_CHANGED_AFTER_DRAW if closed else Code.AFTER_DEADLINE)]


def _wanted_roster(form: BranchEntry, state: TeamState) -> Roster:
    return {(team.ordinal, state.value, *_typed_names(team)) for team in form.filled}


def _typed_names(team: TeamEntry) -> tuple[str, str]:
    first, second = team.players
    return first.stored().name, second.stored().name


def _stored_roster(form: BranchEntry, teams: dict[int, Team]) -> Roster:
    mentioned = [teams[entry.ordinal] for entry in form.teams if entry.ordinal in teams]
    return {(team.ordinal, team.state, *_names(team)) for team in mentioned}


def _names(team: Team) -> tuple[str, str]:
    found = {player.number: player.name for player in team.players.all() if player.left_at is None}
    return found.get(1, ""), found.get(2, "")


def _keep_branch(branch: Branch, form: BranchEntry, tournament: Tournament) -> None:
    branch.leader_name = form.leader_kept
    branch.leader_gender = form.leader_gender if branch.leader_name else ""
    branch.leader_remark = storable(form.leader_remark)
    branch.contact_name = written(storable(form.contact_name))
    branch.contact_phone = storable(form.contact_phone)
    branch.contact_mail = storable(form.contact_mail)
    branch.saved_at = clock.now(tournament.journal)
    branch.save()


def _keep_team(branch: Branch, team: Team | None, entry: TeamEntry, state: TeamState) -> None:
    if entry.is_empty:
        if team is not None:
            team.delete()
        return
    if team is None:
        team = Team.objects.create(branch=branch, ordinal=entry.ordinal, state=state)
    elif team.state != state:
        team.state = state
        team.save(update_fields=["state"])
    for number, player in zip(PLAYERS, entry.players, strict=True):
        _keep_player(team, number, player)


def _keep_player(team: Team, number: int, entry: PlayerEntry) -> None:
    if entry.is_empty:
        Player.objects.filter(team=team, number=number, left_at=None).delete()
        return
    kept = entry.stored()
    values = {"name": kept.name, "pinyin": sort_key(kept.name)}
    values |= {"gender": kept.gender, "remark": kept.remark, "mail": kept.mail}
    Player.objects.update_or_create(team=team, number=number, left_at=None, defaults=values)


def _record_saved(tournament: Tournament, branch: Branch, *, by: User | None, draft: bool, public: bool) -> None:
    teams = branch.teams.filter(state=TeamState.ENTERED).prefetch_related("players")
    named = [{"team": team.pk, "ordinal": team.ordinal, "players": list(_names(team))} for team in teams]
    record(
        tournament.journal,
        TournamentEvent.ENTRY_SAVED,
        branch.subject,
        by=by,
        public=public,
        branch=branch.name,
        draft=draft,
        teams=named,
    )


@action
def substitute_player(player: Player, came: PlayerEntry, *, by: User | None, reason: str = "") -> Player:
    """换人: until the deadline the office puts somebody else in; later the chief referee does, with a reason.

    The player who leaves stays readable. Refused with all problems; ``WrongState`` if he left already, his team is not
    entered, or it is playing just now.
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
            *_newcomer_problems(team, player, came),
            *_line_problems(came),
        ]
    )
    newcomer = _take_place(tournament, player, came.stored(), by=by, reason=storable(reason))
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
    allowed = by is None or RoleKind.CHIEF_REFEREE in roles_of(by, tournament)
    return [] if allowed else [Problem(Code.SUBSTITUTION_NEEDS_CHIEF)]


def _newcomer_problems(team: Team, player: Player, came: PlayerEntry) -> list[Problem]:
    problem = name_problem(came.name, "name")
    if problem:
        return [problem]
    name, alike = written(came.name), likeness(came.name)
    for other in Player.objects.filter(team__branch=team.branch, left_at=None).select_related("team"):
        if likeness(other.name) == alike:
            code = Code.TWICE_IN_TEAM if other.team_id == team.pk else Code.IN_TWO_TEAMS
            return [Problem(code, "name", {"name": name, "ordinal": other.team.ordinal, "other": other.name})]
    return [
        Problem(Code.IN_ANOTHER_BRANCH, "name", {"name": name, "branch": r.branch, "ordinal": r.ordinal})
        for r in players_elsewhere(team.branch)
        if is_same_person(came, r)
    ]


def _line_problems(came: PlayerEntry) -> list[Problem]:
    return [
        *gender_problems("gender", came.gender),
        *text_problems("remark", came.remark, REMARK_LENGTH),
        *mail_problems("mail", came.mail),
    ]


def _take_place(tournament: Tournament, player: Player, came: PlayerEntry, *, by: User | None, reason: str) -> Player:
    moment = clock.now(tournament.journal)
    player.left_at = moment
    player.save(update_fields=["left_at"])
    newcomer = Player.objects.create(
        team_id=player.team_id,
        number=player.number,
        name=came.name,
        pinyin=sort_key(came.name),
        gender=came.gender,
        remark=came.remark,
        mail=came.mail,
    )
    Substitution.objects.create(left=player, came=newcomer, reason=reason, at=moment, by=by)
    return newcomer
